//! Where a client may send requests, and where not.

use reqwest::Url;

use crate::{Error, Result};

/// A URL that the client sends to: `https`, or plain `http` to this machine. It must not end with `prefix`, which all paths
/// begin with.
pub(crate) fn parse(what: &str, text: &str, prefix: &str) -> Result<Url> {
    let wrong = |problem: &str| Error::Config(format!("the {what} {problem}"));
    let url = secure(text).map_err(|problem| wrong(&problem))?;
    if url.query().is_some() || url.fragment().is_some() {
        return Err(wrong("must end with its path, without `?` and `#`"));
    }
    if !prefix.is_empty() && url.path().trim_end_matches('/').ends_with(prefix) {
        return Err(wrong(&format!("must not end in {prefix}: the client adds that part itself")));
    }
    Ok(url)
}

/// The address of a file, on any host.
pub(crate) fn file(text: &str) -> Result<Url> {
    secure(text).map_err(|problem| Error::Request(format!("the URL of the file {problem}")))
}

fn secure(text: &str) -> Result<Url, String> {
    let url = Url::parse(text).map_err(|problem| format!("is not a URL: {problem}"))?;
    if url.host_str().is_none() {
        return Err("names no host".into());
    }
    match url.scheme() {
        "https" => {}
        "http" if is_local(&url) => {}
        "http" => return Err("must be https, or everything travels in the clear".into()),
        _ => return Err("must begin with https://".into()),
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err("holds credentials; pass the key on its own".into());
    }
    Ok(url)
}

/// Whether a URL leads to this machine.
pub(crate) fn is_local(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    let address = host.trim_start_matches('[').trim_end_matches(']').parse::<std::net::IpAddr>();
    host == "localhost" || address.is_ok_and(|address| address.is_loopback())
}

/// The base with a path below it.
pub(crate) fn below(base: &Url, path: &str) -> Url {
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

    fn complaint(text: &str) -> String {
        parse("base URL", text, "/v1").map_or_else(|error| error.to_string(), |_| "accepted".to_owned())
    }

    #[test]
    fn addresses_are_checked() {
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
}
