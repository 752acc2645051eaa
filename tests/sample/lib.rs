//! The client of `specs/`, laid out as a generated crate is.
#![forbid(unsafe_code)]

include!(concat!(env!("OUT_DIR"), "/client/mod.rs"));

pub use gatewright_runtime::*;
