//! Origin of requests.

use axum::Json;
use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::response::IntoResponse as _;
use serde_json::json;

use crate::response::HttpResponse;
use crate::state::State;

/// Refuses requests that a web page may have sent: to another host, or from another origin.
///
/// Browsers send both headers, and pages cannot change them.
pub(crate) fn refuse_web_page(state: &State, headers: &HeaderMap) -> Option<HttpResponse> {
    let is_own = |name: HeaderName, prefix: &str| {
        let mut values = headers.get_all(name).iter().map(|it| it.to_str().unwrap_or_default());
        values.all(|it| it.strip_prefix(prefix).is_some_and(|it| state.hosts.iter().any(|host| host == it)))
    };
    let allowed = headers.contains_key(HOST) && is_own(HOST, "") && is_own(ORIGIN, "http://");
    let own = state.base_url().trim_start_matches("http://");
    let message = format!("only programs on this machine may use the mock; send `Host: {own}` and no `Origin`");
    (!allowed).then(|| (StatusCode::FORBIDDEN, Json(json!({ "error": message }))).into_response())
}
