//! Parameter values, and the list of them that a call gathers.

use std::borrow::Cow;
use std::fmt;

/// The value of a parameter whose type the service has not published: text, a number or a flag.
///
/// Conversions exist for exactly the types that a published parameter takes, so that learning the
/// type later breaks no caller who passed a value of it.
///
/// ```
/// use gatewright_runtime::ParamValue;
///
/// assert_eq!(ParamValue::from("tea").to_string(), "tea");
/// assert_eq!(ParamValue::from(15).to_string(), "15");
/// assert_eq!(ParamValue::from(true).to_string(), "true");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ParamValue {
    /// Text, sent as it is.
    Text(String),
    /// A whole number.
    Integer(i64),
    /// `true` or `false`.
    Flag(bool),
}

impl fmt::Display for ParamValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Integer(number) => write!(f, "{number}"),
            Self::Flag(flag) => write!(f, "{flag}"),
        }
    }
}

impl From<&str> for ParamValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<&String> for ParamValue {
    fn from(text: &String) -> Self {
        Self::Text(text.clone())
    }
}

impl From<String> for ParamValue {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<i64> for ParamValue {
    fn from(number: i64) -> Self {
        Self::Integer(number)
    }
}

impl From<bool> for ParamValue {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

/// Parameters in the order in which they were first given, each name once.
///
/// ```
/// use gatewright_runtime::Params;
///
/// let params = Params::default().with("page", 1).text("keyword", "tea").with("page", 2);
/// let given: Vec<_> = params.iter().map(|(name, value)| format!("{name}={value}")).collect();
/// assert_eq!(given, ["page=2", "keyword=tea"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Params {
    entries: Vec<(Cow<'static, str>, ParamValue)>,
}

impl Params {
    /// Gives a parameter; a value given before is replaced in its place.
    pub fn set(&mut self, name: impl Into<Cow<'static, str>>, value: impl Into<ParamValue>) {
        self.put(name.into(), value.into());
    }

    /// The same, for chaining.
    #[must_use]
    pub fn with(mut self, name: impl Into<Cow<'static, str>>, value: impl Into<ParamValue>) -> Self {
        self.put(name.into(), value.into());
        self
    }

    /// The same, for a parameter that takes text.
    #[must_use]
    pub fn text(self, name: &'static str, value: impl Into<String>) -> Self {
        self.with(name, value.into())
    }

    /// The same, for a parameter that takes several texts, joined by `separator`.
    #[must_use]
    pub fn list(self, name: &'static str, separator: &str, values: impl IntoIterator<Item = String>) -> Self {
        self.text(name, values.into_iter().collect::<Vec<_>>().join(separator))
    }

    /// The same, when there is a value.
    #[must_use]
    pub fn with_some(self, name: &'static str, value: Option<impl Into<ParamValue>>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// Adds all of `others`, as [`set`](Self::set) does.
    pub fn extend(&mut self, others: Self) {
        for (name, value) in others.entries {
            self.put(name, value);
        }
    }

    /// These parameters without empty texts, if each of the groups still has at least one member among them: an empty
    /// value does not satisfy a group.
    #[must_use]
    pub fn require_one_of(mut self, groups: &[&[&str]]) -> Option<Self> {
        self.entries.retain(|(_, value)| !matches!(value, ParamValue::Text(text) if text.is_empty()));
        let given = |name: &&str| self.entries.iter().any(|(have, _)| have == name);
        groups.iter().all(|group| group.iter().any(given)).then_some(self)
    }

    /// The value of a parameter, if it is given.
    pub fn get(&self, name: &str) -> Option<&ParamValue> {
        self.entries.iter().find(|(have, _)| have == name).map(|(_, value)| value)
    }

    /// Names and values, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &ParamValue)> {
        self.entries.iter().map(|(name, value)| (name.as_ref(), value))
    }

    // Not generic, so that it is compiled once and not for each kind of value.
    fn put(&mut self, name: Cow<'static, str>, value: ParamValue) {
        match self.entries.iter_mut().find(|(have, _)| *have == name) {
            Some((_, old)) => *old = value,
            None => self.entries.push((name, value)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_sent_once_and_keeps_its_place() {
        let params = Params::default().with("a", 1).with("b", true).with("a", "x");
        let text: Vec<_> = params.iter().map(|(name, value)| format!("{name}={value}")).collect();
        assert_eq!(text, ["a=x", "b=true"]);
    }

    #[test]
    fn every_group_needs_a_member() {
        let params = || Params::default().with("a", 1);
        assert!(params().require_one_of(&[&["a", "b"]]).is_some());
        assert!(params().require_one_of(&[&["a", "b"], &["b", "c"]]).is_none());
        assert!(Params::default().with("a", "").require_one_of(&[&["a", "b"]]).is_none());
        assert_eq!(params().with("b", "").require_one_of(&[&["a", "b"]]), Some(params()));
    }
}
