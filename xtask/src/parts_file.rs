//! Keeps the parts of a run below `target/`, so that the next one writes anew only what changed.
//!
//! They hold for one build of the generator and one output folder. Whatever is wrong with the file, the
//! answer is to do without it.

use std::collections::BTreeSet;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use gatewright::{Fingerprint, Part, Parts, Shared};

use crate::paths;

pub(crate) struct PartsFile {
    path: PathBuf,
    /// Tells this build of the generator from any other.
    build: u64,
    /// What the file holds; `None` when it must be written anew.
    held: Option<BTreeSet<Fingerprint>>,
}

impl PartsFile {
    pub(crate) fn of(out: &Path) -> Self {
        let path = paths::target().join("gatewright").join(format!("parts-{:016x}", hash(&out.to_string_lossy())));
        let build = std::env::current_exe().and_then(fs::metadata).and_then(|it| Ok((it.len(), it.modified()?)));
        let build = build.unwrap_or((0, SystemTime::UNIX_EPOCH));
        Self { path, build: hash(&build), held: None }
    }

    pub(crate) fn load(&mut self) -> Parts {
        let parts = fs::read_to_string(&self.path).ok().and_then(|text| decode(&Arc::new(text), self.build));
        self.held = parts.as_ref().map(|parts| parts.iter().map(|(fingerprint, _)| *fingerprint).collect());
        Parts::new(parts.unwrap_or_default())
    }

    /// Adds what is new to the end of the file, until more than half of it is of no use any more.
    pub(crate) fn store(&self, parts: &Parts) {
        let count = parts.iter().count();
        let write = || -> io::Result<()> {
            match &self.held {
                Some(held) if held.len() <= 2 * count => {
                    let new = parts.iter().filter(|(fingerprint, _)| !held.contains(*fingerprint));
                    fs::OpenOptions::new().append(true).open(&self.path)?.write_all(encode(new).as_bytes())
                }
                _ => {
                    fs::create_dir_all(self.path.parent().unwrap_or(Path::new(".")))?;
                    fs::write(&self.path, format!("{}\n{}", self.build, encode(parts.iter())))
                }
            }
        };
        // What could not be kept is made again next time.
        write().unwrap_or_default();
    }
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// For each part a line of numbers, its fingerprint and three lengths, then the three texts.
fn encode<'a>(parts: impl Iterator<Item = (&'a Fingerprint, &'a Part)>) -> String {
    let mut text = String::new();
    for (fingerprint, part) in parts {
        let texts = [&part.module, &part.openapi, &part.openapi_3_0];
        let [a, b, c] = texts.map(|it| it.len());
        text += &format!("{fingerprint} {a} {b} {c}\n");
        texts.into_iter().for_each(|it| text += it);
    }
    text
}

/// The parts, as stretches of the one text; `None` if it was written by another build, or cut short.
fn decode(text: &Arc<String>, build: u64) -> Option<Vec<(Fingerprint, Part)>> {
    let first = format!("{build}\n");
    let mut at = text.starts_with(&first).then_some(first.len())?;
    let mut parts = Vec::new();
    while at < text.len() {
        let (line, _) = text.get(at..)?.split_once('\n')?;
        at += line.len() + 1;
        let mut numbers = line.split(' ').map(str::parse::<u64>);
        let mut number = || numbers.next()?.ok();
        let fingerprint = number()?;
        let mut slice = || {
            let end = at.checked_add(usize::try_from(number()?).ok()?)?;
            let slice = Shared::slice(text, at..end)?;
            at = end;
            Some(slice)
        };
        parts.push((fingerprint, Part { module: slice()?, openapi: slice()?, openapi_3_0: slice()? }));
    }
    Some(parts)
}
