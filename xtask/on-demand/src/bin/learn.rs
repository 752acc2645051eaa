//! `cargo xtask learn`.
#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    xtask::main(xtask_on_demand::run)
}
