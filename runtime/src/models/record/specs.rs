//! Specs of a model, and its recent success rate.

use serde_json::{Map, Value};

use crate::Decimal;
use crate::lenient::{Fields, text};

/// Specs of a model. The field `specs` contains them as JSON inside text.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ModelSpecs {
    /// Kind of model: `llm`, `image`, `video`, `asr`, `music`, `decision`.
    pub kind: Option<String>,
    /// Maximum number of input and output tokens together.
    pub context_window: Option<i64>,
    /// Maximum number of input tokens.
    pub max_input_tokens: Option<i64>,
    /// Maximum number of output tokens.
    pub max_output_tokens: Option<i64>,
    /// Modalities of the input.
    pub input_modalities: Vec<String>,
    /// Modalities of the output.
    pub output_modalities: Vec<String>,
    /// Accepted values of `reasoning_effort`.
    pub reasoning_efforts: Vec<String>,
    /// Sizes of images or videos.
    pub resolutions: Vec<String>,
    /// Longest video or recording in seconds. Assumption: of one generated video or one uploaded recording.
    pub max_duration_seconds: Option<i64>,
    /// Notes about prices.
    pub pricing_notes: Option<String>,
    /// All other fields, unchanged.
    pub other: Map<String, Value>,
}

/// Recent success rate of a model.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RouteHealth {
    /// Length of the measured period in hours.
    pub window_hours: Option<Decimal>,
    /// Number of measured calls.
    pub sample_size: Option<i64>,
    /// Fraction of the calls that succeeded.
    pub success_ratio: Option<Decimal>,
    /// Time of the last check.
    pub last_checked_at: Option<String>,
    /// All other fields, unchanged.
    pub other: Map<String, Value>,
}

/// Reads JSON inside text, or an object, in case the service sends the specs directly one day.
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
