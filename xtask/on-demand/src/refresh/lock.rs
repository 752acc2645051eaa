//! `specs.lock`: hash and source of each snapshot, and hashes of the handwritten files at the last refresh.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context as _, Result};
use gatewright::{Specs, Watched, WatchedFields};
use toml_edit::{DocumentMut, Item, Table, value};

use super::ages::Ages;
use super::sources::Source;
use crate::update::written::{LOCK as PATH, WRITTEN, hash};
use crate::update::{edit, read_text};

const HEADER: &str = "\
# Written by `cargo xtask refresh`: hashes of the snapshots, so that unchanged catalogs are not fetched again, and
# hashes of the handwritten files, so that the next refresh warns of edits that its version does not account for.

";

#[derive(Clone)]
pub(super) struct Lock(DocumentMut);

impl Lock {
    pub(super) fn read(folder: &Path) -> Result<Self> {
        let help = || format!("cannot read {PATH}\nhelp: remove it; the next refresh creates a new one");
        let text = read_text(folder, PATH).with_context(help)?.unwrap_or_default();
        Ok(Self(text.strip_prefix(HEADER).unwrap_or(&text).parse().context("it is not TOML").with_context(help)?))
    }

    /// Returns the ETag of the snapshot, if the snapshot is unchanged and from the same source.
    pub(super) fn etag(&self, path: &str, source: &Source, snapshot: Option<&[u8]>) -> Option<&str> {
        let entry = self.0.get(path)?;
        let field = |key: &str| entry.get(key)?.as_str();
        let same = field("address") == url_hash(source).as_deref() && field("sha256")? == hash(snapshot?);
        field("etag").filter(|_| same)
    }

    /// Stores the hash and the source of a snapshot, and the ETag that the server sent.
    pub(super) fn set(&mut self, path: &str, source: &Source, snapshot: &[u8], etag: Option<&str>) {
        let mut entry = Table::new();
        entry["sha256"] = value(hash(snapshot));
        entry["source"] = value(source.name());
        if let Some(hash) = url_hash(source) {
            entry["address"] = value(hash);
        }
        if let Some(etag) = etag {
            entry["etag"] = value(etag);
        }
        self.0.insert(path, Item::Table(entry));
    }

    /// Stores the hashes of the handwritten files, and the platform keys.
    pub(super) fn set_written(&mut self, specs: &Specs) -> Result<()> {
        let entries = written(specs).into_iter().map(|(path, hash)| (path, value(hash)));
        self.0.insert(WRITTEN, Item::Table(entries.collect()));
        let keys = edit::document(specs, Specs::KEYS)?;
        let keys = keys.iter().filter_map(|(label, key)| Some((label, value(key.as_str()?))));
        self.0.insert(KEYS, Item::Table(keys.collect()));
        Ok(())
    }

    /// Returns the platform keys at the last refresh, if the social catalog is unchanged since then.
    pub(super) fn keys(&self, snapshot: Option<&[u8]>) -> Option<String> {
        let is_there = self.0.get(Specs::SOCIAL)?.get("sha256")?.as_str()? == hash(snapshot?);
        let keys = self.0.get(KEYS)?.as_table()?;
        is_there.then(|| keys.to_string())
    }

    /// Returns the handwritten files that were edited since the last refresh; none if the file with the version was
    /// edited, too.
    pub(super) fn edited(&self, specs: &Specs) -> Vec<String> {
        let Some(table) = self.0.get(WRITTEN).and_then(|it| it.as_table()) else { return Vec::new() };
        let before: BTreeMap<_, _> = table.iter().filter_map(|(path, hash)| Some((path, hash.as_str()?))).collect();
        let now = written(specs);
        let paths: BTreeSet<_> = before.keys().chain(now.keys()).copied().collect();
        let is_edited = |path: &&str| before.get(*path).copied() != now.get(*path).map(String::as_str);
        let edited: Vec<_> = paths.into_iter().filter(is_edited).map(str::to_owned).collect();
        if edited.iter().any(|it| it == Specs::CLIENT) { Vec::new() } else { edited }
    }

    /// Last known values of watched fields that the catalogs no longer have.
    pub(super) fn known(&self) -> WatchedFields {
        let mut fields = WatchedFields::default();
        for (name, kind) in KNOWN {
            let owners = self.0.get(name).and_then(Item::as_table).into_iter().flatten();
            for (owner, entry) in owners {
                for (field, value) in entry.as_table_like().into_iter().flat_map(|it| it.iter()) {
                    value.as_str().into_iter().for_each(|it| fields.insert(kind, owner, field, it.to_owned()));
                }
            }
        }
        fields
    }

    /// Stores the last known values that the new catalogs no longer have.
    pub(super) fn set_known(&mut self, old: &WatchedFields, new: &WatchedFields) {
        let before = self.known();
        for (name, kind) in KNOWN {
            let mut table = Table::new();
            for (owner, field, value) in before.iter(kind).chain(old.iter(kind)) {
                if new.get(kind, owner, field).is_none() {
                    let entry = table.entry(owner).or_insert(Item::Table(Table::new()));
                    entry[field] = toml_edit::value(value);
                }
            }
            self.0.remove(name);
            if !table.is_empty() {
                table.set_implicit(true);
                self.0.insert(name, Item::Table(table));
            }
        }
    }

    /// Numbers of the refreshes that added endpoints and models.
    pub(super) fn ages(&self) -> Ages {
        let added = self.0.get(ADDED).and_then(Item::as_table).into_iter().flatten();
        added.filter_map(|(owner, number)| Some((owner, u64::try_from(number.as_integer()?).ok()?))).collect()
    }

    /// Stores the numbers of the refreshes that added endpoints and models.
    pub(super) fn set_ages(&mut self, ages: &Ages) {
        let added = ages.iter().map(|(owner, number)| (owner, value(i64::try_from(number).unwrap_or(i64::MAX))));
        let added: Table = added.collect();
        self.0.remove(ADDED);
        if !added.is_empty() {
            self.0.insert(ADDED, Item::Table(added));
        }
    }

    pub(super) fn text(&self) -> String {
        format!("{HEADER}{}", self.0)
    }
}

/// Tables of last known values.
const KNOWN: [(&str, Watched); 4] = [
    ("known-prices", Watched::Price),
    ("known-billing", Watched::Billing),
    ("known-access", Watched::Access),
    ("known-log-names", Watched::LogName),
];

/// Table of the endpoints and models that refreshes added.
const ADDED: &str = "added";
/// Table of the platform keys.
const KEYS: &str = "keys";

/// Returns the hashes of the handwritten files by path: all files but snapshots and records. The keys file is left out,
/// since its keys are stored one by one.
fn written(specs: &Specs) -> BTreeMap<&str, String> {
    let is_written = |path: &str| path.ends_with(".toml") && path != Specs::KEYS;
    let files = specs.files.iter().filter(|(path, _)| is_written(path));
    files.map(|(path, bytes)| (path.as_str(), hash(bytes))).collect()
}

/// Returns the hash of a URL, of which only a part may be shown. The path of a local file is not stored.
fn url_hash(source: &Source) -> Option<String> {
    match source {
        Source::Url(url) => Some(hash(url.as_bytes())),
        Source::File(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn specs(files: &[(&str, &str)]) -> Specs {
        let files = files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect();
        Specs { folder: "specs".into(), files }
    }

    #[test]
    fn files_edited_since_the_last_refresh_are_listed() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut lock = Lock::read(folder.path()).expect("there need not be one");
        let then = [
            (Specs::CLIENT, "version = \"0.1.0\""),
            (Specs::FACTS, "a"),
            ("models/rules.toml", "b"),
            (Specs::SOCIAL, "c"),
        ];
        assert!(lock.edited(&specs(&then)).is_empty(), "nothing is known yet");
        lock.set_written(&specs(&then)).expect("keys are TOML");
        std::fs::write(folder.path().join(PATH), lock.text()).expect("a file");
        let lock = Lock::read(folder.path()).expect("it was just written");
        assert!(lock.edited(&specs(&then)).is_empty());
        let edited = [then[0], (Specs::FACTS, "other"), (Specs::RETIRED, "new"), (Specs::SOCIAL, "other")];
        assert_eq!(lock.edited(&specs(&edited)), [Specs::RETIRED, "models/rules.toml", Specs::FACTS]);
        let counted = [(Specs::CLIENT, "version = \"0.2.0\""), (Specs::FACTS, "other")];
        assert!(lock.edited(&specs(&counted)).is_empty(), "the version was set, too");
    }

    #[test]
    fn keys_are_remembered_with_the_catalog_that_had_them() {
        let mut lock = Lock::read(Path::new("no/such/folder")).expect("there need not be one");
        lock.set(Specs::SOCIAL, &Source::File("live.json".into()), b"{}", None);
        assert_eq!(lock.keys(Some(b"{}")), None, "nothing is known yet");
        lock.set_written(&specs(&[(Specs::KEYS, "# Keys.\np1 = \"one\" # it is\n")])).expect("keys are TOML");
        assert_eq!(lock.keys(Some(b"{}")).as_deref(), Some("p1 = \"one\"\n"));
        assert_eq!(lock.keys(Some(b"{ }")), None, "this is another catalog");
    }

    #[test]
    fn the_lock_does_not_contain_the_path_of_a_local_file() {
        let mut lock = Lock::read(Path::new("no/such/folder")).expect("there need not be one");
        lock.set(Specs::SOCIAL, &Source::File("/home/me/live.json".into()), b"{}", None);
        assert!(lock.text().contains("source = \"live.json\"") && !lock.text().contains("address"), "{}", lock.text());
    }

    #[test]
    fn an_invalid_lock_is_an_error_with_help() {
        let folder = tempfile::tempdir().expect("a folder");
        for broken in [&b"\xff"[..], b"= 5"] {
            std::fs::write(folder.path().join(PATH), broken).expect("a file");
            let error = Lock::read(folder.path()).err().expect("it cannot be read");
            assert!(format!("{error:#}").contains("remove it"), "{error:#}");
        }
    }
}
