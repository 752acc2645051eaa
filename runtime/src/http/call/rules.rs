//! Checks of the rules of a model before a call is sent.

use serde_json::Value;

use super::{Call, audio_length};
use crate::{Billing, ChatFormat, Error, ModelRules, ResponseKind, Result, Upload};

/// Checks a call against the known rules of its model.
pub(super) async fn check(call: &Call) -> Result<()> {
    let rules = call.client.inner().models.and_then(|it| it.rules(&call.model));
    if let Some(rules) = rules {
        body(rules, call).map_err(|problem| refused(call, &problem))?;
    }
    for (_, file) in call.params.files() {
        // Also checked without a known limit, so that a call whose file cannot be read is not sent three times.
        let size = file.size().await?;
        upload(rules, call, file, size).map_err(|problem| refused(call, &problem))?;
        if let Some(bits) = rules.and_then(|it| it.wav_bits) {
            pcm(bits, audio_length::pcm_bits(file).await).map_err(|problem| refused(call, &problem))?;
        }
    }
    Ok(())
}

fn refused(call: &Call, problem: &str) -> Error {
    Error::Request(format!("`{}` {problem}; nothing was sent", call.model))
}

fn body(rules: &ModelRules, call: &Call) -> Result<(), String> {
    let body = call.body();
    let field = |name: &str| body.get(name).filter(|it| !it.is_null());
    if field("tool_choice").is_some_and(|it| !rules.allows_tool_choice(it)) {
        return Err(format!("accepts only {} as the tool choice", rules.tool_choices.join(" and ")));
    }
    match call.spec.response {
        ResponseKind::Chat(ChatFormat::Chat) => {
            if let (Some(effort), Some(_)) = (&rules.tools_need_effort, field("tools")) {
                if field("reasoning_effort").and_then(Value::as_str) != Some(effort) {
                    return Err(format!("accepts tools only with the reasoning effort `{effort}`"));
                }
            }
            let messages = field("messages").and_then(Value::as_array);
            let nameless = messages.into_iter().flatten().find(|message| {
                let role = message["role"].as_str().unwrap_or_default();
                rules.named_roles.iter().any(|it| it == role) && message["name"].as_str().is_none_or(str::is_empty)
            });
            match nameless {
                Some(message) => Err(format!("requires a name in every message with the role {}", message["role"])),
                None => Ok(()),
            }
        }
        ResponseKind::Chat(ChatFormat::Responses) if rules.stateless => {
            match ["previous_response_id", "conversation"].iter().find(|it| field(it).is_some()) {
                Some(name) => Err(format!("does not accept `{name}`: send the whole conversation in `input`")),
                None => Ok(()),
            }
        }
        ResponseKind::File => {
            let characters = field("input").and_then(Value::as_str).unwrap_or_default().chars().count() as u64;
            check_max(rules.max_characters, characters, "characters")
        }
        _ => Ok(()),
    }
}

fn upload(rules: Option<&ModelRules>, call: &Call, file: &Upload, size: u64) -> Result<(), String> {
    let formats = call.record().map_or(&[][..], |it| &it.accepted_upload_formats);
    if let (false, Some(extension)) = (formats.is_empty(), file.extension()) {
        if !formats.iter().any(|it| it.trim_start_matches('.').eq_ignore_ascii_case(&extension)) {
            return Err(format!("accepts only {} files", formats.join(" and ")));
        }
    }
    check_max(rules.and_then(|it| it.max_upload_bytes), size, "bytes")?;
    if call.spec.billing != Billing::Audio {
        return Ok(());
    }
    let of_record = call.record().and_then(|it| it.specs.max_duration_seconds);
    let longest = [rules.and_then(|it| it.max_audio_seconds), of_record].into_iter().flatten().min();
    // A fraction of a second does not make a recording too long: the rounding of the service is not published.
    check_max(longest, call.length.map_or(0, |it| it.as_secs()), "seconds of audio")
}

/// Checks the encoding of a WAV file. If the file is no WAV file, its encoding is unknown.
fn pcm(bits: i64, found: Option<Option<u16>>) -> Result<(), String> {
    let found = match found {
        Some(Some(found)) if i64::from(found) != bits => format!("{found} bits"),
        Some(None) => "another encoding".to_owned(),
        _ => return Ok(()),
    };
    Err(format!("accepts only {bits}-bit PCM in WAV files, found {found}"))
}

fn check_max(limit: Option<i64>, given: u64, what: &str) -> Result<(), String> {
    match limit.and_then(|it| u64::try_from(it).ok()) {
        Some(limit) if given > limit => Err(format!("accepts at most {limit} {what}, found {given}")),
        _ => Ok(()),
    }
}
