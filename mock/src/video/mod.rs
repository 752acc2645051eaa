//! Video tasks: submission, progress, results, and refunds of failed tasks.

mod check;
mod files;
mod parts;
mod rules;

use axum::http::request::Parts;
use axum::http::{Method, StatusCode};
use gatewright::model::{CatalogModel, Interface, TaskShape};
use gatewright_runtime::{Cost, Decimal, Usage, json_path};
use serde_json::{Map, Value};

use crate::models;
use crate::response::{self, HttpResponse, Refusal};
use crate::state::State;
use crate::tasks::TaskResult;

pub(crate) use files::{bytes, file};

/// Responds to a request if its path is one of the task paths.
pub(crate) fn answer(state: &State, request: &Parts, body: &[u8], id: &str) -> Option<HttpResponse> {
    let path = request.uri.path();
    let interface = state.interfaces().iter().find(|it| it.has_tasks())?;
    for shape in &interface.tasks.shapes {
        let Some(rest) = path.strip_prefix(shape.path.as_str()) else { continue };
        match (&request.method, rest.strip_prefix('/')) {
            (&Method::POST, None) if rest.is_empty() => {
                let submitted = only_json(request).and_then(|()| submit(state, interface, shape, body, id));
                return Some(submitted.unwrap_or_else(|it| it.answer()));
            }
            (&Method::GET, Some(task)) if !task.contains('/') => return Some(ask(state, shape, task)),
            _ => {}
        }
    }
    None
}

/// Refuses forms, which some clients send: video requests are JSON.
fn only_json(request: &Parts) -> Result<(), Refusal> {
    let kind = request.headers.get("content-type").and_then(|it| it.to_str().ok()).unwrap_or_default();
    if kind.to_ascii_lowercase().starts_with("multipart/") {
        return Err(Refusal::bad(None, "a video request must be JSON (`Content-Type: application/json`), not a form"));
    }
    Ok(())
}

fn submit(
    state: &State,
    interface: &Interface,
    shape: &TaskShape,
    body: &[u8],
    id: &str,
) -> Result<HttpResponse, Refusal> {
    let body: Value =
        serde_json::from_slice(body).map_err(|it| Refusal::bad(None, format!("the body is not JSON: {it}")))?;
    let name = body["model"].as_str().unwrap_or_default().to_owned();
    let operation = interface.operations.first().ok_or_else(|| Refusal::bad(None, "this path has no operations"))?;
    let model = models::known(state, operation, &name)?;
    let settings = state.lock().tasks.settings.clone();
    let taken = rules::check_request(interface, model, body, &settings)?;
    let (price, seconds) = cost(state, model, &taken);
    let mut mutable = state.lock();
    let unit = if seconds.is_some() { "seconds" } else { "calls" };
    mutable.charge_for(&name, price, (seconds.unwrap_or(1), unit), id, "");
    let task = mutable.tasks.begin(&name, &shape.path, taken.body, taken.result, id);
    // The response to a submission has the same shape on all paths.
    let taken = interface.tasks.shapes.first().unwrap_or(shape);
    Ok(response::json(StatusCode::OK, &task.taken(taken)))
}

fn ask(state: &State, shape: &TaskShape, task: &str) -> HttpResponse {
    let mut mutable = state.lock();
    mutable.settle_tasks();
    // A task can only be polled on the path that it was submitted to.
    match mutable.tasks.find(task).filter(|it| it.path == shape.path) {
        Some(task) => response::json(StatusCode::OK, &task.answer(shape, state.base_url())),
        None => response::json(
            StatusCode::BAD_REQUEST,
            &serde_json::json!({ "code": "task_not_exist", "message": "there is no such task", "data": null }),
        ),
    }
}

/// Accepted request.
pub(crate) struct AcceptedRequest {
    /// Request as the gateway runs it: without dropped fields, and with replaced values.
    pub(crate) body: Value,
    /// Result of the task.
    pub(crate) result: TaskResult,
    /// Billed seconds, if the documents show them.
    pub(crate) seconds: Option<u64>,
    /// Factor of the price, if the documents show it.
    pub(crate) factor: Option<Decimal>,
}

/// Returns the cost, if it is known, and the billed seconds. A model with a price per call has no seconds.
fn cost(state: &State, model: &CatalogModel, taken: &AcceptedRequest) -> (Option<Cost>, Option<u64>) {
    let is_whole = model.record.billing_unit == Some(gatewright_runtime::BillingUnit::PerCall);
    let seconds = taken.seconds.filter(|_| !is_whole);
    let usage = match seconds {
        Some(seconds) => Usage::video(Decimal::from(i64::try_from(seconds).unwrap_or(i64::MAX))),
        None if is_whole => Usage::images(1),
        None => return (None, None),
    };
    let under = models::price_context(taken.body.clone());
    let cost = model.record.cost_with_context(&usage, state.units(), &under).ok();
    (cost.zip(taken.factor).map(|(cost, factor)| cost * factor), seconds)
}

/// Returns the first value at a path that is not null.
fn value<'a>(body: &'a Value, place: &str) -> Option<&'a Value> {
    json_path::find(body, place).into_iter().find(|it| !it.is_null())
}

/// Removes the field at a path.
fn remove(body: &mut Value, place: &str) {
    let (outer, last) = place.rsplit_once('.').map_or(("", place), |(outer, last)| (outer, last));
    let outer = outer.split('.').filter(|it| !it.is_empty()).try_fold(body, |it, name| it.get_mut(name));
    if let Some(fields) = outer.and_then(Value::as_object_mut) {
        fields.remove(last);
    }
}

fn put(body: &mut Value, place: &str, value: Value) {
    if let Value::Object(fields) = body {
        json_path::put(fields, place, value);
    } else {
        let mut fields = Map::new();
        json_path::put(&mut fields, place, value);
        *body = fields.into();
    }
}
