//! Lists and single values that follow a rule.

use std::collections::HashSet;
use std::fmt;
use std::ops::Deref;

use serde::{Serialize, Serializer};
use serde_json::{Number, Value};

use super::part::{Kind, Part, Shape};
use super::rule::plural;
use super::{Invalid, Rule};
use crate::text::shown;

/// List with at least `MIN` items.
///
/// ```
/// use gatewright_runtime::workflow::List;
///
/// assert_eq!(List::<u8, 2>::new([1, 2]).unwrap().len(), 2);
/// assert_eq!(List::<u8, 2>::new([1]).unwrap_err().to_string(), "expected at least 2 items, found 1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct List<T, const MIN: usize = 0>(Vec<T>);

impl<T, const MIN: usize> List<T, MIN> {
    /// Creates the list. Fails if it is too short.
    pub fn new(items: impl IntoIterator<Item = T>) -> Result<Self, Invalid> {
        let items: Vec<_> = items.into_iter().collect();
        check_min_items(items.len(), MIN).map_or(Ok(Self(items)), Err)
    }

    /// Returns the items.
    pub fn into_vec(self) -> Vec<T> {
        self.0
    }
}

impl<T, const MIN: usize> Deref for List<T, MIN> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T: Part, const MIN: usize> Part for List<T, MIN> {
    fn shape() -> Shape {
        Shape::of(Kind::List { items: Some(Box::new(T::shape())), min: MIN, unique: false })
    }

    fn build(value: Value) -> Option<Self> {
        Self::new(items(value)?).ok()
    }
}

/// List of strings with at least `MIN` items and no duplicates.
///
/// ```
/// use gatewright_runtime::workflow::{UniqueList, Rule};
///
/// assert!(UniqueList::<String, 1>::new(["en".into(), "zh".into()]).is_ok());
/// assert_eq!(UniqueList::<String, 1>::new(["en".into(), "en".into()]).unwrap_err().rule, Rule::UniqueItems);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct UniqueList<T, const MIN: usize = 0>(Vec<T>);

impl<T: AsRef<str>, const MIN: usize> UniqueList<T, MIN> {
    /// Creates the list. Fails if it is too short or has duplicates.
    pub fn new(items: impl IntoIterator<Item = T>) -> Result<Self, Invalid> {
        let items: Vec<_> = items.into_iter().collect();
        let broken = check_min_items(items.len(), MIN).or_else(|| twice(items.iter().map(AsRef::as_ref)));
        broken.map_or(Ok(Self(items)), Err)
    }

    /// Returns the items.
    pub fn into_vec(self) -> Vec<T> {
        self.0
    }
}

impl<T, const MIN: usize> Deref for UniqueList<T, MIN> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T: Part + AsRef<str>, const MIN: usize> Part for UniqueList<T, MIN> {
    fn shape() -> Shape {
        Shape::of(Kind::List { items: Some(Box::new(T::shape())), min: MIN, unique: true })
    }

    fn build(value: Value) -> Option<Self> {
        Self::new(items(value)?).ok()
    }
}

/// Builds the items of a list. Returns `None` if one of them cannot be built.
fn items<T: Part>(value: Value) -> Option<Vec<T>> {
    let Value::Array(items) = value else { return None };
    items.into_iter().map(T::build).collect()
}

pub(super) fn check_min_items(length: usize, min: usize) -> Option<Invalid> {
    let message = || format!("expected at least {min} {}, found {length}", plural(min, "item"));
    (length < min).then(|| Invalid { rule: Rule::MinItems, message: message() })
}

/// Returns an error for the first duplicate in a list.
pub(super) fn twice<'a>(items: impl Iterator<Item = &'a str>) -> Option<Invalid> {
    let mut seen = HashSet::new();
    let twice = { items }.find(|it| !seen.insert(*it))?;
    Some(Invalid { rule: Rule::UniqueItems, message: format!("duplicate item {}", shown(twice)) })
}

/// A string, a boolean or an integer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Scalar {
    /// A string.
    Text(String),
    /// A boolean.
    Flag(bool),
    /// An integer. It is exact within 64 bits.
    Integer(Integer),
}

/// Integer as written in JSON.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Integer(Number);

impl Integer {
    /// Returns the number.
    pub fn as_number(&self) -> &Number {
        &self.0
    }

    /// Returns the integer, if the number has no fraction. JSON Schema also counts `1.0` as an integer.
    pub(super) fn of(number: &Number) -> Option<Self> {
        let whole = number.is_i64() || number.is_u64() || number.as_f64().is_some_and(|it| it.fract() == 0.0);
        whole.then(|| Self(number.clone()))
    }
}

impl From<i64> for Integer {
    fn from(number: i64) -> Self {
        Self(number.into())
    }
}

impl From<&str> for Scalar {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<bool> for Scalar {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl From<i64> for Scalar {
    fn from(number: i64) -> Self {
        Self::Integer(number.into())
    }
}

/// Displays the value as JSON.
impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Value::from(self).fmt(f)
    }
}

impl From<&Scalar> for Value {
    fn from(scalar: &Scalar) -> Self {
        match scalar {
            Scalar::Text(text) => text.as_str().into(),
            Scalar::Flag(flag) => (*flag).into(),
            Scalar::Integer(Integer(number)) => Self::Number(number.clone()),
        }
    }
}

impl Part for Scalar {
    fn shape() -> Shape {
        Shape::of(Kind::Scalar)
    }

    fn build(value: Value) -> Option<Self> {
        match value {
            Value::String(text) => Some(Self::Text(text)),
            Value::Bool(flag) => Some(Self::Flag(flag)),
            Value::Number(number) => Integer::of(&number).map(Self::Integer),
            _ => None,
        }
    }
}

/// Boolean that is always `true`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct True;

/// Boolean that is always `false`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct False;

impl Serialize for True {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_bool(true)
    }
}

impl Serialize for False {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_bool(false)
    }
}

impl Part for True {
    fn shape() -> Shape {
        Shape::of(Kind::Always(true))
    }

    fn build(value: Value) -> Option<Self> {
        (value == true).then_some(Self)
    }
}

impl Part for False {
    fn shape() -> Shape {
        Shape::of(Kind::Always(false))
    }

    fn build(value: Value) -> Option<Self> {
        (value == false).then_some(Self)
    }
}
