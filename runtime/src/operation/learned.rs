//! Shapes of responses that were learned from recordings.

/// Type of a JSON value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum JsonType {
    /// `null`.
    Null,
    /// `true` or `false`.
    Boolean,
    /// Whole number that fits into 64 bits with a sign.
    Integer,
    /// Other number.
    Number,
    /// Text.
    Text,
    /// Array.
    Array,
    /// Object.
    Object,
}

impl JsonType {
    /// All types, with their names in a recording.
    pub(crate) const NAMES: [(Self, &'static str); 7] = [
        (Self::Null, "null"),
        (Self::Boolean, "boolean"),
        (Self::Integer, "integer"),
        (Self::Number, "number"),
        (Self::Text, "text"),
        (Self::Array, "array"),
        (Self::Object, "object"),
    ];

    /// Returns the name of the type in a recording, such as `integer`.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|it| it.0 == self).map_or("", |it| it.1)
    }

    /// Returns the type of a value.
    #[cfg(feature = "models")]
    pub fn of(value: &serde_json::Value) -> Self {
        use serde_json::Value;
        match value {
            Value::Null => Self::Null,
            Value::Bool(_) => Self::Boolean,
            Value::Number(number) if number.is_i64() => Self::Integer,
            Value::Number(_) => Self::Number,
            Value::String(_) => Self::Text,
            Value::Array(_) => Self::Array,
            Value::Object(_) => Self::Object,
        }
    }
}

/// Shape of the responses of an operation, as a table of nodes that name each other by index. A node can be part of itself:
/// a comment has replies, which are comments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LearnedShape {
    /// Number of responses that it was learned from.
    pub samples: u64,
    /// Nodes. The first one describes the data of the response.
    pub nodes: &'static [LearnedNode],
}

/// Values at one path of a response, or at several paths with values of the same kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LearnedNode {
    /// Types of the values.
    pub types: &'static [JsonType],
    /// Fields of objects, sorted by name.
    pub fields: &'static [LearnedField],
    /// Values of keys that are data, such as ids.
    pub keys: Option<usize>,
    /// Items of arrays.
    pub items: Option<usize>,
    /// True if all texts were numbers.
    pub digits: bool,
    /// True if items, or values of keys that are data, were null.
    pub holds_null: bool,
}

impl LearnedNode {
    /// A node without fields, keys and items.
    pub const fn of(types: &'static [JsonType]) -> Self {
        Self { types, fields: &[], keys: None, items: None, digits: false, holds_null: false }
    }

    /// A node whose texts are numbers.
    pub const fn digits(types: &'static [JsonType]) -> Self {
        Self { digits: true, ..Self::of(types) }
    }
}

/// Field of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LearnedField {
    /// Key in the JSON.
    pub name: &'static str,
    /// Index of the node with its values.
    pub node: usize,
    /// True if every one of at least 20 objects had the field.
    pub always: bool,
}

/// An endpoint whose responses have types that were learned from recordings.
#[diagnostic::on_unimplemented(
    message = "the responses of `{Self}` have no types",
    label = "no shape of its responses was learned",
    note = "use `data`, or record responses and generate the client again"
)]
pub trait Learned: super::Endpoint {
    /// Type of the data of a response.
    type Data;
    /// Type of an item in the list of a page.
    type Item;
}

#[cfg(all(test, feature = "models"))]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_whole_number_above_64_bits_with_a_sign_is_a_number() {
        let types = [json!(i64::MIN), json!(i64::MAX), json!(u64::MAX), json!(1.5)].map(|it| JsonType::of(&it));
        assert_eq!(types, [JsonType::Integer, JsonType::Integer, JsonType::Number, JsonType::Number]);
    }
}
