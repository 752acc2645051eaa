//! Reading of specs and their files.

use std::io;
use std::path::Path;

use anyhow::{Context as _, Result, anyhow};
use gatewright::{Model, Report, Specs, files};
use xtask::generate;

/// Reads specs. `named` changes the names of files in diagnostics. Prints the diagnostics if there are errors.
pub(crate) fn read(specs: &Specs, named: impl Fn(&mut Report)) -> Result<(Model, Report)> {
    match gatewright::read(specs) {
        Ok((model, mut report)) => {
            named(&mut report);
            Ok((model, report))
        }
        Err(mut report) => {
            named(&mut report);
            anstream::eprint!("{}", report.render(true));
            let errors = report.errors();
            Err(anyhow!("{errors} error{}", generate::plural(errors)))
        }
    }
}

/// Reads a text file of the specs; `None` if it does not exist.
pub(crate) fn read_text(folder: &Path, path: &str) -> Result<Option<String>> {
    let text = files::read_spec(folder, path);
    let text =
        text.and_then(|it| String::from_utf8(it).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error)));
    match text {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", folder.join(path).display())),
    }
}
