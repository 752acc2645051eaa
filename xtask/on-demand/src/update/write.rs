//! Writing of the specs and the client in one step.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use gatewright::Model;
use gatewright::model::ClientInfo;
use xtask::client_args::ClientArgs;
use xtask::journal::Writer;
use xtask::progress::Progress;
use xtask::{generate, paths, tree};

use super::read::read_text;

/// Folders that a command changes.
pub(crate) struct Folders {
    pub(crate) specs: PathBuf,
    /// Output folder of the client crate.
    pub(crate) out: PathBuf,
    /// Published version of the runtime that the client depends on; `None`: the one in this workspace.
    pub(crate) runtime_version: Option<String>,
}

impl Folders {
    pub(crate) fn of(args: &ClientArgs) -> Self {
        Self { specs: args.specs(), out: args.out(), runtime_version: args.runtime_version.clone() }
    }

    /// Writes spec files and the client of a model, all or nothing. `old` is the client before the change.
    pub(crate) fn write(
        &self,
        writer: &Writer,
        mut files: BTreeMap<String, Vec<u8>>,
        model: &Model,
        old: &ClientInfo,
    ) -> Result<()> {
        let progress = Progress::new("generating");
        let output = generate::make(model, &self.out, self.runtime_version.as_deref())?;
        let (changes, client) = tree::plan(&self.out, &output)?;
        files.retain(|path, bytes| std::fs::read(self.specs.join(path)).ok().as_ref() != Some(bytes));
        let specs = files.into_iter().map(|(path, bytes)| (path, Some(bytes))).collect();
        writer.commit(&[specs, client])?;
        drop(progress);
        update_workspace_lock(&self.out, old, &model.client.version)?;
        generate::say(model, &changes, &self.out);
        Ok(())
    }
}

/// Updates the version of this workspace's client in Cargo.lock. Cargo does the same when it runs next.
fn update_workspace_lock(out: &Path, old: &ClientInfo, version: &str) -> Result<()> {
    let root = paths::root();
    if old.version == version
        || paths::relative(&root, out).context("cannot find the output folder")? != "generated-client"
    {
        return Ok(());
    }
    let Some(text) = read_text(&root, "Cargo.lock")? else { return Ok(()) };
    let entry = |version: &str| format!("name = \"{}\"\nversion = \"{version}\"\n", old.name);
    let text = text.replace(&entry(&old.version), &entry(version));
    std::fs::write(root.join("Cargo.lock"), text).context("cannot write Cargo.lock")
}
