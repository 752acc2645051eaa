//! JSON Schema of parameters.

use serde_json::{Map, Value, json};

use super::{Field, Location, OperationSpec, Presence, ValueType};

impl OperationSpec {
    /// Returns the JSON Schema of the parameters, as one object. It does not contain the at-least-one-of groups, since chat models
    /// refuse schemas with `anyOf` at the root.
    ///
    /// ```
    /// use gatewright_runtime::{Field, OperationSpec, serde_json::json};
    ///
    /// const SEARCH: OperationSpec = OperationSpec { fields: &[Field::text("keyword").required()], ..OperationSpec::EMPTY };
    /// assert_eq!(SEARCH.schema()["properties"], json!({ "keyword": { "type": "string" } }));
    /// assert_eq!(SEARCH.schema()["required"], json!(["keyword"]));
    /// ```
    pub fn schema(&self) -> Value {
        let properties: Map<_, _> = self.fields.iter().map(|it| (it.name.to_owned(), it.schema())).collect();
        let required: Vec<_> =
            self.fields.iter().filter(|it| it.presence == Presence::Required).map(|it| it.name).collect();
        json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
    }
}

impl Field {
    /// Returns the JSON Schema of the values.
    pub fn schema(&self) -> Value {
        let mut schema = match self.value_type {
            ValueType::Integer(min, max) | ValueType::Seconds(min, max) => integer(min, max),
            ValueType::Flag => json!({ "type": "boolean" }),
            ValueType::Number => json!({ "type": "number" }),
            ValueType::OneOf(values) => json!({ "type": "string", "enum": values }),
            ValueType::Any if matches!(self.location, Location::Query(_)) => {
                json!({ "type": ["string", "integer", "boolean"] })
            }
            ValueType::Any => json!({}),
            _ => json!({ "type": "string" }),
        };
        let default = match self.presence {
            Presence::Default(json) => Some(json),
            _ => self.unset,
        };
        if let Some(default) = default.and_then(|it| serde_json::from_str::<Value>(it).ok()) {
            schema["default"] = default;
        }
        if self.separator.is_some() || self.many {
            schema = json!({ "type": "array", "items": schema });
        }
        if !self.about.is_empty() {
            schema["description"] = self.about.into();
        }
        schema
    }
}

fn integer(min: i64, max: i64) -> Value {
    let mut schema = json!({ "type": "integer" });
    for (key, bound) in [("minimum", min), ("maximum", max)] {
        if ![i64::MIN, i64::MAX].contains(&bound) {
            schema[key] = bound.into();
        }
    }
    schema
}
