//! Purpose of a request, and the guard that knows if it was sent.

use reqwest::Url;

use super::read::is_readable;
use super::terms::Terms;
use super::wire::Expected;
use crate::http::observability::Progress;
use crate::http::outbound::{Outbound, Purpose};
use crate::http::transport::BodyCheck;
use crate::{CallKind, Charge, Client, Json, Result, SocialResult};

/// Guard of an exchange. If the call is dropped before its request was sent, it is not charged.
///
/// The guard must be dropped before the exchange, whose futures know if the request still waits.
pub(super) struct Unsent<'a> {
    pub(super) terms: &'a mut Terms,
    pub(super) progress: &'a mut Progress,
    pub(super) outbound: Outbound,
}

impl Drop for Unsent<'_> {
    fn drop(&mut self) {
        if self.outbound.is_unsent() {
            self.terms.set(Charge::No);
            self.progress.not_sent();
        }
    }
}

/// Returns the form of a successful response. If `open` is true, the caller streams the body.
pub(super) fn expected(terms: &Terms, open: bool) -> Expected {
    match open {
        _ if terms.is_session() => Expected::Upgrade,
        true => Expected::Stream,
        false => Expected::Whole,
    }
}

/// Returns the purpose of a request. A file must not be at an internal address.
pub(super) fn purpose(client: &Client, terms: &Terms, url: &Url, expected: Expected) -> Result<Purpose> {
    let Some(kind) = terms.call_kind() else {
        if !matches!(terms, Terms::File) {
            return Ok(Purpose::Catalog);
        }
        let policy = client.inner().file_policy.clone();
        policy.check(url)?;
        return Ok(Purpose::File { host: url.host_str().unwrap_or_default().into(), policy });
    };
    let is_readable = match (kind, expected) {
        (CallKind::Data, Expected::Whole) => is_readable::<SocialResult>,
        (CallKind::Model, Expected::Whole) if !terms.is_task_call() => is_readable::<Json>,
        _ => return Ok(Purpose::Call { kind, check: None }),
    };
    Ok(Purpose::Call { kind, check: Some(BodyCheck { service: client.service(), is_readable }) })
}
