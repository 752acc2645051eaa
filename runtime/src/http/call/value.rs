//! Values of parameters.

use std::fmt;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::{Upload, image};

/// Value of a parameter.
///
/// Conversions exist for the types that published parameters have, and for all numbers. If the type of a parameter
/// becomes known later, callers that pass a value of that type still compile.
///
/// ```
/// use gatewright_runtime::ParamValue;
///
/// assert_eq!(ParamValue::from("tea").to_string(), "tea");
/// assert_eq!(ParamValue::from(15).to_string(), "15");
/// assert_eq!(ParamValue::from(true).to_string(), "true");
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum ParamValue {
    /// Text, sent as it is.
    Text(String),
    /// Whole number.
    Integer(i64),
    /// `true` or `false`.
    Flag(bool),
    /// Any other JSON.
    Json(Value),
    /// File.
    File(Box<Upload>),
    /// Value that cannot be sent, with the reason.
    Invalid(String),
}

impl ParamValue {
    /// Converts a value to JSON, or to [`Invalid`](Self::Invalid) if it cannot be sent.
    pub fn json(value: impl Serialize) -> Self {
        match serde_json::to_value(value) {
            Ok(value) => Self::Json(value),
            Err(problem) => Self::Invalid(problem.to_string()),
        }
    }

    /// Returns the reason why the value cannot be sent, if there is one.
    pub(crate) fn problem(&self) -> Option<String> {
        match self {
            Self::Json(Value::Null) => {
                Some("is null or not a valid JSON number; help: use `extra` to send null".to_owned())
            }
            Self::Invalid(problem) => Some(format!("cannot be sent: {problem}")),
            _ => None,
        }
    }

    /// Returns the value as JSON; for a file, its name.
    pub(crate) fn to_json(&self) -> Value {
        match self {
            Self::Text(text) => text.as_str().into(),
            Self::Integer(number) => (*number).into(),
            Self::Flag(flag) => (*flag).into(),
            Self::Json(value) => value.clone(),
            Self::File(file) => file.file_name().into(),
            Self::Invalid(_) => Value::Null,
        }
    }

    /// Returns true for an empty text, which the service treats as absent.
    pub(crate) fn is_empty(&self) -> bool {
        matches!(self, Self::Text(text) if text.is_empty())
    }
}

/// Formats the value for a query or a form.
impl fmt::Display for ParamValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) | Self::Json(Value::String(text)) => f.write_str(text),
            Self::Integer(number) => write!(f, "{number}"),
            Self::Flag(flag) => write!(f, "{flag}"),
            Self::Json(value) => write!(f, "{value}"),
            Self::File(file) => f.write_str(file.file_name()),
            Self::Invalid(_) => Ok(()),
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

impl From<f32> for ParamValue {
    fn from(number: f32) -> Self {
        f64::from(number).into()
    }
}

impl From<f64> for ParamValue {
    fn from(number: f64) -> Self {
        Self::Json(number.into())
    }
}

impl From<bool> for ParamValue {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl From<Vec<String>> for ParamValue {
    fn from(texts: Vec<String>) -> Self {
        Self::Json(texts.into())
    }
}

impl From<Value> for ParamValue {
    fn from(value: Value) -> Self {
        match value {
            Value::String(text) => Self::Text(text),
            Value::Bool(flag) => Self::Flag(flag),
            Value::Number(number) => number.as_i64().map_or(Self::Json(number.into()), Self::Integer),
            other => Self::Json(other),
        }
    }
}

impl From<Map<String, Value>> for ParamValue {
    fn from(fields: Map<String, Value>) -> Self {
        Self::Json(fields.into())
    }
}

impl From<Upload> for ParamValue {
    fn from(file: Upload) -> Self {
        Self::File(Box::new(file))
    }
}

impl From<image::Source> for ParamValue {
    fn from(image: image::Source) -> Self {
        match image {
            image::Source::File(file) => file.into(),
            image::Source::Url(url) => Self::Text(url),
        }
    }
}
