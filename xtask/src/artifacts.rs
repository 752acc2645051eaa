//! Libraries that cargo has built, for running rustc and rustdoc without cargo.
//!
//! `cargo doc` and `cargo check` build every dependency again. With the libraries of the test build, rustdoc compiles
//! only the crate itself.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};
use serde_json::Value;

use crate::tools;

/// Library that cargo has built.
#[derive(Clone, Debug)]
struct Library {
    /// Features that it was built with. Build scripts use some libraries with fewer features.
    features: Vec<String>,
    path: PathBuf,
}

/// Libraries of the workspace and its dependencies, by package.
#[derive(Debug, Default)]
pub struct Artifacts {
    libraries: HashMap<String, Library>,
    /// Output folders of build scripts.
    out_dirs: HashMap<String, String>,
}

/// Library of the workspace.
pub struct Crate {
    /// Name in Rust.
    pub name: String,
    id: String,
    manifest: PathBuf,
    version: String,
    source: PathBuf,
    /// Names and packages of its dependencies.
    dependencies: BTreeMap<String, String>,
}

impl Crate {
    /// Folder of its manifest.
    pub fn folder(&self) -> &Path {
        self.manifest.parent().unwrap_or(Path::new("."))
    }
}

impl Artifacts {
    /// Reads one of cargo's messages.
    pub fn add(&mut self, message: &Value) {
        if let (Some(package), Some(folder)) = (message["package_id"].as_str(), message["out_dir"].as_str()) {
            self.out_dirs.insert(package.to_owned(), folder.to_owned());
        }
        let files = message["filenames"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let endings = [".rlib", std::env::consts::DLL_SUFFIX];
        let Some(path) = files.map(PathBuf::from).find(|it| endings.iter().any(|end| ends_with(it, end))) else {
            return;
        };
        let Some(package) = message["package_id"].as_str() else { return };
        let features = message["features"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let features: Vec<_> = features.map(str::to_owned).collect();
        let is_larger = self.libraries.get(package).is_none_or(|it| it.features.len() <= features.len());
        if is_larger && message["profile"]["test"] != true {
            self.libraries.insert(package.to_owned(), Library { features, path });
        }
    }

    /// Returns the arguments that pass a library to rustc and rustdoc under a name.
    fn arguments(&self, name: &str, package: &str) -> Option<[String; 2]> {
        let path = &self.libraries.get(package)?.path;
        let folder = path.parent()?;
        let folder = if folder.ends_with("deps") { folder.to_owned() } else { folder.join("deps") };
        Some([format!("-Ldependency={}", folder.display()), format!("--extern={name}={}", path.display())])
    }

    /// Creates a rustdoc command for a crate, with its dependencies, features and environment.
    pub fn rustdoc(&self, library: &Crate) -> Command {
        let mut command = Command::new("rustdoc");
        command.args(["--edition=2024", "--crate-name", &library.name]).arg(&library.source);
        for (name, package) in &library.dependencies {
            command.args(self.arguments(name, package).into_iter().flatten());
        }
        let features = self.libraries.get(&library.id).map(|it| it.features.as_slice()).unwrap_or_default();
        for feature in features {
            command.arg("--cfg").arg(format!("feature={feature:?}"));
        }
        // The build has already checked the cfg names.
        command.arg("-Aunexpected_cfgs");
        let folder = library.folder();
        command.envs(self.out_dirs.get(&library.id).map(|it| ("OUT_DIR", it)));
        command.current_dir(folder).env("CARGO_MANIFEST_DIR", folder).env("CARGO_PKG_VERSION", &library.version);
        command
    }
}

fn ends_with(path: &Path, end: &str) -> bool {
    path.to_str().is_some_and(|it| it.ends_with(end))
}

/// Returns the libraries of the workspace.
pub fn crates() -> Result<Vec<Crate>> {
    let mut command = tools::cargo();
    command.args(["metadata", "--format-version=1", "--all-features", "--offline", "--quiet"]);
    let output = command.output().context("cannot start cargo")?;
    let metadata: Value =
        serde_json::from_slice(&output.stdout).context("cannot read the output of `cargo metadata`")?;
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let (members, nodes) = (list(&metadata["workspace_members"]), list(&metadata["resolve"]["nodes"]));
    let packages = list(&metadata["packages"]).into_iter().filter(|it| members.contains(&it["id"]));
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let library = |package: Value| {
        let targets = list(&package["targets"]);
        let target = targets.into_iter().find(|it| it["kind"] == serde_json::json!(["lib"]))?;
        let node = nodes.iter().find(|it| it["id"] == package["id"])?;
        let dependencies = list(&node["deps"]).into_iter().map(|it| (text(&it["name"]), text(&it["pkg"])));
        Some(Crate {
            name: text(&target["name"]),
            id: text(&package["id"]),
            manifest: text(&package["manifest_path"]).into(),
            version: text(&package["version"]),
            source: text(&target["src_path"]).into(),
            dependencies: dependencies.collect(),
        })
    };
    Ok(packages.filter_map(library).collect())
}
