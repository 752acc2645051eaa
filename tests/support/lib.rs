//! Shared by the tests: paths, specs from folders, compilers, other programs.
#![forbid(unsafe_code)]

mod compiler;
mod log;
pub mod programs;
#[path = "../sample/specs.rs"]
mod sample;
pub mod tls;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use gatewright::{Generated, Options, Report, Runtime, Shape, Specs};
use gatewright_mock::{Gateway, GatewayBuilder};
use tempfile::TempDir;

pub use compiler::Compiler;
pub use log::Log;

/// The examples of the READMEs compile.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
#[doc = include_str!("../../generated-client/README.md")]
pub struct Readmes;

/// The workspace's root.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("tests is a folder of the workspace").to_owned()
}

/// The project's own specs.
pub fn own_specs() -> Specs {
    let specs = Specs::open(root().join("specs")).expect("they can be read");
    Specs { folder: "specs".into(), ..specs }
}

/// The specs that tests are written against.
pub fn sample_specs() -> Specs {
    sample::sample_specs(&root()).expect("they can be read")
}

/// A folder with these specs, for commands.
pub fn sample_folder() -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    for (path, bytes) in sample_specs().files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }
    folder
}

/// A gateway that behaves by these specs, to be started.
pub fn sample_gateway() -> GatewayBuilder {
    Gateway::builder().specs(sample_specs())
}

/// A mock gateway with fixtures of seven items on three pages for all endpoints.
pub fn fixture_gateway() -> GatewayBuilder {
    let mut specs = sample_specs();
    specs.files.retain(|path, _| !path.starts_with(Specs::SHAPES) && path != Specs::VIEWS);
    Gateway::builder().specs(specs)
}

/// The file that describes the gateway.
pub fn service() -> String {
    fs::read_to_string(root().join("specs").join(Specs::SERVICE)).expect("it is in the workspace")
}

/// Specs of a single catalog, and of the sample's gateway.
pub fn specs(catalog: impl Into<Vec<u8>>) -> Specs {
    let files = [(Specs::SOCIAL.into(), catalog.into()), (Specs::SERVICE.into(), service().into())];
    Specs { files: files.into(), ..Specs::default() }
}

/// Specs from the flat folder of a test: `catalog.json`, and `facts.toml` or `client.toml` if they are there.
pub fn test_specs(folder: &Path) -> Specs {
    let files =
        [("catalog.json", "social/catalog.json"), ("facts.toml", "social/facts.toml"), ("client.toml", "client.toml")];
    let read = |(file, path): (&str, &str)| Some((path.to_owned(), fs::read(folder.join(file)).ok()?));
    let mut files: BTreeMap<_, _> = files.into_iter().filter_map(read).collect();
    files.insert(Specs::SERVICE.into(), service().into());
    Specs { folder: String::new(), files }
}

/// Generates a crate that finds this workspace's runtime.
pub fn generate(specs: &Specs) -> Result<Generated, Report> {
    let runtime = Runtime::Path(root().join("runtime").to_string_lossy().into_owned());
    gatewright::generate(specs, &Options { shape: Shape::Crate { runtime, apart: true } })
}

/// Generates what must be fine.
pub fn generate_fine(specs: &Specs) -> Generated {
    generate(specs).unwrap_or_else(|report| panic!("{}", report.render(false)))
}

/// The folders in a folder, by name.
pub fn folders(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = entries.flatten().map(|it| it.path()).filter(|it| it.is_dir()).collect();
    paths.sort();
    paths
}

/// The last part of a path, as text.
pub fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
