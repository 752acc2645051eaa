//! Headers that the caller adds to requests.

use std::fmt;

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};

use crate::visible;

/// Headers of a client or of a single call: [`Settings::headers`](crate::Settings::headers).
///
/// The client sends them only with requests that carry the key, never to the host of a file. The header of the key, and
/// headers that describe the connection or the body, cannot be set. `Debug` prints names without values.
///
/// ```
/// let client = gatewright_runtime::Client::builder("https://gateway.example", "key")
///     .header("x-team", "tea")
///     .build()?;
/// let traced = client.social("p1", "search").header("x-trace-id", "4bf92f35");
/// assert_eq!(traced.request()?.headers["x-trace-id"], "4bf92f35");
/// # Ok::<(), gatewright_runtime::Error>(())
/// ```
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Headers {
    map: HeaderMap,
    /// First invalid header. The client reports it before it sends anything.
    problem: Option<String>,
}

/// Headers that only the client sets. Names that begin with `sec-websocket-` belong to them, too.
const OWN: [(&str, &[&str]); 3] = [
    (
        "it describes the connection",
        &[
            "connection",
            "http2-settings",
            "keep-alive",
            "proxy-authenticate",
            "proxy-authorization",
            "proxy-connection",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade",
        ],
    ),
    (
        "the client sets it from the request",
        &["content-encoding", "content-length", "content-type", "expect", "host", "range"],
    ),
    ("the client decides how responses are compressed", &["accept-encoding"]),
];

impl Headers {
    /// Sets a header and replaces an earlier value. The client reports an invalid name or value when it is built, or when
    /// the call is sent.
    pub fn set(&mut self, name: &str, value: &str) {
        if let Err(problem) = self.insert(name, value) {
            self.problem.get_or_insert(problem);
        }
    }

    fn insert(&mut self, name: &str, value: &str) -> Result<(), String> {
        let refused = |why: &str| format!("cannot set the header `{}`: {why}", visible(name));
        let parsed = HeaderName::from_bytes(name.as_bytes()).map_err(|_| refused("its name is not valid"))?;
        if let Some((why, _)) = OWN.iter().find(|(_, names)| names.contains(&parsed.as_str())) {
            return Err(refused(why));
        }
        if parsed.as_str().starts_with("sec-websocket-") {
            return Err(refused("it describes the connection"));
        }
        // The message omits the value, which may be a secret.
        let parsed_value = Some(value).filter(|it| it.is_ascii()).and_then(|it| HeaderValue::from_str(it).ok());
        let mut value =
            parsed_value.ok_or_else(|| refused("its value must be visible ASCII characters, spaces and tabs"))?;
        value.set_sensitive(true);
        self.map.insert(parsed, value);
        Ok(())
    }

    /// Removes a header that was set for the client.
    pub fn remove(&mut self, name: &str) {
        self.map.remove(name);
    }

    /// Returns the names of the headers.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.map.keys().map(HeaderName::as_str)
    }

    /// Returns the reason why the headers cannot be sent, if there is one.
    pub(crate) fn problem(&self, key_header: &HeaderName) -> Option<String> {
        let is_key = self.map.contains_key(key_header);
        let key = is_key.then(|| format!("cannot set the header `{key_header}`: the client sends the key in it"));
        self.problem.clone().or(key)
    }

    /// Adds the headers to those of a request.
    pub(crate) fn add_to(&self, headers: &mut HeaderMap) {
        for (name, value) in &self.map {
            headers.insert(name.clone(), value.clone());
        }
    }
}

impl fmt::Debug for Headers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.names()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Client, Error};

    const CANARY: &str = "canary-9c1e";

    #[test]
    fn headers_that_only_the_client_sets_are_refused() {
        let client = Client::new("https://gateway.example", "key").expect("valid");
        let own = OWN.iter().flat_map(|(_, names)| *names);
        for name in own.chain(&["authorization", "Content-Length", "Sec-WebSocket-Key", "", "a b", "a:b", "é"]) {
            let built = Client::builder("https://gateway.example", "key").header(name, CANARY).build();
            let Err(Error::Config(built)) = built else { panic!("{name}") };
            let called = client.social("p1", "search").header(name, CANARY).request();
            let Err(Error::Request(called)) = called else { panic!("{name}") };
            assert_eq!(built, called);
            assert!(built.starts_with("cannot set the header `") && !built.contains(CANARY), "{built}");
        }
        for value in ["a\nb: c", "a\r", "\0", "é"] {
            let error = client.social("p1", "search").header("x-a", value).request().expect_err("it is not valid");
            assert!(error.to_string().contains("`x-a`: its value must be"), "{error}");
        }
    }

    #[test]
    fn a_call_adds_to_the_headers_of_its_client_and_replaces_them() {
        let builder = Client::builder("https://gateway.example", "key").header("x-a", "1").header("x-b", "2");
        let client = builder.build().expect("valid");
        let call = client.social("p1", "search").header("X-B", "3").settings(|it| it.headers.remove("x-a"));
        let headers = call.request().expect("valid").headers;
        assert_eq!((headers.get("x-a"), headers["x-b"].to_str().expect("text")), (None, "3"));
        assert_eq!(client.social("p1", "search").request().expect("valid").headers["x-b"], "2");
    }

    #[test]
    fn values_are_not_printed() {
        let client = Client::new("https://gateway.example", "key").expect("valid");
        let call = client.social("p1", "search").header("x-secret", CANARY);
        let mut settings = crate::Settings::default();
        settings.headers.set("x-secret", CANARY);
        let request = call.request().expect("valid");
        let printed = format!("{call:?} {settings:?} {request:?}");
        assert!(printed.contains("x-secret") && !printed.contains(CANARY), "{printed}");
        assert_eq!(request.headers["x-secret"], CANARY);
    }
}
