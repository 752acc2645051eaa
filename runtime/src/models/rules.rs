//! Restrictions of a model that its record does not state.

use serde_json::{Map, Value, json};

use crate::lenient::{Fields, text};

/// Limits and restrictions of one model, in addition to its record. The client sends no request that violates them.
///
/// ```
/// use gatewright_runtime::ModelRecords;
///
/// static RECORDS: ModelRecords =
///     ModelRecords::new("[]").with_rules(r#"[{"model": "speech-short", "max_characters": 1000}]"#);
/// assert_eq!(RECORDS.rules("speech-short").and_then(|it| it.max_characters), Some(1000));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ModelRules {
    /// Chat completions: the only `reasoning_effort` with which the model accepts tools.
    pub tools_need_effort: Option<String>,
    /// Every chat format: the only values of `tool_choice` that the model accepts; empty if it accepts all of them.
    pub tool_choices: Vec<String>,
    /// Chat completions: roles whose messages require a `name`.
    pub named_roles: Vec<String>,
    /// Responses: true if the model rejects `previous_response_id` and `conversation`. All messages go into `input`.
    pub stateless: bool,
    /// Speech: maximum number of characters per request.
    pub max_characters: Option<i64>,
    /// Transcription: maximum length of a recording in seconds.
    pub max_audio_seconds: Option<i64>,
    /// Transcription: maximum size of a file in bytes.
    pub max_upload_bytes: Option<i64>,
    /// Transcription: bits per sample of WAV files, which must be PCM.
    pub wav_bits: Option<i64>,
}

impl ModelRules {
    /// Reads the rules and the model that they apply to.
    pub(super) fn read(value: Value) -> Option<(String, Self)> {
        let Value::Object(mut fields) = value else { return None };
        let Value::String(model) = fields.remove("model")? else { return None };
        Some((model, Self::of(fields)))
    }

    /// Reads rules from the fields of an object.
    pub fn of(fields: Map<String, Value>) -> Self {
        let mut fields = Fields::from(fields);
        Self {
            tools_need_effort: fields.text("tools_need_effort"),
            tool_choices: fields.list("tool_choices", text),
            named_roles: fields.list("named_roles", text),
            stateless: fields.flag("stateless").unwrap_or_default(),
            max_characters: fields.integer("max_characters"),
            max_audio_seconds: fields.integer("max_audio_seconds"),
            max_upload_bytes: fields.integer("max_upload_bytes"),
            wav_bits: fields.integer("wav_bits"),
        }
    }

    /// Returns true if the model accepts a `tool_choice`, in the words and shapes of any chat format. The rule is about
    /// `auto`, `none`, `any` and a named tool; a model may accept other choices, such as `allowed_tools`.
    ///
    /// ```
    /// use gatewright_runtime::ModelRules;
    /// use serde_json::json;
    ///
    /// let mut rules = ModelRules::default();
    /// assert!(rules.allows_tool_choice(&json!("required")), "a model without rules accepts every choice");
    /// rules.tool_choices = vec!["auto".into(), "none".into()];
    /// assert!(rules.allows_tool_choice(&json!({ "type": "auto" })));
    /// assert!(!rules.allows_tool_choice(&json!({ "type": "tool", "name": "look" })));
    /// ```
    pub fn allows_tool_choice(&self, choice: &Value) -> bool {
        let Some(choice) = tool_choice(choice) else { return true };
        self.tool_choices.is_empty() || self.tool_choices.iter().any(|it| tool_choice_word(it) == choice)
    }

    /// Returns the rules and the model that they apply to as one line of JSON; `None` if there are no rules.
    pub fn to_json(&self, model: &str) -> Option<String> {
        if *self == Self::default() {
            return None;
        }
        let Self { tools_need_effort, tool_choices, named_roles, stateless, .. } = self;
        let all = json!({
            "model": model,
            "tools_need_effort": tools_need_effort,
            "tool_choices": tool_choices,
            "named_roles": named_roles,
            "stateless": stateless,
            "max_characters": self.max_characters,
            "max_audio_seconds": self.max_audio_seconds,
            "max_upload_bytes": self.max_upload_bytes,
            "wav_bits": self.wav_bits,
        });
        let is_set = |value: &Value| !matches!(value, Value::Null | Value::Bool(false)) && *value != json!([]);
        let Value::Object(fields) = all else { return None };
        Some(Value::Object(fields.into_iter().filter(|(_, value)| is_set(value)).collect()).to_string())
    }

    /// Returns the rules as sentences for documentation.
    pub fn sentences(&self) -> Vec<String> {
        let mut all = Vec::new();
        if let Some(effort) = &self.tools_need_effort {
            all.push(format!(
                "This model supports tools in chat completions only if `reasoning_effort` is `{effort}`."
            ));
        }
        if !self.tool_choices.is_empty() {
            all.push(format!("`tool_choice` must be `{}`.", self.tool_choices.join("` or `")));
        }
        if !self.named_roles.is_empty() {
            all.push(format!("Messages with these roles require a `name`: `{}`.", self.named_roles.join("`, `")));
        }
        if self.stateless {
            let stateless = "In the Responses format, this model does not support `previous_response_id` or `conversation`: send all \
                             messages.";
            all.push(stateless.into());
        }
        let most = [
            (self.max_characters, "characters per request"),
            (self.max_audio_seconds, "seconds per recording"),
            (self.max_upload_bytes, "bytes per file"),
        ];
        all.extend(most.iter().filter_map(|(most, what)| Some(format!("At most {} {what}.", (*most)?))));
        all.extend(self.wav_bits.map(|it| format!("WAV files must be {it}-bit PCM.")));
        all
    }
}

/// Returns the common word for a tool choice; `None` if it is neither `auto`, `none`, `any` nor a named tool. A text that
/// is no such word, or an object with nothing but a name, names a tool.
fn tool_choice(choice: &Value) -> Option<&str> {
    let known = |it: &&str| ["auto", "none", "any", "tool"].contains(it);
    match (choice.as_str(), choice.get("type")) {
        (Some(text), _) => Some(Some(tool_choice_word(text)).filter(known).unwrap_or("tool")),
        (None, Some(kind)) => kind.as_str().map(tool_choice_word).filter(known),
        (None, None) => choice.get("name").map(|_| "tool"),
    }
}

/// Returns the common word for a tool choice. Some formats write `required` for `any`, and `function` for `tool`.
fn tool_choice_word(word: &str) -> &str {
    match word {
        "required" => "any",
        "function" => "tool",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tool_choice_is_checked_in_the_words_of_every_format() {
        let rules = |choices: &[&str]| ModelRules {
            tool_choices: choices.iter().map(|&it| it.into()).collect(),
            ..ModelRules::default()
        };
        let auto =
            [json!("auto"), json!({ "type": "auto" }), json!({ "type": "auto", "disable_parallel_tool_use": true })];
        let none = [json!("none"), json!({ "type": "none" })];
        let any = [json!("any"), json!("required"), json!({ "type": "any" }), json!({ "type": "required" })];
        let named = [
            json!({ "type": "tool", "name": "look" }),
            json!({ "type": "function", "name": "look" }),
            json!({ "type": "function", "function": { "name": "look" } }),
            json!({ "name": "look" }),
            json!("look"),
        ];
        // No rule is about these.
        let other = [json!({ "type": "allowed_tools", "mode": "auto" }), json!({ "type": 1 }), json!(["auto"])];
        let all = || [&auto[..], &none, &any, &named, &other].concat();
        let accepted = |choices: &[&str]| -> Vec<_> {
            all().into_iter().filter(|it| rules(choices).allows_tool_choice(it)).collect()
        };
        assert_eq!(accepted(&[]), all());
        assert_eq!(accepted(&["auto", "none"]), [&auto[..], &none, &other].concat());
        assert_eq!(accepted(&["any"]), [&any[..], &other].concat());
        assert_eq!(accepted(&["required"]), [&any[..], &other].concat());
        assert_eq!(accepted(&["tool"]), [&named[..], &other].concat());
    }
}
