//! Runs an operation: one call, or one for each page.

use clap::ArgMatches;
use gatewright_client::{Call, OperationSpec, Response, SERVICE, SocialResult, Usd};
use jaq_json::Val;
use serde::Serialize;

use crate::connection::Connection;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::interrupts::Interrupts;
use crate::operation;
use crate::output::{self, Kind, Output, json};
use crate::pages::Paging;
use crate::paid::{block_on, end};
use crate::settings::Settings;
use crate::spending::Spending;

/// Price of a run, as `--estimate` prints it.
#[derive(Serialize)]
struct Estimate<'a> {
    operation: &'a str,
    price_usd: Option<Usd>,
    unit: Option<&'a str>,
    /// Number of calls; `None`: unlimited.
    calls: Option<u32>,
    total_usd: Option<Usd>,
}

/// Runs an operation.
pub(crate) fn run(
    spec: &'static OperationSpec,
    matches: &ArgMatches,
    console: &mut Console<'_>,
) -> Result<Exit, Failure> {
    let (spending, settings) = (Spending::read(matches), Settings::read(matches)?);
    let mut paging = Paging::read(matches, spending.is_estimate)?;
    let price = spec.billing.price();
    let cost = paging.as_ref().map_or(price, |it| it.cost(price));
    if spending.is_estimate {
        let calls = paging.as_ref().map_or(Some(1), Paging::count);
        let unit = spec.billing.unit();
        let estimate = Estimate { operation: spec.id, price_usd: price, unit, calls, total_usd: cost };
        return output::print(json::from(&estimate)?, matches, console);
    }
    let kind = paging.as_ref().map_or(Kind::Document, |it| Kind::Items { can_continue: it.is_stored() });
    let mut output = Output::open(matches, kind, console)?;
    match paging.as_mut().filter(|it| it.is_stored()) {
        Some(paging) => paging.continue_output(&mut output, console)?,
        None => output.check_replaced(matches)?,
    }
    let client = Connection::read(matches, &settings)?.client(&settings, spending.max, output.path())?;
    let call = operation::call(spec, matches, &client)?;
    call.request()?;
    spending.confirm(cost, paging.is_none(), settings.confirm_above, console)?;
    let result = block_on(async |interrupts| match paging {
        Some(paging) => pages(call, paging, &mut output, interrupts, console).await,
        None => one(call, &mut output, interrupts, console).await,
    });
    // Items before a failure were paid for.
    let finished = output.finish(result.is_err(), console);
    end(result.and_then(|exit| finished.map(|()| exit)), &client, console)
}

/// Calls the operation once.
async fn one(
    call: Call,
    output: &mut Output,
    interrupts: &Interrupts,
    console: &mut Console<'_>,
) -> Result<Exit, Failure> {
    let response = interrupts.guard(call.send(), console).await??;
    let data = payload(&response)?;
    let is_empty = match &data {
        Val::Null => true,
        Val::Arr(items) => items.is_empty(),
        Val::Obj(members) => members.is_empty(),
        _ => false,
    };
    output.write(data, console)?;
    Ok(if is_empty { Exit::NothingFound } else { Exit::Success })
}

/// Returns the platform's own response as received.
pub(crate) fn payload(response: &Response<SocialResult>) -> Result<Val, Failure> {
    let body = json::parse(&response.raw)?;
    match SERVICE.payload {
        "" => Ok(body),
        name => Ok(json::member(&body, name).cloned().unwrap_or_default()),
    }
}

/// Calls the operation for each page, and writes the items as they arrive.
async fn pages(
    call: Call,
    mut paging: Paging,
    output: &mut Output,
    interrupts: &Interrupts,
    console: &mut Console<'_>,
) -> Result<Exit, Failure> {
    let mut items = paging.items(call.pages());
    let mut count = 0;
    loop {
        let mut written = 0;
        let result = paging.left().iter().try_for_each(|item| {
            output.write(json::from(item)?, console)?;
            written += 1;
            Ok::<_, Failure>(())
        });
        count += written;
        paging.written(written, output.size())?;
        result?;
        if !paging.is_complete() {
            interrupts.check(|| paging.resume_help())?;
        }
        interrupts.guard(paging.request(&mut items), console).await??;
        if paging.left().is_empty() {
            break;
        }
    }
    Ok(if count == 0 && !paging.is_resumed() { Exit::NothingFound } else { Exit::Success })
}
