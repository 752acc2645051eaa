//! Compares generated files with a folder, and writes them.
//!
//! A list next to the files names the generated ones. Only those are replaced or removed. If a file that was not
//! generated has the name of a generated one, the command fails before it writes anything.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Read as _};
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use gatewright::Output;
use gatewright::files::{self, resolve};

use crate::journal::{Files, Writer};
use crate::paths::{self, LIST, MAX_LIST, parse_list};

/// Purpose of a comparison.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Write,
    Check,
}

/// Differences between a folder and the expected files, as paths.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Number of expected files.
    pub files: usize,
    /// Files with another text.
    pub changed: Vec<String>,
    /// Files that do not exist yet.
    pub added: Vec<String>,
    /// Generated files that are no longer needed.
    pub removed: Vec<String>,
    /// Rust files that were never generated; only a check looks for them.
    pub foreign: Vec<String>,
}

impl Changes {
    /// Returns true if the folder is up to date.
    pub fn is_empty(&self) -> bool {
        [&self.changed, &self.added, &self.removed, &self.foreign].iter().all(|it| it.is_empty())
    }

    /// Prints the removed files, so that you notice a file that was listed by mistake.
    pub fn say_removed(&self, folder: &Path) {
        const SHOWN: usize = 10;
        for path in self.removed.iter().take(SHOWN) {
            eprintln!("removed {}", paths::display(&folder.join(path)));
        }
        if let Some(more @ 1..) = self.removed.len().checked_sub(SHOWN) {
            eprintln!("removed {more} more");
        }
    }
}

/// Compares a folder with the output. Returns the differences, and the files to write or remove.
pub fn plan(folder: &Path, output: &Output) -> Result<(Changes, Files)> {
    let list = list(output);
    let expected = expected(output, &list);
    let changes = compare(folder, &expected, Mode::Write)?;
    let written = changes.added.iter().chain(&changes.changed);
    let written = written.map(|path| (path.clone(), Some(expected[path.as_str()].into())));
    let files = written.chain(changes.removed.iter().map(|path| (path.clone(), None))).collect();
    Ok((changes, files))
}

/// Makes a folder contain exactly the output, in addition to files that were never generated.
pub(crate) fn write(writer: &Writer, folder: &Path, output: &Output) -> Result<Changes> {
    let (changes, files) = plan(folder, output)?;
    writer.commit(&[files])?;
    Ok(changes)
}

/// Compares a folder with the output, and looks for Rust files that were never generated.
pub(crate) fn check(folder: &Path, output: &Output) -> Result<Changes> {
    compare(folder, &expected(output, &list(output)), Mode::Check)
}

fn list(output: &Output) -> String {
    output.iter().map(|(path, _)| format!("{path}\n")).collect()
}

fn expected<'a>(output: &'a Output, list: &'a str) -> Expected<'a> {
    output.iter().chain([(LIST, list)]).collect()
}

/// Expected text of each file by its path.
type Expected<'a> = BTreeMap<&'a str, &'a str>;

fn compare(folder: &Path, files: &Expected<'_>, mode: Mode) -> Result<Changes> {
    let ours = read_list(folder)?;
    let mut changes = Changes { files: files.len(), ..Changes::default() };
    let mut foreign = Vec::new();
    for (&path, text) in files {
        match holds(&resolve(folder, path)?, text)? {
            Some(true) => {}
            None => changes.added.push(path.to_owned()),
            Some(false) if path == LIST || ours.contains(path) => changes.changed.push(path.to_owned()),
            Some(false) => foreign.push(path),
        }
    }
    if let [first, others @ ..] = &foreign[..] {
        let others: String = others.iter().map(|it| format!(", {}", folder.join(it).display())).collect();
        bail!(
            "cannot overwrite files that were not generated: {}{others}\n\
             help: move them, or choose another folder with --out",
            folder.join(first).display(),
        );
    }
    let mut found = ours.clone();
    if mode == Mode::Check {
        rust_files(folder, Path::new("src"), &mut found)?;
    }
    found.retain(|it| !files.contains_key(it.as_str()));
    let mut leftover = BTreeSet::new();
    for path in found {
        if resolve(folder, &path)?.is_file() {
            leftover.insert(path);
        }
    }
    (changes.removed, changes.foreign) = leftover.into_iter().partition(|it| ours.contains(it));
    Ok(changes)
}

/// Returns true if a file contains exactly a text; `None` if it does not exist.
fn holds(path: &Path, text: &str) -> Result<Option<bool>> {
    // In chunks: a buffer for a whole file would cost more than reading it.
    let attempt = || -> io::Result<bool> {
        if !fs::metadata(path)?.is_file() {
            return Ok(false);
        }
        let (mut file, mut rest, mut piece) = (fs::File::open(path)?, text.as_bytes(), [0; 64 * 1024]);
        loop {
            let read = file.read(&mut piece)?;
            match rest.strip_prefix(&piece[..read]) {
                Some([]) if read == 0 => return Ok(true),
                Some(remaining) if read > 0 => rest = remaining,
                _ => return Ok(false),
            }
        }
    };
    found(attempt(), path)
}

fn found<T>(result: io::Result<T>, path: &Path) -> Result<Option<T>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
    }
}

/// Reads the paths that were generated before.
fn read_list(folder: &Path) -> Result<BTreeSet<String>> {
    let path = resolve(folder, LIST)?;
    let list = found(files::read(&path, MAX_LIST), &path)?.unwrap_or_default();
    Ok(parse_list(&list))
}

fn rust_files(folder: &Path, below: &Path, found: &mut BTreeSet<String>) -> Result<()> {
    let Ok(entries) = fs::read_dir(folder.join(below)) else { return Ok(()) };
    for entry in entries {
        let entry = entry.with_context(|| format!("cannot read {}", below.display()))?;
        let path = below.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            rust_files(folder, &path, found)?;
        } else if path.extension().is_some_and(|it| it == "rs") {
            found.insert(path.to_string_lossy().replace('\\', "/"));
        }
    }
    Ok(())
}
