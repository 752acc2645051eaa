//! Streamed responses.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::{Item, Reply};
use crate::formats::take_text;
use crate::{Reply as _, StreamProtocol};

/// Event of a responses stream.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// Text is added to an item.
    Text {
        /// Index of the item.
        index: usize,
        /// Added text.
        text: String,
        /// Other fields of the event.
        other: Map<String, Value>,
    },
    /// Arguments are added to a tool call.
    Arguments {
        /// Index of the item.
        index: usize,
        /// Chunk of JSON text.
        json: String,
        /// Other fields of the event.
        other: Map<String, Value>,
    },
    /// An item is complete.
    Item {
        /// Index of the item.
        index: usize,
        /// Complete item.
        item: Item,
    },
    /// The reply has ended. Its status is completed, incomplete or failed.
    End(Box<Reply>),
    /// Any other event, including unknown events.
    Other {
        /// Name of the event.
        name: String,
        /// Data of the event.
        data: Value,
    },
    /// Complete reply, because the gateway did not stream.
    Complete(Box<Reply>),
}

/// Reader of responses streams.
#[derive(Debug, Default)]
pub struct Protocol {
    reply: Map<String, Value>,
    /// Output items by index.
    output: BTreeMap<usize, Value>,
    complete: bool,
}

impl Protocol {
    fn item(&mut self, data: &Value) -> Option<(usize, &mut Value)> {
        let index = usize::try_from(data["output_index"].as_u64()?).ok()?;
        Some((index, self.output.entry(index).or_insert_with(|| json!({}))))
    }

    /// Returns the part of an item that an event belongs to; the last part if the event has no `content_index`.
    fn part(&mut self, data: &Value) -> Option<&mut Value> {
        let (_, item) = self.item(data)?;
        let fields = item.as_object_mut()?;
        fields.entry("type").or_insert_with(|| "message".into());
        let content = fields.entry("content").or_insert_with(|| json!([])).as_array_mut()?;
        let last = content.len().saturating_sub(1);
        let place = data["content_index"].as_u64().and_then(|it| usize::try_from(it).ok()).unwrap_or(last);
        // Parts arrive in order: an index past the end only means that the part is new.
        if place >= content.len() {
            content.push(json!({ "type": "output_text", "text": "" }));
        }
        let last = content.len() - 1;
        content.get_mut(place.min(last))
    }

    fn text_delta(&mut self, data: &Value) -> Option<Event> {
        let (text, other) = delta(data)?;
        if let Some(Value::String(old)) = self.part(data)?.get_mut("text") {
            old.push_str(&text);
        }
        let (index, _) = self.item(data)?;
        Some(Event::Text { index, text, other })
    }

    fn arguments_delta(&mut self, data: &Value) -> Option<Event> {
        let (json, other) = delta(data)?;
        let (index, item) = self.item(data)?;
        let fields = item.as_object_mut()?;
        fields.entry("type").or_insert_with(|| "function_call".into());
        if let Value::String(old) = fields.entry("arguments").or_insert_with(|| "".into()) {
            old.push_str(&json);
        }
        Some(Event::Arguments { index, json, other })
    }
}

/// Returns the text that an event adds, and its other fields.
fn delta(data: &Value) -> Option<(String, Map<String, Value>)> {
    let mut other = data.as_object()?.clone();
    other.retain(|key, _| key != "type" && key != "output_index");
    Some((take_text(&mut other, "delta"), other))
}

impl StreamProtocol for Protocol {
    type Event = Event;
    type Reply = Reply;

    fn add(&mut self, name: Option<&str>, data: Value) -> Event {
        let name = data["type"].as_str().or(name).unwrap_or_default().to_owned();
        let known = match name.as_str() {
            "response.created" | "response.in_progress" => {
                self.reply.extend(data["response"].as_object().cloned().unwrap_or_default());
                None
            }
            "response.output_item.added" => {
                if let Some((_, item)) = self.item(&data) {
                    item.clone_from(&data["item"]);
                }
                None
            }
            "response.output_item.done" => self.item(&data).map(|(index, item)| {
                item.clone_from(&data["item"]);
                Event::Item { index, item: Item(data["item"].clone()) }
            }),
            "response.content_part.added" | "response.content_part.done" => {
                if let Some(part) = self.part(&data) {
                    part.clone_from(&data["part"]);
                }
                None
            }
            "response.output_text.delta" => self.text_delta(&data),
            "response.function_call_arguments.delta" => self.arguments_delta(&data),
            "response.completed" | "response.incomplete" | "response.failed" => {
                data["response"].as_object().cloned().and_then(|whole| {
                    self.complete = true;
                    // If the last event repeats no output, the received output is kept.
                    if let Some(Value::Array(output)) = whole.get("output").filter(|it| **it != json!([])) {
                        self.output = output.iter().cloned().enumerate().collect();
                    }
                    self.reply = whole;
                    Reply::read(data["response"].clone()).ok().map(|it| Event::End(Box::new(it)))
                })
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
        reply.insert("output".into(), self.output.values().cloned().collect());
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
    fn parts_of_an_item_stay_separate_and_extra_fields_are_kept() {
        let mut protocol = Protocol::default();
        let chunk = |part: u64, text: &str| json!({ "type": "response.output_text.delta", "output_index": 3, "content_index": part, "delta": text, "logprobs": [1] });
        for (part, text) in [(0, "te"), (1, "pot"), (0, "a")] {
            let event = protocol.add(None, chunk(part, text));
            assert!(matches!(event, Event::Text { index: 3, other, .. } if other["logprobs"] == json!([1])));
        }
        let texts =
            |it: &Value| it["content"].as_array().map(|it| it.iter().map(|it| it["text"].clone()).collect::<Vec<_>>());
        assert_eq!(texts(&protocol.received()["output"][0]), Some(vec![json!("tea"), json!("pot")]));
        let refusal = json!({ "type": "refusal", "refusal": "No." });
        protocol.add(
            None,
            json!({ "type": "response.content_part.done", "output_index": 3, "content_index": 1, "part": refusal }),
        );
        assert_eq!(protocol.received()["output"][0]["content"][1], refusal);
    }

    #[test]
    fn events_merge_into_the_reply_and_the_last_event_takes_precedence() {
        let mut protocol = Protocol::default();
        for data in [
            json!({ "type": "response.created", "response": { "id": "r", "status": "in_progress", "output": [] } }),
            json!({ "type": "response.output_item.added", "output_index": 0, "item": { "type": "message", "content": [] } }),
            json!({ "type": "response.output_text.delta", "output_index": 0, "delta": "It is " }),
            json!({ "type": "response.output_text.delta", "output_index": 0, "delta": "tea." }),
            json!({ "type": "response.function_call_arguments.delta", "output_index": 1, "delta": "{}" }),
        ] {
            protocol.add(None, data);
            assert!(!protocol.is_complete());
        }
        let part = Reply::read(protocol.received()).expect("an object");
        assert_eq!((part.text().as_deref(), part.id.as_deref()), (Some("It is tea."), Some("r")));
        let whole = json!({ "id": "r", "status": "completed", "output": [{ "type": "message", "content": "Tea." }] });
        let event =
            protocol.add(Some("response.completed"), json!({ "type": "response.completed", "response": whole }));
        assert!(matches!(event, Event::End(reply) if reply.status.as_deref() == Some("completed")));
        assert_eq!(protocol.received(), whole);
        assert!(protocol.is_complete());
    }
}
