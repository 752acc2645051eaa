//! Chat completions as a stream.

use serde::Serialize;
use serde_json::{Map, Value};

use super::{Content, Message, Reply};
use crate::StreamProtocol;
use crate::formats::{merge, object};
use crate::lenient::{Fields, integer};

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
        let mut fields = match Fields::of(value) {
            Ok(fields) => fields,
            // Not an object: kept, under a name that no field has.
            Err(other) => return Self { other: Map::from_iter([(String::new(), other)]), ..Self::default() },
        };
        let choices = fields.all("choices", |value| {
            let mut fields = Fields::of(value)?;
            Ok(ChunkChoice {
                index: fields.integer("index"),
                delta: fields.take("delta", Message::read),
                finish_reason: fields.text("finish_reason"),
                other: fields.rest(),
            })
        });
        Self { choices, usage: fields.take("usage", object), other: fields.rest() }
    }
}

/// How a stream of this format is read.
#[derive(Debug, Default)]
pub struct Protocol {
    reply: Map<String, Value>,
}

impl Protocol {
    fn choice(&mut self, mut choice: Map<String, Value>) {
        if let Some(delta) = choice.remove("delta") {
            choice.insert("message".into(), delta);
        }
        // One without a number is the first, and a number may be text.
        let index = choice.remove("index").and_then(|it| integer(it).ok()).unwrap_or_default();
        choice.insert("index".into(), index.into());
        let piece = Map::from_iter([("choices".to_owned(), Value::Array(vec![choice.into()]))]);
        merge(&mut self.reply, piece);
    }
}

impl StreamProtocol for Protocol {
    type Event = Event;
    type Reply = Reply;

    fn add(&mut self, _: Option<&str>, data: Value) -> Event {
        if let Value::Object(mut chunk) = data.clone() {
            if let Some(Value::Array(choices)) = chunk.remove("choices") {
                for choice in choices {
                    if let Value::Object(choice) = choice {
                        self.choice(choice);
                    }
                }
            }
            chunk.insert("object".into(), "chat.completion".into());
            // What every piece repeats is told once; the newest word counts.
            self.reply.extend(chunk.into_iter().filter(|(_, value)| !value.is_null()));
        }
        Event::Chunk(Chunk::read(data))
    }

    fn is_complete(&self) -> bool {
        let choices = self.reply.get("choices").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        !choices.is_empty() && choices.iter().all(|it| it["finish_reason"].as_str().is_some_and(|it| !it.is_empty()))
    }

    fn received(&self) -> Value {
        let mut reply = Value::Object(self.reply.clone());
        let choices = reply.get_mut("choices").and_then(Value::as_array_mut);
        for choice in choices.into_iter().flatten() {
            // The number of a call says where a piece belongs, and is no part of a whole message.
            let calls = choice.pointer_mut("/message/tool_calls").and_then(Value::as_array_mut);
            for call in calls.into_iter().flatten().filter_map(Value::as_object_mut) {
                call.remove("index");
            }
        }
        reply
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
mod tests {
    use serde_json::json;

    use super::*;
    use crate::ModelReply as _;

    #[test]
    fn pieces_become_the_whole() {
        let mut protocol = Protocol::default();
        let call = |arguments: &str| json!({ "index": 0, "function": { "arguments": arguments } });
        for delta in [
            json!({ "role": "assistant", "content": "" }),
            json!({ "content": "It is " }),
            json!({ "content": "tea.", "reasoning_content": "a " }),
            json!({ "reasoning_content": "cup" }),
            json!({ "tool_calls": [{ "index": 0, "id": "c1", "type": "function", "function": { "name": "weather", "arguments": "" } }] }),
            json!({ "tool_calls": [call("{\"to")] }),
            json!({ "tool_calls": [call("wn\":1}")] }),
        ] {
            let event = protocol.add(None, json!({ "id": "r", "choices": [{ "index": 0, "delta": delta }] }));
            assert!(matches!(event, Event::Chunk(_)));
            assert!(!protocol.is_complete());
        }
        protocol
            .add(None, json!({ "id": "r", "choices": [{ "index": 0, "delta": {}, "finish_reason": "tool_calls" }] }));
        assert!(protocol.is_complete());
        protocol
            .add(None, json!({ "id": "r", "choices": [], "usage": { "prompt_tokens": 3, "completion_tokens": 4 } }));
        let reply = Reply::read(protocol.received()).expect("an object");
        assert_eq!((reply.text().as_deref(), reply.id.as_deref()), (Some("It is tea."), Some("r")));
        assert_eq!(reply.message().expect("one").other["reasoning_content"], "a cup");
        let calls = reply.tool_calls();
        assert_eq!(
            (calls[0].id.as_str(), calls[0].name.as_str(), calls[0].arguments.as_str()),
            ("c1", "weather", "{\"town\":1}")
        );
        assert_eq!(reply.usage().expect("it was sent").tokens.output, 4);
    }
}
