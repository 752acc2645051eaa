//! One call in the making: where it goes and with which parameters.

use std::borrow::Cow;
use std::fmt::Write as _;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use tracing::Instrument as _;

use crate::http::address;
use crate::http::exchange::{self, Order, Terms};
use crate::{
    Charge, Client, Endpoint, Error, HttpRequest, Listing, ParamValue, Params, Pending, Response, Result, Sending,
    Settings, SocialResult, Usd,
};

/// Everything but the unreserved characters of RFC 3986: what any server reads back unchanged.
pub(crate) const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

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
    /// `None`: those of the client.
    settings: Option<Box<Settings>>,
}

#[derive(Clone, Debug)]
enum Target {
    /// From the catalog: checked by the generator.
    Listed(&'static Listing),
    /// From the caller, platform and capability: checked when the request is made.
    Social([String; 2]),
}

impl Call {
    /// A call of the endpoint `E`.
    pub fn new<E: Endpoint>(client: &Client) -> Self {
        Self::to(client, Target::Listed(E::LISTED))
    }

    pub(crate) fn social(client: &Client, platform: &str, capability: &str) -> Self {
        let path = format!("/v1/social/{platform}/{capability}");
        let listed = client.inner().listings.iter().copied().flatten().find(|it| it.path == path);
        let unlisted = || Target::Social([platform.to_owned(), capability.to_owned()]);
        Self::to(client, listed.map_or_else(unlisted, Target::Listed))
    }

    fn to(client: &Client, target: Target) -> Self {
        Self { client: client.clone(), target, params: Params::default(), settings: None }
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

    /// Changes time limits, size limits and retries for this call.
    pub fn settings(mut self, change: impl FnOnce(&mut Settings)) -> Self {
        change(self.settings.get_or_insert_with(|| Box::new(self.client.inner().settings.clone())));
        self
    }

    /// The HTTP request as it would be sent, without the key.
    pub fn request(&self) -> Result<HttpRequest> {
        let mut url = address::below(self.client.base_url(), &self.path()?);
        let query = query(&self.params);
        url.set_query((!query.is_empty()).then_some(&query));
        Ok(HttpRequest::get(url))
    }

    /// Sends the call.
    pub fn send(self) -> Sending<SocialResult> {
        let span = tracing::info_span!("gateway call", usage_log_name = %self.usage_log_name());
        Pending::new(async move { self.exchange().await }.instrument(span))
    }

    async fn exchange(&self) -> Result<Response<SocialResult>> {
        let (inner, price) = (self.client.inner(), self.price());
        let mut order = Order {
            request: Box::new(self.request()?),
            settings: self.settings.as_deref().unwrap_or(&inner.settings),
            terms: Terms::Social(inner.books.reserve(self.usage_log_name(), price)?),
            open: false,
        };
        let (body, reply) = exchange::send(&self.client, &mut order, |reply| SocialResult::read(&reply.body)).await?;
        let cost = if body.data.is_null() {
            // Not even empty data: whatever this is, the documents do not say that it is free.
            order.terms.set(Charge::Unknown);
            None
        } else if body.is_empty() {
            order.terms.set(Charge::No); // only data is charged
            Some(Usd::ZERO)
        } else {
            price
        };
        Ok(reply.into_response(body, cost, &self.client))
    }

    fn path(&self) -> Result<Cow<'static, str>> {
        match &self.target {
            Target::Listed(listing) => match self.client.renamed(listing.path) {
                None => Ok(Cow::Borrowed(listing.path)),
                Some(live) => social_path(live).map(Cow::Owned),
            },
            Target::Social([platform, capability]) => {
                social_path([self.client.live_key(platform), capability]).map(Cow::Owned)
            }
        }
    }

    fn usage_log_name(&self) -> Cow<'static, str> {
        match &self.target {
            Target::Listed(listing) => match self.client.renamed(listing.path) {
                None => listing.usage_log_name.into(),
                Some([key, capability]) => format!("social-{key}-{capability}").into(),
            },
            Target::Social([platform, capability]) => {
                format!("social-{}-{capability}", self.client.live_key(platform)).into()
            }
        }
    }

    /// The value of a parameter, as it would be sent.
    pub(crate) fn given(&self, name: &str) -> Option<String> {
        self.params.get(name).map(ToString::to_string)
    }

    pub(crate) fn price(&self) -> Option<Usd> {
        match &self.target {
            Target::Listed(listing) => listing.price,
            Target::Social(_) => None,
        }
    }
}

/// The path of a platform and a capability, as encoded segments.
pub(crate) fn social_path(segments: [&str; 2]) -> Result<String> {
    let mut path = String::from("/v1/social");
    for segment in segments {
        // `.` and `..` survive percent-encoding, and URL parsers then drop segments.
        if matches!(segment, "" | "." | "..") {
            return Err(Error::Request(format!("`{segment}` cannot be a platform or a capability")));
        }
        path.push('/');
        path.extend(utf8_percent_encode(segment, RESERVED));
    }
    Ok(path)
}

fn query(params: &Params) -> String {
    let mut query = String::with_capacity(64);
    for (name, value) in params.iter() {
        if !query.is_empty() {
            query.push('&');
        }
        encode(name, &mut query);
        query.push('=');
        match value {
            ParamValue::Text(text) => encode(text, &mut query),
            // Digits, a sign, letters: nothing that has to be encoded, and nothing that fails.
            plain => drop(write!(query, "{plain}")),
        }
    }
    query
}

/// Most names and values are plain, and are spared the search for what is not.
fn encode(text: &str, into: &mut String) {
    if text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'_' | b'~')) {
        into.push_str(text);
    } else {
        into.extend(utf8_percent_encode(text, RESERVED));
    }
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

    #[test]
    fn a_platform_can_be_called_by_its_live_key() {
        struct Search;
        impl Endpoint for Search {
            const LISTING: Listing = Listing {
                path: "/v1/social/p1/search",
                usage_log_name: "social-p1-search",
                price: None,
                unit: None,
                status: None,
                params: &[],
                groups: &[],
            };
        }
        let builder = Client::builder("https://gateway.example", "key");
        let client = builder.platform_key("p1", "short/video").build().expect("valid");
        let call = Call::new::<Search>(&client);
        assert_eq!(call.usage_log_name(), "social-short/video-search");
        assert_eq!(url(call), "https://gateway.example/v1/social/short%2Fvideo/search");
        assert_eq!(url(client.social("p1", "user")), "https://gateway.example/v1/social/short%2Fvideo/user");
        assert_eq!(url(client.social("p2", "user")), "https://gateway.example/v1/social/p2/user");
    }
}
