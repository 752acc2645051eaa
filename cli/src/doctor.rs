//! `gw doctor`: checks the set-up, and says what to do.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use clap::{ArgMatches, Command};
use gatewright_client::video::{TaskHandle, TaskPath};
use gatewright_client::{Client, Error, HttpRequest, Transport, TransportFuture, header, visible};
use serde::Serialize;

use crate::connection::Connection;
use crate::console::Console;
use crate::exit::{Exit, Failure, message};
use crate::output::{self, json};
use crate::runtime::runtime;
use crate::settings::Settings;

/// Id of a task that no gateway has. Its status tells if the key is accepted, and polls are free.
const NO_TASK: &str = "gw-doctor";

/// Difference between the clocks from which on signed URLs and dates can fail.
const CLOCK_TOLERANCE_SECONDS: u64 = 60;

/// Number of catalog changes that are listed.
const LISTED: usize = 5;

/// Creates the command.
pub(crate) fn command() -> Command {
    Command::new("doctor")
        .about("Checks configuration, key, gateway, clock, catalog and receipts, without a charge")
        .args(output::options())
}

/// Result of a check, as a row.
#[derive(Serialize)]
struct Check {
    check: &'static str,
    ok: bool,
    found: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<String>,
}

impl Check {
    fn ok(check: &'static str, found: impl Into<String>) -> Self {
        Self { check, ok: true, found: found.into(), help: None }
    }

    /// Returns the check for a terminal, with its help on a line of its own.
    fn lines(&self) -> String {
        let help = self.help.iter().map(|it| format!("        help: {}\n", visible(it)));
        let state = if self.ok { "ok    " } else { "FAILED" };
        format!("{state}  {}: {}\n{}", self.check, visible(&self.found), help.collect::<String>())
    }

    /// Creates a failed check from a message whose help is behind `; help: `.
    fn failed(check: &'static str, message: &str) -> Self {
        let (found, help) = match message.split_once("; help: ") {
            Some((found, help)) => (found, Some(help.to_owned())),
            None => (message, None),
        };
        Self { check, ok: false, found: found.to_owned(), help }
    }
}

/// Runs the command.
pub(crate) fn run(matches: &ArgMatches, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let checks = match Settings::read(matches) {
        Ok(settings) => of_settings(matches, &settings)?,
        Err(failure) => vec![Check::failed("configuration", &failure.message)],
    };
    let exit = if checks.iter().all(|it| it.ok) { Exit::Success } else { Exit::Refused };
    if console.out_is_terminal && !output::is_chosen(matches) {
        let text: String = checks.iter().map(Check::lines).collect();
        console
            .out
            .write_all(text.as_bytes())
            .map_err(|it| Failure::refused(format!("cannot print the checks: {it}")))?;
    } else {
        output::print(json::from(&checks)?, matches, console)?;
    }
    Ok(exit)
}

fn of_settings(matches: &ArgMatches, settings: &Settings) -> Result<Vec<Check>, Failure> {
    let config = settings.config.as_ref().map_or("defaults".into(), |it| it.to_string_lossy().into_owned());
    let mut checks = vec![Check::ok("configuration", config)];
    match Connection::read(matches, settings) {
        Ok(connection) => {
            checks.push(Check::ok("key", format!("from {}", connection.key_source())));
            checks.extend(of_gateway(&connection, settings)?);
        }
        Err(failure) => checks.push(Check::failed("key and base URL", &failure.message)),
    }
    checks.push(match gatewright_client::Journal::read(&settings.receipts) {
        Ok(journal) => {
            let unknown = journal.total().unknown_calls;
            Check::ok("receipts", format!("calls: {}, with an unknown charge: {unknown}", journal.entries().len()))
        }
        Err(error) => Check::failed("receipts", &error.to_string()),
    });
    Ok(checks)
}

/// Transport that stores the date of the last response.
struct Dated {
    inner: Arc<dyn Transport>,
    date: Arc<Mutex<Option<String>>>,
}

impl Transport for Dated {
    fn send(&self, request: HttpRequest) -> TransportFuture {
        let (sent, date) = (self.inner.send(request), self.date.clone());
        Box::pin(async move {
            let reply = sent.await?;
            let found = reply.headers.get(header::DATE).and_then(|it| it.to_str().ok()).map(str::to_owned);
            *date.lock().unwrap_or_else(PoisonError::into_inner) = found;
            Ok(reply)
        })
    }
}

fn of_gateway(connection: &Connection, settings: &Settings) -> Result<Vec<Check>, Failure> {
    let date = Arc::new(Mutex::new(None));
    let last = date.clone();
    let layer = move |inner: Arc<dyn Transport>| Dated { inner, date: last.clone() };
    let client = connection.builder(settings)?.layer(layer).build();
    let client = match client {
        Ok(client) => client,
        Err(error) => return Ok(vec![Check::failed("gateway", &message(&error))]),
    };
    runtime()?.block_on(async {
        let mut checks = vec![gateway(&client, connection.base_url()).await];
        let date = date.lock().unwrap_or_else(PoisonError::into_inner).take();
        checks.extend(date.map(|it| clock(&it, SystemTime::now())));
        checks.push(match settings.dash_url {
            Some(_) => catalog(&client).await,
            None => Check::ok("catalog", "not compared with the live one, since the configuration has no `dash_url`"),
        });
        Ok(checks)
    })
}

/// Checks that the gateway responds and accepts the key.
async fn gateway(client: &Client, base_url: &str) -> Check {
    let task = client.videos().resume(TaskHandle::new(NO_TASK, TaskPath::default()));
    match task.poll().await {
        Ok(_) | Err(Error::NoSuchTask(_)) => Check::ok("gateway", format!("{base_url} accepts the key")),
        Err(error) => Check::failed("gateway", &message(&error)),
    }
}

/// Compares the clock of this machine with the date of a response.
fn clock(date: &str, now: SystemTime) -> Check {
    let zone = jiff::fmt::rfc2822::DateTimeParser::new();
    let Ok(served) = zone.parse_timestamp(date) else { return Check::ok("clock", "the gateway sends no date") };
    let served = SystemTime::from(served);
    let (is_fast, difference) = match now.duration_since(served) {
        Ok(difference) => (true, difference),
        Err(error) => (false, error.duration()),
    };
    match difference.as_secs() {
        seconds if seconds <= CLOCK_TOLERANCE_SECONDS => Check::ok("clock", "agrees with the gateway"),
        seconds => {
            let direction = if is_fast { "ahead of" } else { "behind" };
            let found = format!("{seconds} seconds {direction} the gateway");
            Check::failed(
                "clock",
                &format!("{found}; help: set the clock, since signed URLs and budgets of a day use it"),
            )
        }
    }
}

/// Compares the live catalog with the one of this program.
async fn catalog(client: &Client) -> Check {
    let catalog = match client.catalog().await {
        Ok(catalog) => catalog,
        Err(error) => return Check::failed("catalog", &message(&error)),
    };
    let changes = catalog.changes();
    if changes.is_empty() {
        return Check::ok("catalog", format!("{} operations, as in this program", catalog.cells.len()));
    }
    let listed: Vec<_> = changes.iter().take(LISTED).map(ToString::to_string).collect();
    let found = format!("{} changes since this program was built: {}", changes.len(), listed.join("; "));
    Check::failed("catalog", &format!("{found}; help: `gw catalog` lists them; a newer version of gw knows them"))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_failed_check_has_its_help_on_a_line_of_its_own() {
        let failed = Check::failed("key", "cannot find\u{1b} the key; help: run `gw login`");
        assert_eq!(failed.lines(), "FAILED  key: cannot findU+001B the key\n        help: run `gw login`\n");
        assert_eq!(Check::ok("clock", "agrees").lines(), "ok      clock: agrees\n");
    }

    #[test]
    fn the_clock_is_compared_with_the_date_of_a_response() {
        let at = |seconds: u64| SystemTime::UNIX_EPOCH + Duration::from_secs(784_111_777 + seconds);
        let date = "Sun, 06 Nov 1994 08:49:37 GMT";
        assert!(clock(date, at(60)).ok && !clock(date, at(61)).ok);
        assert!(!clock(date, SystemTime::UNIX_EPOCH).ok && clock("soon", at(0)).ok);
        assert_eq!(clock(date, at(100)).found, "100 seconds ahead of the gateway");
    }
}
