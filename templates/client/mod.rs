// {{ header }}

mod client;
{%- if has_interfaces %}
/// What models answer at.
pub mod gateway;
{%- endif %}
{%- if !kinds.is_empty() %}
/// Endpoint types, and the types of their models.
pub mod kind;
{%- endif %}
{%- if has_models %}
/// Models: a constant for each.
pub mod models;
{%- endif %}
mod request;
mod service;
/// Social data: a module for each platform.
pub mod social;
{%- if has_workflow %}
/// Workflow records.
pub mod workflow;
{%- endif %}

pub use client::Client;
{%- if !kinds.is_empty() %}
pub use kind::{{ "{" }}{{ kinds.join(", ") }}{{ "}" }};
{%- endif %}
pub use request::Request;
pub use service::SERVICE;
