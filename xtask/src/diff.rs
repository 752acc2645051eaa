//! `cargo xtask diff`: compares two catalogs.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};
use gatewright::{Diff, Model, Specs, files};
use serde_json::Value;

use crate::{generate, paths};

/// Arguments of `cargo xtask diff`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Old catalog, or a specs folder with the same layout as specs/
    old: PathBuf,
    /// New catalog or specs folder
    new: PathBuf,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

const EXAMPLES: &str = "\
Examples:
  cargo xtask diff old/catalog.json new/catalog.json      two social or two model catalogs
  cargo xtask diff specs my-specs --format markdown       two specs folders, including facts.toml

Each change has a semver level: patch, minor or major.";

/// Output format of changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// For a terminal
    Text,
    /// For a pull request
    Markdown,
    /// For programs
    Json,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let (was, now) = (Kind::of(&args.old)?, Kind::of(&args.new)?);
    if was != now {
        bail!("cannot compare {was} with {now}\nhelp: pass two catalogs of the same kind, or two folders");
    }
    let (old, new) = (model(&args.old), model(&args.new));
    print(&Diff::of(&old?, &new?), args.format);
    Ok(ExitCode::SUCCESS)
}

/// Prints the changes on stdout.
#[expect(clippy::print_stdout, reason = "a diff is data")]
pub fn print(diff: &Diff, format: Format) {
    match format {
        Format::Text => anstream::print!("{}", diff.to_text()),
        Format::Markdown => print!("{}", diff.to_markdown()),
        Format::Json => println!("{:#}", diff.to_json()),
    }
}

/// Kind of an argument. Both arguments must be of the same kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Folder,
    Social,
    Models,
}

impl Kind {
    fn of(path: &Path) -> Result<Self> {
        if path.is_dir() {
            return Ok(Self::Folder);
        }
        let specs = catalog(path)?;
        Ok(if specs.files.contains_key(Specs::MODELS) { Self::Models } else { Self::Social })
    }
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Folder => "a folder",
            Self::Social => "a social catalog",
            Self::Models => "a model catalog",
        })
    }
}

fn model(path: &Path) -> Result<Model> {
    let mut specs = if path.is_dir() { generate::read_specs_only(path)? } else { catalog(path)? };
    specs.folder = paths::display(path);
    let (model, _) = gatewright::read(&specs).map_err(|mut report| {
        if !path.is_dir() {
            [Specs::SOCIAL, Specs::MODELS].into_iter().for_each(|it| report.call(it, paths::display(path)));
        }
        anstream::eprint!("{}", report.render(true));
        anyhow::anyhow!("cannot read {}\nhelp: correct the errors above", path.display())
    })?;
    Ok(model)
}

/// Creates specs from one catalog of either kind.
fn catalog(path: &Path) -> Result<Specs> {
    let bytes = files::read(path, files::MAX_SPEC_BYTES).with_context(|| format!("cannot read {}", path.display()))?;
    let json: Value = serde_json::from_slice(&bytes).with_context(|| format!("{} is not JSON", path.display()))?;
    // A client needs a social catalog. The same placeholder on both sides causes no change.
    let none = br#"{"cells": [{"platform": "none", "capability": "none", "model": "social-none-none", "method": "GET",
        "path": "/v1/social/none/none", "params": []}]}"#;
    let files = match (json.get("cells"), json.get("data")) {
        (Some(_), _) => [(Specs::SOCIAL.to_owned(), bytes)].into(),
        (None, Some(_)) => [(Specs::MODELS.to_owned(), bytes), (Specs::SOCIAL.to_owned(), none.to_vec())].into(),
        (None, None) => {
            bail!("{} is not a catalog\nhelp: a social catalog has `cells`, a model catalog has `data`", path.display())
        }
    };
    Ok(Specs { folder: String::new(), files })
}
