//! Files that are far larger than real ones: refused before they take much memory, and nothing is written.

use std::fs;
use std::path::Path;

use gatewright::Specs;
use tempfile::TempDir;

use crate::commands::{Ended, xtask};

/// Specs and client in a temporary folder.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        let folder = Self(TempDir::new().expect("a temporary folder"));
        for (path, bytes) in gatewright_tests::sample_specs().files {
            folder.write(&format!("specs/{path}"), bytes);
        }
        assert_eq!(folder.run("generate", &[]).code, 0);
        folder
    }

    fn write(&self, path: &str, text: impl AsRef<[u8]>) -> String {
        let path = self.0.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, text).expect("a file");
        path.to_string_lossy().into_owned()
    }

    fn run(&self, command: &str, more: &[&str]) -> Ended {
        let [specs, out] = ["specs", "out"].map(|it| self.0.path().join(it).to_string_lossy().into_owned());
        xtask(&[&[command, "--specs", &specs, "--out", &out], more].concat())
    }

    /// Returns every file of the client with its content.
    fn client(&self) -> Vec<(String, Vec<u8>)> {
        fn collect(folder: &Path, files: &mut Vec<(String, Vec<u8>)>) {
            for entry in fs::read_dir(folder).expect("a folder").flatten() {
                match entry.path() {
                    path if path.is_dir() => collect(&path, files),
                    path => files.push((path.display().to_string(), fs::read(&path).expect("a file"))),
                }
            }
        }
        let mut files = Vec::new();
        collect(&self.0.path().join("out"), &mut files);
        files.sort();
        files
    }

    /// Runs a command that must fail with these texts in its error and leave the client as it is.
    fn refuses(&self, command: &str, more: &[&str], texts: &[&str]) {
        let before = self.client();
        let ended = self.run(command, more);
        assert_eq!(ended.code, 1, "{}", ended.stderr);
        texts.iter().for_each(|it| assert!(ended.stderr.contains(it), "no `{it}` in: {}", ended.stderr));
        assert_eq!(self.client(), before);
    }
}

#[test]
fn a_large_toml_file_is_refused_with_its_size_and_the_limit() {
    let tables: String = (0..600_000).map(|number| format!("[limits.a{number}]\n")).collect();
    let folder = Folder::new();
    let catalog = folder.0.path().join("specs/social/catalog.json").to_string_lossy().into_owned();
    for (file, limit, command, more) in [
        ("sources.toml", 4 << 20, "refresh", &["--social", catalog.as_str()][..]),
        ("specs.lock", 8 << 20, "refresh", &["--social", catalog.as_str()]),
        ("social/facts.toml", 4 << 20, "generate", &[]),
        ("service.toml", 4 << 20, "generate", &[]),
        ("gateway/chat.toml", 4 << 20, "generate", &[]),
    ] {
        let size = format!("{} bytes, more than the limit of {limit} bytes for this file", tables.len());
        let path = format!("specs/{file}");
        let own = fs::read(folder.0.path().join(&path));
        folder.write(&path, &tables);
        folder.refuses(command, more, &[file, &size, "help: "]);
        match own {
            Ok(own) => drop(folder.write(&path, own)),
            Err(_) => fs::remove_file(folder.0.path().join(&path)).expect("a file"),
        }
    }
}

#[test]
fn a_catalog_with_too_many_values_or_records_is_refused() {
    let folder = Folder::new();
    let list =
        |key: &str, item: &str, count: usize| format!("{{\"{key}\": [{}{item}]}}", format!("{item},").repeat(count));
    let many = "the file has more than 2000000 values";
    let cells = folder.write("cells.json", list("cells", "{}", 2_500_000));
    folder.refuses("refresh", &["--social", &cells], &["cells.json", many, "fetch"]);
    let models = folder.write("models.json", list("data", "{}", 2_500_000));
    folder.refuses("refresh", &["--models", &models], &["models.json", many, "fetch"]);
    let records = folder.write("models.json", list("data", "{\"model_name\": \"a\"}", 30_000));
    let many = "the catalog has 30001 models, more than the limit of 20000";
    folder.refuses("refresh", &["--models", &records], &["models.json", many, "fetch"]);
    let cells = folder.write("cells.json", list("cells", "{}", 30_000));
    let many = "the catalog has 30001 cells, more than the limit of 20000";
    folder.refuses("refresh", &["--social", &cells], &["cells.json", many, "fetch"]);
}

/// The specs of a model are JSON inside text, and each of their values takes as much memory as any other.
#[test]
fn values_in_the_specs_of_models_and_tiers_are_limited() {
    let folder = Folder::new();
    let catalog = |fields: String| format!("{{\"data\": [{{\"model_name\": \"a\", {fields}}}]}}");
    let specs = |count: usize| catalog(format!(r#""specs": "{{\"x\": [{}0]}}""#, "0,".repeat(count)));
    let models = folder.write("models.json", specs(2_500_000));
    let many = "the file has more than 2000000 values";
    folder.refuses("refresh", &["--models", &models], &["models.json", many, "fetch"]);
    let tier = r#"{"tier": "long", "standard": {"input": 1}, "when": []},"#;
    let tiers = |count: usize| {
        catalog(format!(r#""billing_unit": "tokens", "book_faces": {{"tiers": [{}{{}}]}}"#, tier.repeat(count)))
    };
    let models = folder.write("models.json", tiers(50_000));
    let many = "the catalog has 50001 tiers, more than the limit of 50000";
    folder.refuses("refresh", &["--models", &models], &["models.json", many, "fetch"]);
}

#[test]
fn of_many_diagnostics_only_the_first_are_kept_and_all_are_counted() {
    let catalog = format!("{{\"cells\": [{}{{}}]}}", "{},".repeat(9_999));
    let specs = Specs { files: [(Specs::SOCIAL.to_owned(), catalog.into_bytes())].into(), ..Specs::default() };
    let Err(report) = gatewright::read(&specs) else { panic!("no cell has a platform") };
    assert_eq!(report.errors(), 60_000);
    assert!(report.diagnostics().len() <= 2_000, "{}", report.diagnostics().len());
    assert!(report.render(false).ends_with("… and 59900 more.\n\n"));
}
