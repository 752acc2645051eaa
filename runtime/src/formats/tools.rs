//! Tools that a model may call, the same for every chat format.

#[cfg(feature = "schemars")]
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::Result;
use crate::http::error::undecodable;

/// A tool that a model may call.
///
/// ```
/// # #[cfg(feature = "schemars")] {
/// use gatewright_runtime::Tool;
///
/// /// Where to look.
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
    /// What the model calls it.
    pub name: String,
    /// What it does, for the model to read.
    pub description: String,
    /// JSON Schema of its arguments.
    pub parameters: Value,
}

impl Tool {
    /// Creates a tool whose arguments are read back as `T` (feature `schemars`).
    #[cfg(feature = "schemars")]
    pub fn of<T: JsonSchema>(name: impl Into<String>, description: impl Into<String>) -> Self {
        Self::new(name, description, schema::<T>())
    }

    /// A tool with a schema of its own.
    pub fn new(name: impl Into<String>, description: impl Into<String>, parameters: Value) -> Self {
        Self { name: name.into(), description: description.into(), parameters }
    }
}

/// Schema of a type as models accept it: without `$schema`.
#[cfg(feature = "schemars")]
fn schema<T: JsonSchema>() -> Value {
    let mut schema = schemars::schema_for!(T).to_value();
    if let Value::Object(fields) = &mut schema {
        fields.remove("$schema");
    }
    schema
}

/// A call of a tool that a model asks for.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ToolCall {
    /// What the result must name.
    pub id: String,
    /// The tool.
    pub name: String,
    /// Its arguments: what the model wrote, which need not be JSON.
    pub arguments: String,
}

impl ToolCall {
    /// The arguments as a type.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T> {
        // A call without arguments is often written as nothing at all.
        let text = if self.arguments.trim().is_empty() { "{}" } else { &self.arguments };
        serde_json::from_str(text).map_err(|problem| undecodable(problem, text))
    }
}

/// Which tool the model must call, if any.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ToolChoice {
    /// It decides for itself.
    Auto,
    /// None.
    None,
    /// Any of them.
    Any,
    /// This one.
    Named(String),
}

/// How a reply is to be written.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ReplyFormat {
    /// As text.
    Text,
    /// As some JSON object.
    Json,
    /// As JSON of a schema.
    Schema {
        /// What the schema is called.
        name: String,
        /// JSON Schema.
        schema: Value,
    },
}

#[cfg(feature = "schemars")]
impl ReplyFormat {
    /// Structured output of type `T` (feature `schemars`); read it with `parse` of the reply.
    pub fn of<T: JsonSchema>() -> Self {
        let name = T::schema_name().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        Self::Schema { name, schema: schema::<T>() }
    }
}
