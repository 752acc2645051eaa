//! The project's commands. `cargo xtask --help` lists them.
#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    xtask::main(xtask::on_demand::build_and_run)
}
