//! Streamed messages.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::{Block, Reply};
use crate::formats::{merge, take_text};
use crate::http::bounded_json;
use crate::{Reply as _, StreamProtocol};

/// Event of a messages stream.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// The reply starts, with id and model but without content.
    Start(Box<Reply>),
    /// A block starts.
    BlockStart {
        /// Index of the block.
        index: usize,
        /// Initial state of the block.
        block: Block,
    },
    /// Text is added to a block.
    Text {
        /// Index of the block.
        index: usize,
        /// Added text.
        text: String,
        /// Other fields of the delta, such as citations.
        other: Map<String, Value>,
    },
    /// Arguments are added to a tool call.
    Arguments {
        /// Index of the block.
        index: usize,
        /// Chunk of JSON text.
        json: String,
        /// Other fields of the delta.
        other: Map<String, Value>,
    },
    /// Any other event: `ping`, thinking, the end of a block or of the reply, and unknown events.
    Other {
        /// Name of the event.
        name: String,
        /// Data of the event.
        data: Value,
    },
    /// Complete reply, because the gateway did not stream.
    Complete(Box<Reply>),
}

/// Reader of messages streams.
#[derive(Debug, Default)]
pub struct Protocol {
    reply: Map<String, Value>,
    /// Blocks by index.
    blocks: BTreeMap<usize, PartialBlock>,
    complete: bool,
}

/// Block that is still being received.
#[derive(Debug, Default)]
struct PartialBlock {
    fields: Map<String, Value>,
    /// Arguments as text, which is valid JSON only when it is complete.
    arguments: String,
}

impl Protocol {
    fn block(&mut self, data: &Value) -> Option<(usize, &mut PartialBlock)> {
        let index = usize::try_from(data["index"].as_u64()?).ok()?;
        Some((index, self.blocks.entry(index).or_default()))
    }

    fn delta(&mut self, data: &Value) -> Option<Event> {
        let mut other = data["delta"].as_object()?.clone();
        let kind = other.remove("type")?;
        let (index, PartialBlock { fields: block, arguments }) = self.block(data)?;
        // A gateway may omit the start of a block.
        let mut begin = |kind: &str| {
            block.entry("type").or_insert_with(|| kind.into());
        };
        match kind.as_str()? {
            "text_delta" => {
                begin("text");
                merge(block, &other);
                let text = take_text(&mut other, "text");
                Some(Event::Text { index, text, other })
            }
            "input_json_delta" => {
                begin("tool_use");
                let json = take_text(&mut other, "partial_json");
                arguments.push_str(&json);
                merge(block, &other);
                Some(Event::Arguments { index, json, other })
            }
            // Thinking, signatures and unknown deltas: their fields are fields of the block.
            _ => {
                merge(block, &other);
                None
            }
        }
    }
}

impl StreamProtocol for Protocol {
    type Event = Event;
    type Reply = Reply;

    fn add(&mut self, name: Option<&str>, data: Value) -> Event {
        let name = data["type"].as_str().or(name).unwrap_or_default().to_owned();
        let known = match name.as_str() {
            "message_start" => data["message"].as_object().cloned().and_then(|message| {
                self.reply = message;
                Reply::read(data["message"].clone()).ok().map(|it| Event::Start(Box::new(it)))
            }),
            "content_block_start" => self.block(&data).and_then(|(index, block)| {
                block.fields.clone_from(data["content_block"].as_object()?);
                Some(Event::BlockStart { index, block: Block(data["content_block"].clone()) })
            }),
            "content_block_delta" => self.delta(&data),
            "message_delta" => {
                self.complete |= data["delta"]["stop_reason"].is_string();
                let fields = data["delta"].as_object().cloned().unwrap_or_default();
                self.reply.extend(fields.into_iter().filter(|(_, value)| !value.is_null()));
                if let Some(usage) = data["usage"].as_object() {
                    // Counts only increase: the newest one is kept.
                    let old = self.reply.entry("usage").or_insert_with(|| json!({}));
                    if let Value::Object(old) = old {
                        let reported = usage.iter().filter(|(_, value)| !value.is_null());
                        old.extend(reported.map(|(key, value)| (key.clone(), value.clone())));
                    }
                }
                None
            }
            "message_stop" => {
                self.complete = true;
                None
            }
            _ => None,
        };
        known.unwrap_or(Event::Other { name, data })
    }

    fn is_complete(&self) -> bool {
        self.complete
    }

    fn received(&self) -> Value {
        let mut reply = self.reply.clone();
        let content = self.blocks.values().map(|PartialBlock { fields, arguments }| {
            let mut block = fields.clone();
            if !arguments.is_empty() {
                // Truncated arguments are kept as text.
                let read = bounded_json::from_str(arguments).unwrap_or_else(|_| arguments.clone().into());
                block.insert("input".into(), read);
            }
            Value::Object(block)
        });
        reply.insert("content".into(), content.collect());
        Value::Object(reply)
    }

    fn whole(reply: Reply) -> Event {
        Event::Complete(Box::new(reply))
    }

    fn text(event: &Event) -> Option<String> {
        match event {
            Event::Text { text, .. } => Some(text.clone()),
            Event::Complete(reply) => reply.text(),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_merge_into_the_reply() {
        let mut protocol = Protocol::default();
        let delta = |index: u64, delta: Value| json!({ "type": "content_block_delta", "index": index, "delta": delta });
        for data in [
            json!({ "type": "message_start", "message": { "id": "m", "content": [], "usage": { "input_tokens": 3 } } }),
            json!({ "type": "content_block_start", "index": 0, "content_block": { "type": "thinking", "thinking": "" } }),
            delta(0, json!({ "type": "thinking_delta", "thinking": "a cup" })),
            delta(0, json!({ "type": "signature_delta", "signature": "s" })),
            json!({ "type": "content_block_start", "index": 1, "content_block": { "type": "text", "text": "" } }),
            json!({ "type": "ping" }),
            delta(1, json!({ "type": "text_delta", "text": "It is " })),
            delta(1, json!({ "type": "text_delta", "text": "tea." })),
            json!({ "type": "content_block_start", "index": 2, "content_block": { "type": "tool_use", "id": "c1", "name": "weather", "input": {} } }),
            delta(2, json!({ "type": "input_json_delta", "partial_json": "{\"town\"" })),
            delta(2, json!({ "type": "input_json_delta", "partial_json": ":1}" })),
        ] {
            protocol.add(None, data);
            assert!(!protocol.is_complete());
        }
        protocol.add(
            None,
            json!({ "type": "message_delta", "delta": { "stop_reason": "tool_use" }, "usage": { "output_tokens": 4 } }),
        );
        assert!(protocol.is_complete());
        let reply = Reply::read(protocol.received()).expect("an object");
        assert_eq!((reply.text().as_deref(), reply.stop_reason.as_deref()), (Some("It is tea."), Some("tool_use")));
        assert_eq!(reply.content[0].0, json!({ "type": "thinking", "thinking": "a cup", "signature": "s" }));
        assert_eq!(reply.tool_calls()[0].arguments, "{\"town\":1}");
        let tokens = reply.usage().expect("it was sent").tokens;
        assert_eq!((tokens.input, tokens.output), (3, 4));
    }

    #[test]
    fn extra_fields_of_a_delta_are_kept_and_the_start_of_a_block_is_optional() {
        let mut protocol = Protocol::default();
        let delta = json!({ "type": "text_delta", "text": "Tea.", "citations": [1] });
        let event = protocol.add(None, json!({ "type": "content_block_delta", "index": 7, "delta": delta }));
        assert!(
            matches!(event, Event::Text { index: 7, text, other } if text == "Tea." && other["citations"] == json!([1]))
        );
        let whole = json!({ "type": "text", "text": "Tea.", "citations": [1] });
        assert_eq!(protocol.received()["content"], json!([whole]));
    }
}
