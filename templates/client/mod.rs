// {{ header }}

mod client;
{%- if has_interfaces %}
/// What models answer at.
pub mod gateway;
{%- endif %}
{%- if has_models %}
/// Models: a constant for each.
pub mod models;
{%- endif %}
mod request;
/// Social data: a module for each platform.
pub mod social;
{%- if has_workflow %}
/// Workflow records.
pub mod workflow;
{%- endif %}

pub use client::Client;
pub use request::Request;
