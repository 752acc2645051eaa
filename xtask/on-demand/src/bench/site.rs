//! Docs site: build time, and size of the files that a browser loads.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};
use flate2::Compression;
use flate2::write::GzEncoder;

use super::table::{Row, Table};
use super::{Bench, RUNS, catalogs};

const MODELS: usize = 500;

pub(super) fn measure(bench: &Bench, table: &mut Table) -> Result<()> {
    bench.progress.say("the docs site");
    let specs = bench.folder("specs-site", MODELS);
    catalogs::write_models(&specs, MODELS)?;
    // The site also has pages for the interfaces.
    let interfaces = xtask::paths::root().join("specs/gateway");
    fs::create_dir_all(specs.join("gateway"))?;
    for entry in fs::read_dir(&interfaces).context("cannot read specs/gateway")? {
        let entry = entry?;
        fs::copy(entry.path(), specs.join("gateway").join(entry.file_name()))?;
    }
    let built = bench.in_new_folders("site", MODELS, RUNS, |out| {
        let mut command = Command::new(&bench.program);
        command.arg("docs").arg("--specs").arg(&specs).arg("--out").arg(out);
        command
    })?;
    let name = format!("docs site, 101 endpoints and {MODELS} models");
    table.add(&Row::time(name, built.seconds, None).at_most(2.0));
    let out = bench.folder("site", MODELS);
    let assets = files(&out.join("assets"))?;
    let asset = |name: &str, ending: &str| -> u64 {
        let sizes = assets.iter().filter(|it| it.0.starts_with(name) && it.0.ends_with(ending)).map(|it| it.1);
        sizes.sum()
    };
    let mut size = |what: &str, bytes: u64, most: f64| table.add(&Row::kilobytes(what.into(), bytes).at_most(most));
    size("scripts per page", asset("site", ".js") + asset("theme", ".js"), 25.0);
    size("styles per page", asset("site", ".css"), 20.0);
    let mut index = 0;
    for (name, _) in assets.iter().filter(|it| it.0.starts_with("search-")) {
        index = index.max(compressed(&out.join("assets").join(name))?);
    }
    size("largest file of the search index, compressed", index, 40.0);
    let mut largest = 0;
    for part in ["social", "interfaces", "zh/social", "zh/interfaces"] {
        for folder in fs::read_dir(out.join(part)).context("cannot read the site")? {
            let folder = folder?.path();
            if folder.is_dir() {
                let pages = files(&folder)?.into_iter().filter(|it| it.0.ends_with(".html"));
                largest = largest.max(pages.map(|it| it.1).max().unwrap_or(0));
            }
        }
    }
    size("largest operation page", largest, 60.0);
    Ok(())
}

/// Returns the size of a file after compression.
fn compressed(path: &Path) -> Result<u64> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(&bytes)?;
    Ok(encoder.finish()?.len() as u64)
}

/// Returns the names and sizes of the files in a folder.
fn files(folder: &Path) -> Result<Vec<(String, u64)>> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    entries
        .map(|entry| {
            let entry = entry?;
            Ok((entry.file_name().to_string_lossy().into_owned(), entry.metadata()?.len()))
        })
        .collect()
}
