//! Command line of the gateway.
//!
//! The commands come from the table of operations of the client, at run time. [`run`] executes a command line; the binary `gw`
//! only calls [`main`].
#![forbid(unsafe_code)]

mod agent;
mod call;
mod catalog;
mod changes;
mod command;
mod completions;
mod connection;
mod console;
mod doctor;
mod exit;
mod hidden;
mod interrupts;
mod key;
mod man;
mod mcp;
mod mock;
mod model;
mod operation;
mod output;
mod pages;
mod paid;
mod platforms;
mod private_file;
mod pull;
mod receipts;
mod runtime;
mod select;
mod settings;
mod similar;
mod spending;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue};

use crate::console::harmless;

pub use console::Console;
pub use exit::Exit;

/// Runs the command line of this process, or answers a shell that asks for completions, or applies a filter for another `gw`.
pub fn main() -> ExitCode {
    if select::serve() {
        return Exit::Success.into();
    }
    let arguments: Vec<_> = std::env::args_os().collect();
    let exit = Console::with_process(|console| match completions::complete(&arguments, command::command, console) {
        true => Exit::Success,
        false => run(arguments, console),
    });
    exit.into()
}

/// Runs a command line, whose first argument is the name of the program.
pub fn run(arguments: impl IntoIterator<Item = OsString>, console: &mut Console<'_>) -> Exit {
    let arguments: Vec<_> = arguments.into_iter().collect();
    let result =
        platforms::choose(&arguments).and_then(|()| match command::command().try_get_matches_from(arguments) {
            Ok(matches) => command::run(&matches, console),
            Err(error) => Ok(show(&with_option_names(error), console)),
        });
    result.unwrap_or_else(|failure| {
        console.say(&failure.shown());
        failure.exit
    })
}

/// Suggests an option by the name that the help shows. Its alias is the name of the parameter.
fn with_option_names(mut error: clap::Error) -> clap::Error {
    if let Some(ContextValue::String(suggested)) = error.get(ContextKind::SuggestedArg)
        && let Some(name) = suggested.strip_prefix("--")
    {
        let shown = format!("--{}", gatewright::shell::option_name(name));
        error.insert(ContextKind::SuggestedArg, ContextValue::String(shown));
    }
    error
}

/// Codes of clap's styles: bold, underlined, red, green, yellow, and their end. Others, such as hidden text, are foreign.
const STYLES: [&str; 6] = ["0", "1", "4", "31", "32", "33"];

/// Returns a text without styles, which are sequences of the form ESC [ … m.
fn unstyled(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| match part.split_once('m') {
        Some((codes, rest)) if STYLES.contains(&codes) => text + rest,
        _ => text + "\u{1b}[" + part,
    })
}

/// Shows help, or an error about the usage.
fn show(error: &clap::Error, console: &mut Console<'_>) -> Exit {
    let text = error.render();
    // Other control characters than those of styles come from a catalog or from the arguments.
    let without_styles = unstyled(&text.ansi().to_string());
    let is_harmful = harmless(&without_styles) != without_styles;
    // A closed stream leaves nothing to do.
    let _ = match (error.use_stderr(), console.out_is_terminal) {
        (is_error, _) if is_harmful => {
            let out = if is_error { &mut console.err } else { &mut console.out };
            write!(out, "{}", harmless(&text.to_string()))
        }
        (true, _) if console.is_interactive => write!(console.err, "{}", text.ansi()),
        (true, _) => write!(console.err, "{text}"),
        (false, true) => write!(console.out, "{}", text.ansi()),
        (false, false) => write!(console.out, "{text}"),
    };
    if error.use_stderr() { Exit::Usage } else { Exit::Success }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns what a command line shows on a terminal.
    fn shown(arguments: &[&str]) -> String {
        let (mut out, mut err, mut input) = (Vec::new(), Vec::new(), &b""[..]);
        let (out_is_terminal, is_interactive, width) = (true, true, 80);
        let mut console =
            Console { out: &mut out, err: &mut err, input: &mut input, out_is_terminal, is_interactive, width };
        run([&["gw"], arguments].concat().into_iter().map(OsString::from), &mut console);
        String::from_utf8(out).expect("text") + &String::from_utf8(err).expect("text")
    }

    #[test]
    fn an_argument_in_an_error_cannot_control_a_terminal() {
        assert!(shown(&["p2", "post", "--help"]).contains("\u{1b}[1m"), "help has styles");
        assert!(shown(&["p2", "post", "--bogus"]).contains("\u{1b}[31m"), "so do errors");
        for foreign in ["\u{1b}[8m", "\u{1b}[2J", "\u{1b}]0;title\u{7}", "\u{202e}", "\u{9b}31m"] {
            for option in [format!("--bogus{foreign}"), format!("--note-id={foreign}")] {
                let text = shown(&["p2", "post", &option, "--page", foreign]);
                assert!(text.contains("error") && !text.contains(foreign), "{foreign:?}: {text:?}");
                assert!(!text.contains(['\u{7}', '\u{202e}', '\u{9b}']), "{text:?}");
            }
        }
    }
}
