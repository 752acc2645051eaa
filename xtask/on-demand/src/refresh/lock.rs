//! `specs.lock`: what each snapshot is and where it came from, and what people had written when it came.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context as _, Result};
use gatewright::{Specs, Watched, WatchedFields};
use sha2::{Digest as _, Sha256};
use toml_edit::{DocumentMut, Item, Table, value};

use super::sources::Source;
use super::{edit, read_text};

pub(super) const PATH: &str = "specs.lock";

const HEADER: &str = "\
# Written by `cargo xtask refresh`: what each snapshot is, so that one which has not changed need not be fetched again; and
# what people had written by then, so that an edit which no version counts does not go unsaid.

";

#[derive(Clone)]
pub(super) struct Lock(DocumentMut);

impl Lock {
    pub(super) fn read(folder: &Path) -> Result<Self> {
        let help = || format!("{PATH} is of no use\nhelp: remove it; it is written anew");
        let text = read_text(folder, PATH).with_context(help)?.unwrap_or_default();
        Ok(Self(text.strip_prefix(HEADER).unwrap_or(&text).parse().context("it is not TOML").with_context(help)?))
    }

    /// How the server called the snapshot, if it is still the one that came from there.
    pub(super) fn etag(&self, path: &str, source: &Source, snapshot: Option<&[u8]>) -> Option<&str> {
        let entry = self.0.get(path)?;
        let says = |key: &str| entry.get(key)?.as_str();
        let same = says("address") == address(source).as_deref() && says("sha256")? == hash(snapshot?);
        says("etag").filter(|_| same)
    }

    /// Notes what a snapshot is, and how the server calls what it has.
    pub(super) fn set(&mut self, path: &str, source: &Source, snapshot: &[u8], etag: Option<&str>) {
        let mut entry = Table::new();
        entry["sha256"] = value(hash(snapshot));
        entry["source"] = value(source.name());
        if let Some(address) = address(source) {
            entry["address"] = value(address);
        }
        if let Some(etag) = etag {
            entry["etag"] = value(etag);
        }
        self.0.insert(path, Item::Table(entry));
    }

    /// Notes what people have written by now.
    pub(super) fn set_written(&mut self, specs: &Specs) -> Result<()> {
        let entries = written(specs).into_iter().map(|(path, hash)| (path, value(hash)));
        self.0.insert(WRITTEN, Item::Table(entries.collect()));
        let keys = edit::document(specs, Specs::KEYS)?;
        let keys = keys.iter().filter_map(|(label, key)| Some((label, value(key.as_str()?))));
        self.0.insert(KEYS, Item::Table(keys.collect()));
        Ok(())
    }

    /// The keys that platforms had in the social catalog that is still there.
    pub(super) fn keys(&self, snapshot: Option<&[u8]>) -> Option<String> {
        let is_there = self.0.get(Specs::SOCIAL)?.get("sha256")?.as_str()? == hash(snapshot?);
        let keys = self.0.get(KEYS)?.as_table()?;
        is_there.then(|| keys.to_string())
    }

    /// What people have edited since, unless they have also said what that means for the version.
    pub(super) fn edited(&self, specs: &Specs) -> Vec<String> {
        let Some(table) = self.0.get(WRITTEN).and_then(|it| it.as_table()) else { return Vec::new() };
        let before: BTreeMap<_, _> = table.iter().filter_map(|(path, hash)| Some((path, hash.as_str()?))).collect();
        let now = written(specs);
        let paths: BTreeSet<_> = before.keys().chain(now.keys()).copied().collect();
        let is_edited = |path: &&str| before.get(*path).copied() != now.get(*path).map(String::as_str);
        let edited: Vec<_> = paths.into_iter().filter(is_edited).map(str::to_owned).collect();
        if edited.iter().any(|it| it == Specs::CLIENT) { Vec::new() } else { edited }
    }

    /// Last known values of prices and billing units that the catalogs no longer have.
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

    /// Remembers the values that the new catalogs no longer have.
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

    pub(super) fn text(&self) -> String {
        format!("{HEADER}{}", self.0)
    }
}

/// Tables of last known values.
const KNOWN: [(&str, Watched); 2] = [("known-prices", Watched::Price), ("known-billing", Watched::Billing)];

/// Hold what people had written, and the keys that platforms had.
const WRITTEN: &str = "written";
const KEYS: &str = "keys";

/// What people write, by its path: everything but snapshots and records. Keys are known one by one.
fn written(specs: &Specs) -> BTreeMap<&str, String> {
    let is_written = |path: &str| path.ends_with(".toml") && path != Specs::KEYS;
    let files = specs.files.iter().filter(|(path, _)| is_written(path));
    files.map(|(path, bytes)| (path.as_str(), hash(bytes))).collect()
}

/// The whole address, of which only a part may be shown. Where a file is concerns nobody but this machine.
fn address(source: &Source) -> Option<String> {
    match source {
        Source::Url(url) => Some(hash(url.as_bytes())),
        Source::File(_) => None,
    }
}

fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn specs(files: &[(&str, &str)]) -> Specs {
        let files = files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect();
        Specs { folder: "specs".into(), files }
    }

    #[test]
    fn what_people_edited_since_is_known() {
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
        let edited = [then[0], (Specs::FACTS, "other"), (Specs::GONE, "new"), (Specs::SOCIAL, "other")];
        assert_eq!(lock.edited(&specs(&edited)), [Specs::GONE, "models/rules.toml", Specs::FACTS]);
        let counted = [(Specs::CLIENT, "version = \"0.2.0\""), (Specs::FACTS, "other")];
        assert!(lock.edited(&specs(&counted)).is_empty(), "somebody has set the version for it");
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
    fn where_a_file_lies_stays_on_this_machine() {
        let mut lock = Lock::read(Path::new("no/such/folder")).expect("there need not be one");
        lock.set(Specs::SOCIAL, &Source::File("/home/me/live.json".into()), b"{}", None);
        assert!(lock.text().contains("source = \"live.json\"") && !lock.text().contains("address"), "{}", lock.text());
    }

    #[test]
    fn a_lock_of_no_use_comes_with_advice() {
        let folder = tempfile::tempdir().expect("a folder");
        for broken in [&b"\xff"[..], b"= 5"] {
            std::fs::write(folder.path().join(PATH), broken).expect("a file");
            let error = Lock::read(folder.path()).err().expect("it cannot be read");
            assert!(format!("{error:#}").contains("remove it"), "{error:#}");
        }
    }
}
