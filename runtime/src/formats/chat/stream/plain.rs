//! The most frequent stream event: it only adds text to the first message.

use std::borrow::Cow;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Map, Value};

/// Event that only adds text. It is parsed without a JSON tree. An event with any other field is not a plain event.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlainEvent<'a> {
    id: Option<&'a str>,
    #[serde(rename = "object")]
    _object: Option<IgnoredAny>,
    created: Option<i64>,
    model: Option<&'a str>,
    service_tier: Option<&'a str>,
    system_fingerprint: Option<&'a str>,
    #[serde(borrow)]
    choices: [PlainChoice<'a>; 1],
    #[serde(rename = "usage")]
    _usage: Option<()>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlainChoice<'a> {
    index: u64,
    #[serde(borrow)]
    delta: PlainDelta<'a>,
    #[serde(rename = "logprobs")]
    _logprobs: Option<()>,
    #[serde(rename = "finish_reason")]
    _finish_reason: Option<()>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlainDelta<'a> {
    role: Option<&'a str>,
    #[serde(borrow)]
    content: Cow<'a, str>,
}

impl<'a> PlainEvent<'a> {
    /// Parses an event. Returns `None` if it is not a plain event.
    pub(super) fn read(data: &'a str) -> Option<Self> {
        serde_json::from_str(data).ok().filter(|it: &Self| it.choices[0].index == 0)
    }

    /// Returns true if all fields except the text are already known.
    pub(super) fn repeats(&self, reply: &Map<String, Value>, message: &Map<String, Value>) -> bool {
        let fields = [
            ("id", self.id),
            ("model", self.model),
            ("service_tier", self.service_tier),
            ("system_fingerprint", self.system_fingerprint),
        ];
        let is_known = |known: &Map<String, Value>, key: &str, text: Option<&str>| {
            text.is_none_or(|it| known.get(key).is_some_and(|known| known == it))
        };
        fields.iter().all(|(key, text)| is_known(reply, key, *text))
            && self.created.is_none_or(|it| reply.get("created").is_some_and(|known| *known == it))
            && is_known(message, "role", self.choices[0].delta.role)
    }

    /// Returns the text.
    pub(super) fn into_text(self) -> String {
        let [choice] = self.choices;
        choice.delta.content.into_owned()
    }
}
