//! Requests, as a transport gets them.

use std::future::Future;
use std::sync::Arc;

use bytes::Bytes;
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderValue};
use reqwest::{Method, Url};

use crate::http::outbound::Outbound;
use crate::{CallKind, Form, RequestBody, Service};

/// An HTTP request. [`request`](crate::Call::request) returns it without the key.
///
/// ```
/// let client = gatewright_runtime::Client::new("https://gateway.example", "key")?;
/// let request = client.social("p1", "trending").request()?;
/// assert_eq!((request.method.as_str(), request.url.path()), ("GET", "/p1/trending"));
/// # Ok::<(), gatewright_runtime::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct HttpRequest {
    /// HTTP method.
    pub method: Method,
    /// Full URL, including the query.
    pub url: Url,
    /// Headers. The one with the key is marked as sensitive, so that it is never printed.
    pub headers: HeaderMap,
    /// Body.
    pub body: RequestBody,
    /// State of the request while the client sends it.
    pub(crate) outbound: Option<Outbound>,
}

impl HttpRequest {
    fn new(method: Method, url: Url, headers: HeaderMap, body: RequestBody) -> Self {
        Self { method, url, headers, body, outbound: None }
    }

    /// Creates a GET request without headers.
    pub fn get(url: Url) -> Self {
        Self::new(Method::GET, url, HeaderMap::new(), RequestBody::Empty)
    }

    /// Creates a POST request with a JSON body.
    pub fn post_json(url: Url, body: impl Into<Bytes>) -> Self {
        let json = HeaderValue::from_static("application/json");
        let headers = [(CONTENT_TYPE, json)].into_iter().collect();
        Self::new(Method::POST, url, headers, RequestBody::Bytes(body.into()))
    }

    /// Creates a POST request with a form. The transport adds the content type, which names the boundary between the
    /// parts.
    pub fn post_form(url: Url, form: Form) -> Self {
        Self::new(Method::POST, url, HeaderMap::new(), RequestBody::Form(Arc::new(form)))
    }

    /// Returns the kind of the call, while the client sends it; `None` for requests without the key: files and the
    /// catalog.
    pub fn call_kind(&self) -> Option<CallKind> {
        self.outbound.as_ref()?.call_kind()
    }

    /// Returns a check of response bodies, for a transport that stores responses. `None` if a response to this request
    /// must not be stored: streams, sessions, polls of tasks, files and the catalog.
    pub fn body_check(&self) -> Option<BodyCheck> {
        self.outbound.as_ref()?.body_check()
    }

    /// Returns a future that waits for another one, before the transport sends the request.
    ///
    /// While it waits, the client knows that nothing has been sent. The wait does not count towards
    /// [`head_timeout`](crate::Settings::head_timeout), and a call that reaches its deadline or is dropped meanwhile is not
    /// charged. The statement has no effect once [`ReqwestTransport`](crate::ReqwestTransport), or a custom transport
    /// below a layer, has got the request: it may then have been sent.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use gatewright_runtime::{Client, HttpRequest, Transport, TransportError, TransportFuture};
    ///
    /// /// Sends one request at a time.
    /// struct OneAtATime { inner: Arc<dyn Transport>, turn: Arc<tokio::sync::Semaphore> }
    ///
    /// impl Transport for OneAtATime {
    ///     fn send(&self, request: HttpRequest) -> TransportFuture {
    ///         let (inner, turn) = (self.inner.clone(), self.turn.clone());
    ///         Box::pin(async move {
    ///             let turn = request.not_sent_while(turn.acquire_owned()).await;
    ///             let _turn = turn.map_err(TransportError::not_sent)?;
    ///             inner.send(request).await
    ///         })
    ///     }
    /// }
    ///
    /// let client = Client::builder("https://gateway.example", "key")
    ///     .layer(|inner: Arc<dyn Transport>| OneAtATime { inner, turn: Arc::new(tokio::sync::Semaphore::new(1)) })
    ///     .build()?;
    /// # Ok::<(), gatewright_runtime::Error>(())
    /// ```
    pub fn not_sent_while<F: Future>(&self, waiting: F) -> impl Future<Output = F::Output> + use<F> {
        let outbound = self.outbound.clone();
        async move {
            let _held = outbound.map(Outbound::hold);
            waiting.await
        }
    }

    /// Records that data was sent, which starts the head timeout anew. A custom transport calls it during a long upload.
    pub fn data_sent(&self) {
        if let Some(outbound) = &self.outbound {
            outbound.moved();
        }
    }

    /// Records that the request may have been sent.
    pub(crate) fn mark_sent(&self) {
        if let Some(outbound) = &self.outbound {
            outbound.mark_sent();
        }
    }
}

/// Check of a response body: can the client read it? Some gateways report errors with status 200.
#[derive(Clone, Copy)]
pub struct BodyCheck {
    pub(crate) service: &'static Service,
    pub(crate) is_readable: fn(&[u8], &'static Service) -> bool,
}

impl BodyCheck {
    /// Returns true if the complete body of a response with status 200 is a success that the client can read.
    pub fn accepts(&self, body: &[u8]) -> bool {
        (self.is_readable)(body, self.service)
    }
}

impl std::fmt::Debug for BodyCheck {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BodyCheck").finish_non_exhaustive()
    }
}
