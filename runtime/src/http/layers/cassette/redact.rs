//! Removes secrets from exchanges before they are recorded.

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};

use super::tape::{Content, Identity};
use crate::http::secret::{Secret, hide_all_keys_in_long_text};
use crate::secret::PIECE;

const REDACTED: &str = "[redacted]";

/// Request headers whose values are recorded.
const PLAIN: [&str; 5] = ["accept", "content-type", "if-range", "range", "user-agent"];
/// Response headers whose values are not recorded.
const SENSITIVE: [&str; 6] =
    ["authorization", "cookie", "proxy-authorization", "set-cookie", "set-cookie2", "x-api-key"];

/// Secrets of one request.
pub(super) struct Redaction {
    /// Values of its sensitive headers.
    secrets: Vec<Secret>,
    /// Names of its headers whose values are not recorded, also if the response repeats them.
    names: Vec<HeaderName>,
}

impl Redaction {
    pub(super) fn of(headers: &HeaderMap) -> Self {
        let sensitive = headers.values().filter(|it| it.is_sensitive());
        let secrets = sensitive.filter_map(|value| {
            let text = std::str::from_utf8(value.as_bytes()).ok()?;
            // Without the scheme, such as `Bearer`.
            let key = text.split_once(' ').map_or(text, |(_, key)| key.trim());
            // A shorter key could be a part of any text.
            (key.len() >= PIECE).then(|| Secret::new(key))
        });
        let names = headers.keys().filter(|it| !PLAIN.contains(&it.as_str())).cloned().collect();
        Self { secrets: secrets.collect(), names }
    }

    pub(super) fn text(&self, text: &str) -> String {
        match &*self.secrets {
            // A request without the key, such as for a file.
            [] => hide_all_keys_in_long_text(text),
            [first, others @ ..] => {
                others.iter().fold(first.hide_in_long_text(text), |text, secret| secret.hide_in_long_text(&text))
            }
        }
    }

    /// Returns a body without the secrets. Bytes that are not text stay as they are.
    pub(super) fn body(&self, bytes: &[u8]) -> Content {
        if let Ok(text) = std::str::from_utf8(bytes) {
            return Content::Text(self.text(text));
        }
        // Each byte becomes the character with its number, and back.
        let text: String = bytes.iter().copied().map(char::from).collect();
        let hidden: Vec<u8> = self.text(&text).chars().filter_map(|it| u8::try_from(it).ok()).collect();
        Content::of(&hidden)
    }

    pub(super) fn identity(&self, identity: &mut Identity) {
        identity.url = self.text(&identity.url);
        match &mut identity.body {
            Content::Text(text) => *text = self.text(text),
            Content::Form { fields, .. } => fields.iter_mut().for_each(|(_, value)| *value = self.text(value)),
            Content::Base64(_) => {}
        }
    }

    pub(super) fn request_headers(&self, headers: &HeaderMap) -> Vec<(String, String)> {
        self.headers(headers, &[])
    }

    pub(super) fn response_headers(&self, headers: &HeaderMap) -> Vec<(String, String)> {
        self.headers(headers, &SENSITIVE)
    }

    fn headers(&self, headers: &HeaderMap, sensitive: &[&str]) -> Vec<(String, String)> {
        let header = |(name, value): (&HeaderName, &HeaderValue)| {
            let is_secret = value.is_sensitive() || self.names.contains(name) || sensitive.contains(&name.as_str());
            let value = match is_secret {
                true => REDACTED.to_owned(),
                false => self.text(&String::from_utf8_lossy(value.as_bytes())),
            };
            (name.to_string(), value)
        };
        headers.iter().map(header).collect()
    }
}
