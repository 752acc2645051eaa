//! `history/`: a dated record of each refresh.

use anyhow::{Context as _, Result};
use gatewright::{Class, Diff, Specs};
use serde_json::json;

/// Where the record of a version is.
pub(super) fn path(date: &str, version: &str) -> String {
    format!("{}/{date}-{version}.json", Specs::HISTORY)
}

/// Path and text of the record of what changed: a change a line, so that it is small and merges well.
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

/// Today, in UTC, or the day that `SOURCE_DATE_EPOCH` names, so that a refresh can be made again.
fn today() -> Result<String> {
    let now = match std::env::var("SOURCE_DATE_EPOCH") {
        Ok(seconds) => {
            let seconds = seconds.parse().context("SOURCE_DATE_EPOCH is not a number of seconds")?;
            jiff::Timestamp::from_second(seconds).context("SOURCE_DATE_EPOCH is no time")?
        }
        Err(_) => jiff::Timestamp::now(),
    };
    Ok(now.strftime("%Y-%m-%d").to_string())
}
