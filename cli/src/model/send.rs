//! One call of a model: estimate, confirmation, sending, and the result.

use std::path::Path;

use clap::ArgMatches;
use gatewright_client::{Call, Client, OperationSpec, ResponseKind, Usd, audio, image};
use serde::Serialize;

use super::files;
use crate::connection::Connection;
use crate::console::{Console, harmless};
use crate::exit::{Exit, Failure};
use crate::interrupts::Interrupts;
use crate::operation;
use crate::output::{self, json};
use crate::paid::{block_on, end};
use crate::runtime::runtime;
use crate::settings::Settings;
use crate::spending::Spending;

/// Price of a call, as `--estimate` prints it.
#[derive(Serialize)]
struct Estimate {
    operation: &'static str,
    price_usd: Option<Usd>,
    is_upper_bound: bool,
    /// Reason why the price is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    unknown: Option<String>,
}

/// Creates a call with `create`, and sends it with `send` unless only its price is wanted.
pub(super) fn run(
    matches: &ArgMatches,
    console: &mut Console<'_>,
    create: impl FnOnce(&Client) -> Result<(&'static OperationSpec, Call), Failure>,
    send: impl AsyncFnOnce(Call, &Paid<'_>, &mut Console<'_>) -> Result<Exit, Failure>,
) -> Result<Exit, Failure> {
    let (spending, settings) = (Spending::read(matches), Settings::read(matches)?);
    let client = if spending.is_estimate {
        // An estimate needs neither key nor gateway.
        Client::new("https://localhost", "no-key-for-estimates")?
    } else {
        Connection::read(matches, &settings)?.client(&settings, spending.max, files::path(matches)?)?
    };
    let (spec, call) = create(&client)?;
    let call = runtime()?.block_on(call.with_length_of_file())?;
    call.request()?;
    let cost = call.estimate();
    if spending.is_estimate {
        let (price_usd, is_upper_bound) = cost.as_ref().map_or((None, false), |it| (Some(it.usd), it.is_upper_bound));
        let unknown = cost.as_ref().err().map(ToString::to_string);
        let estimate = Estimate { operation: spec.id, price_usd, is_upper_bound, unknown };
        return output::print(json::from(&estimate)?, matches, console);
    }
    spending.confirm(cost.ok().map(|it| it.usd), true, settings.confirm_above, console)?;
    let result = block_on(async |interrupts| send(call, &Paid { matches, client: &client, interrupts }, console).await);
    end(result, &client, console)
}

/// Run that can be charged.
pub(super) struct Paid<'a> {
    pub(super) matches: &'a ArgMatches,
    pub(super) client: &'a Client,
    pub(super) interrupts: &'a Interrupts,
}

/// Runs a command that is one operation.
pub(super) fn run_operation(
    spec: &'static OperationSpec,
    matches: &ArgMatches,
    console: &mut Console<'_>,
) -> Result<Exit, Failure> {
    let create = |client: &Client| -> Result<_, Failure> { Ok((spec, operation::call(spec, matches, client)?)) };
    run(matches, console, create, async |call, paid, console| match (spec.response, files::path(matches)?) {
        (ResponseKind::Image, Some(path)) => images(call, path, paid, console).await,
        (ResponseKind::File, Some(path)) => {
            let saved = async { call.incoming().await?.save(path).await };
            paid.interrupts.guard(saved, console).await??;
            files::print(&[path.to_owned()], None, Some(paid.client.spent().charged), matches, console)
        }
        _ => transcript(call, paid, console).await,
    })
}

async fn images(
    call: Call,
    path: &Path,
    Paid { matches, client, interrupts }: &Paid<'_>,
    console: &mut Console<'_>,
) -> Result<Exit, Failure> {
    let response = interrupts.guard(call.send_as::<image::Reply>(), console).await??;
    let mut paths = Vec::new();
    for (index, image) in response.data.iter().enumerate() {
        let path = files::free(path, index, matches);
        if let Err(error) = image.save(client, &path).await {
            // The response was paid for.
            output::print(json::parse(&response.raw)?, matches, console)?;
            return Err(Failure::new(Exit::ChargedThenFailed, error.to_string()));
        }
        paths.push(path);
    }
    if paths.is_empty() {
        output::print(json::parse(&response.raw)?, matches, console)?;
        return Err(Failure::new(Exit::ChargedThenFailed, "the response has no images"));
    }
    files::print(&paths, None, response.cost, matches, console)
}

async fn transcript(
    call: Call,
    Paid { matches, interrupts, .. }: &Paid<'_>,
    console: &mut Console<'_>,
) -> Result<Exit, Failure> {
    let response = interrupts.guard(call.send_as::<audio::Transcript>(), console).await??;
    match &response.text {
        Some(text) if console.out_is_terminal && !output::is_chosen(matches) => {
            let written = writeln!(console.out, "{}", harmless(text));
            written.map_err(|it| Failure::refused(format!("cannot write the transcript: {it}")))?;
            Ok(Exit::Success)
        }
        _ => output::print(json::parse(&response.raw)?, matches, console),
    }
}
