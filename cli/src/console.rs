//! Input and output of a run.

use std::io::{self, BufRead, BufReader, IsTerminal as _, Write};

use gatewright_client::visible;

use crate::hidden::without_key;

/// Input and output of a run: data goes to `out`, text for people to `err`.
pub struct Console<'a> {
    /// Data.
    pub out: &'a mut dyn Write,
    /// Text for people.
    pub err: &'a mut dyn Write,
    /// Answers of the user.
    pub input: &'a mut dyn BufRead,
    /// True if `out` is a terminal.
    pub out_is_terminal: bool,
    /// True if a user reads `err` and answers on `input`.
    pub is_interactive: bool,
    /// Number of columns of the terminal.
    pub width: usize,
}

/// Number of columns if the terminal does not say.
const WIDTH: usize = 100;

impl Console<'_> {
    /// Calls a function with the console of this process.
    pub(crate) fn with_process<T>(call: impl FnOnce(&mut Console<'_>) -> T) -> T {
        let (stdin, stdout, stderr) = (io::stdin(), io::stdout(), io::stderr());
        let is_interactive = stdin.is_terminal() && stderr.is_terminal();
        let out_is_terminal = stdout.is_terminal();
        // Not locked: the MCP server reads and writes on other threads.
        let (mut out, mut err, mut input) = (stdout, stderr, BufReader::new(stdin));
        let width = columns();
        call(&mut Console { out: &mut out, err: &mut err, input: &mut input, out_is_terminal, is_interactive, width })
    }

    /// Asks the user a question. Without a user, or without an answer, the answer is no.
    pub(crate) fn asks(&mut self, question: &str) -> bool {
        let mut answer = String::new();
        let mut ask = || {
            write!(self.err, "{question} [y/N] ")?;
            self.err.flush()?;
            self.input.read_line(&mut answer)
        };
        let answered = self.is_interactive && ask().is_ok();
        answered && matches!(answer.trim(), "y" | "Y" | "yes")
    }

    /// Prints lines for people. A closed stream is no error, since only data matters.
    pub(crate) fn say(&mut self, text: &str) {
        for line in text.lines() {
            let _ = writeln!(self.err, "{}", visible(line));
        }
    }
}

/// Returns the number of columns of the terminal.
fn columns() -> usize {
    #[cfg(unix)]
    if let Ok(size) = rustix::termios::tcgetwinsize(rustix::stdio::stdout()) {
        return if size.ws_col == 0 { WIDTH } else { size.ws_col.into() };
    }
    WIDTH
}

/// Returns foreign text without the key that cannot control a terminal: control characters except line breaks and tabs, and characters that
/// reverse the direction of text, are spelled out.
pub(crate) fn harmless(text: &str) -> String {
    let is_harmful = |c: char, next: Option<&char>| match c {
        '\n' | '\t' => false,
        // Lines of some texts end with both.
        '\r' if next == Some(&'\n') => false,
        c => c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'),
    };
    let text = without_key(text);
    let mut harmless = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match is_harmful(c, chars.peek()) {
            true => harmless.push_str(&format!("U+{:04X}", u32::from(c))),
            false => harmless.push(c),
        }
    }
    harmless
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_text_cannot_control_a_terminal() {
        assert_eq!(
            harmless("a\tb\r\n\u{1b}[2J\u{9b}\r\u{202e}茶\u{200d}"),
            "a\tb\r\nU+001B[2JU+009BU+000DU+202E茶\u{200d}"
        );
    }
}
