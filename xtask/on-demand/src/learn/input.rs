//! Recordings of the folders on the command line.

use std::collections::BTreeSet;
use std::path::PathBuf;

use anyhow::{Result, anyhow, bail};
use gatewright::{Model, did_you_mean};
use gatewright_runtime::shape::{Recording, ShapeError};
use xtask::paths;

/// Recording of one folder, without the data that only recorders use.
pub(super) struct Source {
    /// File of the recording, for messages.
    pub(super) file: String,
    pub(super) recording: Recording,
}

/// Reads the recordings of all folders. Each operation must be in the catalog.
pub(super) fn read(folders: &[PathBuf], model: &Model) -> Result<Vec<Source>> {
    let mut sources = Vec::new();
    for folder in folders {
        let before = sources.len();
        for recording in Recording::read(folder).map_err(|it| with_help(&it))? {
            let files = ["json", "log"].map(|it| folder.join(format!("{}.{it}", recording.operation)));
            let file = paths::display(files.iter().find(|it| it.exists()).unwrap_or(&files[0]));
            if recording.samples > 0 {
                sources.push(Source { file, recording: recording.without_pending() });
            }
        }
        if sources.len() == before {
            bail!(
                "no recordings in {}; nothing was written\n\
                 help: pass the folder of `.record(…)` or GATEWAY_RECORD, after at least one data response",
                paths::display(folder)
            );
        }
    }
    refuse_unknown(&sources, model)?;
    Ok(sources)
}

fn refuse_unknown(sources: &[Source], model: &Model) -> Result<()> {
    let operations = model.platforms.iter().flat_map(|it| &it.operations).map(|it| it.id.as_str());
    let known: BTreeSet<_> = operations.collect();
    let unknown: Vec<_> = sources.iter().filter(|it| !known.contains(it.recording.operation.as_str())).collect();
    let Some(first) = unknown.first() else { return Ok(()) };
    let names: Vec<_> = unknown.iter().map(|it| format!("`{}` in {}", it.recording.operation, it.file)).collect();
    let help = did_you_mean(
        &first.recording.operation,
        known,
        "run `cargo xtask refresh` if the endpoint is new, or remove the file",
    );
    bail!("unknown operation {}; nothing was written\nhelp: {help}", names.join(", "))
}

/// Moves the help of an error to a line of its own.
pub(super) fn with_help(error: &ShapeError) -> anyhow::Error {
    anyhow!("{}", error.to_string().replacen("; help: ", "; nothing was written\nhelp: ", 1))
}
