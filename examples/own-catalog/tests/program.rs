//! The example works: the program prints the URLs of its requests.
#![forbid(unsafe_code)]

use std::process::Command;

#[test]
fn the_program_prints_its_requests() {
    let output = Command::new(env!("CARGO_BIN_EXE_own-catalog")).output().expect("it was built");
    let printed = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{printed}");
    assert!(printed.contains("/search?keyword=apple%20tree&page=2"), "{printed}");
}
