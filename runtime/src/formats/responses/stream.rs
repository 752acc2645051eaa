//! Responses as a stream.

use serde_json::{Map, Value, json};

use super::{Item, Reply};
use crate::formats::text_of;
use crate::{ModelReply as _, StreamProtocol};

/// What a stream of this format consists of.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// Text is added to an item.
    Text {
        /// The number of the item.
        index: usize,
        /// What is added.
        text: String,
    },
    /// Arguments are added to a call of a tool.
    Arguments {
        /// The number of the item.
        index: usize,
        /// A piece of JSON text.
        json: String,
    },
    /// An item is whole.
    Item {
        /// Its number.
        index: usize,
        /// What it is.
        item: Item,
    },
    /// The reply has ended, and is whole: completed, incomplete or failed, as its status says.
    End(Box<Reply>),
    /// Something else, and what nobody knows yet.
    Other {
        /// What it is called.
        name: String,
        /// What it says.
        data: Value,
    },
    /// The whole reply: the gateway did not stream.
    Whole(Box<Reply>),
}

/// How a stream of this format is read.
#[derive(Debug, Default)]
pub struct Protocol {
    reply: Map<String, Value>,
    output: Vec<Value>,
    complete: bool,
}

impl Protocol {
    fn item(&mut self, data: &Value) -> Option<(usize, &mut Value)> {
        let index = usize::try_from(data["output_index"].as_u64()?).ok()?;
        // A number out of all proportion is none.
        if index > self.output.len() + 64 {
            return None;
        }
        if index >= self.output.len() {
            self.output.resize_with(index + 1, || json!({}));
        }
        Some((index, &mut self.output[index]))
    }

    fn text_delta(&mut self, data: &Value) -> Option<Event> {
        let text = text_of(data, "delta");
        let (index, item) = self.item(data)?;
        let fields = item.as_object_mut()?;
        fields.entry("type").or_insert_with(|| "message".into());
        let content = fields.entry("content").or_insert_with(|| json!([])).as_array_mut()?;
        if content.is_empty() {
            content.push(json!({ "type": "output_text", "text": "" }));
        }
        if let Some(Value::String(old)) = content.last_mut()?.get_mut("text") {
            old.push_str(&text);
        }
        Some(Event::Text { index, text })
    }

    fn arguments_delta(&mut self, data: &Value) -> Option<Event> {
        let json = text_of(data, "delta");
        let (index, item) = self.item(data)?;
        let fields = item.as_object_mut()?;
        if let Value::String(old) = fields.entry("arguments").or_insert_with(|| "".into()) {
            old.push_str(&json);
        }
        Some(Event::Arguments { index, json })
    }
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
            "response.output_text.delta" => self.text_delta(&data),
            "response.function_call_arguments.delta" => self.arguments_delta(&data),
            "response.completed" | "response.incomplete" | "response.failed" => {
                data["response"].as_object().cloned().and_then(|whole| {
                    self.complete = true;
                    // An end that repeats nothing takes nothing back.
                    if let Some(Value::Array(output)) = whole.get("output").filter(|it| **it != json!([])) {
                        self.output.clone_from(output);
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
        reply.insert("output".into(), self.output.clone().into());
        Value::Object(reply)
    }

    fn whole(reply: Reply) -> Event {
        Event::Whole(Box::new(reply))
    }

    fn text(event: &Event) -> Option<String> {
        match event {
            Event::Text { text, .. } => Some(text.clone()),
            Event::Whole(reply) => reply.text(),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_become_the_whole_and_the_last_word_counts() {
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
