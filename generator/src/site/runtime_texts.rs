//! Messages about values of the runtime: restrictions of models, and unmet requirements of workflow records.

use gatewright_runtime::ModelRules;
use gatewright_runtime::workflow::{Mismatch, UnmetRequirement};

use super::lang::Language;
use super::measures::grouped;
use crate::languages::{Arg, Message};

/// Returns the restrictions of a model.
pub(super) fn rules(rules: &ModelRules) -> Vec<Message> {
    let list = |id, name, items: &[String]| (!items.is_empty()).then(|| Message::new(id).with(name, items.to_vec()));
    let max = |id, max: Option<i64>| Some(Message::new(id).with("max", grouped(max?)));
    let effort = rules.tools_need_effort.as_ref();
    let all = [
        effort.map(|it| Message::new("rule-tools-need-effort").with("effort", it)),
        list("rule-tool-choices", "choices", &rules.tool_choices),
        list("rule-named-roles", "roles", &rules.named_roles),
        rules.stateless.then(|| Message::new("rule-stateless")),
        max("rule-max-characters", rules.max_characters),
        max("rule-max-audio-seconds", rules.max_audio_seconds),
        max("rule-max-upload-bytes", rules.max_upload_bytes),
        rules.wav_bits.map(|it| Message::new("rule-wav-bits").with("bits", it.to_string())),
    ];
    all.into_iter().flatten().collect()
}

/// Returns a requirement that a record does not meet. `reason` is the blocking reason in the language of the page.
pub(super) fn unmet(missing: &UnmetRequirement, reason: &str, lang: Language) -> String {
    let say = |id, name, value: &str| lang.say(id, [(name, value.into())]);
    let code = |it: &String| format!("`{it}`");
    match missing {
        UnmetRequirement::Binding(status) => say("unmet-binding", "status", status.as_str()),
        UnmetRequirement::Contract(status) => say("unmet-contract", "status", status.as_str()),
        UnmetRequirement::Evidence(status) => say("unmet-evidence", "status", status.as_str()),
        UnmetRequirement::Blocked(text) if text.is_empty() => lang.t("unmet-blocked-without-reason").to_owned(),
        UnmetRequirement::Blocked(_) => say("unmet-blocked", "reason", reason),
        UnmetRequirement::Endpoint => lang.t("unmet-endpoint").to_owned(),
        UnmetRequirement::NoOperation { path } => say("unmet-operation", "path", path),
        UnmetRequirement::UnmappedInput { id } => say("unmet-place", "id", id),
        UnmetRequirement::UnknownInput { id } => say("unmet-input", "id", id),
        UnmetRequirement::DuplicateInput { id } => say("unmet-twice", "id", id),
        UnmetRequirement::DuplicatePath { place } => say("unmet-shared", "place", place),
        UnmetRequirement::UnknownPath { place, operation } => {
            lang.say("unmet-unread", [("place", place.into()), ("operation", operation.into())])
        }
        UnmetRequirement::RequiredParameter { operation, of } => {
            let id = if of.len() > 1 { "unmet-group" } else { "unmet-required" };
            let names: Vec<_> = of.iter().map(code).collect();
            lang.say(id, [("operation", operation.into()), ("names", Arg::from(names))])
        }
        UnmetRequirement::UnknownOperation { id } => say("unmet-named", "id", id),
        UnmetRequirement::UnimplementedField { field } => say("unmet-implementation", "field", field),
        other => other.to_string(),
    }
}

/// Returns an unpublished fact because of which a model may not fit a record.
pub(super) fn unknown_fact(lack: &Mismatch, lang: Language) -> String {
    match lack {
        Mismatch::InputsNotPublished => lang.t("mismatch-inputs").to_owned(),
        Mismatch::OutputsNotPublished => lang.t("mismatch-outputs").to_owned(),
        Mismatch::CapabilitiesNotPublished => lang.t("mismatch-capabilities").to_owned(),
        other => other.to_string(),
    }
}
