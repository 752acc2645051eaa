//! `cargo xtask docs`: builds the docs site from the specs.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context as _, Result, anyhow};
use gatewright::SiteTexts;

use crate::journal::Writer;
use crate::lock::WhenLocked;
use crate::progress::Progress;
use crate::tree;
use crate::{generate, paths};

/// Arguments of `cargo xtask docs`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Specs folder, with the same layout as specs/; for a folder other than specs/, also set --out
    #[arg(long, value_name = "DIR", requires = "out")]
    specs: Option<PathBuf>,
    /// Output folder of the site; target/site by default
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// URL that the site will have, for its sitemap and feed
    #[arg(long, value_name = "URL", default_value = "https://docs.example/", value_parser = web_url)]
    pub url: String,
    /// Treat warnings about the specs as errors
    #[arg(long)]
    deny_warnings: bool,
    /// Fail instead of waiting for another command that uses the same folders
    #[arg(long)]
    no_wait: bool,
    /// Serve the site on this machine, and rebuild it when templates or specs change
    #[arg(long)]
    pub serve: bool,
    /// Port of the server; 0 picks a free one
    #[arg(long, default_value_t = 0, requires = "serve")]
    pub port: u16,
}

const EXAMPLES: &str = "\
Examples:
  cargo xtask docs                                     build target/site from specs/
  cargo xtask docs --serve                             build and serve it; Ctrl-C stops the server
  cargo xtask docs --url https://me.github.io/docs/    set the URL of the published site";

/// Parses the value of `--url`: a URL that a browser can open, since pages link to it.
fn web_url(text: &str) -> Result<String, &'static str> {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let fits = |it: &str| !it.is_empty() && !it.starts_with('/') && !it.contains(char::is_whitespace);
    if rest.is_some_and(fits) {
        Ok(text.to_owned())
    } else {
        Err("expected a URL with a host that starts with https:// or http://")
    }
}

/// Returns the absolute path, since the docs server rebuilds the site from another folder.
fn absolute(path: PathBuf) -> PathBuf {
    std::path::absolute(&path).unwrap_or(path)
}

impl Args {
    /// Folder of the specs.
    pub fn specs(&self) -> PathBuf {
        absolute(self.specs.clone().unwrap_or_else(|| paths::root().join("specs")))
    }

    /// Output folder of the site.
    pub fn out(&self) -> PathBuf {
        absolute(self.out.clone().unwrap_or_else(|| paths::target().join("site")))
    }
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    build(args)?;
    Ok(ExitCode::SUCCESS)
}

/// Reads languages, styles and scripts from the templates folder, so that changes need no compiler.
fn texts(folder: &Path) -> Result<SiteTexts> {
    let (mut files, mut waiting) = (BTreeMap::new(), vec![folder.join("languages"), folder.join("site/assets")]);
    while let Some(folder_of) = waiting.pop() {
        for entry in fs::read_dir(&folder_of).with_context(|| format!("cannot read {}", paths::display(&folder_of)))? {
            let path = entry?.path();
            if path.is_dir() {
                waiting.push(path);
                continue;
            }
            let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", paths::display(&path)))?;
            let name = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            files.insert(name, text);
        }
    }
    SiteTexts::of_files(&files).map_err(|errors| anyhow!("{}", errors.join("\n")))
}

/// Builds the site, and prints its size and the build time.
pub fn build(args: &Args) -> Result<()> {
    let (specs, out, begun) = (args.specs(), args.out(), Instant::now());
    let busy = WhenLocked::from_flag(args.no_wait);
    let _lock = generate::lock_specs(&specs, &out, busy)?;
    let writer = Writer::open("docs", &[&out], busy)?;
    let files = generate::read_specs(&specs)?;
    let model = generate::read_model(&files, &specs, args.deny_warnings)?;
    let progress = Progress::new("building the site");
    let output = gatewright::site_of(&model, &args.url, &texts(&paths::root().join("templates"))?);
    let changes = tree::write(&writer, &out, &output)?;
    drop(progress);
    let pages = output.iter().filter(|(path, _)| Path::new(path).extension().is_some_and(|it| it == "html")).count();
    let changed = changes.added.len() + changes.changed.len() + changes.removed.len();
    eprintln!(
        "{}: {pages} pages, {} files, {changed} of them added, changed or removed; {} ms",
        paths::display(&out),
        changes.files,
        begun.elapsed().as_millis()
    );
    changes.say_removed(&out);
    Ok(())
}
