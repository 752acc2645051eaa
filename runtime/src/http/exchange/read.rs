//! Reads the bodies of successful responses.

use std::sync::Arc;

use serde_json::Value;

use crate::http::bounded_json;
use crate::{Charge, Reply, Result, Service};

/// Reason why a successful response cannot be used.
pub(crate) enum Unreadable {
    /// The body is an error in spite of the status.
    Refused,
    /// The body does not have the expected format.
    Broken(Arc<dyn std::error::Error + Send + Sync>),
}

/// Reads the body of a successful response.
pub(crate) fn read<R: Reply>(body: &[u8], service: &Service) -> Result<R, Unreadable> {
    // Checking once that the whole body is UTF-8 is faster than checking each of its strings.
    let text = std::str::from_utf8(body).map_err(|problem| Unreadable::Broken(Arc::new(problem)))?;
    let value: Value = bounded_json::from_str(text).map_err(|problem| Unreadable::Broken(Arc::new(problem)))?;
    if R::is_refusal(&value, service) {
        return Err(Unreadable::Refused);
    }
    let broken = |problem| Unreadable::Broken(Arc::new(std::io::Error::other(problem)));
    let value = R::open(value, service);
    if value.as_object().is_some_and(serde_json::Map::is_empty) {
        return Err(broken("the response is empty"));
    }
    R::read(value).map_err(|_| broken("the response is not a JSON object"))
}

/// Returns true if a body is a response of a known charge.
pub(super) fn is_readable<R: Reply>(body: &[u8], service: &'static Service) -> bool {
    read::<R>(body, service).is_ok_and(|it| it.charge() != Charge::Unknown)
}
