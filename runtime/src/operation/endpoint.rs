//! Operations as types.

use super::{OperationSpec, Paging, Status};
use crate::Usd;

/// An operation as a type, such as the generated `p1::Search`; a request to it is a `Request<p1::Search>`.
///
/// ```
/// use gatewright_runtime::{Billing, Endpoint, OperationSpec, Usd};
///
/// static SEARCH: OperationSpec = OperationSpec {
///     id: "p1_search",
///     path: "/v1/social/p1/search",
///     billing: Billing::Call { price: Some(Usd::micros(20_000)), unit: Some("call") },
///     ..OperationSpec::EMPTY
/// };
///
/// struct Search;
/// impl Endpoint for Search {
///     const SPEC: &OperationSpec = &SEARCH;
///     type Model = ();
/// }
/// assert_eq!(Search::PRICE, Some(Usd::micros(20_000)));
/// ```
pub trait Endpoint {
    /// Everything that is known of it. The other constants are taken from here.
    const SPEC: &'static OperationSpec;
    /// Path below the base URL; `{model}` stands for the model's name.
    const PATH: &'static str = Self::SPEC.path;
    /// The name under which the usage log lists a call; `None`: the model's name.
    const USAGE_LOG_NAME: Option<&'static str> = Self::SPEC.usage_log_name;
    /// Price of one [unit](Self::UNIT); `None` when it is not published, which does not mean free, or depends on the model.
    const PRICE: Option<Usd> = Self::SPEC.billing.price();
    /// What one price is paid for; `None` when it is not published.
    const UNIT: Option<&'static str> = Self::SPEC.billing.unit();
    /// Whether the endpoint was on sale when the client was generated; `None` when it is not published.
    const STATUS: Option<Status> = Self::SPEC.status;
    /// The kind of model that answers; `()` if none does.
    type Model;
}

/// An endpoint whose replies say how to ask for the next page, as far as that is published.
pub trait Paged: Endpoint {
    /// The parameters that change from page to page.
    const PAGING: &'static [Paging] = Self::SPEC.paging;
}
