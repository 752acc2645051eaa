//! Keeps the parts of a run below `target/`, so that the next one writes anew only what changed.
//!
//! They hold for one build of the generator and one output folder. Whatever is wrong with the file, the
//! answer is to do without it.

use std::collections::BTreeSet;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use gatewright::{Fingerprint, Part, Parts};

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
        let bytes = fs::read(&self.path).unwrap_or_default();
        let parts = decode(&bytes, self.build);
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
                    fs::OpenOptions::new().append(true).open(&self.path)?.write_all(&encode(new))
                }
                _ => {
                    fs::create_dir_all(self.path.parent().unwrap_or(Path::new(".")))?;
                    fs::write(&self.path, [&self.build.to_le_bytes()[..], &encode(parts.iter())].concat())
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

fn encode<'a>(parts: impl Iterator<Item = (&'a Fingerprint, &'a Part)>) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (fingerprint, part) in parts {
        bytes.extend(fingerprint.iter().flat_map(|it| it.to_le_bytes()));
        for text in [&*part.module, &part.openapi, &part.openapi_3_0] {
            bytes.extend((text.len() as u64).to_le_bytes());
            bytes.extend(text.as_bytes());
        }
    }
    bytes
}

fn decode(mut bytes: &[u8], build: u64) -> Option<Vec<(Fingerprint, Part)>> {
    let bytes = &mut bytes;
    if number(bytes)? != build {
        return None;
    }
    let mut parts = Vec::new();
    while !bytes.is_empty() {
        let fingerprint = [number(bytes)?, number(bytes)?];
        parts.push((
            fingerprint,
            Part { module: text(bytes)?.into(), openapi: text(bytes)?.into(), openapi_3_0: text(bytes)?.into() },
        ));
    }
    Some(parts)
}

fn number(bytes: &mut &[u8]) -> Option<u64> {
    let (head, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(u64::from_le_bytes(*head))
}

fn text<'a>(bytes: &mut &'a [u8]) -> Option<&'a str> {
    let length = usize::try_from(number(bytes)?).ok()?;
    let (head, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    str::from_utf8(head).ok()
}
