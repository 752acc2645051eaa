//! What the catalog says of an endpoint.

use crate::Usd;

/// An endpoint of the service. Each generated request type is one.
///
/// ```
/// use gatewright_runtime::{Endpoint, Status, Usd};
///
/// struct Search;
/// impl Endpoint for Search {
///     const PATH: &'static str = "/v1/social/p1/search";
///     const USAGE_LOG_NAME: &'static str = "social-p1-search";
///     const PRICE: Option<Usd> = Some(Usd::micros(20_000));
///     const UNIT: Option<&'static str> = Some("call");
///     const STATUS: Option<Status> = Some(Status::Available);
/// }
/// assert_eq!(Search::PRICE.map(|usd| usd.to_string()).as_deref(), Some("0.02"));
/// ```
pub trait Endpoint {
    /// Path below the base URL.
    const PATH: &'static str;
    /// The name under which the usage log lists a call.
    const USAGE_LOG_NAME: &'static str;
    /// Price of one [unit](Self::UNIT); `None` when it is not published, which does not mean free.
    const PRICE: Option<Usd>;
    /// What one price is paid for; `None` when it is not published.
    const UNIT: Option<&'static str>;
    /// Whether the endpoint was on sale when the client was generated; `None` when it is not published.
    const STATUS: Option<Status>;
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
