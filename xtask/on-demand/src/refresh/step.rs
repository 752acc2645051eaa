//! Update of the specs with the new catalogs.

use anyhow::{Context as _, Result};
use gatewright::{Class, Diff, Model, Report, Specs};

use super::edit;
use super::fetch::FetchedCatalog;
use super::stale::{self, Stale};
use crate::update;
use crate::update::edit::set_version;
use xtask::refresh::Accept;

/// Reads specs. Diagnostics name fetched catalogs by their sources.
pub(super) fn read(specs: &Specs, arrived: &[FetchedCatalog]) -> Result<(Model, Report)> {
    update::read(specs, |report| arrived.iter().for_each(|it| report.call(it.path, it.source.to_string())))
}

/// Specs with the new catalogs, and the changes.
pub(super) struct Step {
    pub(super) specs: Specs,
    pub(super) diff: Diff,
    pub(super) model: Model,
    pub(super) stale: Stale,
    /// Warnings about the new catalogs.
    pub(super) report: Report,
}

impl Step {
    /// Updates the specs. Platforms that seem to have new keys get them, accepted or not, so that the other changes are
    /// those under the new keys. The diff contains the renames until they are accepted.
    pub(super) fn take(mut specs: Specs, old: &Model, arrived: &[FetchedCatalog], accept: &[Accept]) -> Result<Self> {
        specs.files.extend(arrived.iter().map(|it| (it.path.to_owned(), it.fetched.bytes.clone())));
        let facts = specs.files.get(Specs::FACTS).cloned();
        let (mut stale, (mut model, mut report)) = drop_stale_facts(&mut specs, arrived)?;
        let mut diff = Diff::of(old, &model);
        let accepted = accept.contains(&Accept::Renames);
        let mut renames = std::mem::take(&mut diff.renames);
        if accept.contains(&Accept::Vanished) && !accepted {
            renames.clear(); // they are different platforms
        }
        if !renames.is_empty() {
            edit::set_keys(&mut specs, &renames)?;
            // With the new keys, the facts of the platforms match again.
            specs.files.extend(facts.map(|it| (Specs::FACTS.to_owned(), it)));
            (stale, (model, report)) = drop_stale_facts(&mut specs, arrived)?;
            diff = Diff::of(old, &model);
        }
        // Constants of removed models and old names of platforms stay for one version, and they affect the class of
        // that version themselves. So they are written with a draft version first, to determine the class. Without
        // another change there is no new version, and the existing ones stay.
        let draft = Class::Patch.after(&old.client.version);
        if diff.class().is_some() && retain_old_names(&mut specs, old, &model, &draft)? {
            set_version(&mut specs, &draft)?;
            (model, report) = read(&specs, arrived)?;
            diff = Diff::of(old, &model);
        }
        for keys in stale.keys() {
            diff.add_stale_fact(keys);
        }
        if let Some(class) = diff.class() {
            let version = class.after(&old.client.version);
            retain_old_names(&mut specs, old, &model, &version)?;
            set_version(&mut specs, &version)?;
            model.client.version = version;
        }
        diff.renames = if accepted { Vec::new() } else { renames };
        Ok(Self { specs, diff, model, stale, report })
    }
}

/// Writes the names that stay for one version. Returns true if there are or were any.
fn retain_old_names(specs: &mut Specs, old: &Model, new: &Model, version: &str) -> Result<bool> {
    let constants = edit::set_retired(specs, old, new, version)?;
    Ok(edit::set_aliases(specs, old, new, version)? || constants)
}

/// Removes the facts that no longer match the catalog, and reads the remaining specs.
fn drop_stale_facts(specs: &mut Specs, arrived: &[FetchedCatalog]) -> Result<(Stale, (Model, Report))> {
    let stale = stale::remove_stale(specs)?;
    let read =
        read(specs, arrived).context("cannot generate a client from the fetched catalogs; nothing was written")?;
    Ok((stale, read))
}
