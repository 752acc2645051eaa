//! Files at signed URLs. The signature grants access; a request with a key is refused.

use std::time::{Duration, SystemTime};

use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};

use crate::models;
use crate::response::{self, HttpResponse};
use crate::signed::signature;
use crate::state::State;
use crate::tasks::TaskSettings;

/// ETag of video files.
const MARK: &str = "\"mock-file\"";

/// File that always exists, and whose URL needs no signature.
const PLAIN: &str = "a";

pub(crate) fn file(state: &State, request: &Parts, body: &[u8]) -> HttpResponse {
    let headers = &request.headers;
    if headers.contains_key(header::AUTHORIZATION)
        || headers.contains_key("x-api-key")
        || shows(&state.key, request, body)
    {
        return response::refuse(StatusCode::BAD_REQUEST, None, "the key must not be sent to file URLs");
    }
    let name = request.uri.path().trim_start_matches("/files/");
    if name == PLAIN {
        return response::with_type(StatusCode::OK, "application/octet-stream", "a file\n");
    }
    let mutable = state.lock();
    let number = |it: &str| it.strip_prefix("picture-")?.parse::<u64>().ok();
    let (has_file, is_video) = match name.rsplit_once('.') {
        Some((id, "mp4")) => (mutable.tasks.find(id).is_some_and(|it| it.has_file()), true),
        Some((image, "png")) => (number(image).is_some_and(|it| it < mutable.pictures), false),
        _ => (false, false),
    };
    if !has_file {
        return response::refuse(StatusCode::NOT_FOUND, None, "there is no such file");
    }
    if let Err(why) = check_signature(name, request.uri.query().unwrap_or_default()) {
        return response::refuse(StatusCode::FORBIDDEN, None, why);
    }
    match is_video {
        true => video(request, &mutable.tasks.settings),
        false => response::with_type(StatusCode::OK, "image/png", models::DOT),
    }
}

/// Returns true if a key is anywhere in a request.
fn shows(key: &str, request: &Parts, body: &[u8]) -> bool {
    let is_in = |text: &[u8]| !key.is_empty() && text.windows(key.len()).any(|it| it == key.as_bytes());
    let mut query = form_urlencoded::parse(request.uri.query().unwrap_or_default().as_bytes());
    request.headers.values().any(|it| is_in(it.as_bytes()))
        || query.any(|(name, value)| is_in(name.as_bytes()) || is_in(value.as_bytes()))
        || is_in(request.uri.path().as_bytes())
        || is_in(body)
}

/// Checks the expiry and the signature in the query of a URL.
fn check_signature(name: &str, query: &str) -> Result<(), &'static str> {
    let find = |wanted: &str| form_urlencoded::parse(query.as_bytes()).find(|it| it.0 == wanted).map(|it| it.1);
    let expires = find("Expires").and_then(|it| it.parse().ok()).ok_or("the URL has no valid `Expires`")?;
    if find("Signature").is_none_or(|it| it != signature(name, expires)) {
        return Err("the signature is missing or wrong");
    }
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    if Duration::from_secs(expires) < now { Err("the URL has expired") } else { Ok(()) }
}

/// Returns the bytes of a finished video. They depend on the position, so that wrongly joined parts are noticed.
pub(crate) fn bytes(size: usize) -> Vec<u8> {
    (0..size).map(|it| (it % 251) as u8).collect()
}

fn video(request: &Parts, settings: &TaskSettings) -> HttpResponse {
    let whole = bytes(settings.file_size);
    let text = |name: header::HeaderName| request.headers.get(name).and_then(|it| it.to_str().ok());
    let from = text(header::RANGE).and_then(|it| it.strip_prefix("bytes=")?.strip_suffix('-')?.parse::<usize>().ok());
    let is_same = text(header::IF_RANGE).is_none_or(|it| it == MARK);
    let from = from.filter(|it| settings.serves_parts && is_same && *it < whole.len());
    let mut answer = match from {
        Some(from) => {
            let mut answer = response::with_type(StatusCode::PARTIAL_CONTENT, "video/mp4", whole[from..].to_vec());
            let range = format!("bytes {from}-{}/{}", whole.len() - 1, whole.len());
            answer.headers_mut().extend(HeaderValue::from_str(&range).ok().map(|it| (header::CONTENT_RANGE, it)));
            answer
        }
        None => response::with_type(StatusCode::OK, "video/mp4", whole),
    };
    if settings.serves_parts {
        answer.headers_mut().insert(header::ETAG, HeaderValue::from_static(MARK));
        answer.headers_mut().insert(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    }
    answer
}
