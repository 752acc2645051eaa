//! Validation of requests against their endpoint and model. Enforces only rules of the documents: no assumptions, and
//! no rules that are only in a public format.

use gatewright::model::{Assumption, CatalogModel, Format, Kind, Location, Operation, Param, Presence, Reply};
use serde_json::Value;

use super::{ModelRequest, recording};
use crate::response::Refusal;

fn wrong<T>(message: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::bad(None, message))
}

pub(super) fn validate(operation: &Operation, model: &CatalogModel, asked: &ModelRequest) -> Result<(), Refusal> {
    let is_field = |it: &&Param| it.source.is_none() && it.location != Location::WholeBody;
    for param in operation.params.iter().filter(is_field) {
        let given = asked.fields.get(&param.wire).filter(|it| !it.is_null());
        let has_file = asked.files.contains_key(&param.wire);
        let is_required =
            param.presence == Presence::Required && Assumption::is_documented(&param.assumptions, "required");
        if is_required && given.is_none() && !has_file {
            return missing(&format!("`{}`", param.wire));
        }
        if let Some(value) = given {
            check(param, value)?;
        }
    }
    // Section 2.1 requires `messages` in all formats, and mentions the `input` array of this one.
    if operation.reply == Reply::Conversation(Format::Responses) && !asked.has("messages") && !asked.has("input") {
        return missing("`messages` or `input`");
    }
    rules(operation, model, asked)
}

fn missing<T>(what: &str) -> Result<T, Refusal> {
    Err(Refusal::bad(Some("missing_parameter"), format!("{what} is required")))
}

fn check(param: &Param, value: &Value) -> Result<(), Refusal> {
    let fits = match &param.kind {
        Kind::Text | Kind::Named(_) | Kind::Link(_) => value.is_string(),
        Kind::Integer => value.is_i64(),
        Kind::Number => value.is_number(),
        Kind::Flag => value.is_boolean(),
        Kind::Texts | Kind::Image => {
            value.is_string() || value.as_array().is_some_and(|it| it.iter().all(Value::is_string))
        }
        Kind::File => false,
        Kind::Object => value.is_object(),
        // Kinds of video parameters, which `video/check.rs` checks.
        Kind::Size | Kind::Ratio | Kind::RatioOrAdaptive | Kind::Seconds { .. } | Kind::List(_) => true,
        Kind::Json | Kind::Any => true,
        Kind::ChatPart(written) => match written.json() {
            Some("array") => value.as_array().is_some_and(|it| !it.is_empty() && it.iter().all(Value::is_object)),
            Some("object") => value.is_object(),
            _ => value.is_string() || value.is_array() || value.is_object(),
        },
    };
    if !fits {
        return wrong(format!("`{}` has the wrong type", param.wire));
    }
    let is_shown = |rule| Assumption::is_documented(&param.assumptions, rule);
    let below = is_shown("min") && param.limits.min.zip(value.as_i64()).is_some_and(|(min, it)| it < min);
    let above = is_shown("max") && param.limits.max.zip(value.as_i64()).is_some_and(|(max, it)| it > max);
    if below || above { wrong(format!("`{}` is out of range", param.wire)) } else { Ok(()) }
}

/// Checks the rules of single models.
fn rules(operation: &Operation, model: &CatalogModel, asked: &ModelRequest) -> Result<(), Refusal> {
    let rules = &model.rules;
    let has = |name: &str| asked.has(name);
    if let Some(effort) = &rules.tools_need_effort
        && has("tools")
        && operation.reply == Reply::Conversation(Format::Chat)
        && asked.text("reasoning_effort") != effort
    {
        return wrong(format!("tools require the reasoning effort `{effort}`"));
    }
    if let Some(choice) = asked.fields.get("tool_choice").filter(|it| !it.is_null())
        && !rules.allows_tool_choice(choice)
    {
        return wrong("unsupported `tool_choice`");
    }
    let messages = asked.fields.get("messages").and_then(Value::as_array);
    for message in messages.into_iter().flatten() {
        let named = message["name"].as_str().is_some_and(|it| !it.is_empty());
        if !named && rules.named_roles.iter().any(|it| message["role"] == it.as_str()) {
            return Err(Refusal::bad(Some("2013"), "a message with this role requires a name"));
        }
    }
    if rules.stateless && (has("previous_response_id") || has("conversation")) {
        return wrong("this model requires the whole conversation in `input`");
    }
    let characters = i64::try_from(asked.text("input").chars().count()).unwrap_or(i64::MAX);
    if rules.max_characters.is_some_and(|most| characters > most) {
        return wrong("the input is too long");
    }
    let formats = &model.record.accepted_upload_formats;
    for file in asked.files.values().flatten() {
        let extension = file.name.rsplit_once('.').map_or("", |(_, it)| it).to_ascii_lowercase();
        if !formats.is_empty() && !formats.contains(&extension) {
            return wrong(format!("the model supports only {}", formats.join(", ")));
        }
        let size = i64::try_from(file.bytes.len()).unwrap_or(i64::MAX);
        if rules.max_upload_bytes.is_some_and(|most| size > most) {
            return wrong("the file is too large");
        }
        if let Some(bits) = rules.wav_bits
            && recording::pcm_bits(&file.bytes).is_some_and(|it| it.map(i64::from) != Some(bits))
        {
            return wrong(format!("the model supports only {bits}-bit PCM in WAV files"));
        }
        let length = recording::length(&file.bytes).unwrap_or_default();
        let most = rules.max_audio_seconds.and_then(|it| u64::try_from(it).ok());
        // A fraction of a second does not make a recording too long: the rounding of the service is not published.
        if let Some(most) = most.filter(|it| length.as_secs() > *it) {
            return wrong(format!("the recording is longer than {most} seconds"));
        }
    }
    Ok(())
}
