//! Descriptions as plain data: one [`OperationSpec`] per operation, and one [`Service`] with the facts that they share.

mod endpoint;
mod field;
mod service;
mod spec;
mod value_type;

pub use endpoint::{Endpoint, Paged};
pub use field::{Field, Location, Presence};
pub use service::{CallKind, Environment, ErrorKind, ErrorSpec, Service, TaskSpec};
pub use spec::{
    Billing, ChatFormat, Count, ModelSpec, NextPage, OperationSpec, Paging, PlatformSpec, ResponseKind, Status,
};
pub use value_type::ValueType;
