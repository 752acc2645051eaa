//! The client: one connection pool, one base URL, one key.

use std::fmt;
use std::sync::Arc;

use reqwest::Url;
use reqwest::header::{AUTHORIZATION, HeaderValue};
use serde::de::DeserializeOwned;

use crate::{Call, Error, HttpRequest, Response, Result, error};

/// Where requests go and with which key. Cheap to clone; clones share one connection pool.
#[derive(Clone)]
pub struct Client {
    inner: Arc<Inner>,
}

struct Inner {
    http: reqwest::Client,
    base_url: Url,
    /// `Bearer …`, marked sensitive: the key is kept nowhere else.
    authorization: HeaderValue,
}

impl Client {
    /// A client for the gateway at `base_url`, such as `https://gateway.example`.
    ///
    /// The address is the one in front of `/v1`: `https`, or plain `http` to this machine.
    ///
    /// ```
    /// let client = gatewright_runtime::Client::new("https://gateway.example", "key")?;
    /// # Ok::<(), gatewright_runtime::Error>(())
    /// ```
    pub fn new(base_url: &str, key: &str) -> Result<Self> {
        let base_url = parse_base_url(base_url)?;
        let http = reqwest::Client::builder()
            // A redirect could carry the key to another host.
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .map_err(Error::transport)?;
        let inner = Inner { http, base_url, authorization: bearer(key)? };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// A client made from the environment: `GATEWAY_BASE_URL` and `GATEWAY_API_KEY`.
    ///
    /// ```no_run
    /// let client = gatewright_runtime::Client::from_env()?;
    /// # Ok::<(), gatewright_runtime::Error>(())
    /// ```
    pub fn from_env() -> Result<Self> {
        let variable =
            |name: &str| std::env::var(name).map_err(|_| Error::Config(format!("set the environment variable {name}")));
        Self::new(&variable("GATEWAY_BASE_URL")?, &variable("GATEWAY_API_KEY")?)
    }

    /// The address in front of `/v1`.
    pub fn base_url(&self) -> &Url {
        &self.inner.base_url
    }

    /// A call of any platform and capability, for what this client was generated without.
    ///
    /// ```no_run
    /// # async fn demo(client: gatewright_runtime::Client) -> gatewright_runtime::Result<()> {
    /// let reply = client.social("p21", "search").with("keyword", "tea").send().await?;
    /// # Ok(()) }
    /// ```
    pub fn social(&self, platform: &str, capability: &str) -> Call {
        Call::social(self, platform, capability)
    }

    /// Sends a request and decodes its JSON reply. Generated code ends here.
    pub async fn send<T: DeserializeOwned>(&self, request: HttpRequest) -> Result<Response<T>> {
        let reply = self
            .inner
            .http
            .request(request.method, request.url)
            .header(AUTHORIZATION, self.inner.authorization.clone())
            .send()
            .await
            .map_err(Error::transport)?;
        let (status, headers) = (reply.status(), reply.headers().clone());
        let body = reply.bytes().await.map_err(Error::transport)?;
        if !status.is_success() {
            return Err(error::from_reply(status, &body));
        }
        Response::decode(status, headers, &body)
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client").field("base_url", &self.inner.base_url.as_str()).finish_non_exhaustive()
    }
}

fn bearer(key: &str) -> Result<HeaderValue> {
    if key.trim().is_empty() {
        return Err(Error::Config("the key is empty".into()));
    }
    let mut value = HeaderValue::from_str(&format!("Bearer {key}"))
        .map_err(|_| Error::Config("the key holds characters that no header can carry".into()))?;
    value.set_sensitive(true);
    Ok(value)
}

fn parse_base_url(text: &str) -> Result<Url> {
    let wrong = |what: &str| Error::Config(format!("the base URL {what}"));
    let url = Url::parse(text).map_err(|problem| wrong(&format!("is not a URL: {problem}")))?;
    let local = match url.host_str() {
        Some(host) => is_loopback(host),
        None => return Err(wrong("names no host")),
    };
    match url.scheme() {
        "https" => {}
        "http" if local => {}
        "http" => return Err(wrong("must be https, or the key travels in the clear")),
        _ => return Err(wrong("must begin with https://")),
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(wrong("holds credentials; pass the key on its own"));
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err(wrong("must end with its path, without `?` and `#`"));
    }
    if url.path().trim_end_matches('/').ends_with("/v1") {
        return Err(wrong("must not end in /v1: the client adds that part itself"));
    }
    Ok(url)
}

fn is_loopback(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']').parse::<std::net::IpAddr>();
    host == "localhost" || address.is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaint(base_url: &str) -> String {
        Client::new(base_url, "key").map(|_| "accepted".to_owned()).unwrap_or_else(|error| error.to_string())
    }

    #[test]
    fn base_urls_are_checked() {
        for fine in ["https://gateway.example", "http://127.0.0.1:8080", "http://[::1]:1/", "http://localhost:3000/api"]
        {
            assert_eq!(complaint(fine), "accepted", "{fine}");
        }
        for (wrong, word) in [
            ("gateway.example", "not a URL"),
            ("http://gateway.example", "https"),
            ("ftp://gateway.example", "https://"),
            ("https://gateway.example/v1", "/v1"),
            ("https://gateway.example/v1/", "/v1"),
            ("https://me:pass@gateway.example", "credentials"),
            ("https://gateway.example?x=1", "`?`"),
            ("http://127.0.0.1.evil.example", "https"),
        ] {
            assert!(complaint(wrong).contains(word), "{wrong}: {}", complaint(wrong));
        }
    }

    #[test]
    fn the_key_is_not_shown() {
        let client = Client::new("https://gateway.example", "canary").expect("valid");
        let call = client.social("a", "b").with("c", "d");
        assert!(!format!("{client:?} {call:?}").contains("canary"));
    }
}
