//! `specs.lock`: what each snapshot is, and where it came from.

use anyhow::{Context as _, Result};
use sha2::{Digest as _, Sha256};
use toml_edit::{DocumentMut, Table, value};

use super::sources::Source;

pub(super) const PATH: &str = "specs.lock";

const HEADER: &str = "\
# Written by `cargo xtask refresh`: what each snapshot is, so that one which has not changed need not be fetched again.

";

#[derive(Clone)]
pub(super) struct Lock(DocumentMut);

impl Lock {
    pub(super) fn read(text: Option<&str>) -> Result<Self> {
        let text = text.map(|it| it.strip_prefix(HEADER).unwrap_or(it)).unwrap_or_default();
        Ok(Self(text.parse().with_context(|| format!("{PATH} is not TOML\nhelp: remove it; it is written anew"))?))
    }

    /// How the server called the snapshot, if it is still the one that came from there.
    pub(super) fn etag(&self, path: &str, source: &Source, snapshot: Option<&[u8]>) -> Option<&str> {
        let entry = self.0.get(path)?;
        let says = |key: &str| entry.get(key)?.as_str();
        let same = says("address")? == address(source) && says("sha256")? == hash(snapshot?);
        says("etag").filter(|_| same)
    }

    /// Notes what a snapshot is, and how the server calls what it has.
    pub(super) fn set(&mut self, path: &str, source: &Source, snapshot: &[u8], etag: Option<&str>) {
        let mut entry = Table::new();
        entry["sha256"] = value(hash(snapshot));
        entry["source"] = value(source.to_string());
        entry["address"] = value(address(source));
        if let Some(etag) = etag {
            entry["etag"] = value(etag);
        }
        self.0.insert(path, toml_edit::Item::Table(entry));
    }

    pub(super) fn text(&self) -> String {
        format!("{HEADER}{}", self.0)
    }
}

/// The whole address, of which only a part may be shown.
fn address(source: &Source) -> String {
    match source {
        Source::Url(url) => hash(url.as_bytes()),
        Source::File(path) => hash(path.to_string_lossy().as_bytes()),
    }
}

fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
