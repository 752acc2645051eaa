//! Merging of recordings into the shapes of the specs. Order and grouping of the recordings do not matter.

use std::collections::BTreeMap;

use anyhow::{Result, anyhow, bail};
use gatewright::Specs;
use gatewright_runtime::shape::Recording;

use super::input::{Source, with_help};

/// Shape of one operation, before and after.
pub(super) struct Learned {
    pub(super) before: Option<Recording>,
    /// True if the shape before was a sample.
    pub(super) replaces_sample: bool,
    pub(super) after: Recording,
    /// Recordings that were added.
    pub(super) added: Vec<Source>,
    /// Recordings that were already counted: file, and number of newer responses.
    pub(super) known: Vec<(String, u64)>,
}

impl Learned {
    /// Returns the path of the shape in the specs.
    pub(super) fn path(&self) -> String {
        path(&self.after.operation)
    }

    pub(super) fn is_changed(&self) -> bool {
        self.before.as_ref() != Some(&self.after)
    }
}

fn path(operation: &str) -> String {
    format!("{}/{operation}.json", Specs::SHAPES)
}

/// Merges recordings into the shapes of the specs. With `replace`, the earlier shapes are discarded; samples always are.
pub(super) fn all(specs: &Specs, sources: Vec<Source>, replace: bool) -> Result<Vec<Learned>> {
    let mut operations: BTreeMap<String, Vec<Source>> = BTreeMap::new();
    for source in sources {
        operations.entry(source.recording.operation.clone()).or_default().push(source);
    }
    operations.into_iter().map(|(operation, sources)| one(specs, &operation, sources, replace)).collect()
}

fn one(specs: &Specs, operation: &str, sources: Vec<Source>, replace: bool) -> Result<Learned> {
    let (before, is_sample) = read(specs, operation)?.unzip();
    let replaces_sample = is_sample.unwrap_or_default();
    let empty = || Recording::new(operation);
    let after = before.clone().filter(|_| !replace && !replaces_sample).unwrap_or_else(empty);
    let mut learned = Learned { before, replaces_sample, after, added: Vec::new(), known: Vec::new() };
    let counted = learned.after.sources.clone();
    for source in sources {
        if let Some(other) = learned.added.iter().find(|it| overlap(&it.recording, &source.recording.sources)) {
            // The same folder twice, or a copy of it.
            if other.recording != source.recording {
                bail!(
                    "{} and {} are states of one recording; nothing was written\nhelp: pass only the newer folder",
                    other.file,
                    source.file
                );
            }
            continue;
        }
        if overlap(&source.recording, &counted) {
            learned.known.push(newer(&source, &counted)?);
            continue;
        }
        learned.after.merge(source.recording.clone());
        learned.added.push(source);
    }
    // All recordings together can exceed a limit, too.
    Recording::from_json(&learned.after.to_pretty_json()).map_err(|error| {
        let files: Vec<_> = learned.added.iter().map(|it| it.file.as_str()).collect();
        anyhow!("cannot learn from {}: {:#}", files.join(", "), with_help(&error))
    })?;
    Ok(learned)
}

fn overlap(recording: &Recording, sources: &BTreeMap<String, u64>) -> bool {
    recording.sources.keys().any(|it| sources.contains_key(it))
}

/// Returns the file of a recording that was already counted, and the number of its newer responses.
fn newer(source: &Source, counted: &BTreeMap<String, u64>) -> Result<(String, u64)> {
    if !source.recording.sources.keys().all(|it| counted.contains_key(it)) {
        bail!(
            "a part of {} was learned already; nothing was written\nhelp: pass all folders with --replace",
            source.file
        );
    }
    let earlier = source.recording.sources.keys().filter_map(|it| counted.get(it));
    let earlier = earlier.fold(0_u64, |sum, it| sum.saturating_add(*it));
    Ok((source.file.clone(), source.recording.samples.saturating_sub(earlier)))
}

/// Reads the shape of an operation in the specs. The second value is true if it is a sample.
fn read(specs: &Specs, operation: &str) -> Result<Option<(Recording, bool)>> {
    let path = path(operation);
    let Some(bytes) = specs.files.get(&path) else { return Ok(None) };
    let text = String::from_utf8_lossy(bytes);
    let is_sample = serde_json::from_str(&text).is_ok_and(|it: serde_json::Value| it["sample"] == true);
    let shape =
        Recording::from_json(&text).map_err(|it| anyhow!("in {}/{path}: {:#}", specs.folder, with_help(&it)))?;
    if shape.operation != operation {
        bail!(
            "{}/{path} is the shape of `{}`; nothing was written\nhelp: rename it, or restore it",
            specs.folder,
            shape.operation
        );
    }
    Ok(Some((shape, is_sample)))
}
