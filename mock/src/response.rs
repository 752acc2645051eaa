//! Responses.

use std::borrow::Cow;

use axum::body::Body;
use axum::http::{Response, StatusCode, header};
use serde_json::{Value, json};

/// Response with its body.
pub(crate) type HttpResponse = Response<Body>;

pub(crate) fn json(status: StatusCode, body: &Value) -> HttpResponse {
    with_type(status, "application/json", body.to_string())
}

pub(crate) fn with_type(status: StatusCode, content_type: &str, body: impl Into<Body>) -> HttpResponse {
    let mut answer = Response::new(body.into());
    *answer.status_mut() = status;
    if let Ok(value) = content_type.parse() {
        answer.headers_mut().insert(header::CONTENT_TYPE, value);
    }
    answer
}

/// Creates an error response. The shape of the body is not published; this one is the most common among gateways.
pub(crate) fn refuse(status: StatusCode, code: Option<&str>, message: &str) -> HttpResponse {
    let kind = if status.is_server_error() { "server_error" } else { "invalid_request_error" };
    json(status, &json!({ "error": { "message": message, "type": kind, "param": null, "code": code } }))
}

/// Reason to refuse a request.
#[derive(Debug)]
pub(crate) struct Refusal {
    pub(crate) status: StatusCode,
    /// `None` if the documents name no code.
    pub(crate) code: Option<Cow<'static, str>>,
    pub(crate) message: String,
}

impl Refusal {
    /// Refuses an invalid request.
    pub(crate) fn bad(code: Option<&'static str>, message: impl Into<String>) -> Self {
        Self { status: StatusCode::BAD_REQUEST, code: code.map(Cow::Borrowed), message: message.into() }
    }

    /// Refuses a request that the service may serve and the mock cannot.
    pub(crate) fn of_mock(message: impl Into<String>) -> Self {
        Self { status: StatusCode::NOT_IMPLEMENTED, code: Some("mock_limit".into()), message: message.into() }
    }

    pub(crate) fn answer(&self) -> HttpResponse {
        refuse(self.status, self.code.as_deref(), &self.message)
    }
}

/// Closes the connection without sending more bytes.
#[derive(Debug)]
pub(crate) struct CloseConnection;

impl std::fmt::Display for CloseConnection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a fault closes the connection")
    }
}

impl std::error::Error for CloseConnection {}
