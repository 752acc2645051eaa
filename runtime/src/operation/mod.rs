//! Descriptions as plain data: one [`OperationSpec`] per operation, and one [`Service`] with the facts that they share.

mod endpoint;
mod field;
pub(crate) mod learned;
mod paging;
mod platform;
#[cfg(feature = "models")]
mod schema;
mod service;
mod spec;
mod value_type;

pub use endpoint::{Endpoint, Paged};
pub use field::{Field, Location, Presence};
pub use learned::{JsonType, Learned};
pub use paging::{Cursor, NextPage, Paging};
pub use platform::PlatformSpec;
pub use service::{CallKind, Environment, ErrorKind, ErrorSpec, Service, TaskSpec};
pub use spec::{Billing, ChatFormat, Count, ModelSpec, OperationSpec, ResponseKind, Status};
pub use value_type::ValueType;
