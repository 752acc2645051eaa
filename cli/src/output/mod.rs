//! Output of data: formats, filters and files.

mod csv;
pub(crate) mod json;
mod rows;
mod table;

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, value_parser};
use jaq_json::Val;

use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::select::Filter;

const FORMAT: &str = "format";
const SELECT: &str = "select";
const OUTPUT: &str = "output";

/// Returns the options about output, which all commands that print data have.
pub(crate) fn options() -> [Arg; 3] {
    let format = Arg::new(FORMAT).long(FORMAT).value_name("FORMAT").value_parser(PossibleValuesParser::new(NAMES));
    let format = format.help("Format of the data [default: a table on a terminal, otherwise JSON]");
    let select = Arg::new(SELECT).long(SELECT).value_name("FILTER").help("Filter in jq's language, such as '.title'");
    let output = Arg::new(OUTPUT).long(OUTPUT).value_name("FILE").value_parser(value_parser!(PathBuf));
    [format, select, output.help("Write the data to a file")].map(|it| it.help_heading("Output"))
}

/// Format of data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Json,
    Ndjson,
    Csv,
    Table,
}

const NAMES: [&str; 4] = ["json", "ndjson", "csv", "table"];

impl Format {
    const ALL: [Self; 4] = [Self::Json, Self::Ndjson, Self::Csv, Self::Table];
}

/// Kind of data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// One value.
    Document,
    /// Items that arrive one after the other.
    Items,
}

/// Writer of the data of a run.
pub(crate) struct Output {
    kind: Kind,
    format: Format,
    filter: Option<Filter>,
    path: Option<PathBuf>,
    file: Option<File>,
    /// Rows that are written at the end.
    rows: Vec<Val>,
    /// Number of items that were written.
    written: usize,
}

impl Output {
    /// Reads the options. Opens the file before anything is sent, without changing it.
    pub(crate) fn open(matches: &ArgMatches, kind: Kind, console: &Console<'_>) -> Result<Self, Failure> {
        let named = matches.get_one::<String>(FORMAT);
        let named = named.and_then(|name| NAMES.iter().zip(Format::ALL).find(|(it, _)| *it == name)).map(|it| it.1);
        let filter = matches.get_one::<String>(SELECT).map(|it| Filter::compile(it)).transpose()?;
        let path = matches.get_one::<PathBuf>(OUTPUT).cloned();
        let default = match (console.out_is_terminal && path.is_none(), kind) {
            (true, _) => Format::Table,
            (false, Kind::Document) => Format::Json,
            (false, Kind::Items) => Format::Ndjson,
        };
        let format = named.unwrap_or(default);
        let mut output = Self { kind, format, filter, path, file: None, rows: Vec::new(), written: 0 };
        if let Some(path) = &output.path {
            let opened = OpenOptions::new().append(true).create(true).open(path);
            output.file = Some(opened.map_err(|problem| output.problem(&problem))?);
        }
        Ok(output)
    }

    /// Path of the file.
    pub(crate) fn path(&self) -> Option<&PathBuf> {
        self.path.as_ref()
    }

    /// Empties the file.
    pub(crate) fn clear(&mut self) -> Result<(), Failure> {
        let cleared = self.file.as_ref().map_or(Ok(()), |it| match it.metadata() {
            Ok(metadata) if metadata.is_file() => it.set_len(0),
            _ => Ok(()),
        });
        cleared.map_err(|it| self.problem(&it))
    }

    /// Writes a value: the whole document, or the next item.
    pub(crate) fn write(&mut self, value: Val, console: &mut Console<'_>) -> Result<(), Failure> {
        let (values, problem) = match &self.filter {
            None => (vec![value], None),
            Some(filter) => match filter.apply(value.clone()) {
                Ok(values) => (values, None),
                // The data was paid for.
                Err(problem) => (vec![value], Some(problem)),
            },
        };
        match (self.kind, self.format, &values[..]) {
            (Kind::Items, Format::Ndjson | Format::Json, _) | (_, Format::Json, _) => {
                values.iter().try_for_each(|it| self.json(it, console))?;
            }
            (Kind::Document, _, [document]) => self.rows.extend(rows::of_document(document)),
            _ => self.rows.extend(values),
        }
        match problem {
            None => Ok(()),
            Some(problem) => {
                Err(Failure::refused(format!("cannot apply the filter: {problem}; the data is unfiltered")))
            }
        }
    }

    /// Writes a value as JSON: on a line of its own, or in a list of items.
    fn json(&mut self, value: &Val, console: &mut Console<'_>) -> Result<(), Failure> {
        let is_line = self.format == Format::Ndjson;
        let text = json::to_text(value, !is_line).map_err(Failure::refused)?;
        let is_list = self.kind == Kind::Items && !is_line;
        let before = match (is_list, self.written) {
            (false, _) => "",
            (true, 0) => "[\n",
            (true, _) => ",\n",
        };
        self.written += 1;
        self.text(&format!("{before}{text}{}", if is_list { "" } else { "\n" }), console)
    }

    /// Writes everything that is left.
    pub(crate) fn finish(mut self, console: &mut Console<'_>) -> Result<(), Failure> {
        let rows = std::mem::take(&mut self.rows);
        let text = match self.format {
            Format::Json if self.kind == Kind::Document => String::new(),
            Format::Json if self.written == 0 => "[]\n".to_owned(),
            Format::Json => "\n]\n".to_owned(),
            Format::Ndjson => {
                let lines = rows.iter().map(|it| json::to_text(it, false).map(|it| it + "\n"));
                lines.collect::<Result<_, _>>().map_err(Failure::refused)?
            }
            Format::Csv => csv::csv(&rows),
            Format::Table => table::table(&rows, console.width),
        };
        self.text(&text, console)
    }

    fn text(&mut self, text: &str, console: &mut Console<'_>) -> Result<(), Failure> {
        let written = match &mut self.file {
            Some(file) => file.write_all(text.as_bytes()),
            None => console.out.write_all(text.as_bytes()).and_then(|()| console.out.flush()),
        };
        written.map_err(|it| self.problem(&it))
    }

    fn problem(&self, problem: &io::Error) -> Failure {
        match &self.path {
            Some(path) => Failure::refused(format!("cannot write `{}`: {problem}", path.to_string_lossy())),
            None => Failure::refused(format!("cannot write the data: {problem}")),
        }
    }
}

/// Prints a document of a command that costs nothing.
pub(crate) fn print(value: Val, matches: &ArgMatches, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let mut output = Output::open(matches, Kind::Document, console)?;
    output.clear()?;
    output.write(value, console)?;
    output.finish(console)?;
    Ok(Exit::Success)
}
