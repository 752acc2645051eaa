//! Files of a folder with recordings: for each operation, a recording and the log of responses that it lacks.

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::error::ShapeError;
use super::json::MAX_NODES;
use super::log::{self, Header};
use super::recording::{MAX_SIZE, Recording, is_operation};

/// Largest size of a log in bytes.
pub(crate) const MAX_LOG: u64 = 16 << 20;

impl Recording {
    /// Reads all recordings of a folder that clients record to, in the order of their operations. Does not wait for
    /// these clients.
    ///
    /// A line that a killed process has left incomplete is ignored. Other files in the folder are ignored, too.
    ///
    /// ```no_run
    /// use gatewright_runtime::shape::Recording;
    ///
    /// for recording in Recording::read("recordings")? {
    ///     println!("{}: {} responses", recording.operation, recording.samples);
    /// }
    /// # Ok::<(), gatewright_runtime::shape::ShapeError>(())
    /// ```
    pub fn read(folder: impl AsRef<Path>) -> Result<Vec<Self>, ShapeError> {
        let folder = folder.as_ref();
        let mut operations = BTreeSet::new();
        for entry in fs::read_dir(folder).map_err(|it| ShapeError::io(folder, it))? {
            let path = entry.map_err(|it| ShapeError::io(folder, it))?.path();
            let name = path.file_name().and_then(|it| it.to_str()).unwrap_or_default();
            let operation = name.strip_suffix(".json").or(name.strip_suffix(".log")).unwrap_or_default();
            if is_operation(operation) {
                operations.insert(operation.to_owned());
            }
        }
        operations.iter().map(|it| Self::read_operation(folder, it)).collect()
    }

    fn read_operation(folder: &Path, operation: &str) -> Result<Self, ShapeError> {
        let [json, log] = paths(folder, operation);
        loop {
            let before = read_text(&json, MAX_SIZE as u64)?;
            let lines = read_text(&log, MAX_LOG)?;
            // A process that added the log to the recording meanwhile has emptied the log.
            if read_text(&json, MAX_SIZE as u64)? == before {
                return Self::of_files(operation, &before, &lines).map(|it| it.0).map_err(|it| it.in_file(&json));
            }
        }
    }

    /// Returns the recording of a file and its log, and the skeletons in the log.
    pub(crate) fn of_files(operation: &str, json: &str, lines: &str) -> Result<(Self, HashSet<u64>), ShapeError> {
        let mut recording = match json {
            "" => Self::new(operation),
            json => Self::from_json(json)?,
        };
        if recording.operation != operation {
            return Err(ShapeError::invalid(format_args!("it is a recording of `{}`", recording.operation)));
        }
        let mut skeletons = HashSet::new();
        if let Some(header) = Header::of(lines).filter(|it| recording.log.as_ref() != Some(&it.generation)) {
            let salt = *recording.salt.get_or_insert(header.salt);
            skeletons = log::add_to(&mut recording, lines);
            recording.data.settle(salt);
        }
        if recording.data.nodes() > MAX_NODES {
            recording.data.forget_pending();
        }
        if recording.data.nodes() > MAX_NODES {
            return Err(ShapeError::invalid(format_args!("it has more than {MAX_NODES} nodes")));
        }
        Ok((recording, skeletons))
    }
}

/// Returns the paths of the recording and the log of an operation.
pub(crate) fn paths(folder: &Path, operation: &str) -> [PathBuf; 2] {
    ["json", "log"].map(|it| folder.join(format!("{operation}.{it}")))
}

/// Reads a text file of a limited size; a missing file is empty. Bytes that are not UTF-8 are replaced; only an
/// interrupted write can cause them.
pub(crate) fn read_text(path: &Path, limit: u64) -> Result<String, ShapeError> {
    let mut bytes = Vec::new();
    // Reading a pipe or a device may never end.
    let open = fs::metadata(path).and_then(|it| match it.is_file() {
        true => fs::File::open(path),
        false => Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file")),
    });
    match open.and_then(|file| file.take(limit + 1).read_to_end(&mut bytes)) {
        Ok(_) if bytes.len() as u64 > limit => {
            let problem = format_args!("it is larger than {} MiB", limit >> 20);
            Err(ShapeError::invalid(problem).in_file(path))
        }
        Ok(_) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
        Err(problem) if problem.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        Err(problem) => Err(ShapeError::io(path, problem)),
    }
}
