//! Shapes of responses: fields, types and formats of JSON, with counts, and never a value.
//!
//! The service publishes no schemas of its data responses. A [`Shape`] describes responses that were received: which fields
//! they had, how often, and of which types. A [`Recording`] is the shape of all recorded responses of one operation.
//!
//! ```
//! use gatewright_runtime::serde_json::json;
//! use gatewright_runtime::shape::{JsonType, Shape};
//!
//! let mut shape = Shape::of(&json!({ "notes": [{ "id": "n1", "likes": 4 }, { "id": "n2" }] }));
//! shape.merge(Shape::of(&json!({ "notes": [] })));
//!
//! let note = shape.at("notes[]").expect("two responses had notes");
//! assert_eq!((note.count, note.fields["likes"].count), (2, 1));
//! assert_eq!(note.fields["id"].types[&JsonType::Text], 2);
//! ```

mod error;
pub(crate) mod files;
mod flags;
mod format;
pub(crate) mod hash;
pub(crate) mod json;
pub(crate) mod log;
#[cfg(feature = "http")]
mod maps;
pub(crate) mod node;
pub(crate) mod pending;
mod pretty;
pub(crate) mod recording;
mod sample;
mod sources;
#[cfg(all(test, feature = "http"))]
mod tests;
mod types;

pub use error::ShapeError;
pub use flags::value_if_more;
pub use format::Format;
#[cfg(feature = "http")]
pub(crate) use maps::are_similar;
pub use node::Shape;
pub use recording::Recording;
pub use types::Lengths;

pub use crate::JsonType;
