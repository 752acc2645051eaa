//! Values of video requests whose spelling is easy to get wrong. They are created from numbers and spelled here.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::ParamValue;

use crate::Error;

/// Number that is too small or too large for a value.
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
            u32::MAX => write!(f, "cannot use `{given}` as {what}; help: use at least {min}"),
            _ => write!(f, "cannot use `{given}` as {what}; help: use {min} to {max}"),
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

/// Whole number of seconds, from `MIN` to `MAX`.
///
/// ```
/// use gatewright_runtime::video::Seconds;
///
/// let five: Seconds<3, 15> = Seconds::new(5)?;
/// assert_eq!(five.get(), 5);
/// assert!(Seconds::<3, 15>::new(2).is_err());
/// // A constant is checked when it is compiled.
/// const TEN: Seconds<3, 15> = Seconds::of::<10>();
/// # Ok::<(), gatewright_runtime::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seconds<const MIN: u32 = 1, const MAX: u32 = { u32::MAX }>(u32);

impl<const MIN: u32, const MAX: u32> Seconds<MIN, MAX> {
    /// Creates a length. A number out of range is an error.
    pub const fn new(seconds: u32) -> Result<Self, OutOfRange> {
        match within("a length in seconds", seconds, MIN, MAX) {
            Ok(seconds) => Ok(Self(seconds)),
            Err(problem) => Err(problem),
        }
    }

    /// Creates a length for a `const` item. A number out of range does not compile.
    ///
    /// Use [`Seconds::new`] in functions: there only `cargo build` reports a number out of range, not `cargo check`.
    pub const fn of<const SECONDS: u32>() -> Self {
        const { assert!(SECONDS >= MIN && SECONDS <= MAX, "the number of seconds is out of range") };
        Self(SECONDS)
    }

    /// Returns the number of seconds.
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

/// Width and height in pixels. Requests separate them with an asterisk, because the gateway rejects the letter x.
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

    /// Creates any other size. Width and height are at least one pixel.
    pub const fn new(width: u32, height: u32) -> Result<Self, OutOfRange> {
        match (within("a width", width, 1, u32::MAX), within("a height", height, 1, u32::MAX)) {
            (Ok(width), Ok(height)) => Ok(Self { width, height }),
            (Err(problem), _) | (_, Err(problem)) => Err(problem),
        }
    }

    /// Returns the width.
    pub const fn width(self) -> u32 {
        self.width
    }

    /// Returns the height.
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

/// Aspect ratio, such as 16:9.
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

    /// Creates any other ratio.
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

/// Aspect ratio, or the one of the given media.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RatioOrAdaptive {
    /// Aspect ratio.
    Ratio(Ratio),
    /// Aspect ratio of the media in the request: `adaptive`.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn json(value: impl Serialize) -> String {
        serde_json::to_string(&value).unwrap_or_else(|problem| problem.to_string())
    }

    #[test]
    fn values_are_serialized_as_the_service_expects_them() {
        assert_eq!(json(Size::P1080), "\"1920*1080\"");
        assert_eq!(json(Ratio::LANDSCAPE), "\"16:9\"");
        assert_eq!(json(RatioOrAdaptive::from(Ratio::SQUARE)), "\"1:1\"");
        assert_eq!(json(RatioOrAdaptive::Adaptive), "\"adaptive\"");
        assert_eq!(json(Seconds::<4, 15>::of::<4>()), "4");
    }

    #[test]
    fn values_out_of_range_are_rejected() {
        for wrong in [0, 3, 16] {
            let problem = Seconds::<4, 15>::new(wrong).expect_err("it is out of range");
            assert_eq!(problem.to_string(), format!("cannot use `{wrong}` as a length in seconds; help: use 4 to 15"));
        }
        let problem = Seconds::<3>::new(2).expect_err("it is too short");
        assert_eq!(problem.to_string(), "cannot use `2` as a length in seconds; help: use at least 3");
        assert!(Size::new(0, 1).is_err() && Size::new(1, 0).is_err() && Ratio::new(0, 9).is_err());
        assert!(Seconds::<1>::new(u32::MAX).is_ok());
    }
}
