//! What a caller gives, beside what the record takes.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use serde_json::Value;

use super::values::Integer;
use super::{Input, InputType, Workflow};
use crate::text::{Visible, shown, visible};

/// Values that a record takes.
#[derive(Clone, Debug, PartialEq)]
pub struct Inputs {
    /// By id; defaults are among them.
    values: BTreeMap<String, Value>,
    cost_sensitive: Vec<String>,
}

impl Inputs {
    /// The value of an input, or its default.
    pub fn get(&self, id: &str) -> Option<&Value> {
        self.values.get(id)
    }

    /// All values, by id.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.values.iter().map(|(id, value)| (id.as_str(), value))
    }

    #[cfg(feature = "video")]
    pub(super) fn into_values(self) -> BTreeMap<String, Value> {
        self.values
    }

    /// The inputs that change what a run costs, with their values; `None`: nothing is sent for it.
    pub fn cost_sensitive(&self) -> impl Iterator<Item = (&str, Option<&Value>)> {
        self.cost_sensitive.iter().map(|id| (id.as_str(), self.values.get(id)))
    }
}

impl Workflow {
    /// Checks values, by the ids of inputs. What is not given gets its default.
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
                Some(_) if values.contains_key(&id) => wrong(Problem::Twice),
                Some(input) => match refused(input, &value) {
                    Some(problem) if !value.is_null() => wrong(problem),
                    _ => {}
                },
            }
            values.insert(id, value);
        }
        // Null is what nobody gave.
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

/// Whole numbers as such, however they were written.
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

/// What is wrong with a value.
fn refused(input: &Input, value: &Value) -> Option<Problem> {
    let fits = match input.type_ {
        InputType::Boolean => value.is_boolean(),
        InputType::Integer => value.as_number().is_some_and(|it| Integer::of(it).is_some()),
        InputType::Asset => value.as_str().is_some_and(|it| !it.is_empty()),
        InputType::String => value.is_string(),
        // Of what type the values of an enum are, only their list says.
        InputType::Enum => true,
    };
    if !fits {
        return Some(Problem::Type { wanted: input.type_, is: value.clone() });
    }
    // An enum without values has none.
    let limited = input.type_ == InputType::Enum || !input.allowed_values.is_empty();
    let same = |allowed: &Value| whole(allowed.clone()) == *value;
    (limited && !input.allowed_values.iter().any(same))
        .then(|| Problem::Value { allowed: input.allowed_values.clone(), is: value.clone() })
}

/// What is wrong with one input.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct InputError {
    /// Which input.
    pub id: String,
    /// What.
    pub problem: Problem,
}

/// What can be wrong with an input.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Problem {
    /// It must be given, and there is no default.
    Missing,
    /// The record has no such input.
    Unknown {
        /// Those that it has.
        known: Vec<String>,
    },
    /// It is given twice.
    Twice,
    /// It is of another type.
    Type {
        /// The type that it must be of.
        wanted: InputType,
        /// What it is.
        is: Value,
    },
    /// It is none of the values there are.
    Value {
        /// Those.
        allowed: Vec<Value>,
        /// What it is.
        is: Value,
    },
    /// The record's own default will not do.
    Default(Box<Problem>),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let f = &mut Visible(f);
        let short = |value: &Value| value.as_str().map_or_else(|| value.to_string(), shown);
        match self {
            Self::Missing => f.write_str("it must be given"),
            Self::Unknown { known } => write!(f, "the record has no such input; it has `{}`", known.join("`, `")),
            Self::Twice => f.write_str("it is given twice"),
            Self::Type { wanted, is } => match wanted {
                InputType::Asset => write!(f, "it must be an asset, said by its address, and is {}", short(is)),
                _ => write!(f, "it must be of type `{}`, and is {}", wanted.as_str(), short(is)),
            },
            Self::Value { allowed, is } if allowed.is_empty() => {
                write!(f, "the record allows no value for it, and it is {}", short(is))
            }
            Self::Value { allowed, is } => {
                let allowed: Vec<_> = allowed.iter().map(short).collect();
                write!(f, "it must be one of {}, and is {}", allowed.join(", "), short(is))
            }
            Self::Default(problem) => write!(f, "nobody gives it, and the record's default will not do: {problem}"),
        }
    }
}

/// Everything that is wrong with what a caller gave.
#[derive(Clone, Debug, PartialEq)]
pub struct InputErrors(pub Vec<InputError>);

impl fmt::Display for InputErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the inputs will not do:")?;
        self.0.iter().try_for_each(|it| write!(f, "\n  {}: {}", visible(&it.id), it.problem))
    }
}

impl std::error::Error for InputErrors {}
