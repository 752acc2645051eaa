//! Operations as types.

use super::{OperationSpec, Paging, Status};
use crate::Usd;

/// An operation as a type, such as the generated `p1::Search`, which is also the type of its requests.
///
/// ```
/// use gatewright_runtime::{Billing, Endpoint, OperationSpec, Usd};
///
/// static SEARCH: OperationSpec = OperationSpec {
///     id: "p1_search",
///     path: "/p1/search",
///     billing: Billing::Call { price: Some(Usd::cents(2)), unit: Some("call") },
///     ..OperationSpec::EMPTY
/// };
///
/// struct Search;
/// impl Endpoint for Search {
///     const SPEC: &OperationSpec = &SEARCH;
///     type Model = ();
/// }
/// assert_eq!(Search::PRICE, Some(Usd::cents(2)));
/// ```
pub trait Endpoint: 'static {
    /// Description of the operation. The other constants come from it.
    const SPEC: &'static OperationSpec;
    /// Path relative to the base URL; `{model}` stands for the model's name.
    const PATH: &'static str = Self::SPEC.path;
    /// Name in the usage log; `None` stands for the name of the model.
    const USAGE_LOG_NAME: Option<&'static str> = Self::SPEC.usage_log_name;
    /// Price of one [unit](Self::UNIT); `None` if it is unknown, which does not mean free, or depends on the model.
    const PRICE: Option<Usd> = Self::SPEC.billing.price();
    /// Unit of the price, such as `call`; `None` if it is not published.
    const UNIT: Option<&'static str> = Self::SPEC.billing.unit();
    /// Status when the client was generated; `None` if it is not published.
    const STATUS: Option<Status> = Self::SPEC.status;
    /// Kind of model that the operation accepts; `()` if it accepts none.
    type Model;
}

/// An endpoint with a pagination parameter.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no pagination parameter",
    label = "`pages` does not know the parameters of the next page",
    note = "use `pages_by` with a function that returns the parameters of the next page"
)]
pub trait Paged: Endpoint {
    /// Cursors and page numbers.
    const PAGING: &'static [Paging] = Self::SPEC.paging;
}
