//! `gw`: the gateway on the command line. `gw --help` lists its commands.
#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    gatewright_cli::main()
}
