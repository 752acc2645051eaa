//! Files that a call of a model creates.

use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches, value_parser};
use gatewright_client::{OperationSpec, ResponseKind, Usd, visible};
use serde::Serialize;

use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::output::{self, json};

/// Id of the option; `output` is the id of the one for data.
const FILE: &str = "save-to";

/// Returns true if the response of an operation is saved to files.
pub(super) fn is_saved(spec: &OperationSpec) -> bool {
    matches!(spec.response, ResponseKind::Image | ResponseKind::File | ResponseKind::Task)
}

/// Creates the options for the file. `change` changes the first one.
pub(super) fn options(change: impl FnOnce(Arg) -> Arg) -> [Arg; 2] {
    let file = Arg::new(FILE).long("output").short('o').value_name("FILE").value_parser(value_parser!(PathBuf));
    let file = file.help_heading(output::HEADING).help("File to save to; a second image has `-2` before the extension");
    [change(file), output::overwrite()]
}

/// Returns the path of the file, if the command saves one. Its folder must exist before anything is sent.
pub(super) fn path(matches: &ArgMatches) -> Result<Option<&PathBuf>, Failure> {
    let Some(path) = matches.try_get_one::<PathBuf>(FILE).ok().flatten() else { return Ok(None) };
    let problem = |why: &str| {
        let shown = path.to_string_lossy();
        Err(Failure::refused(format!("cannot write `{}`: {why}", visible(&shown))))
    };
    if path.as_os_str() == "-" {
        return problem("it is no file; help: name a file");
    }
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match (path.is_dir(), folder.is_dir()) {
        (true, _) => problem("it is a folder"),
        (_, false) => problem("its folder does not exist"),
        _ => output::check_replaced(path, matches).map(|()| Some(path)),
    }
}

/// Returns the path of a file: with a number before its extension, unless it is the first.
fn numbered(path: &Path, index: usize) -> PathBuf {
    if index == 0 {
        return path.to_owned();
    }
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{}", index + 1));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

/// Returns the path of a file: numbered as [`numbered`], with the next number that is free.
pub(super) fn free(path: &Path, index: usize, matches: &ArgMatches) -> PathBuf {
    let mut paths = (index..).map(|it| numbered(path, it));
    paths.find(|it| output::check_replaced(it, matches).is_ok()).unwrap_or_else(|| path.to_owned())
}

/// Saved files, as commands print them.
#[derive(Serialize)]
struct Saved {
    cost_usd: Option<Usd>,
    #[serde(skip_serializing_if = "Option::is_none")]
    task: Option<String>,
    files: Vec<SavedFile>,
}

#[derive(Serialize)]
struct SavedFile {
    file: String,
    bytes: u64,
}

/// Prints the saved files.
pub(super) fn print(
    paths: &[PathBuf],
    task: Option<String>,
    cost_usd: Option<Usd>,
    matches: &ArgMatches,
    console: &mut Console<'_>,
) -> Result<Exit, Failure> {
    let file = |path: &PathBuf| SavedFile {
        file: path.to_string_lossy().into_owned(),
        bytes: std::fs::metadata(path).map_or(0, |it| it.len()),
    };
    let saved = Saved { cost_usd, task, files: paths.iter().map(file).collect() };
    output::print(json::from(&saved)?, matches, console)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_file_has_a_number() {
        let paths = ["a/kettle.png", "kettle"].map(|it| numbered(Path::new(it), 1));
        assert_eq!(paths, [PathBuf::from("a/kettle-2.png"), PathBuf::from("kettle-2")]);
        assert_eq!(numbered(Path::new("kettle.png"), 0), PathBuf::from("kettle.png"));
    }
}
