//! What a model catalog says of one model.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::Decimal;
use crate::lenient::{Fields, decimal, integer, text};

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
    /// Labels.
    pub tags: Vec<String>,
    /// Groups of accounts that can use it (`enable_groups`). Assumption: they do not change its price.
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

/// Published prices: the gateway's selling price next to the provider's list price, in US dollars for one
/// [unit](Self::unit). [`cost`](ModelRecord::cost) calculates with the selling price.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Retail {
    /// How the two compare.
    pub verdict: Option<String>,
    /// Discount on the list price in percent. Assumption: `selling_usd` already contains it.
    pub discount_pct: Option<Decimal>,
    /// The currency of the list.
    pub list_currency: Option<String>,
    /// The list price of input, in that currency.
    pub list_input: Option<Decimal>,
    /// The list price of input in US dollars.
    pub list_input_usd: Option<Decimal>,
    /// What the gateway asks for one [unit](Self::unit), in US dollars.
    pub selling_usd: Option<Decimal>,
    /// What one price is paid for, as published.
    pub unit: Option<String>,
    /// Where the list price was found.
    pub list_source: Option<String>,
    /// When it was looked at.
    pub verified_at: Option<String>,
    /// The same by face.
    pub faces: Vec<FacePrice>,
    /// Faces whose list price nobody has looked at.
    pub unverified_faces: Vec<String>,
    /// Everything else, as it came.
    pub other: Map<String, Value>,
}

/// List and selling price of one face.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct FacePrice {
    /// Such as `input` or `video_second`.
    pub face: Option<String>,
    /// What the provider asks, in US dollars.
    pub list_usd: Option<Decimal>,
    /// What the gateway asks, in US dollars.
    pub selling_usd: Option<Decimal>,
    /// Discount on the list price in percent. Assumption: `selling_usd` already contains it.
    pub discount_pct: Option<Decimal>,
    /// How the two compare.
    pub verdict: Option<String>,
    /// Everything else, as it came.
    pub other: Map<String, Value>,
}

/// Prices by face, whole numbers of a unit that is not published.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct BookFaces {
    /// Under `standard`.
    pub standard: BTreeMap<String, Decimal>,
    /// Under `paid`, as far as there is such; for whom is not published.
    pub paid: BTreeMap<String, Decimal>,
    /// How many routes lead to the model.
    pub route_count: Option<i64>,
    /// How many tiers there are.
    pub tier_count: Option<i64>,
    /// Whether a tier depends on the request.
    pub has_request_condition: Option<bool>,
    /// Whether a tier depends on the time.
    pub has_time_condition: Option<bool>,
    /// Prices under conditions.
    pub tiers: Vec<Tier>,
    /// Everything else, as it came.
    pub other: Map<String, Value>,
}

/// Prices under conditions, all of which must hold. Assumption: of several tiers that hold, the one with the most
/// conditions applies, then the one for the longest context; and a tier multiplies the published price as it multiplies
/// the `standard` number.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Tier {
    /// Such as `standard` or `long_context`.
    pub name: Option<String>,
    /// Under `standard`.
    pub standard: BTreeMap<String, Decimal>,
    /// Under `paid`, as far as there is such; for whom is not published.
    pub paid: BTreeMap<String, Decimal>,
    /// When it applies; without a condition, whenever no other does.
    pub when: Vec<Condition>,
    /// Everything else, as it came.
    pub other: Map<String, Value>,
}

/// When a tier applies.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Condition {
    /// The context is longer than so many tokens (`context_len`). Assumption: it is all input, cached tokens included.
    ContextLongerThan(i64),
    /// A field of the request, named by its path, has this value.
    RequestAttribute {
        /// Where in the request.
        path: String,
        /// What must be there.
        equals: Value,
    },
    /// The time is one of these.
    WallClock {
        /// The time zone to look at the clock in.
        timezone: String,
        /// Days of the week. Which number is which day is not published.
        weekdays: Vec<i64>,
        /// Hours of the day.
        hours: Vec<i64>,
    },
    /// One that this version does not know, as published: nobody can say whether it holds.
    Other(Value),
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

impl ModelRecord {
    /// The fields that are read. One of another type than usual is not, and stays in `other` as it came.
    pub const FIELDS: [&'static str; 24] = [
        "description",
        "specs",
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
            specs: fields.take("specs", read_specs).unwrap_or_default(),
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
            pricing_version: fields.text("pricing_version"),
            default_voice: fields.text("default_voice"),
            default_response_format: fields.text("default_response_format"),
            speech_input: fields.text("speech_input"),
            accepted_upload_formats: fields.list("accepted_upload_formats", text),
            retail: fields.take("vendor_list", read_retail),
            book_faces: fields.take("book_faces", read_book_faces),
            route_health: fields.take("route_health", read_route_health),
            other: fields.rest(),
        })
    }
}

/// JSON inside text; or the object itself, should the service one day say it directly.
fn read_specs(value: Value) -> Result<ModelSpecs, Value> {
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

fn read_retail(value: Value) -> Result<Retail, Value> {
    let mut fields = Fields::of(value)?;
    Ok(Retail {
        verdict: fields.text("verdict"),
        discount_pct: fields.decimal("discount_pct"),
        list_currency: fields.text("list_currency"),
        list_input: fields.decimal("list_input"),
        list_input_usd: fields.decimal("list_input_usd"),
        selling_usd: fields.decimal("selling_usd"),
        unit: fields.text("unit"),
        list_source: fields.text("list_source"),
        verified_at: fields.text("verified_at"),
        faces: fields.list("faces", read_face),
        unverified_faces: fields.list("unverified_faces", text),
        other: fields.rest(),
    })
}

fn read_face(value: Value) -> Result<FacePrice, Value> {
    let mut fields = Fields::of(value)?;
    Ok(FacePrice {
        face: fields.text("face"),
        list_usd: fields.decimal("list_usd"),
        selling_usd: fields.decimal("selling_usd"),
        discount_pct: fields.decimal("discount_pct"),
        verdict: fields.text("verdict"),
        other: fields.rest(),
    })
}

fn read_book_faces(value: Value) -> Result<BookFaces, Value> {
    let mut fields = Fields::of(value)?;
    Ok(BookFaces {
        standard: fields.take("standard", read_prices).unwrap_or_default(),
        paid: fields.take("paid", read_prices).unwrap_or_default(),
        route_count: fields.integer("route_count"),
        tier_count: fields.integer("tier_count"),
        has_request_condition: fields.flag("has_request_condition"),
        has_time_condition: fields.flag("has_time_condition"),
        tiers: fields.whole_list("tiers", read_tier),
        other: fields.rest(),
    })
}

fn read_prices(value: Value) -> Result<BTreeMap<String, Decimal>, Value> {
    let Value::Object(faces) = &value else { return Err(value) };
    // One that cannot be read is not the price of something else: all of them stay as they came.
    let read = faces.iter().filter(|(_, price)| !price.is_null());
    let read = read.map(|(face, price)| Some((face.clone(), decimal(price.clone()).ok()?)));
    read.collect::<Option<_>>().ok_or(value)
}

fn read_tier(value: Value) -> Result<Tier, Value> {
    let mut fields = Fields::of(value)?;
    Ok(Tier {
        name: fields.text("tier"),
        standard: fields.take("standard", read_prices).unwrap_or_default(),
        paid: fields.take("paid", read_prices).unwrap_or_default(),
        when: fields.list("when", |value| Ok(read_condition(value))),
        other: fields.rest(),
    })
}

fn read_condition(value: Value) -> Condition {
    let known = || {
        let mut fields = Fields::of(value.clone()).ok()?;
        let condition = match fields.text("dim")?.as_str() {
            "context_len" => Condition::ContextLongerThan(fields.integer("context_len_gt")?),
            "request_attr" => {
                Condition::RequestAttribute { path: fields.text("path")?, equals: fields.take("equals", Ok)? }
            }
            "wall_clock" => Condition::WallClock {
                timezone: fields.text("timezone")?,
                weekdays: fields.whole_list("weekdays", integer),
                hours: fields.whole_list("hours", integer),
            },
            _ => return None,
        };
        // What is left may be another bound, or a day that cannot be read, which is not every day.
        fields.rest().is_empty().then_some(condition)
    };
    known().unwrap_or(Condition::Other(value))
}

fn read_route_health(value: Value) -> Result<RouteHealth, Value> {
    let mut fields = Fields::of(value)?;
    Ok(RouteHealth {
        window_hours: fields.decimal("window_hours"),
        sample_size: fields.integer("sample_size"),
        success_ratio: fields.decimal("success_ratio"),
        last_checked_at: fields.text("last_checked_at"),
        other: fields.rest(),
    })
}
