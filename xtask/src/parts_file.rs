//! Keeps the parts of a run below `target/`, so that the next one writes anew only what changed.
//!
//! They hold for one build of the generator and one output folder. Modules are not kept, since they lie in that
//! folder: a file of the size and the time of its last writing is what was written, as git's index has it.
//! Whatever is wrong, the answer is to do without a part.

use std::collections::BTreeSet;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use gatewright::{Fingerprint, Part, Parts, Shared};
use rayon::prelude::*;

use crate::paths;

pub(crate) struct PartsFile {
    path: PathBuf,
    /// The folder that the modules lie in.
    out: PathBuf,
    /// Tells this build of the generator from any other.
    build: u64,
    /// How many parts the file holds, and which of them are of use; `None` when it must be written anew.
    held: Option<(usize, BTreeSet<Fingerprint>)>,
}

impl PartsFile {
    pub(crate) fn of(out: &Path) -> Self {
        let path = paths::target().join("gatewright").join(format!("parts-{:016x}", hash(&out.to_string_lossy())));
        let build = std::env::current_exe().and_then(fs::metadata).and_then(|it| Ok((it.len(), it.modified()?)));
        let build = build.unwrap_or((0, SystemTime::UNIX_EPOCH));
        Self { path, out: out.to_owned(), build: hash(&build), held: None }
    }

    pub(crate) fn load(&mut self) -> Parts {
        let parts = fs::read_to_string(&self.path).ok().and_then(|text| decode(&Arc::new(text), self.build));
        let Some(parts) = parts else { return Parts::default() };
        let there = |kept: &Kept| stamp(&self.out.join(&kept.part.path)).is_some_and(|it| it == kept.stamp);
        let count = parts.len();
        let parts: Vec<_> = parts.into_par_iter().filter(there).collect();
        self.held = Some((count, parts.iter().map(|kept| kept.fingerprint).collect()));
        Parts::new(parts.into_iter().map(|kept| (kept.fingerprint, kept.part)))
    }

    /// Adds what is new to the end of the file, until more than half of it is of no use any more.
    pub(crate) fn store(&self, parts: &Parts) {
        let count = parts.iter().count();
        let write = || -> io::Result<()> {
            match &self.held {
                Some((length, held)) if *length <= 2 * count => {
                    let new = parts.iter().filter(|(fingerprint, _)| !held.contains(*fingerprint));
                    fs::OpenOptions::new().append(true).open(&self.path)?.write_all(self.encode(new).as_bytes())
                }
                _ => {
                    fs::create_dir_all(self.path.parent().unwrap_or(Path::new(".")))?;
                    fs::write(&self.path, format!("{}\n{}", self.build, self.encode(parts.iter())))
                }
            }
        };
        // What could not be kept is made again next time.
        write().unwrap_or_default();
    }

    /// For each part a line of its fingerprint, its module's stamp, two lengths and its path, then the two texts.
    fn encode<'a>(&self, parts: impl Iterator<Item = (&'a Fingerprint, &'a Part)>) -> String {
        let mut text = String::new();
        for (fingerprint, part) in parts {
            let Some((length, time)) = stamp(&self.out.join(&part.path)) else { continue };
            let (new, old) = (part.openapi.len(), part.openapi_3_0.len());
            text += &format!("{fingerprint} {length} {time} {new} {old} {}\n", part.path);
            text += &part.openapi;
            text += &part.openapi_3_0;
        }
        text
    }
}

/// A part, and the stamp of its module when that was written.
struct Kept {
    fingerprint: Fingerprint,
    stamp: Stamp,
    part: Part,
}

/// Size of a file, and when it was written, in nanoseconds.
type Stamp = (u64, u128);

fn stamp(file: &Path) -> Option<Stamp> {
    let found = fs::metadata(file).ok()?;
    Some((found.len(), found.modified().ok()?.duration_since(SystemTime::UNIX_EPOCH).ok()?.as_nanos()))
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The parts, their texts as stretches of the one text; `None` if it was written by another build, or cut short.
fn decode(text: &Arc<String>, build: u64) -> Option<Vec<Kept>> {
    let first = format!("{build}\n");
    let mut at = text.starts_with(&first).then_some(first.len())?;
    let mut parts = Vec::new();
    while at < text.len() {
        let (line, _) = text.get(at..)?.split_once('\n')?;
        at += line.len() + 1;
        let [fingerprint, length, time, new, old, path] = line.splitn(6, ' ').collect::<Vec<_>>()[..] else {
            return None;
        };
        let mut slice = |length: &str| {
            let end = at.checked_add(length.parse().ok()?)?;
            let slice = Shared::slice(text, at..end)?;
            at = end;
            Some(slice)
        };
        parts.push(Kept {
            fingerprint: fingerprint.parse().ok()?,
            stamp: (length.parse().ok()?, time.parse().ok()?),
            part: Part { path: path.to_owned(), module: None, openapi: slice(new)?, openapi_3_0: slice(old)? },
        });
    }
    Some(parts)
}
