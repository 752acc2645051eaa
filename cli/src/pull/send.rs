//! Sends the rows of a job, a limited number at a time.

use std::collections::VecDeque;
use std::time::{Duration, SystemTime};

use gatewright_client::{Charge, Client, Error, Response, SocialResult, Usd, visible};
use indicatif::{ProgressBar, ProgressDrawTarget};
use serde_json::value::RawValue;
use tokio::task::JoinSet;

use super::job::Job;
use super::row::{Ended, Row, Status};
use super::store::Store;
use crate::call::payload;
use crate::console::Console;
use crate::exit::{Exit, Failure, message};
use crate::interrupts::Interrupts;
use crate::output::json;

/// Settings of a run.
pub(super) struct Run {
    pub(super) concurrency: usize,
    /// True if a run waits until the capacity of the day resets.
    pub(super) waits: bool,
}

type Sent = (Row, Result<Response<SocialResult>, Error>);

/// Reason why no more rows are sent.
struct Stop {
    failure: Failure,
    /// Time after which sending can continue, if there is one.
    until: Option<SystemTime>,
}

/// Sends rows, and records each before it is sent and after it has ended. A failure of one row does not end the run, unless the
/// other rows would fail, too.
pub(super) async fn send(
    job: &Job,
    rows: Vec<Row>,
    run: &Run,
    client: &Client,
    store: &mut Store,
    interrupts: &Interrupts,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let target = if console.is_interactive { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(Some(rows.len() as u64), target);
    let (mut queue, mut sending, mut stop) = (VecDeque::from(rows), JoinSet::<Sent>::new(), None::<Stop>);
    loop {
        while stop.is_none() && sending.len() < run.concurrency {
            let Some(row) = queue.pop_front() else { break };
            let call = job.call(&row, client).map_err(Failure::refused)?;
            match store.start(&row) {
                Ok(()) => drop(sending.spawn(async move { (row, call.send().await) })),
                Err(failure) => stop = Some(Stop { failure, until: None }),
            }
        }
        match interrupts.guard(sending.join_next(), console).await? {
            Some(Ok((row, result))) => {
                let next = stop_after(&result);
                if next.as_ref().is_some_and(|it| it.until.is_some()) && run.waits {
                    queue.push_back(row.clone());
                } else {
                    bar.inc(1);
                }
                if let Err(failure) = store.end(&row, ended(result)) {
                    stop = Some(Stop { failure, until: None });
                }
                let interrupted =
                    || interrupts.check(|| "the same command continues with the other rows".to_owned()).err();
                stop = stop.or(next).or_else(|| Some(Stop { failure: interrupted()?, until: None }));
            }
            // Calls do not panic. If one does, its row stays unknown.
            Some(Err(_)) => {}
            None => match stop.take() {
                None => break,
                Some(Stop { until: Some(until), failure }) if run.waits && !interrupts.is_interrupted() => {
                    say_wait(until, console);
                    interrupts.stop(tokio::time::sleep(left(until))).await.ok_or(failure)?;
                }
                Some(stop) => {
                    bar.abandon();
                    return Err(stop.failure);
                }
            },
        }
    }
    bar.finish();
    Ok(())
}

/// Returns the time until the capacity resets, and a little more, since clocks differ.
fn left(until: SystemTime) -> Duration {
    until.duration_since(SystemTime::now()).unwrap_or_default() + Duration::from_secs(5)
}

fn say_wait(until: SystemTime, console: &mut Console<'_>) {
    let minutes = left(until).as_secs().div_ceil(60);
    let (hours, minutes) = (minutes / 60, minutes % 60);
    console.say(&format!("the capacity of the day is used up; waiting until 00:00 UTC ({hours} h {minutes} min)"));
}

/// Returns the reason to send no more rows, if the result has one.
fn stop_after(result: &Result<Response<SocialResult>, Error>) -> Option<Stop> {
    let error = result.as_ref().err()?;
    let until = match error {
        Error::Capacity { resets_at, .. } => Some(*resets_at),
        Error::OverBudget { .. }
        | Error::PriceUnknown(_)
        | Error::Journal(_)
        | Error::Config(_)
        | Error::Unauthorized(_)
        | Error::NeedsTopUp(_)
        | Error::Paused(_)
        | Error::LocalResource(_) => None,
        _ => return None,
    };
    let exit = match error {
        Error::OverBudget { .. } => {
            let problem = "the budget is used up; rows are left";
            let help =
                "the same command continues with a higher `--max-usd`, `max_usd` of the job or `daily_budget_usd`";
            return Some(Stop { failure: Failure::new(Exit::OverBudget, format!("{problem}; help: {help}")), until });
        }
        Error::PriceUnknown(_) | Error::Journal(_) | Error::Config(_) => Exit::Refused,
        _ => Exit::NotCharged,
    };
    Some(Stop { failure: Failure::new(exit, message(error)), until })
}

/// Converts the result of a call.
fn ended(result: Result<Response<SocialResult>, Error>) -> Ended {
    let error = |status, error: String| Ended { status, data: None, error: Some(visible(&error).into_owned()) };
    let response = match result {
        Ok(response) => response,
        Err(Error::NoResult(_)) => return Ended { status: Status::Nothing, data: None, error: None },
        Err(Error::OverBudget { .. }) => return error(Status::NotSent, "the budget is used up".to_owned()),
        Err(refused @ (Error::PriceUnknown(_) | Error::Journal(_) | Error::Config(_))) => {
            return error(Status::NotSent, message(&refused));
        }
        Err(failed) if failed.charge() == Charge::No => return error(Status::Failed, message(&failed)),
        Err(failed) => return error(Status::Unknown, message(&failed)),
    };
    if response.data.is_null() {
        return error(Status::Unknown, "the response has no data".to_owned());
    }
    let text = payload(&response).map_err(|it| it.message).and_then(|it| json::to_text(&it, false));
    match text.and_then(|it| RawValue::from_string(it).map_err(|it| it.to_string())) {
        Ok(data) if response.cost == Some(Usd::ZERO) => {
            Ended { status: Status::Nothing, data: Some(data), error: None }
        }
        Ok(data) => Ended { status: Status::Done, data: Some(data), error: None },
        Err(problem) => error(Status::Unknown, problem),
    }
}
