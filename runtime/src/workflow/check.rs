//! Validation of a value against its rules. Reports all violations at once.

use std::fmt;

use serde_json::Value;

use super::rule::plural;
use super::values::{Integer, check_min_items, twice};
use super::{Kind, Path, Shape, Step};
use crate::text::{shown, visible};

/// Kind of rule, named after its JSON Schema keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// The value has the wrong type.
    Type,
    /// A required field is missing.
    Required,
    /// A field is unknown.
    AdditionalProperties,
    /// The value differs from the constant.
    Const,
    /// The value is not one of the allowed values.
    Enum,
    /// A string does not match the pattern.
    Pattern,
    /// A string is too short.
    MinLength,
    /// A list is too short.
    MinItems,
    /// A list contains a duplicate.
    UniqueItems,
    /// A string has the wrong format.
    Format,
}

impl Rule {
    /// Returns the JSON Schema keyword.
    pub const fn keyword(self) -> &'static str {
        match self {
            Self::Type => "type",
            Self::Required => "required",
            Self::AdditionalProperties => "additionalProperties",
            Self::Const => "const",
            Self::Enum => "enum",
            Self::Pattern => "pattern",
            Self::MinLength => "minLength",
            Self::MinItems => "minItems",
            Self::UniqueItems => "uniqueItems",
            Self::Format => "format",
        }
    }
}

/// Error of a value that violates a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Invalid {
    /// Violated rule.
    pub rule: Rule,
    /// Message.
    pub message: String,
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&visible(&self.message))
    }
}

impl std::error::Error for Invalid {}

/// Violation of a rule, with its location in the record.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Violation {
    /// Path of the value; for a missing field, the path where it should be.
    pub path: Path,
    /// Violated rule.
    pub rule: Rule,
    /// Message.
    pub message: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, visible(&self.message))
    }
}

impl Shape {
    /// Returns all violations in a value.
    pub fn check(&self, value: &Value) -> Vec<Violation> {
        let mut check = Check::default();
        check.value(self, value);
        check.found
    }
}

#[derive(Default)]
struct Check {
    steps: Vec<Step>,
    found: Vec<Violation>,
}

impl Check {
    fn note(&mut self, rule: Rule, message: impl Into<String>) {
        self.found.push(Violation { path: Path(self.steps.clone()), rule, message: message.into() });
    }

    fn enter(&mut self, step: Step, look: impl FnOnce(&mut Self)) {
        self.steps.push(step);
        look(self);
        self.steps.pop();
    }

    fn value(&mut self, shape: &Shape, value: &Value) {
        if shape.nullable && value.is_null() {
            return;
        }
        match (&shape.kind, value) {
            (Kind::Object(fields), Value::Object(given)) => {
                for field in fields {
                    self.enter(Step::Key(field.name.to_owned()), |it| match given.get(field.name) {
                        Some(value) => it.value(&field.shape, value),
                        None if field.required => it.note(Rule::Required, "this field is required"),
                        None => {}
                    });
                }
                for key in given.keys().filter(|key| !fields.iter().any(|it| it.name == **key)) {
                    self.enter(Step::Key(key.clone()), |it| {
                        it.note(Rule::AdditionalProperties, "unknown field");
                    });
                }
            }
            (Kind::List { items, min, unique }, Value::Array(given)) => {
                let broken = check_min_items(given.len(), *min).into_iter();
                let same = unique.then(|| twice(given.iter().filter_map(Value::as_str))).flatten();
                for it in broken.chain(same) {
                    self.note(it.rule, it.message);
                }
                for (number, value) in given.iter().enumerate() {
                    if let Some(shape) = items {
                        self.enter(Step::Item(number), |it| it.value(shape, value));
                    }
                }
            }
            (Kind::Text(rule), Value::String(text)) => {
                rule.violations_of(text).into_iter().for_each(|it| self.note(it.rule, it.message));
            }
            (Kind::OneOf([word]), value) => {
                if value != word {
                    self.note(Rule::Const, format!("expected {}, found {}", shown(word), in_short(value)));
                }
            }
            (Kind::Always(flag), value) => {
                if *value != Value::Bool(*flag) {
                    self.note(Rule::Const, format!("expected `{flag}`, found {}", in_short(value)));
                }
            }
            (Kind::OneOf(words), value) => {
                if !words.iter().any(|it| value == it) {
                    let values: Vec<_> = words.iter().map(|it| format!("`{it}`")).collect();
                    self.note(Rule::Enum, format!("expected one of {}, found {}", values.join(", "), in_short(value)));
                }
            }
            (Kind::Map, Value::Object(_)) | (Kind::Flag | Kind::Scalar, Value::Bool(_)) => {}
            (Kind::Scalar, Value::String(_)) => {}
            (Kind::Scalar, Value::Number(number)) if Integer::of(number).is_some() => {}
            (kind, value) => {
                let or_null = if shape.nullable { " or null" } else { "" };
                self.note(Rule::Type, format!("expected {}{or_null}, found {}", wanted(kind), in_short(value)));
            }
        }
    }
}

/// Returns the name of a kind of value for a message.
fn wanted(kind: &Kind) -> &'static str {
    match kind {
        Kind::Object(_) | Kind::Map => "an object",
        Kind::List { .. } => "a list",
        Kind::Text(_) | Kind::OneOf(_) => "a string",
        Kind::Flag | Kind::Always(_) => "a boolean",
        Kind::Scalar => "a string, a boolean or an integer",
    }
}

/// Returns a short form of a value for a message.
fn in_short(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(flag) => format!("`{flag}`"),
        Value::Number(number) => format!("the number {number}"),
        Value::String(text) => shown(text),
        Value::Array(items) => format!("a list of {} {}", items.len(), plural(items.len(), "item")),
        Value::Object(fields) => format!("an object with {} {}", fields.len(), plural(fields.len(), "field")),
    }
}
