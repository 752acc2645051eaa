//! Input values from the caller, checked against the inputs of the record.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use serde_json::Value;

use super::values::Integer;
use super::{Input, InputType, Workflow};
use crate::text::{EscapingWriter, shown, visible};

/// Checked input values of a record.
#[derive(Clone, Debug, PartialEq)]
pub struct Inputs {
    /// Values by input id, including defaults.
    values: BTreeMap<String, Value>,
    cost_sensitive: Vec<String>,
}

impl Inputs {
    /// Returns the value of an input, or its default.
    pub fn get(&self, id: &str) -> Option<&Value> {
        self.values.get(id)
    }

    /// Returns all values by input id.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.values.iter().map(|(id, value)| (id.as_str(), value))
    }

    #[cfg(feature = "video")]
    pub(super) fn into_values(self) -> BTreeMap<String, Value> {
        self.values
    }

    /// Returns the inputs that affect the cost of a run, with their values. The client sends nothing for `None`.
    pub fn cost_sensitive(&self) -> impl Iterator<Item = (&str, Option<&Value>)> {
        self.cost_sensitive.iter().map(|id| (id.as_str(), self.values.get(id)))
    }
}

impl Workflow {
    /// Checks values by input id. An input without a value gets its default.
    pub fn inputs<K: Into<String>, V: Into<Value>>(
        &self,
        given: impl IntoIterator<Item = (K, V)>,
    ) -> Result<Inputs, InputErrors> {
        let mut errors = Vec::new();
        let mut values = BTreeMap::new();
        for (id, value) in given {
            let (id, value) = (id.into(), whole(value.into()));
            let mut wrong = |problem| errors.push(InputError { id: id.clone(), problem });
            match self.inputs.iter().find(|it| it.id.as_str() == id) {
                None => wrong(Problem::Unknown { known: self.inputs.iter().map(|it| it.id.to_string()).collect() }),
                Some(_) if values.contains_key(&id) => wrong(Problem::Duplicate),
                Some(input) => match refused(input, &value) {
                    Some(problem) if !value.is_null() => wrong(problem),
                    _ => {}
                },
            }
            values.insert(id, value);
        }
        // Null means that the input is not set.
        values.retain(|_, value| !value.is_null());
        for input in self.inputs.iter() {
            let id = input.id.as_str();
            if values.contains_key(id) || errors.iter().any(|it| it.id == id) {
                continue;
            }
            let default = whole(input.default.as_ref().map(Value::from).unwrap_or_default());
            let problem = match &default {
                Value::Null => input.required.then_some(Problem::Missing),
                default => refused(input, default).map(|it| Problem::Default(it.into())),
            };
            match problem {
                Some(problem) => errors.push(InputError { id: id.to_owned(), problem }),
                None if default.is_null() => {}
                None => {
                    values.insert(id.to_owned(), default);
                }
            }
        }
        let cost_sensitive = self.inputs.iter().filter(|it| it.cost_sensitive).map(|it| it.id.to_string()).collect();
        if errors.is_empty() { Ok(Inputs { values, cost_sensitive }) } else { Err(InputErrors(errors)) }
    }
}

/// Converts integers such as `5.0` to `5`, also in lists and objects.
fn whole(value: Value) -> Value {
    match value {
        Value::Array(items) => items.into_iter().map(whole).collect(),
        Value::Object(fields) => fields.into_iter().map(|(name, it)| (name, whole(it))).collect(),
        value => match value.as_f64() {
            Some(number) if value.is_f64() && number.fract() == 0.0 && number.abs() < 9e15 => (number as i64).into(),
            _ => value,
        },
    }
}

/// Returns the problem with a value, if there is one.
fn refused(input: &Input, value: &Value) -> Option<Problem> {
    let fits = match input.type_ {
        InputType::Boolean => value.is_boolean(),
        InputType::Integer => value.as_number().is_some_and(|it| Integer::of(it).is_some()),
        InputType::Asset => value.as_str().is_some_and(|it| !it.is_empty()),
        InputType::String => value.is_string(),
        // The values of an enum can have any type: only their list decides.
        InputType::Enum => true,
    };
    if !fits {
        return Some(Problem::Type { wanted: input.type_, is: value.clone() });
    }
    // An enum without allowed values accepts no value.
    let limited = input.type_ == InputType::Enum || !input.allowed_values.is_empty();
    let same = |allowed: &Value| whole(allowed.clone()) == *value;
    (limited && !input.allowed_values.iter().any(same))
        .then(|| Problem::Value { allowed: input.allowed_values.clone(), is: value.clone() })
}

/// Error of one input.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct InputError {
    /// Id of the input.
    pub id: String,
    /// The problem.
    pub problem: Problem,
}

/// Problem with an input.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Problem {
    /// The input is required, has no default, and is not set.
    Missing,
    /// The record has no such input.
    Unknown {
        /// Ids of the record's inputs.
        known: Vec<String>,
    },
    /// The input is set twice.
    Duplicate,
    /// The value has the wrong type.
    Type {
        /// Expected type.
        wanted: InputType,
        /// The value.
        is: Value,
    },
    /// The value is not one of the allowed values.
    Value {
        /// Allowed values.
        allowed: Vec<Value>,
        /// The value.
        is: Value,
    },
    /// The input is not set, and its default in the record is invalid.
    Default(Box<Problem>),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let f = &mut EscapingWriter(f);
        let short = |value: &Value| value.as_str().map_or_else(|| value.to_string(), shown);
        match self {
            Self::Missing => f.write_str("this input is required"),
            Self::Unknown { known } => write!(f, "unknown input; the record has `{}`", known.join("`, `")),
            Self::Duplicate => f.write_str("this input is set twice"),
            Self::Type { wanted, is } => match wanted {
                InputType::Asset => write!(f, "expected the URL of an asset, found {}", short(is)),
                _ => write!(f, "expected type `{}`, found {}", wanted.as_str(), short(is)),
            },
            Self::Value { allowed, is } if allowed.is_empty() => {
                write!(f, "expected no value, since `allowed_values` is empty; found {}", short(is))
            }
            Self::Value { allowed, is } => {
                let allowed: Vec<_> = allowed.iter().map(short).collect();
                write!(f, "expected one of {}, found {}", allowed.join(", "), short(is))
            }
            Self::Default(problem) => write!(f, "this input is not set, and its default is invalid: {problem}"),
        }
    }
}

/// All errors in the input values of a caller.
#[derive(Clone, Debug, PartialEq)]
pub struct InputErrors(pub Vec<InputError>);

impl fmt::Display for InputErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("invalid inputs:")?;
        self.0.iter().try_for_each(|it| write!(f, "\n  {}: {}", visible(&it.id), it.problem))
    }
}

impl std::error::Error for InputErrors {}
