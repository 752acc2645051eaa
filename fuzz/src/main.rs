//! Runs the target in the environment variable `FUZZ_TARGET`. `cargo xtask fuzz` builds this with the engine; any other
//! build replays the files in its arguments.
#![forbid(unsafe_code)]
#![cfg_attr(fuzzing, no_main)]

use gatewright_fuzz::{TARGETS, Target};

fn target() -> Target {
    let name = std::env::var("FUZZ_TARGET").unwrap_or_default();
    let found = TARGETS.into_iter().find(|it| it.name == name);
    found.unwrap_or_else(|| panic!("FUZZ_TARGET must be one of {:?}", TARGETS.map(|it| it.name)))
}

#[cfg(fuzzing)]
mod engine {
    use std::sync::OnceLock;

    static TARGET: OnceLock<gatewright_fuzz::Target> = OnceLock::new();

    libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
        (TARGET.get_or_init(super::target).run)(bytes);
    });
}

#[cfg(not(fuzzing))]
fn main() -> std::io::Result<()> {
    let target = target();
    for path in std::env::args_os().skip(1) {
        (target.run)(&std::fs::read(&path)?);
        eprintln!("{}: no failure", std::path::Path::new(&path).display());
    }
    Ok(())
}
