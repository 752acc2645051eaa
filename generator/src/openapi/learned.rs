//! Schemas of learned responses. Each object is a component, so that recursion is a reference.

use serde_json::{Map, Value, json};

use super::Version;
use super::parts::{CHARGED, social_result};
use crate::model::{DataField, DataStruct, DataType, LearnedData, Model, Operation, Platform, Service};

/// Returns the name of an operation's response among the components.
pub(super) fn response_name(operation: &Operation) -> String {
    format!("{}_result", operation.id)
}

/// Returns the responses and the schemas of all operations whose responses were learned.
pub(super) fn components(model: &Model, version: Version) -> (Map<String, Value>, Map<String, Value>) {
    let (mut responses, mut schemas) = (Map::new(), Map::new());
    for platform in &model.platforms {
        for operation in &platform.operations {
            let Some(data) = &operation.learned else { continue };
            let schema = Schema { service: &model.service, platform, data, version };
            responses.insert(response_name(operation), schema.response());
            schemas.extend(data.structs.iter().map(|it| (schema.name(it), schema.object(it))));
        }
    }
    (responses, schemas)
}

/// Schemas of one operation.
struct Schema<'a> {
    service: &'a Service,
    platform: &'a Platform,
    data: &'a LearnedData,
    version: Version,
}

impl Schema<'_> {
    fn response(&self) -> Value {
        let mut result = social_result(self.service, Some(self.of(&self.data.data)));
        self.mark(&mut result);
        json!({ "description": CHARGED, "content": { "application/json": { "schema": result } } })
    }

    /// Returns the name of a component. Names of structs are unique on their platform.
    fn name(&self, of: &DataStruct) -> String {
        format!("{}_{}", self.platform.module, of.name)
    }

    fn object(&self, of: &DataStruct) -> Value {
        let properties: Map<_, _> = of.fields.iter().map(|it| (it.key.clone(), self.field(it))).collect();
        let mut object = json!({ "type": "object", "properties": properties, "additionalProperties": true });
        self.mark(&mut object);
        object
    }

    /// Adds the origin of a schema.
    fn mark(&self, schema: &mut Value) {
        schema["x-learned"] = self.data.recording.samples.into();
        if self.data.is_sample {
            schema["x-sample"] = true.into();
        }
    }

    fn field(&self, field: &DataField) -> Value {
        let schema = self.of(&field.kind);
        if field.can_be_null { self.or_null(schema) } else { schema }
    }

    fn of(&self, kind: &DataType) -> Value {
        match kind {
            DataType::Any => json!({}),
            DataType::Flag => json!({ "type": "boolean" }),
            DataType::Integer => json!({ "type": "integer", "format": "int64" }),
            DataType::Number => json!({ "type": "number" }),
            DataType::Text | DataType::Digits => json!({ "type": "string" }),
            DataType::List(items) => json!({ "type": "array", "items": self.of(items) }),
            DataType::Map(values) => json!({ "type": "object", "additionalProperties": self.of(values) }),
            DataType::Optional(inner) => self.or_null(self.of(inner)),
            // A reference to the schema itself: some generators make structs of infinite size from it.
            DataType::Boxed(_) => json!({ "type": "object", "additionalProperties": true }),
            DataType::Struct(index) => {
                let name = self.data.structs.get(*index).map(|it| self.name(it)).unwrap_or_default();
                json!({ "$ref": format!("#/components/schemas/{name}") })
            }
        }
    }

    /// Returns a schema that also accepts `null`.
    fn or_null(&self, mut schema: Value) -> Value {
        let kind = schema.get("type").cloned();
        match (self.version, kind) {
            (Version::V3_1, Some(kind)) => schema["type"] = json!([kind, "null"]),
            (Version::V3_0, Some(_)) => schema["nullable"] = true.into(),
            (Version::V3_1, None) if schema.get("$ref").is_some() => {
                schema = json!({ "anyOf": [schema, { "type": "null" }] });
            }
            (Version::V3_0, None) if schema.get("$ref").is_some() => {
                schema = json!({ "type": "object", "nullable": true, "allOf": [schema] });
            }
            _ => {}
        }
        schema
    }
}
