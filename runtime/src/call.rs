//! One call in the making: where it goes and with which parameters.

use std::borrow::Cow;
use std::pin::Pin;
use std::task::{Context, Poll};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use reqwest::{Method, Url};

use crate::{Client, Endpoint, Error, ParamValue, Params, Response, Result, SocialResult};

/// Everything but the unreserved characters of RFC 3986: what any server reads back unchanged.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// A call that has not been sent yet. Generated requests are thin wrappers around one.
///
/// ```
/// let client = gatewright_runtime::Client::new("https://gateway.example", "key")?;
/// let call = client.social("p1", "search").with("keyword", "green tea").with("cursor", 20);
/// assert_eq!(
///     call.request()?.url.as_str(),
///     "https://gateway.example/v1/social/p1/search?keyword=green%20tea&cursor=20",
/// );
/// # Ok::<(), gatewright_runtime::Error>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "a call does nothing until it is sent"]
pub struct Call {
    client: Client,
    target: Target,
    params: Params,
}

#[derive(Clone, Debug)]
enum Target {
    /// From the catalog: checked by the generator.
    Path(&'static str),
    /// From the caller, as the segments behind `/v1/social`: checked when the request is made.
    Social([String; 2]),
}

impl Call {
    /// A call of the endpoint `E`.
    pub fn new<E: Endpoint>(client: &Client) -> Self {
        Self::to(client, Target::Path(E::PATH))
    }

    pub(crate) fn social(client: &Client, platform: &str, capability: &str) -> Self {
        Self::to(client, Target::Social([platform.to_owned(), capability.to_owned()]))
    }

    fn to(client: &Client, target: Target) -> Self {
        Self { client: client.clone(), target, params: Params::default() }
    }

    /// Gives a parameter; a value given before is replaced.
    pub fn with(mut self, name: impl Into<Cow<'static, str>>, value: impl Into<ParamValue>) -> Self {
        self.params.set(name, value);
        self
    }

    /// Gives a parameter that takes text.
    pub fn text(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.params.set(name, value.into());
        self
    }

    /// Gives a parameter that takes several texts, joined by `separator`.
    pub fn list(self, name: &'static str, separator: &str, values: impl IntoIterator<Item = String>) -> Self {
        self.text(name, values.into_iter().collect::<Vec<_>>().join(separator))
    }

    /// Gives several parameters.
    pub fn with_all(mut self, params: Params) -> Self {
        self.params.extend(params);
        self
    }

    /// The HTTP request as it would be sent, without the key.
    pub fn request(&self) -> Result<HttpRequest> {
        let mut url = self.client.base_url().clone();
        let path = match &self.target {
            Target::Path(path) => Cow::Borrowed(*path),
            Target::Social(segments) => Cow::Owned(social_path(segments)?),
        };
        url.set_path(&format!("{}{path}", url.path().trim_end_matches('/')));
        let query = query(&self.params);
        url.set_query((!query.is_empty()).then_some(&query));
        Ok(HttpRequest { method: Method::GET, url })
    }

    /// Sends the call.
    pub fn send(self) -> Sending {
        Sending { future: Box::pin(async move { self.client.send(self.request()?).await }) }
    }
}

fn social_path(segments: &[String; 2]) -> Result<String> {
    let mut path = String::from("/v1/social");
    for segment in segments {
        // `.` and `..` survive percent-encoding, and URL parsers then drop segments.
        if matches!(segment.as_str(), "" | "." | "..") {
            return Err(Error::Request(format!("`{segment}` cannot be a platform or a capability")));
        }
        path.push('/');
        path.extend(utf8_percent_encode(segment, RESERVED));
    }
    Ok(path)
}

fn query(params: &Params) -> String {
    let mut query = String::new();
    for (name, value) in params.iter() {
        if !query.is_empty() {
            query.push('&');
        }
        query.extend(utf8_percent_encode(name, RESERVED));
        query.push('=');
        match value {
            ParamValue::Text(text) => query.extend(utf8_percent_encode(text, RESERVED)),
            other => query.extend(utf8_percent_encode(&other.to_string(), RESERVED)),
        }
    }
    query
}

/// A call on its way: a future that ends with the reply.
///
/// A type with a name can be stored, and it spares the compiler an anonymous one for each endpoint.
#[must_use = "a call is sent when its future is awaited"]
pub struct Sending {
    future: Pin<Box<dyn Future<Output = Result<Response<SocialResult>>> + Send>>,
}

impl Future for Sending {
    type Output = Result<Response<SocialResult>>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        self.future.as_mut().poll(context)
    }
}

impl std::fmt::Debug for Sending {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sending").finish_non_exhaustive()
    }
}

/// An HTTP request as it would be sent.
///
/// ```
/// let client = gatewright_runtime::Client::new("https://gateway.example", "key")?;
/// let request = client.social("p1", "trending").request()?;
/// assert_eq!((request.method.as_str(), request.url.path()), ("GET", "/v1/social/p1/trending"));
/// # Ok::<(), gatewright_runtime::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct HttpRequest {
    /// The HTTP method.
    pub method: Method,
    /// The whole URL, query included.
    pub url: Url,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(call: Call) -> String {
        call.request().expect("the target is valid").url.into()
    }

    fn client(base_url: &str) -> Client {
        Client::new(base_url, "key").expect("the base URL is valid")
    }

    #[test]
    fn values_are_percent_encoded() {
        let call = client("https://gateway.example").social("p1", "search");
        assert_eq!(url(call.clone()), "https://gateway.example/v1/social/p1/search");
        let call = call.with("k", "茶 & a+b=c").with("empty", "").with("n", -5).with("b", false);
        assert_eq!(
            url(call),
            "https://gateway.example/v1/social/p1/search?k=%E8%8C%B6%20%26%20a%2Bb%3Dc&empty=&n=-5&b=false"
        );
    }

    #[test]
    fn a_base_path_is_kept() {
        for base in ["https://gateway.example/api", "https://gateway.example/api/"] {
            assert_eq!(url(client(base).social("a", "b")), "https://gateway.example/api/v1/social/a/b");
        }
    }

    #[test]
    fn a_segment_cannot_leave_its_place() {
        let client = client("https://gateway.example");
        assert_eq!(
            url(client.social("a/../../b", "?x#y")),
            "https://gateway.example/v1/social/a%2F..%2F..%2Fb/%3Fx%23y"
        );
        for segment in ["", ".", ".."] {
            assert!(matches!(client.social("a", segment).request(), Err(Error::Request(_))), "{segment}");
        }
    }
}
