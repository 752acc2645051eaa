//! What the specs of a model say, and how well it has worked.

use serde_json::{Map, Value};

use crate::Decimal;
use crate::lenient::{Fields, text};

/// What a model's `specs` say, which are JSON inside text.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ModelSpecs {
    /// `llm`, `image`, `video`, `asr`, `music`, `decision`.
    pub kind: Option<String>,
    /// Tokens of input and output together.
    pub context_window: Option<i64>,
    /// Tokens of input.
    pub max_input_tokens: Option<i64>,
    /// Tokens of output.
    pub max_output_tokens: Option<i64>,
    /// What goes in.
    pub input_modalities: Vec<String>,
    /// What comes out.
    pub output_modalities: Vec<String>,
    /// The values that `reasoning_effort` takes.
    pub reasoning_efforts: Vec<String>,
    /// Sizes of pictures or clips.
    pub resolutions: Vec<String>,
    /// Longest video or recording in seconds. Assumption: of one generated video or one uploaded recording.
    pub max_duration_seconds: Option<i64>,
    /// What else there is to know about prices.
    pub pricing_notes: Option<String>,
    /// Everything else, as it came.
    pub other: Map<String, Value>,
}

/// How well a model has worked lately.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RouteHealth {
    /// Over how many hours.
    pub window_hours: Option<Decimal>,
    /// Over how many calls.
    pub sample_size: Option<i64>,
    /// Which part of them succeeded.
    pub success_ratio: Option<Decimal>,
    /// When it was last looked at.
    pub last_checked_at: Option<String>,
    /// Everything else, as it came.
    pub other: Map<String, Value>,
}

/// JSON inside text; or the object itself, should the service one day say it directly.
pub(super) fn read_specs(value: Value) -> Result<ModelSpecs, Value> {
    let inner = match &value {
        Value::String(text) => serde_json::from_str(text).map_err(|_| ()),
        _ => Ok(value.clone()),
    };
    let Ok(mut fields) = inner.and_then(|inner| Fields::of(inner).map_err(|_| ())) else { return Err(value) };
    Ok(ModelSpecs {
        kind: fields.text("type"),
        context_window: fields.integer("context_window"),
        max_input_tokens: fields.integer("max_input_tokens"),
        max_output_tokens: fields.integer("max_output_tokens"),
        input_modalities: fields.list("input_modalities", text),
        output_modalities: fields.list("output_modalities", text),
        reasoning_efforts: fields.list("reasoning_efforts", text),
        resolutions: fields.list("resolutions", text),
        max_duration_seconds: fields.integer("max_duration_seconds"),
        pricing_notes: fields.text("pricing_notes"),
        other: fields.rest(),
    })
}

pub(super) fn read_route_health(value: Value) -> Result<RouteHealth, Value> {
    let mut fields = Fields::of(value)?;
    Ok(RouteHealth {
        window_hours: fields.decimal("window_hours"),
        sample_size: fields.integer("sample_size"),
        success_ratio: fields.decimal("success_ratio"),
        last_checked_at: fields.text("last_checked_at"),
        other: fields.rest(),
    })
}
