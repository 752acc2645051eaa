//! Every command in one process: `cargo xtask` without the build on demand.
#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    xtask::main(xtask_on_demand::run)
}
