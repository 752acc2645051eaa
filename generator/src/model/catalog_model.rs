//! Models of a catalog.

use std::sync::Arc;

pub use gatewright_runtime::Units;
use gatewright_runtime::{BillingUnit, ModelRecord, ModelRules};
use serde_json::Value;

use super::{EndpointType, Param};

/// A model of the catalog.
#[derive(Clone, Debug)]
pub struct CatalogModel {
    /// Its record in the catalog.
    pub record: ModelRecord,
    /// Name of its constant.
    pub constant: String,
    /// Page in the docs, without an extension.
    pub page: String,
    /// Known endpoint types that accept it.
    pub kinds: Vec<Arc<EndpointType>>,
    /// Record as JSON on one line. Numbers that are not whole are text.
    pub json: String,
    /// Restrictions in the format of the runtime; empty if none are known.
    pub rules: ModelRules,
    /// Group of video models that it belongs to.
    pub family: Option<Family>,
}

impl CatalogModel {
    /// Returns the default of a parameter in the record: `default_x` for `x`.
    pub fn default_of(&self, param: &Param) -> Option<String> {
        let record: Value = serde_json::from_str(&self.json).ok()?;
        Some(record.get(format!("default_{}", param.wire))?.as_str()?.to_owned())
    }

    /// Returns the billing unit. Images are billed per image, whatever unit the record has.
    pub fn billing_unit(&self) -> Option<&BillingUnit> {
        if self.is_billed_per_image() { Some(&BillingUnit::PerCall) } else { self.record.billing_unit.as_ref() }
    }

    /// Returns true if each image has a price, whatever billing unit the record has.
    pub fn is_billed_per_image(&self) -> bool {
        self.kinds.iter().any(|it| it.module == "image")
    }

    /// Returns the file extension of an accepted recording, if the record has one.
    pub fn upload_extension(&self) -> Option<&str> {
        let all = &self.record.accepted_upload_formats;
        all.iter().find(|it| *it == AUDIO_EXTENSION).or(all.first()).map(String::as_str).filter(|it| is_ending(it))
    }

    /// Returns the file extension of generated audio, if the record has one.
    pub fn audio_extension(&self) -> Option<&str> {
        self.record.default_response_format.as_deref().filter(|it| is_ending(it))
    }
}

/// File extension of audio in examples, unless a record has another one.
pub const AUDIO_EXTENSION: &str = "mp3";

/// Returns true if a text of the catalog can be a file extension.
fn is_ending(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|it| it.is_ascii_alphanumeric())
}

/// A group of models that read the same fields.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Family {
    /// Name in the specs.
    pub key: String,
    /// Name of the marker type.
    pub marker: String,
    /// Name of the type of its models.
    pub models: String,
    /// Endpoint type that accepts them.
    pub kind: Arc<EndpointType>,
}

/// A deprecated constant, kept for one version. Its model was removed from the catalog, is no longer accepted by the
/// endpoint type, or has another constant now.
#[derive(Clone, Debug)]
pub struct RetiredModel {
    /// Name of the model.
    pub name: String,
    /// Name of the constant.
    pub constant: String,
    /// Endpoint types that accepted it under this name.
    pub kinds: Vec<Arc<EndpointType>>,
    /// Current constant of the model, if it has one.
    pub now: Option<String>,
    /// Group of video models that it belonged to.
    pub family: Option<Family>,
}
