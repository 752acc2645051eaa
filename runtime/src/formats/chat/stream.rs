//! Streamed chat completions.

mod plain;

use std::collections::BTreeMap;
use std::mem::discriminant;

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::{Content, Message, Reply, StreamOptions};
use crate::formats::{merge_field, object, replace};
use crate::lenient::{Fields, integer};
use crate::{ParamValue, Reply as _, StreamProtocol, Usage};
use plain::PlainEvent;

/// Event of a chat completion stream.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// Chunk of the reply.
    Chunk(Chunk),
    /// Complete reply, because the gateway did not stream.
    Complete(Box<Reply>),
}

/// Chunk of a reply.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Chunk {
    /// Additions to each choice.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<ChunkChoice>,
    /// Usage, in the last chunk if the gateway sends it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usage: Option<Value>,
    /// All other fields.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// Addition to a choice.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ChunkChoice {
    /// Index of the choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<i64>,
    /// Added part of the message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delta: Option<Message>,
    /// Reason why the choice ended, in its last chunk.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finish_reason: Option<String>,
    /// All other fields.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

impl Chunk {
    fn read(value: Value) -> Self {
        let mut fields = Fields::from_any(value);
        let choices = fields.all("choices", |mut fields| ChunkChoice {
            index: fields.integer("index"),
            delta: fields.take("delta", Message::read),
            finish_reason: fields.text("finish_reason"),
            other: fields.rest(),
        });
        Self { choices, usage: fields.take("usage", object), other: fields.rest() }
    }
}

/// Reader of chat completion streams.
#[derive(Debug, Default)]
pub struct Protocol {
    reply: Map<String, Value>,
    /// Choices by index.
    choices: BTreeMap<i64, PartialChoice>,
    /// Values in `choices` that cannot be merged.
    odd: Vec<Value>,
}

/// Choice that is still being received.
#[derive(Debug, Default)]
struct PartialChoice {
    message: Map<String, Value>,
    /// Tool calls of the message by index.
    calls: BTreeMap<i64, Map<String, Value>>,
    /// Fields next to the message.
    fields: Map<String, Value>,
}

impl PartialChoice {
    /// Returns true if a chunk can be merged. A value of another type would replace received text, which would be lost.
    fn can_merge(&self, choice: &Map<String, Value>) -> bool {
        let fields = choice.get("delta").and_then(Value::as_object).into_iter().flatten();
        let mut pairs = fields.filter_map(|(key, value)| Some((self.message.get(key)?, value)));
        pairs.all(|(known, new)| known.is_null() || new.is_null() || discriminant(known) == discriminant(new))
    }

    /// Merges a chunk. Only new values are copied.
    fn add(&mut self, choice: &Map<String, Value>) {
        for (key, value) in choice {
            match (key.as_str(), value) {
                ("index", _) => {}
                ("delta", Value::Object(delta)) => self.add_delta(delta),
                // Texts in the delta are appended. A text next to it replaces the old one, unless it is empty.
                (_, Value::String(text)) => match self.fields.get_mut(key) {
                    Some(_) if text.is_empty() => {}
                    Some(old) => replace(old, value),
                    None => drop(self.fields.insert(key.clone(), value.clone())),
                },
                _ => merge_field(&mut self.fields, key, value),
            }
        }
    }

    fn add_delta(&mut self, delta: &Map<String, Value>) {
        for (key, value) in delta {
            match (key.as_str(), value.as_array()) {
                ("tool_calls", Some(calls)) if calls.iter().all(Value::is_object) => {
                    calls.iter().filter_map(Value::as_object).for_each(|it| self.add_tool_call(it));
                }
                _ => merge_field(&mut self.message, key, value),
            }
        }
    }

    /// Merges a chunk of a tool call.
    fn add_tool_call(&mut self, call: &Map<String, Value>) {
        let index = self.tool_call_index(call);
        let known = self.calls.entry(index).or_default();
        call.iter().filter(|(key, _)| *key != "index").for_each(|(key, value)| merge_field(known, key, value));
    }

    /// Returns the index of the tool call that a chunk belongs to. A chunk without an index starts the next call if it
    /// has a new id.
    fn tool_call_index(&self, call: &Map<String, Value>) -> i64 {
        if let Some(index) = call.get("index").and_then(|it| integer(it.clone()).ok()) {
            return index;
        }
        let Some((last, newest)) = self.calls.last_key_value() else {
            return 0;
        };
        let begins = call.get("id").is_some_and(|it| *it != "" && !it.is_null() && newest.get("id") != Some(it));
        if begins { last.saturating_add(1) } else { *last }
    }

    fn received(&self, number: i64) -> Value {
        let mut message = self.message.clone();
        if !self.calls.is_empty() {
            message.insert("tool_calls".into(), self.calls.values().cloned().collect());
        }
        let mut choice = self.fields.clone();
        choice.insert("index".into(), number.into());
        if !message.is_empty() {
            choice.insert("message".into(), message.into());
        }
        choice.into()
    }
}

impl Protocol {
    fn choice(&mut self, choice: &Value) {
        let Value::Object(fields) = choice else { return self.odd.push(choice.clone()) };
        // A choice without an index is the first one. The index may be text.
        let number = fields.get("index").and_then(|it| integer(it.clone()).ok()).unwrap_or_default();
        let known = self.choices.entry(number).or_default();
        if known.can_merge(fields) { known.add(fields) } else { self.odd.push(choice.clone()) }
    }

    /// Merges a chunk into the reply.
    fn merge(&mut self, data: &Value) {
        for (key, value) in data.as_object().into_iter().flatten() {
            match (key.as_str(), value) {
                (_, Value::Null) => {}
                ("choices", Value::Array(choices)) => choices.iter().for_each(|it| self.choice(it)),
                ("choices", odd) => self.odd.push(json!([odd])),
                ("object", _) => {}
                // Every chunk repeats these fields. The newest value is kept, and an equal one is not copied.
                _ if self.reply.get(key) == Some(value) => {}
                _ => drop(self.reply.insert(key.clone(), value.clone())),
            }
        }
        if !self.reply.contains_key("object") && data.is_object() {
            self.reply.insert("object".into(), "chat.completion".into());
        }
    }
}

impl StreamProtocol for Protocol {
    type Event = Event;
    type Reply = Reply;

    fn add(&mut self, _: Option<&str>, data: Value) -> Event {
        self.merge(&data);
        Event::Chunk(Chunk::read(data))
    }

    fn add_text(&mut self, name: Option<&str>, data: &str) -> Option<String> {
        if name.is_some() {
            return None;
        }
        let message = &mut self.choices.get_mut(&0)?.message;
        let event = PlainEvent::read(data).filter(|it| it.repeats(&self.reply, message))?;
        let Some(Value::String(content)) = message.get_mut("content") else { return None };
        let text = event.into_text();
        content.push_str(&text);
        Some(text)
    }

    fn is_complete(&self) -> bool {
        let has_ended =
            |it: &PartialChoice| it.fields.get("finish_reason").is_some_and(|it| it.is_string() && *it != "");
        !self.choices.is_empty() && self.choices.values().all(has_ended)
    }

    fn received(&self) -> Value {
        let mut reply = self.reply.clone();
        if !self.choices.is_empty() || !self.odd.is_empty() {
            let choices = self.choices.iter().map(|(number, choice)| choice.received(*number));
            reply.insert("choices".into(), choices.chain(self.odd.iter().cloned()).collect());
        }
        reply.into()
    }

    fn usage(&self) -> Option<Usage> {
        Reply { usage: self.reply.get("usage").cloned(), ..Reply::default() }.usage()
    }

    fn default_option() -> Option<(&'static str, ParamValue)> {
        Some((StreamOptions::FIELD, ParamValue::json(StreamOptions::usage())))
    }

    fn whole(reply: Reply) -> Event {
        Event::Complete(Box::new(reply))
    }

    fn text(event: &Event) -> Option<String> {
        match event {
            Event::Chunk(chunk) => {
                // Only the first choice: the texts of several choices would be mixed.
                let first = chunk.choices.iter().find(|it| it.index.unwrap_or(0) == 0)?;
                match first.delta.as_ref()?.content.as_ref()? {
                    Content::Text(text) => Some(text.clone()),
                    Content::Parts(_) => None,
                }
            }
            Event::Complete(reply) => reply.text(),
        }
    }
}

#[cfg(test)]
mod tests;
