//! Formats of streams.

use serde_json::Value;

use crate::{Reply, Service, Usage};

/// Format of a stream: reads events and merges them into a response.
pub trait StreamProtocol: Default + Send + Unpin + 'static {
    /// Event for the caller.
    type Event: Send + Unpin;
    /// Complete response.
    type Reply: Reply;

    /// Takes an event, by its name and data, and says what it is.
    fn add(&mut self, name: Option<&str>, data: Value) -> Self::Event;
    /// Takes an event that only adds text, and returns the text. Returns `None` and takes nothing if the event may say
    /// more. A format needs this only to read text quickly.
    fn add_text(&mut self, _name: Option<&str>, _data: &str) -> Option<String> {
        None
    }
    /// Returns true if the model has said why it stopped.
    fn is_complete(&self) -> bool;
    /// Partial output so far, in the shape of a complete response.
    fn received(&self) -> Value;
    /// Usage, as far as the stream has reported it.
    fn usage(&self) -> Option<Usage> {
        Self::Reply::read(self.received()).ok()?.usage()
    }
    /// The only event of a gateway that answers with a whole reply instead.
    fn whole(reply: Self::Reply) -> Self::Event;
    /// The text that an event adds.
    fn text(event: &Self::Event) -> Option<String>;
}

/// The error that an event is, if it is one: in every format they come with status 200.
pub(super) fn error_in<'a>(data: &'a Value, name: Option<&str>, service: &Service) -> Option<&'a Value> {
    match data["type"].as_str().or(name) {
        Some("error") => Some(data),
        Some("response.failed") => Some(&data["response"]).filter(|it| service.has_error(it)),
        _ => Some(data).filter(|it| service.has_error(it) || !is_piece(it) && service.is_flat_error(it)),
    }
}

/// Returns true if an event has the main field of a format.
fn is_piece(data: &Value) -> bool {
    ["choices", "type"].iter().any(|it| data.get(it).is_some())
}
