//! What can go wrong, as one enum that a caller can match.

use reqwest::StatusCode;
use serde_json::Value;

/// The result of everything in this crate that can fail.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// How much of a body an error carries.
const BODY_START: usize = 2048;

/// Why a call did not return data.
///
/// ```no_run
/// use gatewright_runtime::Error;
///
/// # async fn demo(client: gatewright_runtime::Client) {
/// match client.social("p1", "trending").send().await {
///     Ok(reply) => println!("{}", reply.data),
///     Err(Error::NoResult(_)) => println!("nothing there"),
///     Err(Error::Capacity(failure)) => println!("later: {failure}"),
///     Err(other) => println!("{other}"),
/// }
/// # }
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The client cannot be made from these settings.
    #[error("client settings: {0}")]
    Config(String),
    /// The request cannot be made; nothing was sent.
    #[error("request: {0}")]
    Request(String),
    /// 400: a parameter is unknown, repeated, too long, of the wrong type or missing. Not charged.
    #[error("the gateway refused a parameter ({0}); correct the request, the call was not charged")]
    BadParameter(Failure),
    /// 403 `model_requires_topup`: the account has never been topped up. Not charged.
    #[error("social data is for paid accounts ({0}); top up the account once")]
    NeedsTopUp(Failure),
    /// 404 without a code: the platform and capability pair does not exist. Not charged.
    #[error("there is no such endpoint ({0}); compare the live catalog")]
    NoSuchEndpoint(Failure),
    /// 404 `social_data_no_result`: the platform found nothing for the parameters. Not charged.
    #[error("the platform found nothing for these parameters ({0})")]
    NoResult(Failure),
    /// 429: the day's capacity is used up until 00:00 UTC, or the platform is busy for a few seconds. Not charged.
    #[error("no capacity ({0}); try again in a few seconds, or after 00:00 UTC when the day's share is used up")]
    Capacity(Failure),
    /// 502: the data source did not answer, or answered without data. Not charged.
    #[error("the data source failed ({0}); try again later, the call was not charged")]
    SourceFailed(Failure),
    /// 503 `social_data_unavailable`: the endpoint is paused. Not charged.
    #[error("the endpoint is paused ({0}); the live catalog says when it is back")]
    Paused(Failure),
    /// Any other answer that is not a success.
    #[error("the gateway answered {0}")]
    Status(Failure),
    /// The reply could not be read as what it should be.
    #[error("the reply could not be decoded: {problem}")]
    Decode {
        /// What the decoder said.
        problem: serde_json::Error,
        /// The start of the body.
        body: String,
    },
    /// The connection failed.
    #[error("the connection failed: {0}")]
    Transport(#[source] reqwest::Error),
}

impl Error {
    /// The URL is taken out: its query may hold what should not be logged.
    pub(crate) fn transport(error: reqwest::Error) -> Self {
        Self::Transport(error.without_url())
    }

    /// What the gateway said, when it answered.
    pub fn failure(&self) -> Option<&Failure> {
        match self {
            Self::BadParameter(failure)
            | Self::NeedsTopUp(failure)
            | Self::NoSuchEndpoint(failure)
            | Self::NoResult(failure)
            | Self::Capacity(failure)
            | Self::SourceFailed(failure)
            | Self::Paused(failure)
            | Self::Status(failure) => Some(failure),
            Self::Config(_) | Self::Request(_) | Self::Decode { .. } | Self::Transport(_) => None,
        }
    }
}

/// An answer of the gateway that is not a success.
///
/// ```no_run
/// # async fn demo(client: gatewright_runtime::Client) {
/// if let Err(error) = client.social("p1", "trending").send().await {
///     if let Some(failure) = error.failure() {
///         eprintln!("HTTP {}: {:?}", failure.status, failure.code);
///     }
/// }
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Failure {
    /// The HTTP status.
    pub status: u16,
    /// The error code, when the body holds one.
    pub code: Option<String>,
    /// The message, when the body holds one.
    pub message: Option<String>,
    /// The start of the body as it came.
    pub body: String,
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "HTTP {}", self.status)?;
        if let Some(code) = &self.code {
            write!(f, " {code}")?;
        }
        if let Some(message) = &self.message {
            write!(f, ": {message}")?;
        }
        Ok(())
    }
}

/// Sorts an answer into the table of the service's errors. A code says more than a status, so it goes first.
pub(crate) fn from_reply(status: StatusCode, body: &[u8]) -> Error {
    let (code, message) = read_body(body);
    let failure = Failure { status: status.as_u16(), code, message, body: start_of(body) };
    match failure.code.as_deref() {
        Some("unknown_parameter" | "missing_parameter") => return Error::BadParameter(failure),
        Some("model_requires_topup") => return Error::NeedsTopUp(failure),
        Some("social_data_no_result") => return Error::NoResult(failure),
        Some("social_data_capacity_reached") => return Error::Capacity(failure),
        Some("social_data_unavailable") => return Error::Paused(failure),
        _ => {}
    }
    match failure.status {
        400 => Error::BadParameter(failure),
        404 => Error::NoSuchEndpoint(failure),
        429 => Error::Capacity(failure),
        502 => Error::SourceFailed(failure),
        503 => Error::Paused(failure),
        _ => Error::Status(failure),
    }
}

/// Code and message, wherever a gateway may put them: the shape of an error body is not published.
fn read_body(body: &[u8]) -> (Option<String>, Option<String>) {
    let Ok(value) = serde_json::from_slice::<Value>(body) else {
        return (None, None);
    };
    let text = |key: &str| {
        let found = value.get("error").and_then(|error| error.get(key)).or_else(|| value.get(key))?;
        match found {
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        }
    };
    (text("code"), text("message"))
}

pub(crate) fn start_of(body: &[u8]) -> String {
    String::from_utf8_lossy(&body[..body.len().min(BODY_START)]).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(status: u16, body: &str) -> Error {
        from_reply(StatusCode::from_u16(status).expect("a valid status"), body.as_bytes())
    }

    #[test]
    fn the_table_of_errors() {
        let nested = |code: &str| format!(r#"{{"error":{{"message":"m","code":"{code}"}}}}"#);
        assert!(matches!(sorted(400, &nested("unknown_parameter")), Error::BadParameter(_)));
        assert!(matches!(sorted(400, ""), Error::BadParameter(_)));
        assert!(matches!(sorted(403, &nested("model_requires_topup")), Error::NeedsTopUp(_)));
        assert!(matches!(sorted(403, ""), Error::Status(_)));
        assert!(matches!(sorted(404, "<html>"), Error::NoSuchEndpoint(_)));
        assert!(matches!(sorted(404, &nested("social_data_no_result")), Error::NoResult(_)));
        assert!(matches!(sorted(429, &nested("social_data_capacity_reached")), Error::Capacity(_)));
        assert!(matches!(sorted(502, ""), Error::SourceFailed(_)));
        assert!(matches!(sorted(503, &nested("social_data_unavailable")), Error::Paused(_)));
        assert!(matches!(sorted(418, "{}"), Error::Status(_)));
    }

    #[test]
    fn a_code_beats_its_status() {
        assert!(matches!(sorted(500, r#"{"code":"social_data_no_result"}"#), Error::NoResult(_)));
    }

    #[test]
    fn bodies_of_every_shape_are_read() {
        let read = |body: &str| read_body(body.as_bytes());
        assert_eq!(read(r#"{"error":{"message":"m","code":7}}"#), (Some("7".into()), Some("m".into())));
        assert_eq!(read(r#"{"error":{"message":"m","code":null}}"#), (None, Some("m".into())));
        assert_eq!(read(r#"{"code":"c","message":"m","data":null}"#), (Some("c".into()), Some("m".into())));
        for other in ["", "plain", "[]", "{\"error\":\"text\"}", "null"] {
            assert_eq!(read(other), (None, None), "{other}");
        }
    }
}
