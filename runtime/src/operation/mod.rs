//! Descriptions of operations as plain data: one [`OperationSpec`] per operation.

mod endpoint;
mod field;
mod spec;
mod takes;

pub use endpoint::{Endpoint, Paged};
pub use field::{Field, Location, Presence};
pub use spec::{Billing, ChatFormat, Count, ModelSpec, NextPage, OperationSpec, Paging, ResponseKind, Status};
pub use takes::Takes;
