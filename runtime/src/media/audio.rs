//! Transcripts, and extensions of audio files.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::Result;
use crate::lenient::Fields;

/// Transcript of a recording.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Transcript {
    /// Text; English if the request was for a translation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Other fields of the response.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

impl crate::Reply for Transcript {
    fn read(value: Value) -> Result<Self, Value> {
        let mut fields = Fields::of(value)?;
        Ok(Self { text: fields.text("text"), other: fields.rest() })
    }
}

/// File extensions of media types; the document shows the first.
const EXTENSIONS: [(&str, &str); 16] = [
    ("audio/mpeg", "mp3"),
    ("audio/mp3", "mp3"),
    ("audio/wav", "wav"),
    ("audio/wave", "wav"),
    ("audio/x-wav", "wav"),
    ("audio/vnd.wave", "wav"),
    ("audio/flac", "flac"),
    ("audio/x-flac", "flac"),
    ("audio/opus", "opus"),
    ("audio/ogg", "ogg"),
    ("application/ogg", "ogg"),
    ("audio/aac", "aac"),
    ("audio/mp4", "m4a"),
    ("audio/webm", "webm"),
    ("audio/pcm", "pcm"),
    ("audio/l16", "pcm"),
];

/// Returns the extension of a file with this content type.
pub(crate) fn extension(content_type: &str) -> Option<&'static str> {
    EXTENSIONS.iter().find(|(of, _)| *of == content_type).map(|(_, extension)| *extension)
}
