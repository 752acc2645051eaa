//! `gw pull`: many calls of one operation, from a list of inputs.

mod job;
mod row;
mod send;
mod store;
mod terms;
mod write;

use std::collections::{HashMap, HashSet};

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use gatewright_client::{Client, Usd, visible};
use serde::Serialize;

use crate::connection::Connection;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::output::{self, json};
use crate::paid::{block_on, end};
use crate::settings::Settings;
use crate::spending::{self, Spending};
use job::Job;
use row::{Row, Status};
use store::Store;
use write::Format;

pub(crate) use terms::{purge, purge_command};

const CONCURRENCY: &str = "concurrency";
const RETRY_UNKNOWN: &str = "retry-unknown";
const WAIT: &str = "wait-for-capacity";

const HELP: &str = "\
The state of the job is next to the output, in a file with the suffix .gw-pull. The same command
continues a run that was interrupted, without the rows that are done. A row whose charge is unknown
is repeated only with --retry-unknown.

Example:
  printf 'note_id\\n64a1f0c2000000001203a5b7\\n' > posts.csv
  gw pull posts.csv --operation 'p2 post' --output posts.ndjson --max-usd 1";

/// Creates the command.
pub(crate) fn command() -> Command {
    let concurrency = Arg::new(CONCURRENCY).long(CONCURRENCY).value_name("N").default_value("4");
    let concurrency = concurrency.value_parser(value_parser!(u8).range(1..=32)).help("Number of calls at a time");
    let flag = |name: &'static str| Arg::new(name).long(name).action(ArgAction::SetTrue);
    Command::new("pull")
        .about("Calls an operation for each row of a list, and can resume after any interruption")
        .args(job::options())
        .arg(concurrency)
        .arg(flag(RETRY_UNKNOWN).help("Repeat the rows whose charge is unknown"))
        .arg(flag(WAIT).help("Wait for 00:00 UTC when the capacity of the day is used up"))
        .arg(terms::option())
        .args(spending::options())
        .args(output::print_options())
        .mut_arg(output::FORMAT, |it| it.help("Format of the summary [default: a table on a terminal, otherwise JSON]"))
        .mut_arg(output::SELECT, |it| {
            it.help("Filter of the summary in jq's language; the output always has the whole responses")
        })
        .after_help(HELP)
}

/// Result of a run, or its estimate.
#[derive(Serialize)]
struct Summary {
    operation: &'static str,
    rows: usize,
    done: usize,
    nothing: usize,
    failed: usize,
    unknown: usize,
    /// Rows that were not sent.
    left: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    estimate_usd: Option<Usd>,
}

impl Summary {
    fn new(job: &Job, states: &HashMap<Row, Status>) -> Self {
        let count = |status| job.rows.iter().filter(|row| states.get(*row) == Some(&status)).count();
        let [done, nothing, failed, unknown] =
            [Status::Done, Status::Nothing, Status::Failed, Status::Unknown].map(count);
        let (operation, rows) = (job.spec.id, job.rows.len());
        let left = rows - done - nothing - failed - unknown;
        Self { operation, rows, done, nothing, failed, unknown, left, estimate_usd: None }
    }
}

/// Runs the command.
pub(crate) fn run(matches: &ArgMatches, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let (spending, settings, job) = (Spending::read(matches), Settings::read(matches)?, Job::read(matches)?);
    let format = Format::of(&job.output)?;
    check(&job)?;
    let retries_unknown = matches.get_flag(RETRY_UNKNOWN);
    let cost = |rows: &[Row]| job.spec.billing.price()?.checked_mul(i64::try_from(rows.len()).ok()?);
    if spending.is_estimate {
        // An estimate creates no file.
        let states = match store::path_of(&job.output).exists() {
            true => Store::open(&job.output, job.spec.id)?.states(),
            false => HashMap::new(),
        };
        let rows = left(&job, &states, retries_unknown);
        let summary = Summary { estimate_usd: cost(&rows), ..Summary::new(&job, &states) };
        return output::print(json::from(&summary)?, matches, console);
    }
    if job.output.exists() && !store::path_of(&job.output).exists() {
        let problem =
            format!("`{}` exists, but no state of a job that wrote it", visible(&job.output.to_string_lossy()));
        let help = "name another file with --output, or move it away to pay for all rows again";
        return Err(Failure::refused(format!("cannot write the output: {problem}; help: {help}")));
    }
    terms::check(matches, console)?;
    let mut store = Store::open(&job.output, job.spec.id)?;
    let rows = left(&job, &store.states(), retries_unknown);
    let cost = cost(&rows);
    terms::register(&job.output)?;
    let max = [spending.max, job.budget_left(&store.states())].into_iter().flatten().min();
    let client = Connection::read(matches, &settings)?.client(&settings, max, Some(&job.output))?;
    spending.confirm(cost, false, settings.confirm_above, console)?;
    let concurrency = matches.get_one::<u8>(CONCURRENCY).copied().unwrap_or(1).into();
    let run = send::Run { concurrency, waits: matches.get_flag(WAIT) };
    let sent =
        block_on(async |interrupts| send::send(&job, rows, &run, &client, &mut store, interrupts, console).await);
    let written = write::write(&job, format, &mut store);
    let summary = Summary::new(&job, &store.states());
    let printed = json::from(&summary).and_then(|it| output::print(it, matches, console));
    // The rows were paid for, so that a summary that cannot be printed is no reason to lose their result.
    let result = sent.and(written).and_then(|()| outcome(&summary)).and_then(|exit| printed.map(|_| exit));
    end(result, &client, console)
}

/// Checks all rows before the first is sent.
fn check(job: &Job) -> Result<(), Failure> {
    let client = Client::new("https://localhost", "no-key-for-checks")?;
    for (number, row) in (1..).zip(&job.rows) {
        if let Err(problem) = job.call(row, &client) {
            return Err(Failure::new(Exit::Usage, format!("cannot send row {number}: {problem}")));
        }
    }
    Ok(())
}

/// Returns the rows to send, each once.
fn left(job: &Job, states: &HashMap<Row, Status>, retries_unknown: bool) -> Vec<Row> {
    let is_left = |row: &&Row| match states.get(*row) {
        Some(Status::Done | Status::Nothing) => false,
        Some(Status::Unknown) => retries_unknown,
        Some(Status::Failed | Status::NotSent) | None => true,
    };
    let mut known = HashSet::new();
    job.rows.iter().filter(is_left).filter(|it| known.insert(*it)).cloned().collect()
}

/// Returns the exit code of a run in which all rows were sent.
fn outcome(summary: &Summary) -> Result<Exit, Failure> {
    match summary {
        Summary { unknown: 0, failed: 0, done: 0, .. } => Ok(Exit::NothingFound),
        Summary { unknown: 0, failed: 0, .. } => Ok(Exit::Success),
        Summary { unknown: 0, failed, .. } => {
            let problem = format!("{failed} rows failed and were not charged");
            Err(Failure::new(Exit::NotCharged, format!("{problem}; help: the same command repeats them")))
        }
        Summary { unknown, .. } => {
            let problem = format!("the charge of {unknown} rows is unknown");
            let help = format!("look them up in the usage log; `--{RETRY_UNKNOWN}` repeats them");
            Err(Failure::new(Exit::ChargeUnknown, format!("{problem}; help: {help}")))
        }
    }
}
