// {{ header }}

//! Typed client for the gateway's endpoints, generated from its catalogs.
//!
//! ```no_run
{%- for line in example.lines() %}
//! {{ line }}
{%- endfor %}
//! ```
//!
//! [`social`] has one module per platform.{% if has_interfaces %} [`gateway`] has the model endpoints; create requests with functions
//! of [`Client`] such as `client.chat(…)`.{% endif %}{% if has_models %} [`models`] has a constant for each model, in the module of
//! each API that it supports.{% if is_sample %} In this version the models are invented examples.{% endif %}{% endif %}
//!
//! | to … | see |
//! |---|---|
//! | find the options of an endpoint | the functions of `Platform` in the module of a platform in [`social`] |
//! | page through results | [`Pages`] and [`Items`] |
//! | handle failures | [`Error`], and [`Charge`] of a call |
//! | know prices and spending | [`Endpoint`] and [`Spent`] |
//! | test a program | [`testing`] |
//!
//! The runtime is re-exported here, for example [`Response`] and [`Error`] (results of calls) and [`Endpoint`] (prices and paths). Its
//! examples import `gatewright_runtime`; in your program, import the same names from this crate.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

#[rustfmt::skip]
mod client;
{%- if has_interfaces %}
#[rustfmt::skip]
pub mod gateway;
{%- endif %}
{%- if !kinds.is_empty() %}
/// Marker types for the kinds of endpoints, such as `Chat`, and the types of their models, such as `ChatModel`.
#[rustfmt::skip]
pub mod kind;
{%- endif %}
{%- if has_models %}
#[rustfmt::skip]
pub mod models;
{%- endif %}
#[rustfmt::skip]
mod service;
#[rustfmt::skip]
pub mod social;
{%- if has_workflow %}
#[cfg(feature = "workflow")]
#[rustfmt::skip]
pub mod workflow;
{%- endif %}

pub use client::Client;
pub use gatewright_runtime::*;
{%- if !kinds.is_empty() %}
#[rustfmt::skip]
pub use kind::{{ "{" }}{{ kinds.join(", ") }}{{ "}" }};
{%- endif %}
pub use service::SERVICE;
