//! Control endpoints of the mock under `/_mock/`, for tests in other processes.

use std::sync::Arc;

use axum::extract::State as Shared;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::{get, post, put};
use axum::{Json, Router};
use bytes::Bytes;
use gatewright::model::Method;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::catalogs;
use crate::fault::Fault;
use crate::model_reply::ModelReply;
use crate::response::HttpResponse;
use crate::state::State;

pub(crate) const PREFIX: &str = "/_mock";

pub(crate) fn router(state: Arc<State>) -> Router {
    let paths = Router::new()
        .route("/ledger", get(ledger))
        .route("/journal", get(journal))
        .route("/faults", post(add_fault).delete(clear_faults))
        .route("/account", put(set_account))
        .route("/paused", put(set_paused))
        .route("/catalog/social", put(publish_social))
        .route("/catalog/models", get(models).put(publish_models))
        .route("/replies", put(set_replies))
        .route("/streams", put(set_streams))
        .route("/tasks", get(tasks).put(set_tasks))
        .route("/tasks/end", post(end_tasks))
        .route("/reset", post(reset));
    Router::new().nest(PREFIX, paths).with_state(state)
}

async fn ledger(Shared(state): Shared<Arc<State>>) -> Json<Value> {
    let ledger = state.ledger();
    let (total, by_name) = (ledger.total().to_string(), json!(ledger.by_name()));
    Json(json!({
        "summary": ledger.summary(), "total_usd": total, "by_name": by_name,
        "charges": ledger.charges, "refunds": ledger.refunds,
    }))
}

async fn journal(Shared(state): Shared<Arc<State>>) -> Json<Value> {
    Json(json!(state.lock().journal))
}

async fn add_fault(Shared(state): Shared<Arc<State>>, body: Bytes) -> Result<StatusCode, Rejection> {
    let fault: Fault = read(&body)?;
    if let Some(problem) = fault.problem() {
        return Err(refused(problem));
    }
    state.lock().add_fault(fault);
    Ok(StatusCode::NO_CONTENT)
}

async fn clear_faults(Shared(state): Shared<Arc<State>>) -> StatusCode {
    state.lock().clear_faults();
    StatusCode::NO_CONTENT
}

async fn set_account(Shared(state): Shared<Arc<State>>, body: Bytes) -> Result<StatusCode, Rejection> {
    state.lock().account = read(&body)?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize, Serialize)]
struct Paused {
    path: String,
    paused: bool,
}

async fn set_paused(Shared(state): Shared<Arc<State>>, body: Bytes) -> Result<StatusCode, Rejection> {
    let it: Paused = read(&body)?;
    if state.operation(Method::Get, &it.path).is_none() {
        return Err(refused(format!("unknown endpoint `{}`", it.path)));
    }
    let paused = &mut state.lock().paused;
    if it.paused {
        paused.insert(it.path);
    } else {
        paused.remove(&it.path);
    }
    Ok(StatusCode::NO_CONTENT)
}

async fn publish_social(Shared(state): Shared<Arc<State>>, body: Bytes) -> StatusCode {
    state.lock().published.social = Some(body);
    StatusCode::NO_CONTENT
}

async fn publish_models(Shared(state): Shared<Arc<State>>, body: Bytes) -> StatusCode {
    state.lock().published.models = Some(body);
    StatusCode::NO_CONTENT
}

async fn models(Shared(state): Shared<Arc<State>>, headers: HeaderMap) -> HttpResponse {
    catalogs::models(&state, &headers)
}

type Rejection = (StatusCode, Json<Value>);

fn refused(problem: impl std::fmt::Display) -> Rejection {
    (StatusCode::BAD_REQUEST, Json(json!({ "error": { "message": problem.to_string() } })))
}

/// Parses JSON with any content type. Refuses unknown keys, which are probably misspelt.
fn read<T: DeserializeOwned + Serialize>(body: &[u8]) -> Result<T, Rejection> {
    let given: Value = serde_json::from_slice(body).map_err(refused)?;
    let read: T = serde_json::from_value(given.clone()).map_err(refused)?;
    let known = json!(read);
    let unknown = given.as_object().into_iter().flatten().find(|(key, _)| known.get(key).is_none());
    match unknown {
        Some((key, _)) => Err(refused(format!("unknown key `{key}`"))),
        None => Ok(read),
    }
}

async fn tasks(Shared(state): Shared<Arc<State>>) -> Json<Value> {
    let mut mutable = state.lock();
    mutable.settle_tasks();
    Json(json!(mutable.tasks.seen()))
}

async fn set_tasks(Shared(state): Shared<Arc<State>>, body: Bytes) -> Result<StatusCode, Rejection> {
    state.lock().tasks.settings = read(&body)?;
    Ok(StatusCode::NO_CONTENT)
}

async fn set_replies(Shared(state): Shared<Arc<State>>, body: Bytes) -> Result<StatusCode, Rejection> {
    state.lock().replies = read::<Vec<ModelReply>>(&body)?.into();
    Ok(StatusCode::NO_CONTENT)
}

async fn set_streams(Shared(state): Shared<Arc<State>>, body: Bytes) -> Result<StatusCode, Rejection> {
    state.lock().streams = read(&body)?;
    Ok(StatusCode::NO_CONTENT)
}

async fn end_tasks(Shared(state): Shared<Arc<State>>) -> StatusCode {
    state.lock().tasks.end();
    StatusCode::NO_CONTENT
}

async fn reset(Shared(state): Shared<Arc<State>>) -> StatusCode {
    state.lock().reset();
    StatusCode::NO_CONTENT
}
