//! Published catalogs: those of the specs, or their replacements.

use std::hash::{DefaultHasher, Hasher as _};

use axum::http::{HeaderMap, StatusCode, header};
use bytes::Bytes;
use serde_json::Value;

use crate::response::{self, HttpResponse};
use crate::state::State;

/// Returns the social catalog: byte for byte, or with the endpoints that were paused since the start.
pub(crate) fn social(state: &State, headers: &HeaderMap) -> HttpResponse {
    let (published, paused) = {
        let mutable = state.lock();
        (mutable.published.social.clone(), mutable.paused.clone())
    };
    let bytes = published.unwrap_or_else(|| state.social.clone());
    if paused.is_empty() {
        return tagged(bytes, headers);
    }
    let Ok(mut catalog) = serde_json::from_slice::<Value>(&bytes) else { return tagged(bytes, headers) };
    for cell in catalog["cells"].as_array_mut().into_iter().flatten() {
        if cell["path"].as_str().is_some_and(|path| paused.contains(path)) {
            cell["status"] = "paused".into();
        }
    }
    tagged(catalog.to_string().into(), headers)
}

/// Returns the model catalog. The documents do not show its path, so it is under `/_mock/`.
pub(crate) fn models(state: &State, headers: &HeaderMap) -> HttpResponse {
    let published = state.lock().published.models.clone();
    tagged(published.unwrap_or_else(|| state.models.clone()), headers)
}

/// Adds an ETag, and responds with 304 if the client has the current version.
fn tagged(bytes: Bytes, headers: &HeaderMap) -> HttpResponse {
    let mut hasher = DefaultHasher::new();
    hasher.write(&bytes);
    let tag = format!("\"{:016x}\"", hasher.finish());
    let same = headers.get(header::IF_NONE_MATCH).is_some_and(|it| it.as_bytes() == tag.as_bytes());
    let mut answer = match same {
        true => response::with_type(StatusCode::NOT_MODIFIED, "application/json", Bytes::new()),
        false => response::with_type(StatusCode::OK, "application/json", bytes),
    };
    if let Ok(tag) = tag.parse() {
        answer.headers_mut().insert(header::ETAG, tag);
    }
    answer
}
