//! State of a job, next to its output: each row is recorded before it is sent and after it has ended.

use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead as _, BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use gatewright_client::visible;
use serde::{Deserialize, Serialize};

use super::row::{Ended, Row, Status};
use crate::exit::Failure;

/// Line of the file.
#[derive(Serialize, Deserialize)]
struct Line {
    operation: String,
    row: Row,
    /// End of the row; without it, the row is about to be sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ended: Option<Ended>,
}

/// Store of one job. Only one process has it open.
pub(super) struct Store {
    path: PathBuf,
    file: File,
    operation: String,
    /// State of each row, and the offset of its last line.
    rows: HashMap<Row, (Status, u64)>,
    end: u64,
}

/// Returns the path of the store of an output.
pub(super) fn path_of(output: &Path) -> PathBuf {
    let mut name = output.as_os_str().to_owned();
    name.push(".gw-pull");
    name.into()
}

impl Store {
    /// Opens the store of an output, or creates it.
    pub(super) fn open(output: &Path, operation: &str) -> Result<Self, Failure> {
        let path = path_of(output);
        let problem =
            |why: &str| Failure::refused(format!("cannot use the state of the job in `{}`: {why}", shown(&path)));
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(&path).map_err(|it| problem(&it.to_string()))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(problem("another process runs this job")),
            Err(TryLockError::Error(error)) => return Err(problem(&error.to_string())),
        }
        let mut store =
            Self { path: path.clone(), file, operation: operation.to_owned(), rows: HashMap::new(), end: 0 };
        store.read().map_err(|it| problem(&it.to_string()))?;
        Ok(store)
    }

    /// Reads all complete lines. The rest of an interrupted write is removed: its call was not sent, or is unknown.
    fn read(&mut self) -> io::Result<()> {
        let mut reader = BufReader::new(&self.file);
        let mut text = Vec::new();
        // An interrupted write can end in the middle of a character.
        while reader.read_until(b'\n', &mut text)? > 0 && text.ends_with(b"\n") {
            let line: Line = serde_json::from_slice(&text)?;
            if line.operation != self.operation {
                let why = format!("it belongs to `{}`; help: use another output", visible(&line.operation));
                return Err(io::Error::other(why));
            }
            self.rows.insert(line.row, (line.ended.map_or(Status::Unknown, |it| it.status), self.end));
            self.end += text.len() as u64;
            text.clear();
        }
        self.file.set_len(self.end)
    }

    /// Returns the states of all rows that were sent.
    pub(super) fn states(&self) -> HashMap<Row, Status> {
        self.rows.iter().map(|(row, it)| (row.clone(), it.0)).collect()
    }

    /// Returns the state of a row; `None` if it was never sent.
    pub(super) fn status(&self, row: &Row) -> Option<Status> {
        self.rows.get(row).map(|it| it.0)
    }

    /// Records that a row is about to be sent.
    pub(super) fn start(&mut self, row: &Row) -> Result<(), Failure> {
        self.add(row, None)
    }

    /// Records the end of a row.
    pub(super) fn end(&mut self, row: &Row, ended: Ended) -> Result<(), Failure> {
        self.add(row, Some(ended))
    }

    fn add(&mut self, row: &Row, ended: Option<Ended>) -> Result<(), Failure> {
        let status = ended.as_ref().map_or(Status::Unknown, |it| it.status);
        let line = Line { operation: self.operation.clone(), row: row.clone(), ended };
        let written = serde_json::to_string(&line).map_err(io::Error::from).and_then(|text| {
            let text = text + "\n";
            self.file.write_all(text.as_bytes())?;
            self.file.sync_data()?;
            Ok(text.len() as u64)
        });
        match written {
            Ok(length) => {
                self.rows.insert(row.clone(), (status, self.end));
                self.end += length;
                Ok(())
            }
            Err(error) => {
                // If this fails, too, the next run removes the incomplete line.
                let _ = self.file.set_len(self.end);
                Err(Failure::refused(format!("cannot write `{}`: {error}", shown(&self.path))))
            }
        }
    }

    /// Reads the end of a row again; `None` if the row was never sent, or has not ended.
    pub(super) fn ended(&mut self, row: &Row) -> Result<Option<Ended>, Failure> {
        let Some((_, at)) = self.rows.get(row) else { return Ok(None) };
        let mut text = String::new();
        let read = self.file.seek(SeekFrom::Start(*at)).and_then(|_| {
            BufReader::new((&self.file).take(self.end - at)).read_line(&mut text)?;
            Ok(serde_json::from_str::<Line>(&text)?)
        });
        let problem = |it: io::Error| Failure::refused(format!("cannot read `{}`: {it}", shown(&self.path)));
        read.map(|it| it.ended).map_err(problem)
    }
}

fn shown(path: &Path) -> String {
    visible(&path.to_string_lossy()).into_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::value::RawValue;

    use super::*;

    fn row(id: &str) -> Row {
        Row::from([("note_id".to_owned(), id.to_owned())])
    }

    fn done(data: &str) -> Ended {
        let data = RawValue::from_string(data.to_owned()).expect("JSON");
        Ended { status: Status::Done, data: Some(data), error: None }
    }

    #[test]
    fn a_store_keeps_its_rows() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let output = folder.path().join("posts.ndjson");
        let mut store = Store::open(&output, "p2_post").expect("a store");
        assert!(Store::open(&output, "p2_post").is_err(), "another process would be refused");
        for id in ["a", "b"] {
            store.start(&row(id)).expect("written");
        }
        store.end(&row("a"), done(r#"{"n":1.10}"#)).expect("written");
        drop(store);
        let mut file = OpenOptions::new().append(true).open(path_of(&output)).expect("it exists");
        // It ends in the middle of a character.
        file.write_all(b"{\"operation\":\"p2_post\",\"row\":{\"note_id\":\"\xe8\x8c").expect("the start of a line");
        let mut store = Store::open(&output, "p2_post").expect("a store");
        let states = ["a", "b", "c"].map(|id| store.status(&row(id)));
        assert_eq!(states, [Some(Status::Done), Some(Status::Unknown), None]);
        let data = store.ended(&row("a")).expect("read").and_then(|it| it.data).expect("data");
        assert_eq!(data.get(), r#"{"n":1.10}"#);
        assert!(store.ended(&row("b")).expect("read").is_none());
        store.end(&row("b"), done("[]")).expect("written");
        drop(store);
        assert!(Store::open(&output, "p2_post").is_ok_and(|it| it.status(&row("b")) == Some(Status::Done)));
        assert!(Store::open(&output, "p1_post").is_err_and(|it| it.message.contains("another output")));
    }
}
