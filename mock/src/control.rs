//! The mock's own surface, below `/_mock`: what a test outside this process reads and sets.

use std::sync::Arc;

use axum::extract::State as Shared;
use axum::http::StatusCode;
use axum::routing::{get, post, put};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::fault::Fault;
use crate::state::{Account, State};

pub(crate) const PREFIX: &str = "/_mock";

pub(crate) fn router(state: Arc<State>) -> Router {
    let paths = Router::new()
        .route("/ledger", get(ledger))
        .route("/journal", get(journal))
        .route("/faults", post(add_fault).delete(clear_faults))
        .route("/account", put(set_account))
        .route("/paused", put(set_paused))
        .route("/reset", post(reset));
    Router::new().nest(PREFIX, paths).with_state(state)
}

async fn ledger(Shared(state): Shared<Arc<State>>) -> Json<Value> {
    let ledger = state.lock().ledger.clone();
    let (total, by_name) = (ledger.total().to_string(), json!(ledger.by_name()));
    Json(json!({ "total_usd": total, "by_name": by_name, "charges": ledger.charges }))
}

async fn journal(Shared(state): Shared<Arc<State>>) -> Json<Value> {
    Json(json!(state.lock().journal))
}

async fn add_fault(Shared(state): Shared<Arc<State>>, Json(fault): Json<Fault>) -> StatusCode {
    state.lock().add_fault(fault);
    StatusCode::NO_CONTENT
}

async fn clear_faults(Shared(state): Shared<Arc<State>>) -> StatusCode {
    state.lock().clear_faults();
    StatusCode::NO_CONTENT
}

async fn set_account(Shared(state): Shared<Arc<State>>, Json(account): Json<Account>) -> StatusCode {
    state.lock().account = account;
    StatusCode::NO_CONTENT
}

#[derive(Deserialize)]
struct Paused {
    path: String,
    paused: bool,
}

async fn set_paused(Shared(state): Shared<Arc<State>>, Json(it): Json<Paused>) -> StatusCode {
    let paused = &mut state.lock().paused;
    if it.paused {
        paused.insert(it.path);
    } else {
        paused.remove(&it.path);
    }
    StatusCode::NO_CONTENT
}

async fn reset(Shared(state): Shared<Arc<State>>) -> StatusCode {
    state.lock().reset();
    StatusCode::NO_CONTENT
}
