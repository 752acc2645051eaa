//! Models, as an account offers them.

use std::sync::Arc;

pub use gatewright_runtime::Units;
use gatewright_runtime::{ModelRecord, ModelRules};
use serde_json::Value;

use super::{EndpointType, Param};

/// A model that an account offers.
#[derive(Clone, Debug)]
pub struct Offered {
    /// What the catalog says of it.
    pub record: ModelRecord,
    /// Its constant.
    pub constant: String,
    /// Its page in the docs, without an ending.
    pub page: String,
    /// The kinds of endpoint that take it, as far as they are known.
    pub kinds: Vec<Arc<EndpointType>>,
    /// The record as JSON, on one line, numbers that are not whole as text.
    pub json: String,
    /// What it refuses, as the runtime reads it; empty if nothing is known.
    pub rules: ModelRules,
    /// The group of video models that it belongs to.
    pub family: Option<Family>,
}

impl Offered {
    /// What its record says that a parameter is unless it is given: of `x` in `default_x`.
    pub fn default_of(&self, param: &Param) -> Option<String> {
        let record: Value = serde_json::from_str(&self.json).ok()?;
        Some(record.get(format!("default_{}", param.wire))?.as_str()?.to_owned())
    }

    /// What the names of recordings end in that it takes, if its record says so.
    pub fn upload_ending(&self) -> Option<&str> {
        let all = &self.record.accepted_upload_formats;
        all.iter().find(|it| *it == SOUND).or(all.first()).map(String::as_str).filter(|it| is_ending(it))
    }

    /// What the names of sounds end in that it makes, if its record says so.
    pub fn sound_ending(&self) -> Option<&str> {
        self.record.default_response_format.as_deref().filter(|it| is_ending(it))
    }
}

/// The sounds of examples, unless a record says otherwise.
pub const SOUND: &str = "mp3";

/// A catalog may say anything.
fn is_ending(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|it| it.is_ascii_alphanumeric())
}

/// A group of models that read the same fields.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Family {
    /// What the specs call it.
    pub key: String,
    /// What marks its models.
    pub marker: String,
    /// The type of its models.
    pub models: String,
    /// The kind of endpoint that takes them.
    pub kind: Arc<EndpointType>,
}

/// A constant that stays for a while, although its model left the catalog, or is not taken there any more, or has another
/// constant now.
#[derive(Clone, Debug)]
pub struct Gone {
    /// The model's name.
    pub name: String,
    /// The constant.
    pub constant: String,
    /// The kinds of endpoint that took it under this name.
    pub kinds: Vec<Arc<EndpointType>>,
    /// What the model's constant is called now, if it has one at all.
    pub now: Option<String>,
    /// The group of video models that it belonged to.
    pub family: Option<Family>,
}
