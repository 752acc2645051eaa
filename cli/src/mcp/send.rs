//! Sends a call and remembers its result by its id.

use std::future::Future;
use std::sync::Arc;

use gatewright_client::{
    Call, ChatFormat, Error, Json, OperationSpec, Reply as ClientReply, Response, ResponseKind, SocialResult, Usd,
    chat, image, messages, responses,
};
use serde_json::Value;

use super::attempts::{Attempt, Claim, Outcome, Settled};
use super::charged::Charged;
use super::failure::failure;
use super::session::{CallGuard, Session};
use crate::exit::{Exit, Failure};
use crate::hidden::without_key;

/// Result of a call, with its id.
pub(super) struct Sent {
    pub(super) id: String,
    pub(super) settled: Settled,
    /// True if this is the result of an earlier attempt, so that nothing was sent.
    pub(super) is_repeated: bool,
    /// True if the result could not be written to the disk.
    pub(super) is_forgotten: bool,
    /// The call is under way until the agent has its result.
    _guard: Arc<CallGuard>,
}

/// Returns true if the response of an operation is JSON that an agent can read.
pub(super) fn is_supported(spec: &OperationSpec) -> bool {
    matches!(spec.response, ResponseKind::Data | ResponseKind::Chat(_) | ResponseKind::Json | ResponseKind::Image)
}

/// Sends a call of an operation whose response is JSON.
pub(super) async fn send(call: Call, spec: &'static OperationSpec) -> Result<Settled, Error> {
    match spec.response {
        ResponseKind::Data => received(call.send_as::<SocialResult>().await?),
        ResponseKind::Chat(ChatFormat::Messages) => received(call.send_as::<messages::Reply>().await?),
        ResponseKind::Chat(ChatFormat::Responses) => received(call.send_as::<responses::Reply>().await?),
        ResponseKind::Chat(_) => received(call.send_as::<chat::Reply>().await?),
        ResponseKind::Image => received(call.send_as::<image::Reply>().await?),
        _ => received(call.send_as::<Json>().await?),
    }
}

fn received<R: ClientReply>(response: Response<R>) -> Result<Settled, Error> {
    Ok(Settled {
        charge: response.body.charge().into(),
        price_usd: response.cost,
        request_id: response.request_id(),
        outcome: Outcome::Response(without_key(&String::from_utf8_lossy(&response.raw)).into_owned()),
    })
}

/// Runs a call once per id: it returns the result of an earlier attempt, or sends the call and remembers its result. A client that
/// cancels its request or disconnects does not cancel the call, whose result it gets by the same id.
pub(super) async fn once<F: Future<Output = Result<Settled, Error>> + Send + 'static>(
    session: &Arc<Session>,
    id: Option<String>,
    request: Value,
    retry_unknown: bool,
    send: impl FnOnce() -> F + Send + 'static,
) -> Result<Sent, Failure> {
    let id = id.map_or_else(super::attempts::create_id, Ok)?;
    let guard = Arc::new(session.begin_call().await);
    let (session, name) = (session.clone(), id.clone());
    let claimed = blocking(move || session.attempts.claim(&name, &request, retry_unknown)).await?;
    let attempt = match claimed {
        Claim::Charged(settled) => {
            return Ok(Sent { id, settled, is_repeated: true, is_forgotten: false, _guard: guard });
        }
        Claim::Send(attempt) => attempt,
    };
    let kept = guard.clone();
    let sending = tokio::spawn(async move {
        let settled = settle(attempt, send().await).await;
        drop(kept);
        settled
    });
    let (result, is_forgotten) = sending.await.map_err(|it| unknown(&it))?;
    match result {
        Ok(settled) => Ok(Sent { id, settled, is_repeated: false, is_forgotten, _guard: guard }),
        Err(failure) => Err(with_id(failure, &id)),
    }
}

/// Records the end of a call. Returns true if that was not possible: then its charge counts as unknown later.
async fn settle(attempt: Attempt, result: Result<Settled, Error>) -> (Result<Settled, Failure>, bool) {
    let (result, settled) = match result {
        Ok(settled) => (Ok(settled.clone()), settled),
        Err(error) => {
            let request_id = error.failure().and_then(|it| it.request_id.clone());
            let failure = failure(error);
            let outcome = Outcome::Failed(failure.message.clone());
            let settled = Settled { charge: failure.exit.into(), price_usd: None, request_id, outcome };
            (Err(failure), settled)
        }
    };
    let written = tokio::task::spawn_blocking(move || attempt.settle(settled)).await;
    (result, !matches!(written, Ok(Ok(()))))
}

/// Adds the id to an error, so that the agent can repeat the call.
fn with_id(failure: Failure, id: &str) -> Failure {
    match failure.exit {
        Exit::ChargeUnknown | Exit::ChargedThenFailed => {
            Failure { message: format!("call `{id}`: {}", failure.message), ..failure }
        }
        _ => failure,
    }
}

/// Runs code that waits for the disk.
async fn blocking<T: Send + 'static>(run: impl FnOnce() -> Result<T, Failure> + Send + 'static) -> Result<T, Failure> {
    let problem = |it| Failure::refused(format!("cannot wait for the disk: {it}"));
    tokio::task::spawn_blocking(run).await.map_err(problem)?
}

fn unknown(problem: &tokio::task::JoinError) -> Failure {
    Failure::new(Exit::ChargeUnknown, format!("the call was interrupted: {problem}"))
}

/// Returns the failure that an earlier attempt ended with, or its response.
pub(super) fn response(settled: &Settled) -> Result<&str, Failure> {
    match &settled.outcome {
        Outcome::Response(text) | Outcome::Task(text) => Ok(text),
        Outcome::Failed(message) => Err(Failure::new(Exit::ChargedThenFailed, message.clone())),
    }
}

/// Price of a call and its charge, for a result.
pub(super) fn money(settled: &Settled, is_repeated: bool) -> (Charged, Option<Usd>) {
    (if is_repeated { Charged::No } else { settled.charge }, settled.price_usd)
}
