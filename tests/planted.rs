//! Lists of generated files and journals that an attacker has put into the output folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use gatewright_tests::sample_specs;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::commands::{Ended, xtask};

/// Specs, and a client that was generated from them.
struct Client(TempDir);

impl Client {
    fn new() -> Self {
        let client = Self(TempDir::new().expect("a temporary folder"));
        sample_specs().files.iter().for_each(|(path, bytes)| client.write(&format!("specs/{path}"), bytes));
        assert_eq!(client.generate().code, 0);
        client
    }

    fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let path = self.0.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    fn generate(&self) -> Ended {
        let [specs, out] = ["specs", "out"].map(|it| self.0.path().join(it).to_string_lossy().into_owned());
        xtask(&["generate", "--specs", &specs, "--out", &out])
    }

    /// Returns every file of the output folder with its content, except those of a planted journal.
    fn files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        fn collect(folder: &Path, files: &mut BTreeMap<PathBuf, Vec<u8>>) {
            for entry in fs::read_dir(folder).expect("a folder").flatten() {
                match entry.path() {
                    path if path.ends_with(".gatewright-journal") => {}
                    path if path.is_dir() => collect(&path, files),
                    path => drop(files.insert(path.clone(), fs::read(path).expect("a file"))),
                }
            }
        }
        let mut files = BTreeMap::new();
        collect(&self.0.path().join("out"), &mut files);
        files
    }

    /// Plants a journal of `generate` with these entries, and the contents that they name.
    fn plant(&self, entries: &[Value]) {
        let staging = "out/.gatewright-journal";
        let journal = json!({ "command": "generate", "id": "planted", "folders": [], "files": entries });
        self.write(&format!("{staging}/id"), "planted");
        (0..2).for_each(|number| self.write(&format!("{staging}/{number}"), "planted"));
        self.write(&format!("{staging}/journal.json"), journal.to_string());
    }
}

#[test]
fn another_spelling_of_a_generated_file_in_the_list_removes_nothing() {
    let client = Client::new();
    let (files, list) = (client.files(), fs::read_to_string(client.0.path().join("out/.gatewright")).expect("a list"));
    for spelled in ["src//lib.rs", "src/lib.rs/", "src///lib.rs", "Cargo.toml/", "./Cargo.toml", "src/./lib.rs"] {
        client.write("out/.gatewright", format!("{list}{spelled}\n"));
        let ended = client.generate();
        assert_eq!(ended.code, 0, "{spelled}: {}", ended.stderr);
        assert_eq!(client.files(), files, "{spelled}");
    }
}

#[test]
fn a_planted_journal_changes_only_generated_files() {
    let client = Client::new();
    client.write("out/mine.txt", "mine");
    let files = client.files();
    for entry in [
        json!({ "folder": 0, "path": "mine.txt", "from": 0 }),
        json!({ "folder": 0, "path": "mine.txt", "from": null }),
        json!({ "folder": 0, "path": "Cargo.toml/", "from": null }),
    ] {
        // A list that the journal brings along proves nothing.
        let list = json!({ "folder": 0, "path": ".gatewright", "from": 1 });
        for entries in [vec![entry.clone()], vec![entry.clone(), list.clone()], vec![list, entry]] {
            client.plant(&entries);
            client.write("out/.gatewright-journal/1", "mine.txt\n");
            let ended = client.generate();
            assert_eq!(ended.code, 1, "{entries:?}: {}", ended.stderr);
            assert!(ended.stderr.contains("help: remove"), "{entries:?}: {}", ended.stderr);
            assert_eq!(client.files(), files, "{entries:?}");
        }
    }
}

/// With repeated entries, a small journal would keep a command busy for hours.
#[test]
fn a_planted_journal_with_repeated_entries_is_refused() {
    let client = Client::new();
    let files = client.files();
    let entry = |path: &str, from: usize| json!({ "folder": 0, "path": path, "from": from });
    for entries in [[entry("a/b", 0), entry("a/b", 1)], [entry("a/b", 0), entry("a/c", 0)]] {
        client.plant(&entries);
        let ended = client.generate();
        assert!(ended.code == 1 && ended.stderr.contains("was not written by this tool"), "{}", ended.stderr);
        assert_eq!(client.files(), files);
    }
}
