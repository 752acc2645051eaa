//! Output of data: formats, filters and files.

mod csv;
pub(crate) mod json;
mod options;
mod rows;
mod table;

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::PathBuf;

use clap::ArgMatches;
use jaq_json::Val;

pub(crate) use self::csv::csv;
pub(crate) use self::options::{
    FORMAT, HEADING, SELECT, check_replaced, is_chosen, options, overwrite, path, print_options,
};
pub(crate) use self::rows::{joined, of_document as items};

use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::select::FilterProcess;
use crate::settings::Settings;

/// Format of data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Json,
    Ndjson,
    Csv,
    Table,
}

impl Format {
    /// All formats with their names.
    const ALL: [(&str, Self); 4] =
        [("json", Self::Json), ("ndjson", Self::Ndjson), ("csv", Self::Csv), ("table", Self::Table)];
}

/// Kind of data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// One value.
    Document,
    /// Items that arrive one after the other.
    Items {
        /// True if a later run can continue the output, which is lines of JSON then.
        can_continue: bool,
    },
}

/// Writer of the data of a run.
pub(crate) struct Output {
    kind: Kind,
    format: Format,
    filter: Option<FilterProcess>,
    /// True if a value that cannot be filtered is not written: a later run has it.
    is_strict: bool,
    path: Option<PathBuf>,
    file: Option<File>,
    /// True if this run has created the file.
    is_new: bool,
    /// Number of bytes of the file that are complete: those of an earlier run, which stay, and those of this one.
    complete: u64,
    /// True after the first text was written.
    is_started: bool,
    /// Rows that are written at the end.
    rows: Vec<Val>,
    /// Number of items that were written.
    written: usize,
}

impl Output {
    /// Reads the options. Opens the file before anything is sent, without changing it.
    pub(crate) fn open(matches: &ArgMatches, kind: Kind, console: &Console<'_>) -> Result<Self, Failure> {
        let named = matches.get_one::<String>(FORMAT);
        let named = named.and_then(|name| Format::ALL.into_iter().find(|it| it.0 == name)).map(|it| it.1);
        let filter = matches.get_one::<String>(SELECT).map(|it| FilterProcess::start(it)).transpose()?;
        let path = path(matches).cloned();
        let extension = path.as_ref().and_then(|it| it.extension()).and_then(|it| it.to_str());
        let default = match (extension, kind) {
            (Some("csv"), _) => Format::Csv,
            (Some("ndjson" | "jsonl"), _) => Format::Ndjson,
            (_, Kind::Items { can_continue: true }) => Format::Ndjson,
            _ if console.out_is_terminal && path.is_none() => Format::Table,
            (_, Kind::Document) => Format::Json,
            (_, Kind::Items { .. }) => Format::Ndjson,
        };
        let (format, rows) = (named.unwrap_or(default), Vec::new());
        let mut output = Self {
            kind,
            format,
            filter,
            is_strict: false,
            path,
            file: None,
            is_new: false,
            complete: 0,
            is_started: false,
            rows,
            written: 0,
        };
        if let Some(path) = &output.path {
            Settings::read(matches)?.check_output(path)?;
            // A link stays, even if it leads to no file.
            output.is_new = path.symlink_metadata().is_err();
            let opened = OpenOptions::new().append(true).create(true).open(path);
            output.file = Some(opened.map_err(|problem| output.problem(&problem))?);
        }
        Ok(output)
    }

    /// Refuses to replace a file that has data.
    pub(crate) fn check_replaced(&self, matches: &ArgMatches) -> Result<(), Failure> {
        self.path.as_ref().map_or(Ok(()), |it| check_replaced(it, matches))
    }

    /// Path of the file.
    pub(crate) fn path(&self) -> Option<&PathBuf> {
        self.path.as_ref()
    }

    /// Returns true if each item is a line, so that a later run can add items to the file.
    pub(crate) fn is_lines(&self) -> bool {
        self.format == Format::Ndjson
    }

    /// Returns the present size of the file; zero without a file.
    pub(crate) fn file_size(&self) -> u64 {
        self.file.as_ref().and_then(|it| it.metadata().ok()).map_or(0, |it| it.len())
    }

    /// Continues the output of an earlier run, whose file has a number of bytes. A later run can continue this one.
    pub(crate) fn continue_at(&mut self, bytes: u64) {
        (self.complete, self.is_strict) = (bytes, true);
    }

    /// Returns the size of the file with everything that was completely written so far.
    pub(crate) fn size(&self) -> u64 {
        self.complete
    }

    /// Writes a value: the whole document, or the next item.
    pub(crate) fn write(&mut self, value: Val, console: &mut Console<'_>) -> Result<(), Failure> {
        let (values, problem) = match &mut self.filter {
            None => (vec![value], None),
            Some(filter) => match filtered(filter, &value) {
                Ok(values) => (values, None),
                Err(problem) if self.is_strict => {
                    let help = "the same command with another filter continues with this item";
                    return Err(Failure::refused(format!("cannot apply the filter: {problem}; help: {help}")));
                }
                // The data was paid for.
                Err(problem) => (vec![value], Some(problem)),
            },
        };
        match (self.kind, self.format, &values[..]) {
            (Kind::Items { .. }, Format::Ndjson | Format::Json, _) | (_, Format::Json, _) => {
                let texts: Result<String, _> = values.iter().map(|it| self.json(it)).collect();
                // In one piece, so that all values of an item are complete, or none.
                self.text(&texts?, console)?;
            }
            (Kind::Document, _, [document]) => self.rows.extend(rows::of_document(document)),
            _ => self.rows.extend(values),
        }
        match problem {
            None => Ok(()),
            Some(problem) => {
                let problem = format!("cannot apply the filter: {problem}; the data is unfiltered");
                Err(Failure::refused(format!(
                    "{problem}; help: correct the filter, and apply it to this data, such as with jq"
                )))
            }
        }
    }

    /// Returns a value as JSON: on a line of its own, or in a list of items.
    fn json(&mut self, value: &Val) -> Result<String, Failure> {
        let is_line = self.format == Format::Ndjson;
        let text = json::to_text(value, !is_line).map_err(Failure::refused)?;
        let is_list = self.kind != Kind::Document && !is_line;
        let before = match (is_list, self.written) {
            (false, _) => "",
            (true, 0) => "[\n",
            (true, _) => ",\n",
        };
        self.written += 1;
        Ok(format!("{before}{text}{}", if is_list { "" } else { "\n" }))
    }

    /// Writes everything that is left. If the run failed before it had any data, the file stays as it was.
    pub(crate) fn finish(mut self, has_failed: bool, console: &mut Console<'_>) -> Result<(), Failure> {
        let rows = std::mem::take(&mut self.rows);
        if has_failed && self.written == 0 && rows.is_empty() {
            return Ok(());
        }
        let text = match self.format {
            Format::Json if self.kind == Kind::Document => String::new(),
            Format::Json if self.written == 0 => "[]\n".to_owned(),
            Format::Json => "\n]\n".to_owned(),
            Format::Ndjson => {
                let lines = rows.iter().map(|it| json::to_text(it, false).map(|it| it + "\n"));
                lines.collect::<Result<_, _>>().map_err(Failure::refused)?
            }
            Format::Csv => csv(&rows),
            Format::Table => table::table(&rows, console.width),
        };
        self.text(&text, console)
    }

    fn text(&mut self, text: &str, console: &mut Console<'_>) -> Result<(), Failure> {
        let cleared = if self.is_started { Ok(()) } else { self.clear() };
        self.is_started = true;
        let written = cleared.and_then(|()| match &mut self.file {
            Some(file) => file.write_all(text.as_bytes()),
            None => console.out.write_all(text.as_bytes()).and_then(|()| console.out.flush()),
        });
        written.map_err(|it| self.problem(&it))?;
        self.complete = self.file_size();
        Ok(())
    }

    /// Removes what an earlier run has written. Devices have no size.
    fn clear(&self) -> io::Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        match file.metadata()? {
            metadata if metadata.is_file() => file.set_len(self.complete.min(metadata.len())),
            _ => Ok(()),
        }
    }

    fn problem(&self, problem: &io::Error) -> Failure {
        match &self.path {
            Some(path) => Failure::refused(format!("cannot write `{}`: {problem}", path.to_string_lossy())),
            None => Failure::refused(format!("cannot write the data: {problem}")),
        }
    }
}

/// Returns the outputs of a filter for a value.
fn filtered(filter: &mut FilterProcess, value: &Val) -> Result<Vec<Val>, String> {
    let outputs = filter.apply(&json::to_text(value, false)?)?;
    outputs.iter().map(|it| json::parse(it.as_bytes()).map_err(|it| it.message)).collect()
}

/// Removes the file if this run has created it and ends without data.
impl Drop for Output {
    fn drop(&mut self) {
        if let Some(path) = self.path.as_ref().filter(|_| self.is_new && !self.is_started) {
            // An empty file that cannot be removed does no harm.
            let _ = std::fs::remove_file(path);
        }
    }
}

/// Prints a document.
pub(crate) fn print(value: Val, matches: &ArgMatches, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let mut output = Output::open(matches, Kind::Document, console)?;
    output.check_replaced(matches)?;
    let written = output.write(value, console);
    output.finish(written.is_err(), console)?;
    written.map(|()| Exit::Success)
}
