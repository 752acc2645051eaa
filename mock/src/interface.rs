//! Routing: finds the operation of a request, and the handler of the operation.
//!
//! The kind of reply of an operation determines its handler. A new interface needs a new kind of reply in the model,
//! and a new match arm here.

use std::sync::Arc;

use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, Request, StatusCode};
use bytes::Bytes;
use gatewright::model;
use hyper::body::Incoming;

use crate::catalogs;
use crate::models;
use crate::response::{self, HttpResponse};
use crate::social;
use crate::state::State;
use crate::video;

/// Responds to one request to the gateway.
pub(crate) async fn answer(state: &Arc<State>, request: &Parts, body: Bytes, id: &str) -> HttpResponse {
    let (path, query) = (request.uri.path(), request.uri.query().unwrap_or_default());
    if path == state.service().catalog_path && request.method == Method::GET {
        return catalogs::social(state, &request.headers);
    }
    if path.starts_with("/files/") {
        return video::file(state, request, &body);
    }
    if !is_authorized(state, request) {
        let message = "the key is missing or not valid";
        return response::refuse(StatusCode::UNAUTHORIZED, None, message);
    }
    if let Some(answer) = video::answer(state, request, &body, id) {
        return answer;
    }
    let method = match request.method {
        Method::GET => model::Method::Get,
        Method::POST => model::Method::Post,
        _ => return response::refuse(StatusCode::METHOD_NOT_ALLOWED, None, "unsupported method"),
    };
    let with_model = || state.operation_with_model(method, path).map(|(it, name)| (it, Some(name)));
    let Some((operation, name)) = state.operation(method, path).map(|it| (it, None)).or_else(with_model) else {
        return response::refuse(StatusCode::NOT_FOUND, None, "there is no such endpoint");
    };
    if operation.reply == model::Reply::Social {
        return social::answer(state, operation, query, id);
    }
    match models::read(request, body).await {
        Ok(asked) => models::answer(state, operation, name, asked, id).unwrap_or_else(|refusal| refusal.answer()),
        Err(problem) => response::refuse(StatusCode::BAD_REQUEST, None, &problem),
    }
}

/// Opens a session if the request is for one.
pub(crate) fn session(state: &Arc<State>, request: &mut Request<Incoming>, id: &str) -> Option<HttpResponse> {
    let operation = state.operation(model::Method::Get, request.uri().path())?;
    if operation.reply != model::Reply::Session {
        return None;
    }
    let authorized = authorizes(state, request.headers());
    if !authorized {
        return Some(response::refuse(StatusCode::UNAUTHORIZED, None, "the key is missing or not valid"));
    }
    let query = request.uri().query().unwrap_or_default();
    let name = form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "model").map(|(_, value)| value);
    let name = name.unwrap_or_default().into_owned();
    match models::known(state, operation, &name) {
        Ok(model) => {
            let answer = models::realtime::open(request);
            if answer.status() == StatusCode::SWITCHING_PROTOCOLS {
                state.lock().charge_for(&model.record.name, None, (1, "sessions"), id, "");
            }
            Some(answer)
        }
        Err(refusal) => Some(refusal.answer()),
    }
}

pub(crate) fn is_authorized(state: &State, request: &Parts) -> bool {
    authorizes(state, &request.headers)
}

fn authorizes(state: &State, headers: &HeaderMap) -> bool {
    let in_own_header = headers.get("x-api-key").is_some_and(|it| it.as_bytes() == state.key.as_bytes());
    if state.accepts_x_api_key && in_own_header {
        return true;
    }
    let service = state.service();
    let given = headers.get(&service.key_header).and_then(|it| it.to_str().ok());
    if service.key_scheme.is_empty() {
        return given == Some(&state.key);
    }
    let given = given.and_then(|it| it.split_once(' '));
    given.is_some_and(|(scheme, key)| scheme.eq_ignore_ascii_case(&service.key_scheme) && key == state.key)
}
