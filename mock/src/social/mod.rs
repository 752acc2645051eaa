//! Social data: one GET for each platform and capability.

mod cursor;
mod data;
mod learned;
mod validate;

use axum::http::StatusCode;
use gatewright::model::{CallKind, ErrorKind, Operation, Status};
use gatewright::sample;

use crate::response::{self, HttpResponse};
use crate::state::State;

pub(crate) use learned::shapes;

/// Parameter value for which there is no result.
pub(crate) const NOTHING: &str = "find-nothing";

/// Responds to a call: with a refusal, checked in the order in which the service could refuse, or with data and a
/// charge.
pub(crate) fn answer(state: &State, operation: &Operation, query: &str, id: &str) -> HttpResponse {
    let refuse = |kind, message: &str| state.refusal(CallKind::Data, kind, message).answer();
    let mut mutable = state.lock();
    if !mutable.account.topped_up {
        return refuse(ErrorKind::NeedsTopUp, "top up the account once to use social data");
    }
    if operation.status == Some(Status::Paused) || mutable.paused.contains(&operation.route.path) {
        return refuse(ErrorKind::Paused, "the endpoint is paused");
    }
    let given = match validate::validate(operation, query) {
        Ok(given) => given,
        Err(refusal) => return refusal.answer(),
    };
    if !mutable.take_capacity() {
        return refuse(ErrorKind::Capacity, "the day's capacity is used up; it resets at 00:00 UTC");
    }
    let nothing = given.values().any(|it| it == NOTHING);
    let page = || match state.shape(operation) {
        Some(shape) => learned::page(operation, &given, shape),
        None => data::page(operation, &given),
    };
    let Some(data) = (!nothing).then(page).flatten() else {
        return refuse(ErrorKind::NoResult, "the platform found nothing for these parameters");
    };
    mutable.charge(operation, id, query);
    let data = data::moved(data, mutable.moved.get(&operation.route.path));
    drop(mutable);
    let platform = state.platform_of(operation);
    response::json(StatusCode::OK, &sample::body(state.service(), platform, operation, data))
}
