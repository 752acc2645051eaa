//! From a request to the operation it asks for, and from there to what answers it.
//!
//! An operation brings its handler with it: what it returns says which interface answers. A new interface is a
//! new kind of reply in the model, and a new arm here.

use std::sync::Arc;

use axum::http::request::Parts;
use axum::http::{Method, StatusCode, header};
use gatewright::model;

use crate::answer::{self, Answer};
use crate::social;
use crate::state::State;

/// Answers one request of the gateway's own surface.
pub(crate) fn answer(state: &Arc<State>, request: &Parts, id: &str) -> Answer {
    let (path, query) = (request.uri.path(), request.uri.query().unwrap_or_default());
    if path == "/api/social/catalog" && request.method == Method::GET {
        return social::catalog(state);
    }
    if path.starts_with("/files/") {
        // As behind a signed URL: the address is leave enough.
        return answer::with_type(StatusCode::OK, "application/octet-stream", "a file\n");
    }
    if !is_authorized(state, request) {
        let message = "the key is missing or not valid";
        return answer::refuse(StatusCode::UNAUTHORIZED, None, message);
    }
    let method = match request.method {
        Method::GET => model::Method::Get,
        _ => return answer::refuse(StatusCode::METHOD_NOT_ALLOWED, None, "this method is not served here"),
    };
    let Some(operation) = state.operation(method, path) else {
        return answer::refuse(StatusCode::NOT_FOUND, None, "there is no such endpoint");
    };
    match operation.reply {
        model::Reply::Social => social::answer(state, operation, query, id),
    }
}

pub(crate) fn is_authorized(state: &State, request: &Parts) -> bool {
    let given = request.headers.get(header::AUTHORIZATION).and_then(|it| it.to_str().ok());
    let given = given.and_then(|it| it.split_once(' '));
    given.is_some_and(|(scheme, key)| scheme.eq_ignore_ascii_case("bearer") && key == state.key)
}
