//! Errors of responses, from the service's error table.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use reqwest::header::{HeaderMap, HeaderName, RETRY_AFTER};

use super::{Charge, Error, Failure};
use crate::http::bounded_json;
use crate::secret::SEARCHED;
use crate::{CallKind, Client, ErrorKind};

/// Maximum length of the body in an error, in bytes.
const BODY_START: usize = 2048;

/// Number of attempts of a call so far, and the time since its start.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct AttemptStats {
    pub(crate) attempts: u32,
    pub(crate) elapsed: Duration,
}

/// Response of a server: status, headers, and the body or its start.
pub(crate) struct RawResponse<'a> {
    pub(crate) status: u16,
    pub(crate) headers: &'a HeaderMap,
    pub(crate) body: &'a [u8],
    /// False if only the start of the body arrived.
    pub(crate) is_complete: bool,
    /// Client of the call. Its service has the error table. Its key may be in the response, but must not be in errors.
    pub(crate) client: &'a Client,
}

impl RawResponse<'_> {
    /// Returns the error that the service's table lists for the response; `None` if the call may have been charged.
    pub(crate) fn error(&self, on: CallKind, stats: AttemptStats) -> Option<Error> {
        let mut failure = self.failure(stats, Charge::No);
        let service = self.client.service();
        let row = service.error(on, self.status, failure.code.as_deref())?;
        // The missing end of a body may contain the code that decides.
        if !self.is_complete && failure.code.is_none() && service.codes_decide(on, self.status) {
            return Some(Error::Refused(Box::new(failure)));
        }
        failure.retry = row.retry;
        Some(Error::of(row.kind, Box::new(failure)))
    }

    /// Returns the error of a request for a file or the catalog, which is free. The server may not be the gateway, so
    /// statuses have their HTTP meaning.
    pub(crate) fn download_error(&self, stats: AttemptStats) -> Error {
        let mut failure = Box::new(self.failure(stats, Charge::No));
        let kind = match self.status {
            429 => ErrorKind::Busy,
            500 | 502 | 503 | 504 => ErrorKind::SourceFailed,
            _ => ErrorKind::Refused,
        };
        failure.retry = (kind != ErrorKind::Refused).then_some((0, 0));
        Error::of(kind, failure)
    }

    pub(crate) fn failure(&self, stats: AttemptStats, charge: Charge) -> Failure {
        let body = bounded_json::from_slice(self.body).unwrap_or_default();
        let (code, message) = self.client.service().code_and_message(&body);
        let secret = self.client.secret();
        let clean = |text: String| secret.clean(&text);
        Failure {
            status: Some(self.status),
            code: code.map(clean),
            message: message.map(clean),
            request_id: request_id(self.headers).map(clean),
            retry_after: retry_after(self.headers, SystemTime::now()),
            charge,
            attempts: stats.attempts,
            elapsed: stats.elapsed,
            body: body_text(self.body, |it| secret.clean_body(it)),
            source: None,
            about: None,
            retry: None,
        }
    }
}

impl Error {
    pub(crate) fn of(kind: ErrorKind, failure: Box<Failure>) -> Self {
        match kind {
            ErrorKind::BadParameter => Self::BadParameter(failure),
            ErrorKind::Unauthorized => Self::Unauthorized(failure),
            ErrorKind::NeedsTopUp => Self::NeedsTopUp(failure),
            ErrorKind::Refused => Self::Refused(failure),
            ErrorKind::NoSuchEndpoint => Self::NoSuchEndpoint(failure),
            ErrorKind::NoResult => Self::NoResult(failure),
            ErrorKind::Capacity => Self::Capacity { failure, resets_at: next_midnight(SystemTime::now()) },
            ErrorKind::SourceFailed => Self::SourceFailed(failure),
            ErrorKind::Paused => Self::Paused(failure),
            ErrorKind::Busy => Self::Busy(failure),
            ErrorKind::NotAvailableYet => Self::NotAvailableYet(failure),
            #[cfg(feature = "video")]
            ErrorKind::NoSuchTask => Self::NoSuchTask(failure),
            #[cfg(not(feature = "video"))]
            ErrorKind::NoSuchTask => Self::Refused(failure),
        }
    }
}

impl Failure {
    /// Creates the details of a call that got no response.
    pub(crate) fn without_response(
        stats: AttemptStats,
        charge: Charge,
        source: Option<std::sync::Arc<dyn std::error::Error + Send + Sync>>,
    ) -> Self {
        let AttemptStats { attempts, elapsed } = stats;
        let (status, code, message, request_id, retry_after) = (None, None, None, None, None);
        let (body, about, retry) = (String::new(), None, None);
        Self { status, code, message, request_id, retry_after, charge, attempts, elapsed, body, source, about, retry }
    }
}

/// Returns the start of a body as cleaned text.
pub(super) fn body_text(body: &[u8], clean: impl FnOnce(&str) -> String) -> String {
    // The secret is removed before the body is cut: the cut could go through the secret.
    start_of(&clean(&String::from_utf8_lossy(searched(body))))
}

/// Returns the part of a body in which the key is searched. It is longer than the part that an error contains, so that
/// the end of that part does not hide a key.
fn searched(body: &[u8]) -> &[u8] {
    &body[..body.len().min(SEARCHED)]
}

fn start_of(body: &str) -> String {
    String::from_utf8_lossy(&body.as_bytes()[..body.len().min(BODY_START)]).into_owned()
}

/// Returns the request id, from the first header of those that gateways use for it.
pub(crate) fn request_id(headers: &HeaderMap) -> Option<String> {
    const NAMES: [HeaderName; 2] =
        [HeaderName::from_static("x-request-id"), HeaderName::from_static("x-oneapi-request-id")];
    let named = NAMES.iter().find_map(|name| headers.get(name))?;
    Some(String::from_utf8_lossy(named.as_bytes()).into_owned())
}

/// Returns the wait in the `Retry-After` header, which is a number of seconds or a date.
fn retry_after(headers: &HeaderMap, now: SystemTime) -> Option<Duration> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    match text.parse() {
        Ok(seconds) => Some(Duration::from_secs(seconds)),
        Err(_) => Some(httpdate::parse_http_date(text).ok()?.duration_since(now).unwrap_or_default()),
    }
}

fn next_midnight(now: SystemTime) -> SystemTime {
    const DAY: u64 = 24 * 60 * 60;
    let today = now.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs() / DAY;
    UNIX_EPOCH + Duration::from_secs((today + 1) * DAY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retry_after_is_in_seconds_or_a_date() {
        let read = |text: &str| {
            let headers = [(RETRY_AFTER, text.parse().expect("a value"))].into_iter().collect();
            retry_after(&headers, UNIX_EPOCH + Duration::from_secs(1_000_000_000))
        };
        assert_eq!(read(" 7 "), Some(Duration::from_secs(7)));
        assert_eq!(read("Sun, 09 Sep 2001 01:46:50 GMT"), Some(Duration::from_secs(10)));
        assert_eq!(read("Sat, 09 Sep 2000 01:46:50 GMT"), Some(Duration::ZERO));
        assert_eq!(read("soon"), None);
    }

    #[test]
    fn the_day_ends_at_midnight_utc() {
        let at = |seconds| UNIX_EPOCH + Duration::from_secs(seconds);
        assert_eq!(next_midnight(at(0)), at(86_400));
        assert_eq!(next_midnight(at(86_399)), at(86_400));
        assert_eq!(next_midnight(at(86_400)), at(172_800));
    }
}
