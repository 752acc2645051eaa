//! An answer that is not data, sorted into the table of the service's errors.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use reqwest::header::{HeaderMap, HeaderName, RETRY_AFTER};
use serde_json::Value;

use super::{Charge, Error, Failure};
use crate::http::secret::Secret;
use crate::visible;

/// How much of a body an error carries.
const BODY_START: usize = 2048;

/// How often a call was sent so far, and how long that took.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) attempts: u32,
    pub(crate) elapsed: Duration,
}

/// What came back: a status, headers, and the body or the start of it.
pub(crate) struct Answer<'a> {
    pub(crate) status: u16,
    pub(crate) headers: &'a HeaderMap,
    pub(crate) body: &'a [u8],
    /// What a gateway, or what stands before it, may repeat, and an error must not.
    pub(crate) secret: &'a Secret,
}

impl Answer<'_> {
    /// The error that an answer is; `None` for one that the documents do not show to be free.
    ///
    /// A code says more than a status, so it goes first.
    pub(crate) fn error(&self, tally: Tally) -> Option<Error> {
        let failure = Box::new(self.failure(tally, Charge::No));
        let capacity = |failure| Error::Capacity { failure, resets_at: next_midnight(SystemTime::now()) };
        Some(match (failure.code.as_deref(), self.status) {
            (Some("unknown_parameter" | "missing_parameter"), _) => Error::BadParameter(failure),
            (Some("model_requires_topup"), _) => Error::NeedsTopUp(failure),
            (Some("social_data_no_result"), _) => Error::NoResult(failure),
            (Some("social_data_capacity_reached"), _) => capacity(failure),
            (Some("social_data_unavailable"), _) => Error::Paused(failure),
            (_, 400) => Error::BadParameter(failure),
            (_, 401) => Error::Unauthorized(failure),
            (_, 404) => Error::NoSuchEndpoint(failure),
            (_, 429) => capacity(failure),
            (_, 502) => Error::SourceFailed(failure),
            (_, 503) => Error::Paused(failure),
            (_, 403) => Error::Refused(failure),
            // Only a 200 with data is charged, but whatever sent another status may have lost one.
            _ => return None,
        })
    }

    /// The same for a model. Assumption: what is refused before a model has begun is not charged, since the documents publish
    /// no statuses there; everything else is unknown.
    pub(crate) fn error_of_model(&self, tally: Tally) -> Option<Error> {
        let failure = Box::new(self.failure(tally, Charge::No));
        Some(match (failure.code.as_deref(), self.status) {
            (Some("previous_response_not_found"), _) => Error::NotAvailableYet(failure),
            (Some("model_requires_topup"), _) => Error::NeedsTopUp(failure),
            (_, 400) => Error::BadParameter(failure),
            (_, 401) => Error::Unauthorized(failure),
            (_, 403) => Error::Refused(failure),
            (_, 404) => Error::NoSuchEndpoint(failure),
            (_, 429) => Error::Busy(failure),
            _ => return None,
        })
    }

    /// The same for what needs no key and costs nothing: of the service's table only what is worth another try. Whoever
    /// serves files says with one of several statuses that this may pass.
    pub(crate) fn error_of_file(&self, tally: Tally) -> Option<Error> {
        let failure = Box::new(self.failure(tally, Charge::No));
        Some(match self.status {
            429 => Error::Busy(failure),
            500 | 502 | 503 | 504 => Error::SourceFailed(failure),
            _ => Error::Refused(failure),
        })
    }

    /// The same for a question about a task, which costs nothing either.
    #[cfg(feature = "video")]
    pub(crate) fn error_of_task(&self, tally: Tally) -> Option<Error> {
        let failure = Box::new(self.failure(tally, Charge::No));
        Some(match (failure.code.as_deref(), self.status) {
            // Relatives of the service say so with 400.
            (Some("task_not_exist"), _) | (_, 404) => Error::NoSuchTask(failure),
            (_, 401) => Error::Unauthorized(failure),
            (_, 429) => Error::Busy(failure),
            (_, 502) => Error::SourceFailed(failure),
            _ => Error::Refused(failure),
        })
    }

    pub(crate) fn failure(&self, tally: Tally, charge: Charge) -> Failure {
        let (code, message) = read_body(self.body);
        let clean = |text: String| self.secret.clean(&text);
        Failure {
            status: Some(self.status),
            code: code.map(clean),
            message: message.map(clean),
            request_id: request_id(self.headers).map(clean),
            retry_after: retry_after(self.headers, SystemTime::now()),
            charge,
            attempts: tally.attempts,
            elapsed: tally.elapsed,
            // Before it is cut, which could cut the secret too.
            body: start_of(self.secret.clean_body(&String::from_utf8_lossy(self.body)).as_bytes()),
            source: None,
            about: None,
        }
    }
}

impl Failure {
    /// A failure without a reply.
    pub(crate) fn without_reply(
        tally: Tally,
        charge: Charge,
        source: Option<std::sync::Arc<dyn std::error::Error + Send + Sync>>,
    ) -> Self {
        let Tally { attempts, elapsed } = tally;
        let (status, code, message, request_id, retry_after) = (None, None, None, None, None);
        let (body, about) = (String::new(), None);
        Self { status, code, message, request_id, retry_after, charge, attempts, elapsed, body, source, about }
    }
}

/// The error of a reply that came, so that it was charged, and could not be read as what a caller wants of it.
pub(crate) fn undecodable(problem: serde_json::Error, text: &str) -> Error {
    let mut failure = Failure::without_reply(Tally::default(), Charge::Yes, Some(std::sync::Arc::new(problem)));
    failure.body = start_of(visible(text).as_bytes());
    Error::Decode(Box::new(failure))
}

/// Code and message, wherever a gateway may put them: the shape of an error body is not published.
fn read_body(body: &[u8]) -> (Option<String>, Option<String>) {
    let Ok(value) = serde_json::from_slice::<Value>(body) else { return (None, None) };
    let text = |key: &str| {
        let found = value.get("error").and_then(|error| error.get(key)).or_else(|| value.get(key))?;
        match found {
            Value::String(text) if !text.is_empty() => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        }
    };
    (text("code"), text("message"))
}

fn start_of(body: &[u8]) -> String {
    String::from_utf8_lossy(&body[..body.len().min(BODY_START)]).into_owned()
}

/// Gateways of this kind use one of these names.
pub(crate) fn request_id(headers: &HeaderMap) -> Option<String> {
    const NAMES: [HeaderName; 2] =
        [HeaderName::from_static("x-request-id"), HeaderName::from_static("x-oneapi-request-id")];
    let named = NAMES.iter().find_map(|name| headers.get(name))?;
    Some(String::from_utf8_lossy(named.as_bytes()).into_owned())
}

/// In seconds, or as a date.
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

    fn sorted(status: u16, body: &str) -> Option<Error> {
        Answer { status, headers: &HeaderMap::new(), body: body.as_bytes(), secret: &Secret::new("canary") }
            .error(Tally::default())
    }

    #[test]
    fn the_table_of_errors() {
        let nested = |code: &str| format!(r#"{{"error":{{"message":"m","code":"{code}"}}}}"#);
        assert!(matches!(sorted(400, &nested("unknown_parameter")), Some(Error::BadParameter(_))));
        assert!(matches!(sorted(400, ""), Some(Error::BadParameter(_))));
        assert!(matches!(sorted(401, ""), Some(Error::Unauthorized(_))));
        assert!(matches!(sorted(403, &nested("model_requires_topup")), Some(Error::NeedsTopUp(_))));
        assert!(matches!(sorted(403, ""), Some(Error::Refused(_))));
        assert!(matches!(sorted(404, "<html>"), Some(Error::NoSuchEndpoint(_))));
        assert!(matches!(sorted(404, &nested("social_data_no_result")), Some(Error::NoResult(_))));
        assert!(matches!(sorted(429, &nested("social_data_capacity_reached")), Some(Error::Capacity { .. })));
        assert!(matches!(sorted(502, ""), Some(Error::SourceFailed(_))));
        assert!(matches!(sorted(503, &nested("social_data_unavailable")), Some(Error::Paused(_))));
        for unknown in [204, 302, 408, 418, 500, 504, 599] {
            assert!(sorted(unknown, "").is_none(), "{unknown} is not known to be free");
        }
    }

    #[test]
    fn a_code_beats_its_status() {
        assert!(matches!(sorted(500, r#"{"code":"social_data_no_result"}"#), Some(Error::NoResult(_))));
        assert!(matches!(sorted(429, r#"{"code":"model_requires_topup"}"#), Some(Error::NeedsTopUp(_))));
    }

    #[test]
    fn bodies_of_every_shape_are_read() {
        let read = |body: &str| read_body(body.as_bytes());
        assert_eq!(read(r#"{"error":{"message":"m","code":7}}"#), (Some("7".into()), Some("m".into())));
        assert_eq!(read(r#"{"error":{"message":"m","code":null}}"#), (None, Some("m".into())));
        assert_eq!(read(r#"{"code":"c","message":"m","data":null}"#), (Some("c".into()), Some("m".into())));
        assert_eq!(read(r#"{"type":"error","error":{"type":"t","message":"m"}}"#), (None, Some("m".into())));
        for other in ["", "plain", "[]", "{\"error\":\"text\"}", "null"] {
            assert_eq!(read(other), (None, None), "{other}");
        }
    }

    #[test]
    fn retry_after_comes_in_seconds_or_as_a_date() {
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
