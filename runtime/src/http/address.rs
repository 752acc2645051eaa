//! Checks of the URLs that a client sends requests to.

use reqwest::Url;

use crate::{Error, Result};

/// Hosts that plain `http` is allowed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlainHttp {
    /// This machine.
    Loopback,
    /// All hosts: the caller has allowed it.
    Anywhere,
}

/// Parses a URL that the client sends requests to: `https`, or plain `http` where it is allowed. The URL must not end
/// with `prefix`, which all paths begin with.
pub(crate) fn parse(what: &str, text: &str, prefix: &str, plain: PlainHttp) -> Result<Url> {
    let wrong = |problem: &str| Error::Config(format!("the {what} {problem}"));
    let url = secure(text, plain).map_err(|problem| wrong(&problem))?;
    if url.query().is_some() || url.fragment().is_some() {
        return Err(wrong("must not have a query (`?`) or a fragment (`#`)"));
    }
    if !prefix.is_empty() && url.path().trim_end_matches('/').ends_with(prefix) {
        return Err(wrong(&format!("must not end with `{prefix}`; help: remove it, the client adds it")));
    }
    Ok(url)
}

/// Parses the URL of a file, which may be on any host.
pub(crate) fn file(text: &str, plain: PlainHttp) -> Result<Url> {
    secure(text, plain).map_err(|problem| Error::Request(format!("the URL of the file {problem}")))
}

fn secure(text: &str, plain: PlainHttp) -> Result<Url, String> {
    let url = Url::parse(text).map_err(|problem| format!("is not a valid URL: {problem}"))?;
    if url.host_str().is_none() {
        return Err("has no host".into());
    }
    match url.scheme() {
        "https" => {}
        "http" if plain == PlainHttp::Anywhere || is_local(&url) => {}
        "http" => {
            return Err(
                "must use https, since plain http is not encrypted; help: for a host in your own network, call \
                        `allow_insecure_http()` on the builder"
                    .into(),
            );
        }
        _ => return Err("must begin with `https://`".into()),
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err("contains credentials; help: remove them, and pass the key separately".into());
    }
    Ok(url)
}

/// Returns true if a URL points to this machine.
pub(crate) fn is_local(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    let address = host.trim_start_matches('[').trim_end_matches(']').parse::<std::net::IpAddr>();
    host == "localhost" || address.is_ok_and(|address| address.is_loopback())
}

/// Appends a path to a base URL.
pub(crate) fn append_path(base: &Url, path: &str) -> Url {
    let mut url = base.clone();
    match base.path().trim_end_matches('/') {
        "" => url.set_path(path),
        prefix => url.set_path(&format!("{prefix}{path}")),
    }
    url
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(text: &str) -> String {
        parse("base URL", text, "/v1", PlainHttp::Loopback)
            .map_or_else(|error| error.to_string(), |_| "accepted".to_owned())
    }

    #[test]
    fn base_urls_are_checked() {
        for fine in ["https://gateway.example", "http://127.0.0.1:8080", "http://[::1]:1/", "http://localhost:3000/api"]
        {
            assert_eq!(checked(fine), "accepted", "{fine}");
        }
        for (wrong, word) in [
            ("gateway.example", "not a valid URL"),
            ("http://gateway.example", "https"),
            ("ftp://gateway.example", "https://"),
            ("https://gateway.example/v1", "/v1"),
            ("https://gateway.example/v1/", "/v1"),
            ("https://me:pass@gateway.example", "credentials"),
            ("https://gateway.example?x=1", "`?`"),
            ("http://127.0.0.1.evil.example", "https"),
        ] {
            assert!(checked(wrong).contains(word), "{wrong}: {}", checked(wrong));
        }
    }

    #[test]
    fn plain_http_to_another_host_must_be_allowed() {
        let parse = |text: &str| parse("base URL", text, "/v1", PlainHttp::Anywhere);
        assert!(parse("http://gateway:8080").is_ok());
        assert!(file("http://gateway:8080/video.mp4", PlainHttp::Anywhere).is_ok());
        assert!(file("http://gateway:8080/video.mp4", PlainHttp::Loopback).is_err());
        for wrong in ["ftp://gateway", "http://me:pass@gateway", "http://gateway/v1"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
