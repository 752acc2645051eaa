// {{ header }}

mod client;
/// Social data: a module for each platform.
pub mod social;

pub use client::Client;
