//! Requests to endpoints, as generated clients create them.

use std::fmt;
use std::marker::PhantomData;
use std::time::Duration;

use serde_json::Value;

use crate::{
    Call, Cost, CostUnknown, Endpoint, Events, Field, HttpRequest, Items, Paged, Pages, ParamValue, Params, Pending,
    Reply, ReplyEndpoint, Response, Result, Settings, SocialResult, StreamEndpoint, Typed, Usage,
};

/// Functions of every request to the endpoint `E`.
///
/// Each endpoint of a generated client has its own request type, such as `p1::Search`, with a method for each of its
/// options. It dereferences to this type:
///
/// ```ignore
/// let request = client.p1().search("green tea").content_type("video"); // p1::Search
/// println!("{:?}", request.estimate()); // Request::estimate
/// let first = request.send().await?; // sends it, and keeps it for later
/// let second = request.await?; // sends it
/// ```
#[must_use = "a request does nothing until it is sent"]
pub struct Request<E> {
    call: Call,
    endpoint: PhantomData<fn() -> E>,
}

impl<E> Request<E> {
    /// Returns the estimated cost before the request is sent, and the prices it was calculated from.
    /// [`Call::estimate`] describes the calculation of an upper bound.
    pub fn estimate(&self) -> Result<Cost, CostUnknown> {
        self.call.estimate()
    }

    /// Returns the HTTP request that the client would send, without the key.
    pub fn request(&self) -> Result<HttpRequest> {
        self.call.request()
    }

    /// Sends the request. `request.await` does the same and consumes the request.
    pub fn send(&self) -> Pending<E::Output>
    where
        E: SendEndpoint,
    {
        E::send(self.call.clone())
    }

    /// Sends the request and streams the response. Only for endpoints that can stream, such as chat.
    pub fn stream(&self) -> Pending<Events<E::Protocol>>
    where
        E: StreamEndpoint,
    {
        self.call.clone().stream()
    }

    /// Returns all pages, one call per page. Each call is sent when you request the page. Only for endpoints with a cursor,
    /// an offset or a page number.
    pub fn pages(&self) -> Pages<E>
    where
        E: Paged,
    {
        self.call.clone().pages_of()
    }

    /// Returns the items of all pages, one by one; see [`Pages::items`].
    pub fn items(&self) -> Items<E>
    where
        E: Paged,
    {
        self.pages().items()
    }

    /// Returns all pages. `next` returns the parameters of the next page; `None` if there is none.
    pub fn pages_by(&self, next: impl FnMut(&SocialResult) -> Option<Params> + Send + 'static) -> Pages<E>
    where
        E: ReplyEndpoint<Reply = Typed<E>>,
    {
        self.call.clone().pages_of_by(next)
    }

    /// Submits the request, and returns the task once the gateway has accepted it. Only for endpoints that create tasks,
    /// such as videos. The client never retries a submission that may have been accepted.
    #[cfg(feature = "video")]
    pub fn submit(&self) -> Pending<crate::video::Task>
    where
        E: crate::video::TaskEndpoint,
    {
        self.submit_to(crate::video::TaskPath::default())
    }

    /// Submits the request to another path of the gateway. The task is polled on the same path. Only for endpoints that
    /// create tasks.
    #[cfg(feature = "video")]
    pub fn submit_to(&self, path: crate::video::TaskPath) -> Pending<crate::video::Task>
    where
        E: crate::video::TaskEndpoint,
    {
        self.call.clone().submit(path)
    }

    /// Returns the call without its type, for programs that choose operations at run time.
    pub fn into_call(self) -> Call {
        self.call
    }
}

/// Functions for generated code.
#[doc(hidden)]
impl<E: Endpoint> Request<E> {
    pub fn new(call: Call) -> Self {
        Self { call, endpoint: PhantomData }
    }

    pub fn set(self, field: &'static Field, value: impl Into<ParamValue>) -> Self {
        Self::new(self.call.set(field, value))
    }

    pub fn list(self, field: &'static Field, values: impl IntoIterator<Item = String>) -> Self {
        Self::new(self.call.list(field, values))
    }

    pub fn length(self, length: Duration) -> Self {
        Self::new(self.call.length(length))
    }

    pub fn extra(self, name: &str, value: impl Into<Value>) -> Self {
        Self::new(self.call.extra(name, value))
    }

    pub fn settings(self, change: impl FnOnce(&mut Settings)) -> Self {
        Self::new(self.call.settings(change))
    }

    pub fn deadline(self, deadline: Duration) -> Self {
        self.settings(|it| it.deadline = deadline)
    }

    pub fn header(self, name: &str, value: &str) -> Self {
        self.settings(|it| it.headers.set(name, value))
    }

    pub fn expecting(self, usage: Usage) -> Self {
        Self::new(self.call.expecting(usage))
    }
}

impl<E> Clone for Request<E> {
    fn clone(&self) -> Self {
        Self { call: self.call.clone(), endpoint: PhantomData }
    }
}

impl<E> fmt::Debug for Request<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Request").field(&self.call).finish()
    }
}

/// Endpoint whose requests can be sent with `send`, or by awaiting them.
pub trait SendEndpoint: Endpoint {
    /// Result of a request: a response, a file, a task or a session.
    type Output;

    /// Sends a call of this endpoint.
    fn send(call: Call) -> Pending<Self::Output>;
}

impl<E: ReplyEndpoint<Reply: Reply>> SendEndpoint for E {
    type Output = Response<E::Reply>;

    fn send(call: Call) -> Pending<Self::Output> {
        call.send_as()
    }
}

/// Sends the call and reads the response as social data, as [`Call::send`] does.
impl IntoFuture for Call {
    type Output = Result<Response<SocialResult>>;
    type IntoFuture = Pending<Response<SocialResult>>;

    fn into_future(self) -> Self::IntoFuture {
        self.send()
    }
}

/// Implements the functions that all generated request types share. The type is a tuple struct around [`Request`].
#[doc(hidden)]
#[macro_export]
macro_rules! request {
    ($name:ident) => {
        impl $name {
            /// Sets a parameter that this client does not know. In a video request, dots separate the fields of nested objects,
            /// and `[]` at the end appends to an array. Fields that the service is known to drop, change or reject are an
            /// error, and the request is not sent.
            pub fn extra(self, name: &str, value: impl Into<$crate::serde_json::Value>) -> Self {
                Self(self.0.extra(name, value))
            }

            /// Changes timeouts, size limits, retries and headers for this request.
            pub fn settings(self, change: impl FnOnce(&mut $crate::Settings)) -> Self {
                Self(self.0.settings(change))
            }

            /// Sets the deadline of this request, including retries and pauses.
            pub fn deadline(self, deadline: ::std::time::Duration) -> Self {
                Self(self.0.deadline(deadline))
            }

            /// Sets a header of this request; see [`Headers`]($crate::Headers).
            pub fn header(self, name: &str, value: &str) -> Self {
                Self(self.0.header(name, value))
            }
        }

        impl ::std::ops::Deref for $name {
            type Target = $crate::Request<Self>;

            fn deref(&self) -> &Self::Target {
                &self.0
            }
        }

        impl ::std::future::IntoFuture for $name {
            type Output = <Self::IntoFuture as ::std::future::Future>::Output;
            type IntoFuture = $crate::Pending<<Self as $crate::SendEndpoint>::Output>;

            fn into_future(self) -> Self::IntoFuture {
                <Self as $crate::SendEndpoint>::send(self.0.into_call())
            }
        }
    };
}
