//! `video`: submits a task, and returns its status or its result.

use std::sync::Arc;
use std::time::Duration;

use gatewright_client::ResponseKind;
use gatewright_client::video::{Task, TaskHandle, TaskPath, TaskState, WaitOutcome};
use rmcp::model::ProgressNotificationParam;
use rmcp::service::RequestContext;
use rmcp::{Peer, RoleServer};
use serde_json::{Map, Value, json};
use tokio::sync::mpsc;

use super::arguments::{Video, VideoAction};
use super::attempts::{Outcome, Settled};
use super::charged::Charged;
use super::failure::failure;
use super::reply::Reply;
use super::session::Session;
use super::{params, send};
use crate::exit::Failure;

/// Default and longest time to wait for a result, in seconds.
const WAIT: (u64, u64) = (60, 600);

/// Interval between two polls: the first one, and the longest one.
const INTERVALS: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(10));

/// Runs an action of the tool.
pub(super) async fn video(
    session: &Arc<Session>,
    given: Video,
    context: &RequestContext<RoleServer>,
) -> Result<Reply, Failure> {
    match given.action {
        VideoAction::Submit => submit(session, given).await,
        VideoAction::Status => {
            let task = task(session, given.task.as_deref())?;
            match task.poll().await.map_err(failure)? {
                TaskState::Running { status, progress } => Ok(running(&task, status, progress)),
                TaskState::Done(video) => Ok(done(&task, video.url())),
                _ => Ok(running(&task, None, None)),
            }
        }
        VideoAction::Result => {
            let seconds = given.wait_seconds.unwrap_or(WAIT.0).min(WAIT.1);
            result(&task(session, given.task.as_deref())?, Duration::from_secs(seconds), context).await
        }
    }
}

async fn submit(session: &Arc<Session>, given: Video) -> Result<Reply, Failure> {
    let missing = || Failure::refused("`submit` needs an `operation`; help: `find` lists them with the query `video`");
    let spec = params::operation(&session.client, &given.operation.ok_or_else(missing)?)?;
    if spec.response != ResponseKind::Task {
        let problem = format!("`{}` creates no video; help: use the tool `call`", spec.id);
        return Err(Failure::refused(problem));
    }
    let call = params::call(&session.client_for(given.max_usd), spec, &given.arguments)?;
    let price = call.estimate().ok().map(|it| it.usd);
    session.check_price(price, given.max_usd)?;
    let request = json!({ "operation": spec.id, "arguments": given.arguments });
    let submit = move || async move {
        let task = call.submit(TaskPath::default()).await?;
        let outcome = Outcome::Task(task.handle().to_string());
        Ok(Settled { charge: Charged::Yes, price_usd: task.cost(), request_id: None, outcome })
    };
    let sent = send::once(session, given.call_id, request, given.retry_unknown, submit).await?;
    let (charge, cost) = send::money(&sent.settled, sent.is_repeated);
    let mut fields = Map::from_iter([
        ("call_id".to_owned(), sent.id.into()),
        ("task".to_owned(), send::response(&sent.settled)?.into()),
        ("status".to_owned(), "submitted".into()),
        ("note".to_owned(), "wait for it with the action `result`; a failed task is refunded".into()),
    ]);
    if sent.is_repeated {
        fields.insert("repeated".to_owned(), true.into());
    }
    if sent.is_forgotten {
        fields
            .insert("note".to_owned(), "the task could not be written to the disk: do not repeat this call_id".into());
    }
    Ok(Reply { charge, price: cost.or(price), fields })
}

/// Returns the task of a handle.
fn task(session: &Session, handle: Option<&str>) -> Result<Task, Failure> {
    let missing = || Failure::refused("a `task` is required; help: use the one that `submit` has returned");
    let handle: TaskHandle = handle.ok_or_else(missing)?.parse().map_err(|it| Failure::refused(format!("{it}")))?;
    Ok(session.client.videos().resume(handle))
}

/// Waits for a task, and reports its progress if the client asks for it.
async fn result(task: &Task, time: Duration, context: &RequestContext<RoleServer>) -> Result<Reply, Failure> {
    let (sender, mut receiver) = mpsc::unbounded_channel();
    let wait = task.wait().deadline(time).poll_interval(INTERVALS.0, INTERVALS.1);
    let wait = wait.on_progress(move |percent| {
        // Without a receiver, the client has disconnected.
        let _ = sender.send(percent);
    });
    let waiting = async { wait.await };
    let mut waiting = std::pin::pin!(waiting);
    let mut last = None;
    let outcome = loop {
        tokio::select! {
            biased;
            Some(percent) = receiver.recv() => {
                let percent = percent.unwrap_or_default();
                // The protocol wants values that increase.
                if last.is_none_or(|it| it < percent) {
                    last = Some(percent);
                    notify(&context.peer, context, percent).await;
                }
            }
            outcome = &mut waiting => break outcome.map_err(failure)?,
        }
    };
    match outcome {
        WaitOutcome::Done(video) => Ok(done(task, video.url())),
        _ => Ok(running(task, None, last)),
    }
}

/// Sends a progress notification, if the request has a token for it.
async fn notify(peer: &Peer<RoleServer>, context: &RequestContext<RoleServer>, percent: u8) {
    let Some(token) = context.meta.get_progress_token() else { return };
    let progress = ProgressNotificationParam::new(token, percent.into()).with_total(100.0);
    // A client that has disconnected needs no progress.
    let _ = peer.notify_progress(progress.with_message("the video is being made")).await;
}

fn running(task: &Task, status: Option<String>, progress: Option<u8>) -> Reply {
    let note = "the task continues: use the action `result` again";
    let status = status.unwrap_or_else(|| "running".to_owned());
    reply(task, json!({ "status": status, "progress": progress, "is_done": false, "note": note }))
}

fn done(task: &Task, url: &str) -> Reply {
    let note = "the URL expires: tell the user to download the file";
    reply(task, json!({ "status": "done", "progress": 100, "is_done": true, "url": url, "note": note }))
}

/// Creates the result of a poll, which is free.
fn reply(task: &Task, mut fields: Value) -> Reply {
    fields["task"] = task.handle().to_string().into();
    Reply::free(task.cost(), fields)
}
