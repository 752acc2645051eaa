//! Chat completions as a stream.

mod plain;

use std::collections::BTreeMap;
use std::mem::discriminant;

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::{Content, Message, Reply};
use crate::formats::{merge_field, object, replace};
use crate::lenient::{Fields, integer};
use crate::{Reply as _, StreamProtocol, Usage};
use plain::PlainEvent;

/// What a stream of a chat completion consists of.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// A piece of the reply.
    Chunk(Chunk),
    /// The whole of it: the gateway did not stream.
    Whole(Box<Reply>),
}

/// A piece of a reply.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Chunk {
    /// What is added to each reply.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<ChunkChoice>,
    /// What the model used: in the last piece, if the gateway sends it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usage: Option<Value>,
    /// Everything else.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// What is added to a reply.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ChunkChoice {
    /// The number of the reply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<i64>,
    /// What is added.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delta: Option<Message>,
    /// Why it ended, in its last piece.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finish_reason: Option<String>,
    /// Everything else.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

impl Chunk {
    fn read(value: Value) -> Self {
        let mut fields = Fields::of_any(value);
        let choices = fields.all("choices", |mut fields| ChunkChoice {
            index: fields.integer("index"),
            delta: fields.take("delta", Message::read),
            finish_reason: fields.text("finish_reason"),
            other: fields.rest(),
        });
        Self { choices, usage: fields.take("usage", object), other: fields.rest() }
    }
}

/// How a stream of this format is read.
#[derive(Debug, Default)]
pub struct Protocol {
    reply: Map<String, Value>,
    /// By their numbers.
    choices: BTreeMap<i64, Growing>,
    /// What stood where replies do, and is none.
    odd: Vec<Value>,
}

/// A reply in the making.
#[derive(Debug, Default)]
struct Growing {
    message: Map<String, Value>,
    /// The tools that the message calls, by their numbers.
    calls: BTreeMap<i64, Map<String, Value>>,
    /// What stands beside the message.
    beside: Map<String, Value>,
}

impl Growing {
    /// Returns true if a piece adds to what has come. One of another type would replace it, and text would be lost.
    fn fits(&self, choice: &Map<String, Value>) -> bool {
        let pieces = choice.get("delta").and_then(Value::as_object).into_iter().flatten();
        let mut pairs = pieces.filter_map(|(key, value)| Some((self.message.get(key)?, value)));
        pairs.all(|(known, new)| known.is_null() || new.is_null() || discriminant(known) == discriminant(new))
    }

    /// Adds a piece, of which only what is new is copied.
    fn add(&mut self, choice: &Map<String, Value>) {
        for (key, value) in choice {
            match (key.as_str(), value) {
                ("index", _) => {}
                ("delta", Value::Object(delta)) => self.say(delta),
                // A delta adds to texts; what stands beside it is said anew, and an empty word takes nothing back.
                (_, Value::String(word)) => match self.beside.get_mut(key) {
                    Some(_) if word.is_empty() => {}
                    Some(old) => replace(old, value),
                    None => drop(self.beside.insert(key.clone(), value.clone())),
                },
                _ => merge_field(&mut self.beside, key, value),
            }
        }
    }

    fn say(&mut self, delta: &Map<String, Value>) {
        for (key, value) in delta {
            match (key.as_str(), value.as_array()) {
                ("tool_calls", Some(calls)) if calls.iter().all(Value::is_object) => {
                    calls.iter().filter_map(Value::as_object).for_each(|it| self.call(it));
                }
                _ => merge_field(&mut self.message, key, value),
            }
        }
    }

    /// Adds a piece of a call.
    fn call(&mut self, call: &Map<String, Value>) {
        let number = self.number(call);
        let known = self.calls.entry(number).or_default();
        call.iter().filter(|(key, _)| *key != "index").for_each(|(key, value)| merge_field(known, key, value));
    }

    /// Which call a piece belongs to. One without a number begins the next if it has an id of its own.
    fn number(&self, call: &Map<String, Value>) -> i64 {
        if let Some(number) = call.get("index").and_then(|it| integer(it.clone()).ok()) {
            return number;
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
        let mut choice = self.beside.clone();
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
        // One without a number is the first, and a number may be text.
        let number = fields.get("index").and_then(|it| integer(it.clone()).ok()).unwrap_or_default();
        let known = self.choices.entry(number).or_default();
        if known.fits(fields) { known.add(fields) } else { self.odd.push(choice.clone()) }
    }

    /// Adds a piece to the reply.
    fn merge(&mut self, data: &Value) {
        for (key, value) in data.as_object().into_iter().flatten() {
            match (key.as_str(), value) {
                (_, Value::Null) => {}
                ("choices", Value::Array(choices)) => choices.iter().for_each(|it| self.choice(it)),
                ("choices", odd) => self.odd.push(json!([odd])),
                ("object", _) => {}
                // What every piece repeats is told once; the newest word counts.
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
        let has_ended = |it: &Growing| it.beside.get("finish_reason").is_some_and(|it| it.is_string() && *it != "");
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

    fn whole(reply: Reply) -> Event {
        Event::Whole(Box::new(reply))
    }

    fn text(event: &Event) -> Option<String> {
        match event {
            Event::Chunk(chunk) => {
                // Of several replies the first: theirs would be mixed otherwise.
                let first = chunk.choices.iter().find(|it| it.index.unwrap_or(0) == 0)?;
                match first.delta.as_ref()?.content.as_ref()? {
                    Content::Text(text) => Some(text.clone()),
                    Content::Parts(_) => None,
                }
            }
            Event::Whole(reply) => reply.text(),
        }
    }
}

#[cfg(test)]
mod tests;
