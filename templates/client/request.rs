// {{ header }}

use gatewright_runtime as rt;

/// A request to the endpoint `E`, begun by a function of the client.
#[must_use = "a request does nothing until it is sent"]
pub struct Request<E>(pub(crate) rt::Call, pub(crate) std::marker::PhantomData<fn() -> E>);

impl<E> Request<E> {
    /// Gives a parameter that this client does not know. Of a video, dots lead into objects and `[]` at the end appends to a
    /// list; where the service is known to drop, fold or refuse what it finds, nothing can be put, and nothing is sent.
    pub fn extra(self, name: &str, value: impl Into<rt::serde_json::Value>) -> Self {
        Self(self.0.extra(name, value), self.1)
    }

    /// Changes time limits, size limits and retries for this request.
    pub fn settings(self, change: impl FnOnce(&mut rt::Settings)) -> Self {
        Self(self.0.settings(change), self.1)
    }

    /// Says what it is expected to use, for its estimate and for a budget. Without it a chat estimate is an upper bound from
    /// the input and `max_tokens`.
    pub fn expecting(self, usage: rt::Usage) -> Self {
        Self(self.0.expecting(usage), self.1)
    }

    /// Cost of the request, as far as that can be known before it is sent, and the prices it was calculated from.
    /// [`Call::estimate`](rt::Call::estimate) says how an upper bound is made.
    pub fn estimate(&self) -> Result<rt::Cost, rt::CostUnknown> {
        self.0.estimate()
    }

    /// The HTTP request as it would be sent, without the key.
    pub fn request(&self) -> rt::Result<rt::HttpRequest> {
        self.0.request()
    }
}

impl<E: rt::ReplyEndpoint> Request<E> {
    /// Sends the request.
    pub fn send(self) -> rt::Sending<E::Reply> {
        self.0.send_as()
    }
}

impl<E: rt::StreamEndpoint> Request<E> {
    /// Sends the request, and reads the reply as it comes.
    pub fn stream(self) -> rt::Pending<rt::Events<E::Protocol>> {
        self.0.stream()
    }
}

impl<E: rt::ReplyEndpoint<Reply = rt::SocialResult>> Request<E> {
    /// All pages; `next` finds the parameters of the next one in a page, or says that there is none.
    pub fn pages_by(self, next: impl FnMut(&rt::SocialResult) -> Option<rt::Params> + Send + 'static) -> rt::Pages {
        self.0.pages_by(next)
    }
}

impl<E: rt::Paged> Request<E> {
    /// All pages, one call each, sent when they are asked for.
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
