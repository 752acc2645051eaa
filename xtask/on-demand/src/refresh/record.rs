//! `history/`: a dated record of each refresh.

use anyhow::{Context as _, Result};
use gatewright::{Class, Diff, Specs};
use serde_json::json;

/// Returns the path of the record of a version.
pub(super) fn path(date: &str, version: &str) -> String {
    format!("{}/{date}-{version}.json", Specs::HISTORY)
}

/// Returns the path and the text of the record. Each change is one line, so that the file is small and merges well.
pub(super) fn of(diff: &Diff, from: &str, version: &str) -> Result<(String, String)> {
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
