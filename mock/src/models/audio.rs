//! Sound: speech as a short WAV file or as bytes of another name, and what was said in a recording.

use std::time::Duration;

use axum::http::StatusCode;
use gatewright::model::Operation;
use gatewright_runtime::Usage;
use serde_json::json;

use super::{Asked, Made, json_answer};
use crate::answer;

pub(super) fn speech(asked: &Asked) -> Made {
    let format = match asked.text("response_format") {
        "" => "mp3",
        given => given,
    };
    let kind = match format {
        "mp3" => "audio/mpeg",
        "wav" => "audio/wav",
        "flac" => "audio/flac",
        "opus" => "audio/opus",
        _ => "application/octet-stream",
    };
    let input = asked.text("input");
    // A byte for each character, of values that are no text: whoever decodes them loses them.
    let bytes: Vec<u8> = (0..input.chars().count()).map(|it| 0x80 | (it % 0x80) as u8).collect();
    Made { answer: answer::with_type(StatusCode::OK, kind, bytes), used: Usage::speech(input) }
}

pub(super) fn transcript(operation: &Operation, asked: &Asked) -> Made {
    let file = asked.files.get("file");
    let (name, size) = file.map_or(("", 0), |it| (it.name.as_str(), it.bytes.len()));
    let what = if operation.key == "translation" { "translated" } else { "written down" };
    let text = format!("{name}, {size} bytes, {what}");
    let length = file.and_then(|it| length(&it.bytes)).unwrap_or(Duration::from_secs(1));
    Made { answer: json_answer(&json!({ "text": text })), used: Usage::audio(length) }
}

/// How long a plain WAV file lasts: its header is of a fixed length.
fn length(bytes: &[u8]) -> Option<Duration> {
    let number = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    let is_wav = bytes.get(..4)? == b"RIFF" && bytes.get(36..40)? == b"data";
    let a_second = number(28).filter(|it| *it > 0)?;
    is_wav.then(|| Duration::from_secs_f64(f64::from(number(40).unwrap_or(0)) / f64::from(a_second)))
}
