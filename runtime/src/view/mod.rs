//! Views: posts, authors and comments with the same fields on all platforms.
//!
//! The specs map the fields of a view to paths of learned responses, for each endpoint. `missing` names the fields that
//! the responses of an endpoint do not have.

mod kinds;
mod read;

use crate::Endpoint;

pub use kinds::{Author, Comment, Post};
use read::Reader;

/// Kind of view.
pub trait ViewKind: Sized {
    /// Names of its fields, such as `author.name`.
    const FIELDS: &'static [&'static str];

    /// Reads a view from a response or an item.
    #[doc(hidden)]
    fn read(reader: &Reader<'_>) -> Self;
}

/// An endpoint whose responses have views of a kind.
#[diagnostic::on_unimplemented(
    message = "the responses of `{Self}` have no view as `{K}`",
    label = "no view of its responses is known",
    note = "use `data`, or add the view to `social/views.toml` and generate the client again"
)]
pub trait View<K>: Endpoint {
    /// Paths of the fields.
    const VIEW: ViewSpec;
}

/// An endpoint whose items have views of a kind.
pub trait ItemView<K>: View<K> {}

/// Paths of the fields of a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ViewSpec {
    /// True if each item of the response has a view, instead of the response as a whole.
    pub of_items: bool,
    /// Names of fields and their paths, relative to the data or to an item.
    pub fields: &'static [(&'static str, &'static str)],
    /// Fields that the responses do not have.
    pub missing: &'static [&'static str],
}

impl ViewSpec {
    /// Reads a view from the data of a response, or from an item.
    pub fn read<K: ViewKind>(&'static self, value: &serde_json::Value) -> K {
        K::read(&Reader { spec: self, value, prefix: "" })
    }
}
