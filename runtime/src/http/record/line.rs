//! Lines of a log, as they are written.

use std::fmt::Write as _;

use crate::shape::log::{self, Header, Line};

impl Header {
    /// Start of every log.
    pub(super) const START: &str = r#"{"gatewright-log":"#;

    pub(super) fn new(generation: String, salt: u64) -> Self {
        Self { is_open: true, generation, salt }
    }

    pub(super) fn to_text(&self) -> String {
        let state = if self.is_open { "open" } else { "shut" };
        let Self { generation, salt, .. } = self;
        format!("{}1,\"state\":\"{state}\",\"generation\":\"{generation}\",\"salt\":\"{salt:016x}\"}}", Self::START)
    }
}

/// Line in its long and its short form.
pub(super) struct LineText {
    /// Hash of the line without its counts.
    pub(super) skeleton: u64,
    /// The skeleton and the counts, if the skeleton is in the log already.
    short: String,
    line: Line,
}

impl LineText {
    pub(super) fn new(mut line: Line) -> Self {
        let skeleton = log::skeleton(&line);
        let mut short = String::with_capacity(256);
        // Writing to a string cannot fail.
        let _ = write!(short, "\n[\"{skeleton:016x}\"");
        line.data.each_number(&mut |_, number| match *number {
            0..10 => short.extend([',', char::from(b'0' + *number as u8)]),
            number => drop(write!(short, ",{number}")),
        });
        short.push(']');
        Self { skeleton, short, line }
    }

    /// Returns the text of the line: only its counts if the log contains a line with the same skeleton.
    pub(super) fn text(&self, is_known: bool) -> std::borrow::Cow<'_, str> {
        match is_known {
            true => self.short.as_str().into(),
            false => format!("\n{}", serde_json::to_string(&self.line).expect("a shape is valid JSON")).into(),
        }
    }

    pub(super) fn into_line(self) -> Line {
        self.line
    }
}
