//! Receipts of calls: `gw receipts` and `gw spent`.

use std::collections::BTreeMap;
use std::time::SystemTime;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command};
use gatewright_client::{Charge, Journal, JournalEntry, SpentOn, Usd};
use jiff::{Span, Timestamp, civil::Date, tz::TimeZone};
use serde::Serialize;

use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::output::{self, json};
use crate::settings::Settings;

const SINCE: &str = "since";
const BY: &str = "by";

fn since() -> Arg {
    let help = "Only calls since a day (2026-11-18, in UTC), or for a time until now (7d, 24h)";
    Arg::new(SINCE).long(SINCE).value_name("TIME").value_parser(read_time).help(help)
}

/// Creates the command `receipts`.
pub(crate) fn receipts_command() -> Command {
    Command::new("receipts")
        .about("Lists the calls of this user, with their charges")
        .arg(since())
        .args(output::options())
}

/// Creates the command `spent`.
pub(crate) fn spent_command() -> Command {
    let by = Arg::new(BY)
        .long(BY)
        .value_name("GROUP")
        .value_parser(PossibleValuesParser::new(["operation", "day"]))
        .help("Group the sums");
    let about = "Prints the spending of this user: charged, and the possible cost of calls whose charge is unknown";
    Command::new("spent").about(about).arg(since()).arg(by).args(output::options())
}

/// Reads a day, or a time until now.
pub(crate) fn read_time(text: &str) -> Result<Timestamp, String> {
    if let Ok(day) = text.parse::<Date>() {
        return day.to_zoned(TimeZone::UTC).map(|it| it.timestamp()).map_err(|it| it.to_string());
    }
    let (number, unit) = text.split_at(text.len() - text.chars().last().map_or(0, char::len_utf8));
    let number = number.parse::<i64>().ok().filter(|it| (0..100_000).contains(it));
    let hours = match (number, unit) {
        (Some(days), "d") => days * 24,
        (Some(hours), "h") => hours,
        _ => return Err("expected a day such as 2026-11-18, or a time such as 7d or 24h".to_owned()),
    };
    Timestamp::now().checked_sub(Span::new().hours(hours)).map_err(|it| it.to_string())
}

fn journal(matches: &ArgMatches) -> Result<Journal, Failure> {
    let journal = Journal::read(Settings::read(matches)?.receipts)?;
    Ok(match matches.get_one::<Timestamp>(SINCE) {
        Some(since) => journal.since(SystemTime::from(*since)),
        None => journal,
    })
}

/// A receipt, as `gw receipts` prints it.
#[derive(Serialize)]
struct Receipt<'a> {
    time: String,
    operation: &'a str,
    charge: &'static str,
    cost_usd: Option<Usd>,
    price_usd: Option<Usd>,
    request_id: Option<&'a str>,
    task: Option<&'a str>,
    output: Option<&'a str>,
}

impl<'a> From<&'a JournalEntry> for Receipt<'a> {
    fn from(entry: &'a JournalEntry) -> Self {
        let charge = match entry.charge {
            _ if entry.is_refunded => "refunded",
            Charge::No => "no",
            Charge::Yes => "yes",
            Charge::Unknown => "unknown",
        };
        Self {
            time: Timestamp::try_from(entry.started_at).map(|it| format!("{it:.3}")).unwrap_or_default(),
            operation: &entry.operation,
            charge,
            cost_usd: entry.cost,
            price_usd: entry.price,
            request_id: entry.request_id.as_deref(),
            task: entry.task.as_deref(),
            output: entry.output.as_deref(),
        }
    }
}

/// Prints the receipts.
pub(crate) fn receipts(matches: &ArgMatches, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let journal = journal(matches)?;
    let receipts: Vec<_> = journal.entries().iter().map(Receipt::from).collect();
    print(&receipts, matches, console)
}

/// Spending, as `gw spent` and the MCP server print it.
#[derive(Serialize)]
pub(crate) struct Sum {
    #[serde(skip_serializing_if = "Option::is_none")]
    operation: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    day: Option<String>,
    calls: u64,
    charged_usd: Usd,
    unpriced_calls: u64,
    unknown_calls: u64,
    unknown_usd: Usd,
}

impl Sum {
    pub(crate) fn new(operation: Option<String>, day: Option<String>, spent: SpentOn) -> Self {
        let SpentOn { calls, charged: charged_usd, unpriced_calls, unknown_calls, unknown: unknown_usd, .. } = spent;
        Self { operation, day, calls, charged_usd, unpriced_calls, unknown_calls, unknown_usd }
    }
}

/// Prints the spending.
pub(crate) fn spent(matches: &ArgMatches, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let journal = journal(matches)?;
    let sums = |of: BTreeMap<String, SpentOn>, sum: fn(String, SpentOn) -> Sum| {
        of.into_iter().map(|(key, spent)| sum(key, spent)).collect::<Vec<_>>()
    };
    match matches.get_one::<String>(BY).map(String::as_str) {
        Some("day") => print(&sums(journal.by_day(), |it, of| Sum::new(None, Some(it), of)), matches, console),
        Some(_) => print(&sums(journal.by_operation(), |it, of| Sum::new(Some(it), None, of)), matches, console),
        None => print(&Sum::new(None, None, journal.total()), matches, console),
    }
}

fn print(value: &impl Serialize, matches: &ArgMatches, console: &mut Console<'_>) -> Result<Exit, Failure> {
    output::print(json::from(value)?, matches, console)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_days_or_lengths() {
        assert_eq!(read_time("2026-11-18").map(|it| it.to_string()).as_deref(), Ok("2026-11-18T00:00:00Z"));
        let now = Timestamp::now();
        let age = |text: &str| read_time(text).map(|it| now.duration_since(it).as_hours());
        assert!(matches!(age("7d"), Ok(167 | 168)) && matches!(age("24h"), Ok(23 | 24)));
        for wrong in ["", "d", "7", "x7d", "-7d", "2026-13-01", "7茶", "99999999999999999999d"] {
            assert!(read_time(wrong).is_err(), "{wrong}");
        }
    }
}
