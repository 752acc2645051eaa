//! Messages about values of the runtime: restrictions of models, and unmet requirements of workflow records.

use gatewright_runtime::ModelRules;
use gatewright_runtime::workflow::{Lack, Missing};

use super::lang::Lang;
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
    ];
    all.into_iter().flatten().collect()
}

/// Returns a requirement that a record does not meet. `reason` is the blocking reason in the language of the page.
pub(super) fn unmet(missing: &Missing, reason: &str, lang: Lang) -> String {
    let say = |id, name, value: &str| lang.say(id, [(name, value.into())]);
    let code = |it: &String| format!("`{it}`");
    match missing {
        Missing::Binding(status) => say("unmet-binding", "status", status.as_str()),
        Missing::Contract(status) => say("unmet-contract", "status", status.as_str()),
        Missing::Evidence(status) => say("unmet-evidence", "status", status.as_str()),
        Missing::Blocked(text) if text.is_empty() => lang.t("unmet-blocked-without-reason").to_owned(),
        Missing::Blocked(_) => say("unmet-blocked", "reason", reason),
        Missing::Endpoint => lang.t("unmet-endpoint").to_owned(),
        Missing::Operation { path } => say("unmet-operation", "path", path),
        Missing::Place { id } => say("unmet-place", "id", id),
        Missing::Input { id } => say("unmet-input", "id", id),
        Missing::Twice { id } => say("unmet-twice", "id", id),
        Missing::Shared { place } => say("unmet-shared", "place", place),
        Missing::Unread { place, operation } => {
            lang.say("unmet-unread", [("place", place.into()), ("operation", operation.into())])
        }
        Missing::Obligation { operation, of } => {
            let id = if of.len() > 1 { "unmet-group" } else { "unmet-required" };
            let names: Vec<_> = of.iter().map(code).collect();
            lang.say(id, [("operation", operation.into()), ("names", Arg::from(names))])
        }
        Missing::Named { id } => say("unmet-named", "id", id),
        Missing::Implementation { field } => say("unmet-implementation", "field", field),
        other => other.to_string(),
    }
}

/// Returns an unpublished fact because of which a model may not fit a record.
pub(super) fn unknown_fact(lack: &Lack, lang: Lang) -> String {
    match lack {
        Lack::InputsNotPublished => lang.t("mismatch-inputs").to_owned(),
        Lack::OutputsNotPublished => lang.t("mismatch-outputs").to_owned(),
        Lack::CapabilitiesNotPublished => lang.t("mismatch-capabilities").to_owned(),
        other => other.to_string(),
    }
}
