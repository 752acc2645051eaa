//! Formats of streams.

use serde_json::Value;

use crate::{ParamValue, Reply, Service, Usage};

/// Format of a stream: reads events and merges them into a response.
pub trait StreamProtocol: Default + Send + Unpin + 'static {
    /// Event for the caller.
    type Event: Send + Unpin;
    /// Complete response.
    type Reply: Reply;

    /// Adds an event, by its name and data, and returns it in the form for the caller.
    fn add(&mut self, name: Option<&str>, data: Value) -> Self::Event;
    /// Adds an event that contains only text, and returns the text. Returns `None` and adds nothing if the event may
    /// contain more. Formats implement it only to read text faster.
    fn add_text(&mut self, _name: Option<&str>, _data: &str) -> Option<String> {
        None
    }
    /// Returns true if the model has reported why it stopped.
    fn is_complete(&self) -> bool;
    /// Returns the partial output so far, in the shape of a complete response.
    fn received(&self) -> Value;
    /// Returns the usage, as far as the stream has reported it.
    fn usage(&self) -> Option<Usage> {
        Self::Reply::read(self.received()).ok()?.usage()
    }
    /// Returns a field with its value that a streaming request has if the operation knows the field and the caller has
    /// not set it. An empty object of the caller means that the field is not sent.
    fn default_option() -> Option<(&'static str, ParamValue)> {
        None
    }
    /// Returns the only event of a gateway that sends a complete response instead of a stream.
    fn whole(reply: Self::Reply) -> Self::Event;
    /// Returns the text that an event adds.
    fn text(event: &Self::Event) -> Option<String>;
}

/// Returns the error in an event, if there is one. In every format, errors in streams arrive with status 200.
pub(super) fn error_in<'a>(data: &'a Value, name: Option<&str>, service: &Service) -> Option<&'a Value> {
    match data["type"].as_str().or(name) {
        Some("error") => Some(data),
        Some("response.failed") => Some(&data["response"]).filter(|it| service.has_error(it)),
        _ => {
            let is_flat = || !has_format_field(data) && service.is_flat_error(data) && !service.reports_success(data);
            (service.has_error(data) || is_flat()).then_some(data)
        }
    }
}

/// Returns true if an event has the main field of a format.
fn has_format_field(data: &Value) -> bool {
    ["choices", "type"].iter().any(|it| data.get(it).is_some())
}
