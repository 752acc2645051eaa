//! rustc and rustdoc with the workspace's libraries, for sources that cargo must not build: those that have to fail.

use std::path::PathBuf;
use std::process::Command;
use std::sync::LazyLock;

use serde_json::Value;

use crate::programs::cargo;

/// A library that cargo has built.
struct Library {
    name: String,
    /// Number of its features: build scripts use some libraries with fewer.
    features: usize,
    path: PathBuf,
}

/// Libraries of the workspace, as `cargo test --workspace --all-features` builds them.
static LIBRARIES: LazyLock<Vec<Library>> = LazyLock::new(|| {
    let output = cargo()
        .args(["test", "--no-run", "--offline", "--quiet", "--workspace", "--all-features", "--message-format=json"])
        .output()
        .expect("cargo can be started");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let messages = text.lines().filter_map(|it| serde_json::from_str::<Value>(it).ok());
    let library = |it: Value| {
        let file = it["filenames"].as_array()?.iter().filter_map(Value::as_str).find(|it| it.ends_with(".rlib"))?;
        let features = it["features"].as_array()?.len();
        Some(Library { name: it["target"]["name"].as_str()?.to_owned(), features, path: file.into() })
    };
    messages.filter_map(library).collect()
});

/// Arguments that rustc and rustdoc have in common.
pub struct Compiler {
    args: Vec<String>,
}

impl Compiler {
    /// A compiler that knows some libraries of the workspace.
    pub fn with(libraries: &[&str]) -> Self {
        let mut args = vec!["--edition=2024".to_owned()];
        for name in libraries {
            let found = LIBRARIES.iter().filter(|it| it.name == *name).max_by_key(|it| it.features);
            let path = &found.unwrap_or_else(|| panic!("cargo built no library {name}")).path;
            let folder = path.parent().expect("a file has a folder");
            let deps = if folder.ends_with("deps") { folder.to_owned() } else { folder.join("deps") };
            args.push(format!("-Ldependency={}", deps.display()));
            args.push(format!("--extern={name}={}", path.display()));
        }
        Self { args }
    }

    /// rustc with these libraries, for a library.
    pub fn rustc(&self) -> Command {
        self.rustc_for("lib")
    }

    /// rustc with these libraries, for a type of crate.
    pub fn rustc_for(&self, crate_type: &str) -> Command {
        self.command("rustc", crate_type)
    }

    /// rustdoc with these libraries.
    pub fn rustdoc(&self) -> Command {
        self.command("rustdoc", "lib")
    }

    fn command(&self, program: &str, crate_type: &str) -> Command {
        let mut command = Command::new(program);
        command.args(&self.args).args(["--crate-type", crate_type]);
        command
    }
}
