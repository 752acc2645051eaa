//! Social data: one GET for each platform and capability.

mod data;
mod validate;

use axum::http::StatusCode;
use gatewright::model::{Operation, Status};
use serde_json::json;

use crate::answer::{self, Answer};
use crate::state::State;

/// A parameter with this value finds nothing.
pub(crate) const NOTHING: &str = "find-nothing";

/// Answers a call: refusals in the order in which the service could make them, then data and a charge.
pub(crate) fn answer(state: &State, operation: &Operation, query: &str, id: &str) -> Answer {
    let mut changing = state.lock();
    if !changing.account.topped_up {
        let message = "top up the account once to use social data";
        return answer::refuse(StatusCode::FORBIDDEN, Some("model_requires_topup"), message);
    }
    if operation.status == Some(Status::Paused) || changing.paused.contains(&operation.route.path) {
        let message = "the endpoint is paused";
        return answer::refuse(StatusCode::SERVICE_UNAVAILABLE, Some("social_data_unavailable"), message);
    }
    let given = match validate::validate(operation, query) {
        Ok(given) => given,
        Err(refusal) => return refusal.answer(),
    };
    if !changing.take_capacity() {
        let message = "the day's capacity is used up; it begins anew at 00:00 UTC";
        return answer::refuse(StatusCode::TOO_MANY_REQUESTS, Some("social_data_capacity_reached"), message);
    }
    let nothing = given.values().any(|it| it == NOTHING);
    let Some(data) = (!nothing).then(|| data::page(operation, &given)).flatten() else {
        let message = "the platform found nothing for these parameters";
        return answer::refuse(StatusCode::NOT_FOUND, Some("social_data_no_result"), message);
    };
    changing.charge(operation, id, query);
    drop(changing);
    let mut names = operation.route.path.trim_start_matches("/v1/social/").splitn(2, '/');
    let mut name = || names.next().unwrap_or_default();
    answer::json(
        StatusCode::OK,
        &json!({ "object": "social.result", "platform": name(), "capability": name(), "data": data }),
    )
}
