//! The session in the README: what a terminal shows.

use std::path::Path;

use crate::support::Home;

/// Start of the session in the README.
const START: &str = "<!-- session -->\n```console\n";

/// Runs a line on a terminal of 100 columns, and returns what it shows.
fn on_a_terminal(home: &Home, line: &str) -> String {
    let mut command = home.command("/usr/bin/python3");
    command.args([concat!(env!("CARGO_MANIFEST_DIR"), "/tests/terminal.py"), line]);
    let ran = crate::support::run(command.env("TERM", "dumb").env("NO_COLOR", "1"));
    assert_eq!(ran.code, 0, "{line}: {}{}", ran.out, ran.err);
    ran.out.replace('\r', "")
}

/// With `UPDATE_EXPECT=1`, the test writes the session instead.
#[test]
fn the_session_in_the_readme_is_what_a_terminal_shows() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../README.md");
    let readme = std::fs::read_to_string(&path).expect("a file");
    let (before, rest) = readme.split_once(START).expect("a session");
    let (session, after) = rest.split_once("```\n").expect("an end");
    let home = Home::new();
    let lines: Vec<_> = session.lines().filter_map(|it| it.strip_prefix("$ ")).collect();
    assert!(lines.len() >= 6, "{lines:?}");
    let shown: String = lines.iter().map(|it| format!("$ {it}\n{}", on_a_terminal(&home, it))).collect();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, format!("{before}{START}{shown}```\n{after}")).expect("a file");
        return;
    }
    assert_eq!(shown, session);
}
