//! `history/`: a dated record of the changes of each version.

use std::path::Path;

use anyhow::{Context as _, Result, bail};
use gatewright::{Class, Diff, Model, Specs};
use serde_json::json;
use xtask::paths;

/// Returns the path of the record of a version.
fn path(date: &str, version: &str) -> String {
    format!("{}/{date}-{version}.json", Specs::HISTORY)
}

/// Returns the path and the text of the record. Each change is one line, so that the file is small and merges well.
pub(crate) fn of(diff: &Diff, from: &str, version: &str) -> Result<(String, String)> {
    let date = today()?;
    let class = diff.class().map(Class::name).unwrap_or_default();
    let changes: Vec<_> = diff.changes.iter().map(|it| it.to_json().to_string()).collect();
    let head = [
        ("format", json!(1)),
        ("date", json!(date)),
        ("version", json!(version)),
        ("from", json!(from)),
        ("class", json!(class)),
    ];
    let head: String = head.iter().map(|(name, value)| format!("  \"{name}\": {value},\n")).collect();
    let text = format!("{{\n{head}  \"changes\": [\n    {}\n  ]\n}}\n", changes.join(",\n    "));
    Ok((path(&date, version), text))
}

/// Checks that the new version has no record yet: a second one would replace the first, or duplicate it in the
/// changelog.
pub(crate) fn check(folder: &Path, old: &Model, version: &str) -> Result<()> {
    let Some(record) = old.history.iter().find(|it| it.version == version) else { return Ok(()) };
    let last = old.history.first().map_or(version, |it| &it.version);
    bail!(
        "version {version} already has a record, {}; nothing was written\n\
         help: set the version in {} to {last}, the last one with a record, or to a later one",
        paths::display(&folder.join(path(&record.date, version))),
        paths::display(&folder.join(Specs::CLIENT))
    );
}

/// Returns the current date in UTC, or the date of `SOURCE_DATE_EPOCH`, so that a refresh is reproducible.
fn today() -> Result<String> {
    let now = match std::env::var("SOURCE_DATE_EPOCH") {
        Ok(seconds) => {
            let seconds = seconds.parse().context("SOURCE_DATE_EPOCH is not a number of seconds")?;
            jiff::Timestamp::from_second(seconds).context("SOURCE_DATE_EPOCH is out of range")?
        }
        Err(_) => jiff::Timestamp::now(),
    };
    Ok(now.strftime("%Y-%m-%d").to_string())
}
