//! Values of video requests whose spelling is easy to get wrong: made from numbers, spelled here.

use std::fmt;
use std::marker::PhantomData;
use std::net::IpAddr;

use serde::{Serialize, Serializer, ser};

use crate::ParamValue;

use crate::Error;

/// A number that is too small or too large for what it was given to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfRange {
    what: &'static str,
    given: u32,
    min: u32,
    max: u32,
}

impl fmt::Display for OutOfRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, given, min, max } = self;
        match *max {
            u32::MAX => write!(f, "{given} is too little for {what}: it begins with {min}"),
            _ => write!(f, "{given} is not within {what}, which goes from {min} to {max}"),
        }
    }
}

impl std::error::Error for OutOfRange {}

impl From<OutOfRange> for Error {
    fn from(problem: OutOfRange) -> Self {
        Self::Request(problem.to_string())
    }
}

const fn within(what: &'static str, given: u32, min: u32, max: u32) -> Result<u32, OutOfRange> {
    if given < min || given > max { Err(OutOfRange { what, given, min, max }) } else { Ok(given) }
}

/// A whole number of seconds, from `MIN` to `MAX`.
///
/// ```
/// use gatewright_runtime::video::Seconds;
///
/// let five: Seconds<3, 15> = Seconds::new(5)?;
/// assert_eq!(five.get(), 5);
/// assert!(Seconds::<3, 15>::new(2).is_err());
/// // Known when the program is written: a constant is checked when it is compiled.
/// const TEN: Seconds<3, 15> = Seconds::of::<10>();
/// # Ok::<(), gatewright_runtime::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seconds<const MIN: u32 = 1, const MAX: u32 = { u32::MAX }>(u32);

impl<const MIN: u32, const MAX: u32> Seconds<MIN, MAX> {
    /// So many seconds, if that is within the range.
    pub const fn new(seconds: u32) -> Result<Self, OutOfRange> {
        match within("a length in seconds", seconds, MIN, MAX) {
            Ok(seconds) => Ok(Self(seconds)),
            Err(problem) => Err(problem),
        }
    }

    /// The same for a number that is known when the program is written, for a `const` item: one out of range does not
    /// compile. Within a function only `cargo build` finds it, and `cargo check` does not: write [`Seconds::new`] there.
    pub const fn of<const SECONDS: u32>() -> Self {
        const { assert!(SECONDS >= MIN && SECONDS <= MAX, "so many seconds are out of range") };
        Self(SECONDS)
    }

    /// The number.
    pub const fn get(self) -> u32 {
        self.0
    }
}

impl<const MIN: u32, const MAX: u32> TryFrom<u32> for Seconds<MIN, MAX> {
    type Error = OutOfRange;

    fn try_from(seconds: u32) -> Result<Self, OutOfRange> {
        Self::new(seconds)
    }
}

impl<const MIN: u32, const MAX: u32> Serialize for Seconds<MIN, MAX> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(self.0)
    }
}

impl<const MIN: u32, const MAX: u32> fmt::Display for Seconds<MIN, MAX> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// Width and height in pixels. On the wire an asterisk stands between them, since the gateway refuses the letter x.
///
/// ```
/// use gatewright_runtime::video::Size;
///
/// assert_eq!(Size::new(832, 480)?.to_string(), "832*480");
/// assert_eq!(Size::P720.to_string(), "1280*720");
/// # Ok::<(), gatewright_runtime::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    width: u32,
    height: u32,
}

impl Size {
    /// 832 by 480.
    pub const P480: Self = Self { width: 832, height: 480 };
    /// 1280 by 720.
    pub const P720: Self = Self { width: 1280, height: 720 };
    /// 1920 by 1080.
    pub const P1080: Self = Self { width: 1920, height: 1080 };

    /// Any other, of at least one pixel.
    pub const fn new(width: u32, height: u32) -> Result<Self, OutOfRange> {
        match (within("a width", width, 1, u32::MAX), within("a height", height, 1, u32::MAX)) {
            (Ok(width), Ok(height)) => Ok(Self { width, height }),
            (Err(problem), _) | (_, Err(problem)) => Err(problem),
        }
    }

    /// How wide it is.
    pub const fn width(self) -> u32 {
        self.width
    }

    /// How high it is.
    pub const fn height(self) -> u32 {
        self.height
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}*{}", self.width, self.height)
    }
}

impl Serialize for Size {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// How wide a picture is for its height, such as 16:9.
///
/// ```
/// use gatewright_runtime::video::Ratio;
///
/// assert_eq!(Ratio::new(21, 9)?.to_string(), "21:9");
/// assert_eq!(Ratio::PORTRAIT.to_string(), "9:16");
/// # Ok::<(), gatewright_runtime::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ratio {
    width: u32,
    height: u32,
}

impl Ratio {
    /// 16:9.
    pub const LANDSCAPE: Self = Self { width: 16, height: 9 };
    /// 9:16.
    pub const PORTRAIT: Self = Self { width: 9, height: 16 };
    /// 1:1.
    pub const SQUARE: Self = Self { width: 1, height: 1 };

    /// Any other.
    pub const fn new(width: u32, height: u32) -> Result<Self, OutOfRange> {
        match Size::new(width, height) {
            Ok(Size { width, height }) => Ok(Self { width, height }),
            Err(problem) => Err(problem),
        }
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.width, self.height)
    }
}

impl Serialize for Ratio {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A ratio, or that of what is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RatioOrAdaptive {
    /// A ratio.
    Ratio(Ratio),
    /// As the media that the request names: `adaptive`.
    Adaptive,
}

impl From<Ratio> for RatioOrAdaptive {
    fn from(ratio: Ratio) -> Self {
        Self::Ratio(ratio)
    }
}

impl Serialize for RatioOrAdaptive {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Ratio(ratio) => ratio.serialize(serializer),
            Self::Adaptive => serializer.serialize_str("adaptive"),
        }
    }
}

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

/// What an address leads to.
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

impl From<Size> for ParamValue {
    fn from(size: Size) -> Self {
        Self::json(size)
    }
}

impl From<Ratio> for ParamValue {
    fn from(ratio: Ratio) -> Self {
        Self::json(ratio)
    }
}

impl From<RatioOrAdaptive> for ParamValue {
    fn from(ratio: RatioOrAdaptive) -> Self {
        Self::json(ratio)
    }
}

impl<const MIN: u32, const MAX: u32> From<Seconds<MIN, MAX>> for ParamValue {
    fn from(seconds: Seconds<MIN, MAX>) -> Self {
        Self::json(seconds)
    }
}

/// Whether an address is one that others can reach, as far as it shows: spelled as it is read, and of no machine or network
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

/// Whether an address belongs to a machine or network of one's own, or to none.
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
    fn values_are_spelled_as_the_service_reads_them() {
        assert_eq!(json(Size::P1080), "\"1920*1080\"");
        assert_eq!(json(Ratio::LANDSCAPE), "\"16:9\"");
        assert_eq!(json(RatioOrAdaptive::from(Ratio::SQUARE)), "\"1:1\"");
        assert_eq!(json(RatioOrAdaptive::Adaptive), "\"adaptive\"");
        assert_eq!(json(Seconds::<4, 15>::of::<4>()), "4");
        assert_eq!(json(ImageUrl::from("https://files.example/a.png")), "\"https://files.example/a.png\"");
    }

    #[test]
    fn addresses_are_public_and_spelled_as_they_are_read() {
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
    fn what_is_out_of_range_cannot_be_made() {
        for wrong in [0, 3, 16] {
            let problem = Seconds::<4, 15>::new(wrong).expect_err("it is out of range");
            assert_eq!(
                problem.to_string(),
                format!("{wrong} is not within a length in seconds, which goes from 4 to 15")
            );
        }
        let problem = Seconds::<3>::new(2).expect_err("it is too short");
        assert_eq!(problem.to_string(), "2 is too little for a length in seconds: it begins with 3");
        assert!(Size::new(0, 1).is_err() && Size::new(1, 0).is_err() && Ratio::new(0, 9).is_err());
        assert!(Seconds::<1>::new(u32::MAX).is_ok());
    }

    #[test]
    fn an_address_of_a_file_on_this_machine_is_not_written() {
        for wrong in ["frame.png", "file:///frame.png", "data:image/png;base64,AAAA", ""] {
            assert!(json(ImageUrl::from(wrong)).contains("no public address"), "{wrong}");
        }
    }
}
