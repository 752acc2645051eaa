// {{ header }}

use gatewright_runtime as rt;

/// Request to the endpoint `E`, created by a function of the client.
#[must_use = "a request does nothing until it is sent"]
pub struct Request<E>(pub(crate) rt::Call, pub(crate) std::marker::PhantomData<fn() -> E>);

impl<E> Request<E> {
    /// Sets a parameter that this client does not know. In a video request, dots separate the fields of nested objects, and
    /// `[]` at the end appends to an array. Fields that the service is known to drop, change or reject are an error, and the
    /// request is not sent.
    pub fn extra(self, name: &str, value: impl Into<rt::serde_json::Value>) -> Self {
        Self(self.0.extra(name, value), self.1)
    }

    /// Changes timeouts, size limits and retries for this request.
    pub fn settings(self, change: impl FnOnce(&mut rt::Settings)) -> Self {
        Self(self.0.settings(change), self.1)
    }

    /// Sets the expected usage, for the estimate and for a budget. Without it, the estimate of a chat request is an upper
    /// bound from the input and `max_tokens`.
    pub fn expecting(self, usage: rt::Usage) -> Self {
        Self(self.0.expecting(usage), self.1)
    }

    /// Returns the estimated cost before the request is sent, and the prices it was calculated from.
    /// [`Call::estimate`](rt::Call::estimate) describes the calculation of an upper bound.
    pub fn estimate(&self) -> Result<rt::Cost, rt::CostUnknown> {
        self.0.estimate()
    }

    /// Returns the HTTP request that the client would send, without the key.
    pub fn request(&self) -> rt::Result<rt::HttpRequest> {
        self.0.request()
    }
}

impl<E: rt::ReplyEndpoint> Request<E> {
    /// Sends the request.
    pub fn send(self) -> rt::SendFuture<E::Reply> {
        self.0.send_as()
    }
}

impl<E: rt::StreamEndpoint> Request<E> {
    /// Sends the request and streams the response.
    pub fn stream(self) -> rt::Pending<rt::Events<E::Protocol>> {
        self.0.stream()
    }
}

impl<E: rt::ReplyEndpoint<Reply = rt::SocialResult>> Request<E> {
    /// Returns all pages. `next` returns the parameters of the next page; `None` if there is none.
    pub fn pages_by(self, next: impl FnMut(&rt::SocialResult) -> Option<rt::Params> + Send + 'static) -> rt::Pages {
        self.0.pages_by(next)
    }
}

impl<E: rt::Paged> Request<E> {
    /// Returns all pages, one call per page. Each call is sent when you request the page.
    pub fn pages(self) -> rt::Pages {
        self.0.pages(E::PAGING)
    }
}

impl<E> Clone for Request<E> {
    fn clone(&self) -> Self {
        Self(self.0.clone(), self.1)
    }
}

impl<E> std::fmt::Debug for Request<E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Request").field(&self.0).finish()
    }
}
