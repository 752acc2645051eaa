//! What generated gateway clients call.
//!
//! A generated crate says *what* can be asked: one small struct for each endpoint, its parameters and
//! its price. This crate says *how* it is asked, once for all of them: [`Client`] holds the connection
//! and the key, [`Call`] gathers the parameters, [`Error`] tells what went wrong.
//!
//! ```no_run
//! # async fn demo() -> gatewright_runtime::Result<()> {
//! let client = gatewright_runtime::Client::new("https://gateway.example", "key")?;
//! let reply = client.social("p1", "search").with("keyword", "tea").send().await?;
//! println!("{}", reply.data);
//! # Ok(()) }
//! ```
#![forbid(unsafe_code)]

mod decimal;
mod operation;
mod text;
mod usd;

pub use decimal::{Decimal, ParseDecimalError};
pub use operation::{
    Billing, CallKind, ChatFormat, Count, Endpoint, Environment, ErrorKind, ErrorSpec, Field, Location, ModelSpec,
    NextPage, OperationSpec, Paged, Paging, Presence, ResponseKind, Service, Status, Takes, TaskSpec,
};
pub use text::visible;
pub use usd::Usd;

/// The JSON of requests and replies.
#[cfg(feature = "models")]
pub use serde_json;

/// What makes generated types readable and writable.
#[cfg(feature = "models")]
pub use serde;

#[cfg(feature = "models")]
mod models;

#[cfg(feature = "models")]
pub use models::*;

#[cfg(feature = "models")]
mod lenient;

#[cfg(feature = "models")]
pub mod places;

#[cfg(feature = "http")]
mod http;

#[cfg(feature = "http")]
pub use http::*;

#[cfg(feature = "chat")]
mod formats;

#[cfg(feature = "chat")]
pub use formats::*;

/// JSON Schema of Rust types, for tools and structured output.
#[cfg(feature = "schemars")]
pub use schemars;

/// TLS, to install another crypto provider with `CryptoProvider::install_default`.
#[cfg(feature = "rustls-no-provider")]
pub use rustls;

#[cfg(feature = "video")]
pub mod video;

#[cfg(feature = "workflow")]
pub mod workflow;

#[cfg(feature = "http")]
mod media;

#[cfg(feature = "http")]
pub use media::{audio, image};
