//! Catalog records of models.

mod book;
mod retail;
mod specs;

use serde_json::{Map, Value};

use crate::Decimal;
use crate::lenient::{Fields, text};

pub use book::{BookFaces, Condition, Tier};
pub use retail::{FacePrice, Retail};
pub use specs::{ModelSpecs, RouteHealth};

/// Catalog record of a model. Missing fields are `None` or empty. Fields that this version does not know, or that have
/// an unexpected type, are in `other`.
///
/// ```
/// use gatewright_runtime::{BillingUnit, ModelRecord};
///
/// let record = ModelRecord::read(serde_json::json!({
///     "model_name": "chat-large",
///     "specs": "{\"type\": \"llm\", \"context_window\": 200000}",
///     "model_ratio": "1.5",
///     "billing_unit": "tokens",
///     "tags": null,
/// })).ok_or("no record")?;
/// assert_eq!(record.specs.context_window, Some(200_000));
/// assert_eq!(record.ratios.input, Some("1.5".parse()?));
/// assert_eq!(record.billing_unit, Some(BillingUnit::Tokens));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ModelRecord {
    /// Identifier in requests.
    pub name: String,
    /// Description as free text.
    pub description: Option<String>,
    /// Capabilities and limits, as far as its specs state them.
    pub specs: ModelSpecs,
    /// Integer whose meaning is not published.
    pub login_required: Option<i64>,
    /// Text whose meaning is not published.
    pub icon: Option<String>,
    /// Integer whose meaning is not published.
    pub vendor_id: Option<i64>,
    /// Text whose meaning is not published.
    pub owner_by: Option<String>,
    /// Labels.
    pub tags: Vec<String>,
    /// Groups in `enable_groups`. Assumption: groups of accounts that can use the model; they do not change its price.
    pub groups: Vec<String>,
    /// Endpoint types that accept the model.
    pub endpoint_types: Vec<String>,
    /// Capabilities, such as `text-multimodal`.
    pub capabilities: Vec<String>,
    /// Tasks, such as `chat` or `text-to-video`.
    pub tasks: Vec<String>,
    /// Billing unit.
    pub billing_unit: Option<BillingUnit>,
    /// Price ratios. The price of a ratio of 1 is not published.
    pub ratios: Ratios,
    /// Price of one unit for models billed per call or per second. Its currency is not published.
    pub price: Option<Decimal>,
    /// Number whose meaning is not published. Cost calculations do not use it.
    pub billing_rate: Option<Decimal>,
    /// Text, such as `default`. Its meaning is not published.
    pub billing_rate_source: Option<String>,
    /// Integer, such as 0 or 1. Its meaning is not published.
    pub quota_type: Option<i64>,
    /// Hash of the set of prices that the price belongs to.
    pub pricing_version: Option<String>,
    /// Default voice of a speech model.
    pub default_voice: Option<String>,
    /// Default audio format of a speech model.
    pub default_response_format: Option<String>,
    /// Input of a speech model.
    pub speech_input: Option<String>,
    /// Upload formats that a transcription model accepts, if it restricts them.
    pub accepted_upload_formats: Vec<String>,
    /// List price of the provider and selling price of the gateway.
    pub retail: Option<Retail>,
    /// Prices by face. Their unit is not published.
    pub book_faces: Option<BookFaces>,
    /// Recent success rate of the model.
    pub route_health: Option<RouteHealth>,
    /// All other fields, unchanged.
    pub other: Map<String, Value>,
}

/// Unit that a model is billed by.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BillingUnit {
    /// Tokens of input and output.
    Tokens,
    /// Seconds of generated output.
    PerSecond,
    /// Calls.
    PerCall,
    /// Characters of speech input.
    Characters,
    /// Seconds of audio input.
    AudioDuration,
    /// Unknown unit, as published.
    Other(String),
}

impl BillingUnit {
    const KNOWN: [Self; 5] = [Self::Tokens, Self::PerSecond, Self::PerCall, Self::Characters, Self::AudioDuration];

    /// Returns the name in the catalog.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Tokens => "tokens",
            Self::PerSecond => "per_second",
            Self::PerCall => "per_call",
            Self::Characters => "characters",
            Self::AudioDuration => "audio_duration",
            Self::Other(text) => text,
        }
    }
}

impl From<String> for BillingUnit {
    fn from(text: String) -> Self {
        Self::KNOWN.into_iter().find(|it| it.as_str() == text).unwrap_or(Self::Other(text))
    }
}

/// Price ratios of a model. Assumption: the input ratio is the base, and the other ratios multiply it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ratios {
    /// Input.
    pub input: Option<Decimal>,
    /// Output.
    pub completion: Option<Decimal>,
    /// Input that is read from the cache.
    pub cache: Option<Decimal>,
    /// Input that is written to the cache.
    pub create_cache: Option<Decimal>,
    /// Image input.
    pub image: Option<Decimal>,
    /// Audio input.
    pub audio: Option<Decimal>,
    /// Audio output.
    pub audio_completion: Option<Decimal>,
}

impl ModelRecord {
    /// Fields that are read. A field of an unexpected type stays unchanged in `other`.
    pub const FIELDS: [&'static str; 31] = [
        "description",
        "specs",
        "login_required",
        "icon",
        "vendor_id",
        "owner_by",
        "tags",
        "enable_groups",
        "supported_endpoint_types",
        "capabilities",
        "tasks",
        "billing_unit",
        "model_ratio",
        "completion_ratio",
        "cache_ratio",
        "create_cache_ratio",
        "image_ratio",
        "audio_ratio",
        "audio_completion_ratio",
        "model_price",
        "billing_rate",
        "billing_rate_source",
        "quota_type",
        "pricing_version",
        "default_voice",
        "default_response_format",
        "speech_input",
        "accepted_upload_formats",
        "vendor_list",
        "book_faces",
        "route_health",
    ];

    /// Reads a record. Only its name is required.
    pub fn read(value: Value) -> Option<Self> {
        let mut fields = Fields::of(value).ok()?;
        Some(Self {
            name: fields.text("model_name").filter(|it| !it.is_empty())?,
            description: fields.text("description"),
            specs: fields.take("specs", specs::read_specs).unwrap_or_default(),
            login_required: fields.integer("login_required"),
            icon: fields.text("icon"),
            vendor_id: fields.integer("vendor_id"),
            owner_by: fields.text("owner_by"),
            tags: fields.take("tags", read_tags).unwrap_or_default(),
            groups: fields.list("enable_groups", text),
            endpoint_types: fields.list("supported_endpoint_types", text),
            capabilities: fields.list("capabilities", text),
            tasks: fields.list("tasks", text),
            billing_unit: fields.text("billing_unit").map(BillingUnit::from),
            ratios: Ratios {
                input: fields.decimal("model_ratio"),
                completion: fields.decimal("completion_ratio"),
                cache: fields.decimal("cache_ratio"),
                create_cache: fields.decimal("create_cache_ratio"),
                image: fields.decimal("image_ratio"),
                audio: fields.decimal("audio_ratio"),
                audio_completion: fields.decimal("audio_completion_ratio"),
            },
            price: fields.decimal("model_price"),
            billing_rate: fields.decimal("billing_rate"),
            billing_rate_source: fields.text("billing_rate_source"),
            quota_type: fields.integer("quota_type"),
            pricing_version: fields.text("pricing_version"),
            default_voice: fields.text("default_voice"),
            default_response_format: fields.text("default_response_format"),
            speech_input: fields.text("speech_input"),
            accepted_upload_formats: fields.list("accepted_upload_formats", text),
            retail: fields.take("vendor_list", retail::read_retail),
            book_faces: fields.take("book_faces", book::read_book_faces),
            route_health: fields.take("route_health", specs::read_route_health),
            other: fields.rest(),
        })
    }
}

/// Reads labels: a comma-separated text or a list.
fn read_tags(value: Value) -> Result<Vec<String>, Value> {
    match value {
        Value::String(text) => {
            Ok(text.split(',').map(str::trim).filter(|it| !it.is_empty()).map(str::to_owned).collect())
        }
        Value::Array(items) => Ok(items.into_iter().filter_map(|it| text(it).ok()).collect()),
        other => Err(other),
    }
}
