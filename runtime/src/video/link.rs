//! URLs of files that a request refers to.

use std::fmt;
use std::marker::PhantomData;
use std::net::IpAddr;

use serde::{Serialize, Serializer, ser};

use crate::ParamValue;

/// The public address of a file of kind `K`. A request with one that is no `http` or `https` address is not sent.
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

/// The address of a picture.
pub type ImageUrl = Link<media::Image>;
/// The address of a clip.
pub type VideoUrl = Link<media::Video>;
/// The address of a recording.
pub type AudioUrl = Link<media::Audio>;

/// Kinds of media.
pub mod media {
    /// A picture.
    #[derive(Debug)]
    pub enum Image {}
    /// A clip.
    #[derive(Debug)]
    pub enum Video {}
    /// A recording.
    #[derive(Debug)]
    pub enum Audio {}
}

impl<K> Link<K> {
    /// The address.
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
                "it is no public address: https:// or http://, a host that the gateway can reach, and no spaces",
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

/// Returns true if others can reach a URL, as far as it shows: spelled as it is read, and of no machine or network
/// of one's own.
fn is_public(text: &str) -> bool {
    let Ok(url) = reqwest::Url::parse(text) else { return false };
    let is_web = ["http://", "https://"].iter().any(|it| {
        text.get(..it.len()).is_some_and(|scheme| scheme.eq_ignore_ascii_case(it)) && !text[it.len()..].starts_with('/')
    });
    // A name is in small letters here, whatever it was; one without a dot is known within a network alone.
    let name = url.host_str().unwrap_or_default().trim_matches(['[', ']']).trim_end_matches('.');
    let is_own = match name.parse::<IpAddr>() {
        Ok(ip) => is_own(ip),
        Err(_) => {
            let ends = [".localhost", ".local", ".internal", ".lan", ".home.arpa"];
            !name.contains('.') || ends.iter().any(|it| name.ends_with(it))
        }
    };
    is_web && !is_own && !text.contains(|c: char| c.is_whitespace() || c.is_control())
}

/// Returns true if an address belongs to a private machine or network, or to none.
fn is_own(ip: IpAddr) -> bool {
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
    fn addresses_are_public_and_spelled_as_they_are_read() {
        assert_eq!(json(ImageUrl::from("https://files.example/a.png")), "\"https://files.example/a.png\"");
        for fine in ["https://files.example/a%20b.png", "HTTP://8.8.8.8/x?y#z"] {
            assert!(is_public(fine), "{fine}");
        }
        for own in [
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
            assert!(!is_public(own), "{own}");
        }
    }

    #[test]
    fn an_address_of_a_file_on_this_machine_is_not_written() {
        for wrong in ["frame.png", "file:///frame.png", "data:image/png;base64,AAAA", ""] {
            assert!(json(ImageUrl::from(wrong)).contains("no public address"), "{wrong}");
        }
    }
}
