//! Texts that keep a rule.

use std::fmt;
use std::marker::PhantomData;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Invalid, TextRule};
use crate::text::shown;

/// What says which rule a text keeps. Generated records have one for each kind of text.
pub trait Ruled {
    /// The rule.
    fn rule() -> &'static TextRule;
}

/// A text that keeps the rule of `R`, and cannot be made without.
///
/// ```
/// use std::borrow::Cow;
/// use gatewright_runtime::workflow::{Rule, Ruled, Text, TextRule};
///
/// enum Code {}
/// impl Ruled for Code {
///     fn rule() -> &'static TextRule {
///         static RULE: TextRule =
///             TextRule::new(0, Some(Cow::Borrowed("^CA-[0-9]{3}$")), false, Cow::Borrowed("`CA-` and three digits."));
///         &RULE
///     }
/// }
///
/// assert_eq!(Text::<Code>::new("CA-001").unwrap().as_str(), "CA-001");
/// assert_eq!(Text::<Code>::new("CA-1").unwrap_err().rule, Rule::Pattern);
/// ```
pub struct Text<R> {
    text: String,
    rule: PhantomData<fn() -> R>,
}

impl<R: Ruled> Text<R> {
    /// The text, if it keeps the rule.
    pub fn new(text: impl Into<String>) -> Result<Self, Invalid> {
        let text = text.into();
        match R::rule().broken_by(&text).into_iter().next() {
            Some(broken) => Err(broken),
            None => Ok(Self { text, rule: PhantomData }),
        }
    }
}

impl<R> Text<R> {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The text, for good.
    pub fn into_string(self) -> String {
        self.text
    }
}

impl<R: Ruled> TryFrom<&str> for Text<R> {
    type Error = Invalid;

    fn try_from(text: &str) -> Result<Self, Invalid> {
        Self::new(text)
    }
}

impl<R: Ruled> std::str::FromStr for Text<R> {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        Self::new(text)
    }
}

impl<R> Clone for Text<R> {
    fn clone(&self) -> Self {
        Self { text: self.text.clone(), rule: PhantomData }
    }
}

impl<R> PartialEq for Text<R> {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl<R> Eq for Text<R> {}

impl<R> fmt::Debug for Text<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.text, f)
    }
}

impl<R> fmt::Display for Text<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl<R> AsRef<str> for Text<R> {
    fn as_ref(&self) -> &str {
        &self.text
    }
}

impl<R> Serialize for Text<R> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&self.text)
    }
}

impl<'de, R: Ruled> Deserialize<'de> for Text<R> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Self::new(String::deserialize(from)?).map_err(D::Error::custom)
    }
}

/// What says which text a constant is.
pub trait Fixed {
    /// The text.
    const TEXT: &'static str;
}

/// A field that has one value only: `Default` makes it.
pub struct Constant<C>(PhantomData<fn() -> C>);

impl<C: Fixed> Constant<C> {
    /// The value.
    pub const fn as_str(&self) -> &'static str {
        C::TEXT
    }
}

impl<C> Default for Constant<C> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<C> Clone for Constant<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C> Copy for Constant<C> {}

impl<C> PartialEq for Constant<C> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<C> Eq for Constant<C> {}

impl<C: Fixed> fmt::Debug for Constant<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(C::TEXT, f)
    }
}

impl<C: Fixed> Serialize for Constant<C> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(C::TEXT)
    }
}

impl<'de, C: Fixed> Deserialize<'de> for Constant<C> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        match String::deserialize(from)? {
            text if text == C::TEXT => Ok(Self::default()),
            text => Err(D::Error::custom(format!("it must be `{}`, and is {}", C::TEXT, shown(&text)))),
        }
    }
}
