//! Tools that a model can call, shared by all chat formats.

#[cfg(feature = "schemars")]
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::strict::strict;
use crate::Result;
use crate::http::error::decode_text;

/// Tool that a model can call.
///
/// ```
/// # #[cfg(feature = "schemars")] {
/// use gatewright_runtime::Tool;
///
/// /// Arguments of the tool.
/// #[derive(serde::Deserialize, schemars::JsonSchema)]
/// struct Weather {
///     /// A town.
///     town: String,
/// }
///
/// let tool = Tool::of::<Weather>("weather", "Says what the weather is like.");
/// assert_eq!(tool.parameters["properties"]["town"]["type"], "string");
/// # }
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Tool {
    /// Name of the tool.
    pub name: String,
    /// Description of the tool for the model.
    pub description: String,
    /// JSON Schema of the arguments.
    pub parameters: Value,
}

impl Tool {
    /// Creates a tool whose arguments have the type `T` (feature `schemars`).
    #[cfg(feature = "schemars")]
    pub fn of<T: JsonSchema>(name: impl Into<String>, description: impl Into<String>) -> Self {
        Self::new(name, description, schema::<T>())
    }

    /// Creates a tool with a custom schema.
    pub fn new(name: impl Into<String>, description: impl Into<String>, parameters: Value) -> Self {
        Self { name: name.into(), description: description.into(), parameters }
    }
}

/// Returns the schema of a type in the form that models accept: without `$schema`.
#[cfg(feature = "schemars")]
fn schema<T: JsonSchema>() -> Value {
    let mut schema = schemars::schema_for!(T).to_value();
    if let Value::Object(fields) = &mut schema {
        fields.remove("$schema");
    }
    schema
}

/// Returns the name of a type's schema, with the characters that models accept.
#[cfg(feature = "schemars")]
fn schema_name<T: JsonSchema>() -> String {
    T::schema_name().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
}

/// Tool call of a model.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ToolCall {
    /// Id, which the tool result must repeat.
    pub id: String,
    /// Name of the tool.
    pub name: String,
    /// Arguments as the model wrote them. They may be invalid JSON.
    pub arguments: String,
}

impl ToolCall {
    /// Parses the arguments as a type.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T> {
        // Models often write a call without arguments as an empty text.
        let text = if self.arguments.trim().is_empty() { "{}" } else { &self.arguments };
        decode_text(text)
    }
}

/// Tool that the model must call, if any.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ToolChoice {
    /// The model decides.
    Auto,
    /// No tool.
    None,
    /// Any tool.
    Any,
    /// Tool with this name.
    Named(String),
}

/// Format of a reply.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ReplyFormat {
    /// Text.
    Text,
    /// Any JSON object.
    Json,
    /// JSON that matches a schema.
    Schema {
        /// Name of the schema.
        name: String,
        /// JSON Schema.
        schema: Value,
    },
    /// JSON that always matches a schema: the strict mode of the public formats.
    ///
    /// The client converts the schema: all properties of an object become required, others are forbidden, and keywords
    /// without an effect are removed. A schema that the strict mode cannot express, such as a map with any keys, is an
    /// error before the request is sent.
    StrictSchema {
        /// Name of the schema.
        name: String,
        /// JSON Schema.
        schema: Value,
    },
}

impl ReplyFormat {
    /// Creates the format for JSON that always matches a schema.
    ///
    /// ```
    /// use gatewright_runtime::ReplyFormat;
    /// use serde_json::json;
    ///
    /// let schema = json!({ "type": "object", "properties": { "name": { "type": "string" } } });
    /// let format = ReplyFormat::strict_schema("tea", schema);
    /// ```
    pub fn strict_schema(name: impl Into<String>, schema: Value) -> Self {
        Self::StrictSchema { name: name.into(), schema }
    }

    /// Returns the schema with its name and mode, if there is one; or the reason why the strict mode cannot express it.
    pub(super) fn named_schema(self) -> Option<Result<Value, String>> {
        match self {
            Self::Text | Self::Json => None,
            Self::Schema { name, schema } => Some(Ok(json!({ "name": name, "schema": schema }))),
            Self::StrictSchema { name, schema } => Some(match strict(schema) {
                Ok(schema) => Ok(json!({ "name": name, "schema": schema, "strict": true })),
                Err(problem) => Err(format!("cannot use the schema `{name}` in strict mode: {problem}")),
            }),
        }
    }
}

#[cfg(feature = "schemars")]
impl ReplyFormat {
    /// Creates the format for structured output of type `T` (feature `schemars`). Read it with `parse` of the reply.
    pub fn of<T: JsonSchema>() -> Self {
        Self::Schema { name: schema_name::<T>(), schema: schema::<T>() }
    }

    /// Creates the format for structured output that always has the type `T` (feature `schemars`); see
    /// [`StrictSchema`](Self::StrictSchema).
    ///
    /// ```
    /// #[derive(serde::Deserialize, schemars::JsonSchema)]
    /// struct Tea {
    ///     name: String,
    ///     minutes: Option<u32>,
    /// }
    ///
    /// let format = gatewright_runtime::ReplyFormat::strict::<Tea>();
    /// ```
    pub fn strict<T: JsonSchema>() -> Self {
        Self::strict_schema(schema_name::<T>(), schema::<T>())
    }
}
