//! A crate around a client that its build script generates from `specs/social/catalog.json`.
#![forbid(unsafe_code)]

/// The generated client.
pub mod gateway {
    include!(concat!(env!("OUT_DIR"), "/client/mod.rs"));
}
