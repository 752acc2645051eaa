//! Responses of endpoints.

use serde_json::Value;

use crate::{Charge, Endpoint, Result, Service, StreamProtocol, Usage};

/// Endpoint whose responses are JSON.
pub trait ReplyEndpoint: Endpoint {
    /// Type of the response.
    type Reply: Reply;
}

/// Endpoint whose responses can be streamed.
pub trait StreamEndpoint: ReplyEndpoint {
    /// Protocol of the stream.
    type Protocol: StreamProtocol<Reply = Self::Reply>;
}

/// Response of an endpoint.
pub trait Reply: Sized + Send + 'static {
    /// Moves the parts of a gateway's own envelope to the paths that `read` expects.
    fn open(value: Value, _service: &Service) -> Value {
        value
    }

    /// Reads a response leniently. Returns the value if it is not a JSON object.
    fn read(value: Value) -> Result<Self, Value>;

    /// Returns true for an error body with status 200.
    fn is_refusal(value: &Value, service: &Service) -> bool {
        let has_failed = value.get("status").is_some_and(|it| it == "failed");
        service.is_only_error(value) || has_failed && service.has_error(value)
    }

    /// Returns the platform's own response inside of the service's envelope, if there is one.
    fn payload(&self, _service: &Service) -> Option<&Value> {
        None
    }

    /// Returns the usage that the response reports.
    fn usage(&self) -> Option<Usage> {
        None
    }

    /// Returns the charge of the call.
    fn charge(&self) -> Charge {
        Charge::Yes
    }
}

/// Response whose format is not published, as the received JSON.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Json(pub Value);

impl Reply for Json {
    fn read(value: Value) -> Result<Self, Value> {
        Ok(Self(value))
    }

    fn payload(&self, service: &Service) -> Option<&Value> {
        if service.payload.is_empty() { Some(&self.0) } else { self.0.get(service.payload) }
    }
}

impl std::ops::Deref for Json {
    type Target = Value;

    fn deref(&self) -> &Value {
        &self.0
    }
}
