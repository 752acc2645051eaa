//! Models, as an account offers them.

pub use gatewright_runtime::Units;
use gatewright_runtime::{ModelRecord, ModelRules};
use serde_json::Value;

use super::Param;

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
    pub kinds: Vec<&'static ModelKind>,
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
    pub kind: &'static ModelKind,
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
    pub kinds: Vec<&'static ModelKind>,
    /// What the model's constant is called now, if it has one at all.
    pub now: Option<String>,
    /// The group of video models that it belonged to.
    pub family: Option<Family>,
}

/// A kind of endpoint that takes models.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ModelKind {
    /// What the catalog calls it.
    pub endpoint_type: &'static str,
    /// The module of its constants.
    pub module: &'static str,
    /// What marks their type in the runtime.
    pub marker: &'static str,
    /// What its models are for.
    pub about: &'static str,
}

impl ModelKind {
    /// The type of its models, as the runtime calls it.
    pub fn models(&self) -> String {
        format!("{}Model", self.marker)
    }
}

const fn kind(
    endpoint_type: &'static str,
    module: &'static str,
    marker: &'static str,
    about: &'static str,
) -> ModelKind {
    ModelKind { endpoint_type, module, marker, about }
}

/// The endpoint types that the documents name.
pub static MODEL_KINDS: [ModelKind; 11] = [
    kind("openai", "chat", "Chat", "for chat completions"),
    kind("anthropic", "messages", "Messages", "for messages"),
    kind("openai-response", "responses", "Responses", "for responses"),
    kind("gemini", "gemini", "Gemini", "for the native path of that prefix"),
    kind("image-generation", "image", "Image", "for images"),
    kind("audio-speech", "speech", "Speech", "for speech"),
    kind("audio-transcription", "transcription", "Transcription", "for transcription and translation"),
    kind("realtime", "realtime", "Realtime", "for realtime sessions"),
    kind("openai-video", "video", "Video", "for video tasks"),
    kind("music-generation", "music", "Music", "for music, of which the documents show no endpoint"),
    kind("system-one", "system_one", "SystemOne", "of a type of which the documents show no endpoint"),
];
