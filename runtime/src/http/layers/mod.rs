//! Layers around the transport of a client.

mod cache;
mod cassette;
#[cfg(test)]
mod fake;
mod rate_limit;

pub use cache::Cache;
pub use cassette::Cassette;
pub use rate_limit::RateLimit;

#[cfg(test)]
mod tests;
