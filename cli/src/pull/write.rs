//! Output of a job: NDJSON, CSV or SQLite, with the rows in their order.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use gatewright_client::visible;
use jaq_json::Val;
use serde::Serialize;
use serde_json::value::RawValue;

use super::job::Job;
use super::row::{Ended, Row};
use super::store::Store;
use crate::exit::{Exit, Failure};
use crate::output::{self, json};

/// Format of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Ndjson,
    Csv,
    #[cfg(feature = "sqlite")]
    Sqlite,
}

/// Extensions of the formats, for messages.
const EXTENSIONS: &str = if cfg!(feature = "sqlite") { ".ndjson, .csv or .sqlite" } else { ".ndjson or .csv" };

impl Format {
    /// Returns the format of a file, by its extension.
    pub(super) fn of(path: &Path) -> Result<Self, Failure> {
        let extension = path.extension().map(|it| it.to_string_lossy().to_ascii_lowercase());
        match extension.as_deref() {
            Some("ndjson" | "jsonl") => Ok(Self::Ndjson),
            Some("csv") => Ok(Self::Csv),
            #[cfg(feature = "sqlite")]
            Some("sqlite" | "sqlite3" | "db") => Ok(Self::Sqlite),
            _ => {
                let shown = path.to_string_lossy();
                let problem = format!("cannot write `{}`: its format is unknown", visible(&shown));
                Err(Failure::new(Exit::Usage, format!("{problem}; help: use {EXTENSIONS}")))
            }
        }
    }
}

/// Row of the output.
#[derive(Serialize)]
struct Record<'a> {
    row: usize,
    status: &'static str,
    input: &'a Row,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// Writes all rows that were sent to a new file, which then replaces the output.
pub(super) fn write(job: &Job, format: Format, store: &mut Store) -> Result<(), Failure> {
    let mut new = job.output.as_os_str().to_owned();
    new.push(".new");
    let new = Path::new(&new);
    let written = match format {
        Format::Ndjson => lines(job, new, store, ndjson),
        Format::Csv => csv(job, new, store),
        #[cfg(feature = "sqlite")]
        Format::Sqlite => sqlite(job, new, store),
    };
    let problem = |it: io::Error| {
        let shown = job.output.to_string_lossy();
        Failure::new(Exit::ChargedThenFailed, format!("cannot write `{}`: {it}", visible(&shown)))
    };
    written.and_then(|()| std::fs::rename(new, &job.output)).map_err(problem)
}

/// Returns the rows that were sent, one after the other.
fn records<'a>(job: &'a Job, store: &'a mut Store) -> impl Iterator<Item = io::Result<Record<'a>>> {
    let rows = (1..).zip(&job.rows);
    rows.filter_map(move |(number, input)| {
        let status = store.status(input)?;
        let ended = match store.ended(input) {
            Ok(ended) => ended,
            Err(failure) => return Some(Err(io::Error::other(failure.message))),
        };
        let lost = || Ended { status, data: None, error: Some("the run was interrupted".to_owned()) };
        let Ended { status, data, error } = ended.unwrap_or_else(lost);
        Some(Ok(Record { row: number, status: status.as_str(), input, data, error }))
    })
}

fn lines(job: &Job, path: &Path, store: &mut Store, text: fn(&Record<'_>) -> io::Result<String>) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    for record in records(job, store) {
        file.write_all(text(&record?)?.as_bytes())?;
    }
    file.into_inner()?.sync_all()
}

fn ndjson(record: &Record<'_>) -> io::Result<String> {
    Ok(serde_json::to_string(record)? + "\n")
}

/// Writes a line per item: the number, status and parameters of its row, and its own fields.
fn csv(job: &Job, path: &Path, store: &mut Store) -> io::Result<()> {
    let other = |it: String| io::Error::other(it);
    let mut all = Vec::new();
    for record in records(job, store) {
        let mut record = record?;
        let data = record.data.take();
        let data = data.map(|it| json::parse(it.get().as_bytes())).transpose().map_err(|it| other(it.message))?;
        let own = json::from(&record).map_err(|it| other(it.message))?;
        let items = data.as_ref().map(output::items).filter(|it| !it.is_empty()).unwrap_or_else(|| vec![Val::Null]);
        all.extend(items.into_iter().map(|item| output::joined(&own, &item)));
    }
    let mut file = File::create(path)?;
    file.write_all(output::csv(&all).as_bytes())?;
    file.sync_all()
}

/// Writes one table, `pulled`, whose inputs and data are JSON.
#[cfg(feature = "sqlite")]
fn sqlite(job: &Job, path: &Path, store: &mut Store) -> io::Result<()> {
    let other = |it: rusqlite::Error| io::Error::other(it);
    match std::fs::remove_file(path) {
        Err(problem) if problem.kind() != io::ErrorKind::NotFound => return Err(problem),
        _ => {}
    }
    let mut database = rusqlite::Connection::open(path).map_err(other)?;
    let columns = "row INTEGER PRIMARY KEY, status TEXT NOT NULL, input TEXT NOT NULL, data TEXT, error TEXT";
    database.execute(&format!("CREATE TABLE pulled ({columns})"), ()).map_err(other)?;
    let transaction = database.transaction().map_err(other)?;
    for record in records(job, store) {
        let Record { row, status, input, data, error } = record?;
        let input = serde_json::to_string(input)?;
        let row = i64::try_from(row).map_err(io::Error::other)?;
        let values = rusqlite::params![row, status, input, data.as_ref().map(|it| it.get()), error];
        transaction.execute("INSERT INTO pulled VALUES (?1, ?2, ?3, ?4, ?5)", values).map_err(other)?;
    }
    transaction.commit().map_err(other)?;
    database.close().map_err(|it| other(it.1))
}
