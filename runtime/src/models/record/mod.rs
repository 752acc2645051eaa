//! What a model catalog says of one model.

mod book;
mod retail;
mod specs;

use serde_json::{Map, Value};

use crate::Decimal;
use crate::lenient::{Fields, text};

pub use book::{BookFaces, Condition, Tier};
pub use retail::{FacePrice, Retail};
pub use specs::{ModelSpecs, RouteHealth};

/// The record of a model, as far as it can be read: what is missing is `None` or empty, and what this version does not
/// know, or finds to be of another type, is in `other`.
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
    /// The identifier, as requests name it.
    pub name: String,
    /// Free text.
    pub description: Option<String>,
    /// What it can do, as far as its specs say.
    pub specs: ModelSpecs,
    /// An integer whose meaning is not published.
    pub login_required: Option<i64>,
    /// A text whose meaning is not published.
    pub icon: Option<String>,
    /// An integer whose meaning is not published.
    pub vendor_id: Option<i64>,
    /// A text whose meaning is not published.
    pub owner_by: Option<String>,
    /// Labels.
    pub tags: Vec<String>,
    /// Groups under `enable_groups`. Assumption: groups of accounts that can use it, which do not change its price.
    pub groups: Vec<String>,
    /// The endpoint types that take it.
    pub endpoint_types: Vec<String>,
    /// Such as `text-multimodal`.
    pub capabilities: Vec<String>,
    /// Such as `chat` or `text-to-video`.
    pub tasks: Vec<String>,
    /// What is counted to charge it.
    pub billing_unit: Option<BillingUnit>,
    /// Price ratios. What a ratio of 1 stands for is not published.
    pub ratios: Ratios,
    /// Price of one unit for models billed by call or by second. Its currency is not published.
    pub price: Option<Decimal>,
    /// A number whose meaning is not published; no cost here is computed with it.
    pub billing_rate: Option<Decimal>,
    /// A text, of which `default` occurs. Its meaning is not published.
    pub billing_rate_source: Option<String>,
    /// An integer, of which 0 and 1 occur. Their meaning is not published.
    pub quota_type: Option<i64>,
    /// Names the set of prices that this one belongs to.
    pub pricing_version: Option<String>,
    /// The voice that a speech model takes when none is given.
    pub default_voice: Option<String>,
    /// The audio format that a speech model gives when none is asked for.
    pub default_response_format: Option<String>,
    /// What a speech model speaks.
    pub speech_input: Option<String>,
    /// The only upload formats of a transcription model that restricts them.
    pub accepted_upload_formats: Vec<String>,
    /// What the provider asks, and what the gateway asks.
    pub retail: Option<Retail>,
    /// Prices by face. Their unit is not published.
    pub book_faces: Option<BookFaces>,
    /// How well it has worked lately.
    pub route_health: Option<RouteHealth>,
    /// Everything else, as it came.
    pub other: Map<String, Value>,
}

/// What is counted to charge a model.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BillingUnit {
    /// Tokens in and out.
    Tokens,
    /// Seconds of what is made.
    PerSecond,
    /// Calls.
    PerCall,
    /// Characters of what is spoken.
    Characters,
    /// Seconds of what is listened to.
    AudioDuration,
    /// One that this version does not know, as published.
    Other(String),
}

impl BillingUnit {
    const KNOWN: [Self; 5] = [Self::Tokens, Self::PerSecond, Self::PerCall, Self::Characters, Self::AudioDuration];

    /// What the catalog calls it.
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

/// Price ratios of a model. Assumption: the ratio of input is the base, and the others multiply it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ratios {
    /// Input.
    pub input: Option<Decimal>,
    /// Output.
    pub completion: Option<Decimal>,
    /// Reading what is cached.
    pub cache: Option<Decimal>,
    /// Writing to the cache.
    pub create_cache: Option<Decimal>,
    /// Pictures in the input.
    pub image: Option<Decimal>,
    /// Sound in the input.
    pub audio: Option<Decimal>,
    /// Sound in the output.
    pub audio_completion: Option<Decimal>,
}

impl ModelRecord {
    /// The fields that are read. One of another type than usual is not, and stays in `other` as it came.
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

    /// Reads a record. Only its name must be there.
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

/// Labels with commas between them, or a list of them.
fn read_tags(value: Value) -> Result<Vec<String>, Value> {
    match value {
        Value::String(text) => {
            Ok(text.split(',').map(str::trim).filter(|it| !it.is_empty()).map(str::to_owned).collect())
        }
        Value::Array(items) => Ok(items.into_iter().filter_map(|it| text(it).ok()).collect()),
        other => Err(other),
    }
}
