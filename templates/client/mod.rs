// {{ header }}

mod client;
{%- if has_interfaces %}
/// Model endpoints.
pub mod gateway;
{%- endif %}
{%- if !kinds.is_empty() %}
/// Endpoint types, and the types of their models.
pub mod kind;
{%- endif %}
{%- if has_models %}
/// Models: one constant per model.
pub mod models;
{%- endif %}
mod service;
/// Social data: one module per platform.
pub mod social;
{%- if has_workflow %}
/// Workflow records.
pub mod workflow;
{%- endif %}

pub use client::Client;
{%- if !kinds.is_empty() %}
pub use kind::{{ "{" }}{{ kinds.join(", ") }}{{ "}" }};
{%- endif %}
pub use gatewright_runtime::Request;
pub use service::SERVICE;
