//! URLs of files that a request refers to.

use std::fmt;
use std::marker::PhantomData;
use std::net::IpAddr;

use serde::{Serialize, Serializer, ser};

use crate::ParamValue;

/// Public URL of a file of kind `K`. The client does not send a request with a URL other than `http` or `https`.
///
/// ```
/// use gatewright_runtime::video::{ImageUrl, VideoUrl};
///
/// let frame = ImageUrl::from("https://files.example/frame.png");
/// let clip = VideoUrl::from("https://files.example/clip.mp4");
/// assert_eq!(frame.as_str(), "https://files.example/frame.png");
/// ```
pub struct Link<K> {
    url: String,
    kind: PhantomData<fn() -> K>,
}

/// URL of an image.
pub type ImageUrl = Link<media::Image>;
/// URL of a video.
pub type VideoUrl = Link<media::Video>;
/// URL of a recording.
pub type AudioUrl = Link<media::Audio>;

/// Kinds of media.
pub mod media {
    /// Image.
    #[derive(Debug)]
    pub enum Image {}
    /// Video.
    #[derive(Debug)]
    pub enum Video {}
    /// Recording.
    #[derive(Debug)]
    pub enum Audio {}
}

impl<K> Link<K> {
    /// Returns the URL.
    pub fn as_str(&self) -> &str {
        &self.url
    }
}

impl<K> From<&str> for Link<K> {
    fn from(url: &str) -> Self {
        url.to_owned().into()
    }
}

impl<K> From<String> for Link<K> {
    fn from(url: String) -> Self {
        Self { url, kind: PhantomData }
    }
}

impl<K> Clone for Link<K> {
    fn clone(&self) -> Self {
        self.url.clone().into()
    }
}

impl<K> PartialEq for Link<K> {
    fn eq(&self, other: &Self) -> bool {
        self.url == other.url
    }
}

impl<K> Eq for Link<K> {}

impl<K> fmt::Debug for Link<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.url, f)
    }
}

impl<K> Serialize for Link<K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !is_public(&self.url) {
            return Err(ser::Error::custom(
                "not a public URL; help: use https:// or http://, a host that the gateway can reach, and no spaces",
            ));
        }
        serializer.serialize_str(&self.url)
    }
}

impl<K> From<Link<K>> for ParamValue {
    fn from(link: Link<K>) -> Self {
        Self::json(link)
    }
}

/// Returns true if a URL looks public: it is spelled as it is parsed, and its host is no private machine or network.
fn is_public(text: &str) -> bool {
    let Ok(url) = reqwest::Url::parse(text) else { return false };
    let is_web = ["http://", "https://"].iter().any(|it| {
        text.get(..it.len()).is_some_and(|scheme| scheme.eq_ignore_ascii_case(it)) && !text[it.len()..].starts_with('/')
    });
    // The parsed name is lower-case. A name without a dot is known only inside a network.
    let name = url.host_str().unwrap_or_default().trim_matches(['[', ']']).trim_end_matches('.');
    let is_private = match name.parse::<IpAddr>() {
        Ok(ip) => is_private_ip(ip),
        Err(_) => {
            let ends = [".localhost", ".local", ".internal", ".lan", ".home.arpa"];
            !name.contains('.') || ends.iter().any(|it| name.ends_with(it))
        }
    };
    is_web && !is_private && !text.contains(|c: char| c.is_whitespace() || c.is_control())
}

/// Returns true if an IP address belongs to a private machine or network, or to none.
fn is_private_ip(ip: IpAddr) -> bool {
    match ip.to_canonical() {
        IpAddr::V4(ip) => {
            let [first, second, ..] = ip.octets();
            let is_shared = first == 100 && second & 0b1100_0000 == 64;
            first == 0 || is_shared || ip.is_private() || ip.is_loopback() || ip.is_link_local() || ip.is_broadcast()
        }
        IpAddr::V6(ip) => ip.is_loopback() || ip.is_unspecified() || ip.is_unique_local() || ip.is_unicast_link_local(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(value: impl Serialize) -> String {
        serde_json::to_string(&value).unwrap_or_else(|problem| problem.to_string())
    }

    #[test]
    fn urls_must_be_public_and_spelled_as_they_are_parsed() {
        assert_eq!(json(ImageUrl::from("https://files.example/a.png")), "\"https://files.example/a.png\"");
        for fine in ["https://files.example/a%20b.png", "HTTP://8.8.8.8/x?y#z"] {
            assert!(is_public(fine), "{fine}");
        }
        for private in [
            "frame.png",
            "file:///a.png",
            "data:image/png;base64,AAAA",
            "https:///a.png",
            " https://files.example/a.png ",
            "https://files.example/\n",
            "http://localhost/a.png",
            "http://127.0.0.1/a.png",
            "http://10.0.0.1/a",
            "http://192.168.1.9/a",
            "http://[::1]/a",
            "http://169.254.1.1/a",
            "http://[fe80::1]/a",
            "http://[::ffff:10.0.0.1]/a",
            "http://localhost./a",
            "http://printer.local/a",
            "http://intranet/a.png",
            "http://100.64.0.1/a",
            "http://0.1.2.3/a",
            "http://255.255.255.255/a",
            "http://metadata.google.internal/a",
        ] {
            assert!(!is_public(private), "{private}");
        }
    }

    #[test]
    fn urls_of_local_files_are_not_serialized() {
        for wrong in ["frame.png", "file:///frame.png", "data:image/png;base64,AAAA", ""] {
            assert!(json(ImageUrl::from(wrong)).contains("not a public URL"), "{wrong}");
        }
    }
}
