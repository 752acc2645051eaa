//! Files behind signed addresses: the address is leave enough, and a key has no business there.

use std::time::{Duration, SystemTime};

use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};

use super::TaskSettings;
use crate::answer::{self, Answer};
use crate::models;

/// What tells one file from another.
const MARK: &str = "\"mock-file\"";

pub(crate) fn file(request: &Parts, settings: &TaskSettings) -> Answer {
    let headers = &request.headers;
    if headers.contains_key(header::AUTHORIZATION) || headers.contains_key("x-api-key") {
        return answer::refuse(StatusCode::BAD_REQUEST, None, "a key was sent to a file, where it must not go");
    }
    if has_expired(request.uri.query().unwrap_or_default()) {
        return answer::refuse(StatusCode::FORBIDDEN, None, "the address has run out");
    }
    let path = request.uri.path();
    match path.rsplit('.').next() {
        Some("png") => answer::with_type(StatusCode::OK, "image/png", models::DOT),
        Some("mp4") => video(request, settings),
        _ => answer::with_type(StatusCode::OK, "application/octet-stream", "a file\n"),
    }
}

fn has_expired(query: &str) -> bool {
    let expires = form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "Expires");
    let expires = expires.and_then(|(_, value)| value.parse().ok()).map(Duration::from_secs);
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    expires.is_some_and(|it| it < now)
}

/// The bytes of a finished video: each tells its place, so that a file put together wrongly shows.
pub(crate) fn bytes(size: usize) -> Vec<u8> {
    (0..size).map(|it| (it % 251) as u8).collect()
}

fn video(request: &Parts, settings: &TaskSettings) -> Answer {
    let whole = bytes(settings.file_size);
    let text = |name: header::HeaderName| request.headers.get(name).and_then(|it| it.to_str().ok());
    let from = text(header::RANGE).and_then(|it| it.strip_prefix("bytes=")?.strip_suffix('-')?.parse::<usize>().ok());
    let is_same = text(header::IF_RANGE).is_none_or(|it| it == MARK);
    let from = from.filter(|it| settings.serves_parts && is_same && *it < whole.len());
    let mut answer = match from {
        Some(from) => {
            let mut answer = answer::with_type(StatusCode::PARTIAL_CONTENT, "video/mp4", whole[from..].to_vec());
            let range = format!("bytes {from}-{}/{}", whole.len() - 1, whole.len());
            answer.headers_mut().extend(HeaderValue::from_str(&range).ok().map(|it| (header::CONTENT_RANGE, it)));
            answer
        }
        None => answer::with_type(StatusCode::OK, "video/mp4", whole),
    };
    if settings.serves_parts {
        answer.headers_mut().insert(header::ETAG, HeaderValue::from_static(MARK));
        answer.headers_mut().insert(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    }
    answer
}
