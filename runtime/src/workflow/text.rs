//! Strings that follow a rule.

use std::fmt;
use std::marker::PhantomData;

use serde::{Serialize, Serializer};
use serde_json::Value;

use super::part::{Kind, Part, Shape};
use super::{Invalid, TextRule};

/// Kind of string.
pub trait TextKind {
    /// Name of the kind.
    const NAME: &'static str;

    /// Returns the rule.
    fn rule() -> &'static TextRule;
}

/// String that follows the rule of `R`. A string that violates the rule cannot be created.
///
/// ```
/// use gatewright_runtime::workflow::{RequirementId, Rule};
///
/// assert_eq!(RequirementId::new("CA-001").unwrap().as_str(), "CA-001");
/// assert_eq!(RequirementId::new("CA-1").unwrap_err().rule, Rule::Pattern);
/// ```
pub struct Text<R> {
    text: String,
    rule: PhantomData<fn() -> R>,
}

impl<R: TextKind> Text<R> {
    /// Creates the string. Fails if it violates the rule.
    pub fn new(text: impl Into<String>) -> Result<Self, Invalid> {
        let text = text.into();
        match R::rule().violations_of(&text).into_iter().next() {
            Some(broken) => Err(broken),
            None => Ok(Self { text, rule: PhantomData }),
        }
    }
}

impl<R> Text<R> {
    /// Returns the string.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the owned string.
    pub fn into_string(self) -> String {
        self.text
    }
}

impl<R: TextKind> TryFrom<&str> for Text<R> {
    type Error = Invalid;

    fn try_from(text: &str) -> Result<Self, Invalid> {
        Self::new(text)
    }
}

impl<R: TextKind> std::str::FromStr for Text<R> {
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

impl<R: TextKind> Part for Text<R> {
    fn shape() -> Shape {
        let rule = R::rule();
        Shape::named(R::NAME, rule.about(), Kind::Text(rule))
    }

    fn build(value: Value) -> Option<Self> {
        Self::new(String::build(value)?).ok()
    }
}
