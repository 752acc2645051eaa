//! Values for the tests of your own code: responses, errors, tool calls, and clients that need no network.
//!
//! Programs cannot write these types as literals, since later versions may add fields. The functions of this module create
//! them with plausible values; all fields are public and can be changed afterwards.
//!
//! ```
//! use gatewright_runtime::{Error, ErrorKind, Response, Result, Typed, Untyped, Usd, testing};
//! use serde_json::json;
//!
//! /// Code to test. With a generated client, the endpoint has a name: `Typed<p1::Search>`.
//! fn titles(found: Result<Response<Typed<Untyped>>>) -> Vec<String> {
//!     match found {
//!         Ok(page) => page.data["items"].as_array().into_iter().flatten().map(|it| it["title"].to_string()).collect(),
//!         Err(Error::NoResult(_)) => Vec::new(),
//!         Err(error) => vec![error.to_string()],
//!     }
//! }
//!
//! let mut page = testing::social(json!({ "items": [{ "title": "tea" }] }));
//! page.cost = Some(Usd::cents(2));
//! assert_eq!(titles(Ok(page)), ["\"tea\""]);
//! assert!(titles(Err(testing::error(ErrorKind::NoResult))).is_empty());
//! ```
//!
//! Pages, streams and tasks come from a client. [`Replies`] gives a client its responses; to check requests, prices and
//! faults as well, use the mock gateway.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use serde_json::Value;
#[cfg(feature = "chat")]
use serde_json::json;

use crate::http::error::AttemptStats;
use crate::{
    Cause, Charge, ChargeUnknown, Endpoint, Error, ErrorKind, Failure, HttpReply, HttpRequest, Reply, Response,
    SocialResult, Transport, TransportError, TransportFuture, Typed, Url,
};

/// Creates a response with status 200, one attempt and an unknown cost. `raw` and the headers are empty.
pub fn response<T>(body: T) -> Response<T> {
    Response {
        body,
        raw: bytes::Bytes::new(),
        status: 200,
        headers: reqwest::header::HeaderMap::new(),
        attempts: 1,
        elapsed: Duration::ZERO,
        cost: None,
        price_source: None,
        from_cache: false,
        operation: None,
        secret: std::sync::Arc::default(),
    }
}

/// Creates a response of any type from its JSON, as the client reads it; `None` if it is not an object.
///
/// ```
/// use gatewright_runtime::{image, testing};
///
/// let drawn = testing::reply::<image::Reply>(serde_json::json!({ "data": [{ "url": "https://files.example/tea.png" }] }));
/// assert_eq!(drawn.map(|it| it.data.len()), Some(1));
/// ```
pub fn reply<R: Reply>(json: Value) -> Option<Response<R>> {
    let raw = json.to_string().into();
    Some(Response { raw, ..response(R::read(json).ok()?) })
}

/// Creates a response with social data. Its endpoint is inferred from the context. It is not compared with the learned
/// shape of an operation; see [`social_of`].
pub fn social<E>(data: Value) -> Response<Typed<E>> {
    let mut body = SocialResult { data, ..SocialResult::default() };
    "social.result".clone_into(&mut body.object);
    response(body.into())
}

/// Creates a response of an endpoint with social data. [`Response::drift`] and [`Response::outcome`] compare the data with
/// the learned shape of the endpoint.
pub fn social_of<E: Endpoint>(data: Value) -> Response<Typed<E>> {
    Response { operation: Some(E::SPEC), ..social(data) }
}

/// Creates a reply of a chat model.
#[cfg(feature = "chat")]
pub fn chat_reply(text: &str) -> Response<crate::chat::Reply> {
    let message = json!({ "role": "assistant", "content": text });
    chat(&json!({ "choices": [{ "index": 0, "message": message, "finish_reason": "stop" }] }))
}

/// Creates a reply of a chat model that calls tools.
#[cfg(feature = "chat")]
pub fn chat_tool_calls(calls: &[crate::ToolCall]) -> Response<crate::chat::Reply> {
    let call = |it: &crate::ToolCall| json!({ "id": it.id, "type": "function", "function": { "name": it.name, "arguments": it.arguments } });
    let calls: Vec<_> = calls.iter().map(call).collect();
    let message = json!({ "role": "assistant", "content": null, "tool_calls": calls });
    chat(&json!({ "choices": [{ "index": 0, "message": message, "finish_reason": "tool_calls" }] }))
}

#[cfg(feature = "chat")]
fn chat(json: &Value) -> Response<crate::chat::Reply> {
    reply(json.clone()).unwrap_or_else(|| response(crate::chat::Reply::default()))
}

/// Creates a tool call of a model.
///
/// ```
/// let call = gatewright_runtime::testing::tool_call("weather", serde_json::json!({ "town": "Hangzhou" }));
/// assert_eq!(call.arguments, r#"{"town":"Hangzhou"}"#);
/// ```
#[cfg(feature = "chat")]
pub fn tool_call(name: &str, arguments: Value) -> crate::ToolCall {
    let arguments = if let Value::String(text) = arguments { text } else { arguments.to_string() };
    crate::ToolCall { id: "call-1".to_owned(), name: name.to_owned(), arguments }
}

/// Creates the details of a failed call that was not charged, with the status of its response if there was one.
///
/// ```
/// use gatewright_runtime::{Error, testing};
///
/// let timeout = Error::Timeout(Box::new(testing::failure(None)));
/// assert!(timeout.to_string().starts_with("the call timed out"));
/// ```
pub fn failure(status: impl Into<Option<u16>>) -> Failure {
    let stats = AttemptStats { attempts: 1, elapsed: Duration::ZERO };
    Failure { status: status.into(), ..Failure::without_response(stats, Charge::No, None) }
}

/// Creates an error of the gateway's error table, with its usual status. [`ErrorKind::ALL`] lists the kinds.
pub fn error(kind: ErrorKind) -> Error {
    let status = match kind {
        ErrorKind::BadParameter | ErrorKind::NotAvailableYet => 400,
        ErrorKind::Unauthorized => 401,
        ErrorKind::NeedsTopUp | ErrorKind::Refused => 403,
        ErrorKind::NoSuchEndpoint | ErrorKind::NoResult | ErrorKind::NoSuchTask => 404,
        ErrorKind::Capacity | ErrorKind::Busy => 429,
        ErrorKind::SourceFailed => 502,
        ErrorKind::Paused => 503,
    };
    Error::of(kind, Box::new(failure(status)))
}

/// Creates the details of a request whose response is lost, for [`Error::ChargeUnknown`].
pub fn charge_unknown(cause: Cause, url: Url) -> ChargeUnknown {
    ChargeUnknown {
        failure: Failure { charge: Charge::Unknown, ..failure(None) },
        cause,
        usage_log_name: None,
        sent_at: SystemTime::now(),
        request: HttpRequest::get(url),
        received: None,
    }
}

/// Creates the details of a failed video task, for [`Error::TaskFailed`].
#[cfg(feature = "video")]
pub fn task_failed(handle: crate::video::TaskHandle) -> crate::video::TaskFailed {
    crate::video::TaskFailed { handle, code: None, message: None }
}

/// Transport that returns given responses, one for each request, without a network. Clones share their responses.
///
/// ```
/// use gatewright_runtime::{Client, testing::Replies};
/// use serde_json::json;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> gatewright_runtime::Result<()> {
/// let replies = Replies::json([json!({ "data": { "cursor": 1 } }), json!({ "data": { "cursor": 2 } })]);
/// let client = Client::builder("https://gateway.example", "key").transport(replies.clone()).build()?;
/// for cursor in [1, 2] {
///     assert_eq!(client.social("p1", "search").with("keyword", "tea").send().await?.data["cursor"], cursor);
/// }
/// assert_eq!(replies.requests()[1].url.query(), Some("keyword=tea"));
/// # Ok(()) }
/// ```
#[derive(Clone, Debug, Default)]
pub struct Replies(Arc<Mutex<Exchanges>>);

#[derive(Debug, Default)]
struct Exchanges {
    next: VecDeque<HttpReply>,
    requests: Vec<HttpRequest>,
}

impl Replies {
    /// Creates a transport from responses, each with its status and headers.
    pub fn new(replies: impl IntoIterator<Item = HttpReply>) -> Self {
        let next = replies.into_iter().collect();
        Self(Arc::new(Mutex::new(Exchanges { next, requests: Vec::new() })))
    }

    /// Creates a transport from JSON responses with status 200.
    pub fn json(bodies: impl IntoIterator<Item = Value>) -> Self {
        Self::new(bodies.into_iter().map(|it| HttpReply::json(200, &it)))
    }

    /// Returns the requests so far, without the key.
    pub fn requests(&self) -> Vec<HttpRequest> {
        self.lock().requests.clone()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Exchanges> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Transport for Replies {
    fn send(&self, mut request: HttpRequest) -> TransportFuture {
        let sensitive: Vec<_> =
            request.headers.iter().filter(|(_, value)| value.is_sensitive()).map(|(name, _)| name.clone()).collect();
        for name in sensitive {
            request.headers.remove(name);
        }
        let mut exchanges = self.lock();
        exchanges.requests.push(request);
        let reply = exchanges.next.pop_front();
        Box::pin(async move { reply.ok_or_else(|| TransportError::not_sent("no responses are left")) })
    }
}
