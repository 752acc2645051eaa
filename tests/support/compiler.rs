//! rustc and rustdoc with the workspace's libraries, for sources that cargo must not build: those that have to fail.

use std::path::PathBuf;
use std::process::Command;
use std::sync::LazyLock;

use serde_json::Value;

use crate::root;

/// Libraries of the workspace by name, as `cargo test --workspace --all-features` builds them.
static LIBRARIES: LazyLock<Vec<(String, PathBuf)>> = LazyLock::new(|| {
    let output = Command::new(env!("CARGO"))
        .args(["build", "--offline", "--quiet", "--workspace", "--all-features", "--lib", "--message-format=json"])
        .current_dir(root())
        .output()
        .expect("cargo can be started");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let messages = text.lines().filter_map(|it| serde_json::from_str::<Value>(it).ok());
    let library = |it: Value| {
        let file = it["filenames"].as_array()?.iter().filter_map(Value::as_str).find(|it| it.ends_with(".rlib"))?;
        Some((it["target"]["name"].as_str()?.to_owned(), PathBuf::from(file)))
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
        let mut args = vec!["--edition=2024".to_owned(), "--crate-type=lib".to_owned()];
        for name in libraries {
            let found = LIBRARIES.iter().find(|it| it.0 == *name);
            let (_, path) = found.unwrap_or_else(|| panic!("cargo built no library {name}"));
            let deps = path.parent().expect("a file has a folder").join("deps");
            args.push(format!("-Ldependency={}", deps.display()));
            args.push(format!("--extern={name}={}", path.display()));
        }
        Self { args }
    }

    /// rustc with these libraries.
    pub fn rustc(&self) -> Command {
        self.command("rustc")
    }

    /// rustdoc with these libraries.
    pub fn rustdoc(&self) -> Command {
        self.command("rustdoc")
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.args(&self.args);
        command
    }
}
