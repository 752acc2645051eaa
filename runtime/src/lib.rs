//! Runtime of generated gateway clients.
//!
//! A generated crate describes the endpoints: one small struct for each, with its parameters and its price. This crate
//! contains the code that all of them share: [`Client`] holds the connection and the key, [`Call`] collects the
//! parameters, and [`Error`] describes failures.
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
#[doc(hidden)]
pub mod rt;
mod secret;
mod text;
mod usd;

pub use decimal::{Decimal, ParseDecimalError};
pub use operation::{
    Billing, CallKind, ChatFormat, Count, Cursor, Endpoint, Environment, ErrorKind, ErrorSpec, Field, JsonType,
    Learned, Location, ModelSpec, NextPage, OperationSpec, Paged, Paging, PlatformSpec, Presence, ResponseKind,
    Service, Status, TaskSpec, ValueType,
};
pub use secret::without_key;
pub use text::visible;
pub use usd::Usd;

/// JSON of requests and responses.
#[cfg(feature = "models")]
pub use serde_json;

/// Serialization and deserialization of generated types.
#[cfg(feature = "models")]
pub use serde;

#[cfg(feature = "models")]
mod models;

#[cfg(feature = "models")]
pub use models::*;

#[cfg(feature = "models")]
pub mod data;

#[cfg(feature = "models")]
mod lenient;

#[cfg(feature = "models")]
pub mod json_path;

#[cfg(feature = "models")]
pub mod shape;

#[cfg(feature = "models")]
pub mod view;

#[cfg(feature = "http")]
mod http;

#[cfg(feature = "http")]
pub use http::*;

#[cfg(feature = "chat")]
mod formats;

#[cfg(feature = "chat")]
pub use formats::*;

#[cfg(feature = "chat")]
mod agent;

#[cfg(feature = "chat")]
pub use agent::{Agent, AgentError, AgentEvent, AgentFormat, AgentRun, AgentTool, ToolOutput};

#[cfg(feature = "http")]
pub mod testing;

/// JSON Schema of Rust types, for tools and structured output.
#[cfg(feature = "schemars")]
pub use schemars;

/// TLS library, for programs that install another crypto provider with `CryptoProvider::install_default`.
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
