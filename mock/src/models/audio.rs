//! Audio: speech as bytes with the content type of the requested format, and transcripts of recordings.

use std::time::Duration;

use axum::http::StatusCode;
use gatewright::model::Operation;
use gatewright_runtime::Usage;
use serde_json::json;

use super::{ModelRequest, ReplyWithUsage, json_response, recording};
use crate::response;

pub(super) fn speech(asked: &ModelRequest) -> ReplyWithUsage {
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
    // One byte per character, with values that are not valid UTF-8, so that decoding them as text is noticed.
    let bytes: Vec<u8> = (0..input.chars().count()).map(|it| 0x80 | (it % 0x80) as u8).collect();
    ReplyWithUsage { answer: response::with_type(StatusCode::OK, kind, bytes), used: Usage::speech(input) }
}

pub(super) fn transcript(operation: &Operation, asked: &ModelRequest) -> ReplyWithUsage {
    let file = asked.files.get("file").and_then(|it| it.first());
    let (name, size) = file.map_or(("", 0), |it| (it.name.as_str(), it.bytes.len()));
    let what = if operation.key == "translation" { "translated" } else { "written down" };
    let text = format!("{name}, {size} bytes, {what}");
    let length = file.and_then(|it| recording::length(&it.bytes)).unwrap_or(Duration::from_secs(1));
    ReplyWithUsage { answer: json_response(&json!({ "text": text })), used: Usage::audio(length) }
}
