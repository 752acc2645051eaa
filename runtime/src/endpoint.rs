//! What the catalog says of an endpoint.

use crate::Usd;

/// An endpoint of the service, such as the generated `p1::Search`; a request to it is a `Request<p1::Search>`.
///
/// ```
/// use gatewright_runtime::{Endpoint, ListedParam, Listing, Status, Usd};
///
/// struct Search;
/// impl Endpoint for Search {
///     const LISTING: Listing = Listing {
///         path: "/v1/social/p1/search",
///         usage_log_name: "social-p1-search",
///         price: Some(Usd::micros(20_000)),
///         unit: Some("call"),
///         status: Some(Status::Available),
///         params: &[ListedParam::new("keyword", Some("string"), Some(true))],
///         groups: &[],
///     };
/// }
/// assert_eq!(Search::PRICE, Some(Usd::micros(20_000)));
/// ```
pub trait Endpoint {
    /// What the catalog says of it. The other constants are taken from here.
    const LISTING: Listing;
    /// The same, to be pointed at.
    const LISTED: &'static Listing = &Self::LISTING;
    /// Path below the base URL.
    const PATH: &'static str = Self::LISTING.path;
    /// The name under which the usage log lists a call.
    const USAGE_LOG_NAME: &'static str = Self::LISTING.usage_log_name;
    /// Price of one [unit](Self::UNIT); `None` when it is not published, which does not mean free.
    const PRICE: Option<Usd> = Self::LISTING.price;
    /// What one price is paid for; `None` when it is not published.
    const UNIT: Option<&'static str> = Self::LISTING.unit;
    /// Whether the endpoint was on sale when the client was generated; `None` when it is not published.
    const STATUS: Option<Status> = Self::LISTING.status;
}

/// An endpoint whose replies say how to ask for the next page, as far as that is published.
///
/// ```
/// use gatewright_runtime::{Endpoint, Listing, NextPage, Paged, Paging};
///
/// # struct Search;
/// # impl Endpoint for Search {
/// #     const LISTING: Listing = Listing {
/// #         path: "/v1/social/p3/search", usage_log_name: "", price: None, unit: None, status: None, params: &[], groups: &[],
/// #     };
/// # }
/// impl Paged for Search {
///     const PAGING: &[Paging] = &[Paging { param: "pcursor", next: NextPage::Reply("pcursor") }];
/// }
/// ```
pub trait Paged: Endpoint {
    /// The parameters that change from page to page.
    const PAGING: &'static [Paging];
}

/// A parameter that changes from page to page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Paging {
    /// Its name on the wire.
    pub param: &'static str,
    /// Where its next value comes from.
    pub next: NextPage,
}

/// Where the value for the next page comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NextPage {
    /// From a field of the previous reply, passed back as it is.
    Reply(&'static str),
    /// From a field of the first reply, the same for all further pages.
    FirstReply(&'static str),
    /// It counts up from this number, which asks for the first page.
    Counting(i64),
}

/// What the catalog says of an [`Endpoint`], in one value: quicker to compile than five constants for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Listing {
    /// Path below the base URL.
    pub path: &'static str,
    /// The name under which the usage log lists a call.
    pub usage_log_name: &'static str,
    /// Price of one unit, if it is published.
    pub price: Option<Usd>,
    /// What one price is paid for, if it is published.
    pub unit: Option<&'static str>,
    /// Whether it is on sale, if that is published.
    pub status: Option<Status>,
    /// Its parameters.
    pub params: &'static [ListedParam],
    /// At-least-one-of groups: a call needs one parameter of each.
    pub groups: &'static [&'static [&'static str]],
}

/// Parameter of an endpoint, as the catalog lists it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ListedParam {
    /// Name in the query string.
    pub name: &'static str,
    /// Type, such as `integer`; `None` when it is not published.
    pub published_type: Option<&'static str>,
    /// Whether a call needs it; `None` when it is not published.
    pub required: Option<bool>,
}

impl ListedParam {
    /// A parameter by its name, its type and whether it is required.
    pub const fn new(name: &'static str, published_type: Option<&'static str>, required: Option<bool>) -> Self {
        Self { name, published_type, required }
    }
}

/// Whether an endpoint is on sale.
///
/// ```
/// use gatewright_runtime::Status;
///
/// let advice = |status: Option<Status>| match status {
///     Some(Status::Available) => "call it",
///     Some(Status::Paused) => "it would answer 503",
///     _ => "look at the live catalog",
/// };
/// assert_eq!(advice(Some(Status::Paused)), "it would answer 503");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Status {
    /// On sale.
    Available,
    /// Listed, and answers every call with 503.
    Paused,
    /// A status that this version does not know, as published.
    Other(&'static str),
}

impl Status {
    /// As the catalog says it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Available => "available",
            Self::Paused => "paused",
            Self::Other(text) => text,
        }
    }
}
