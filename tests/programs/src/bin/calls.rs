//! Sends every request of the sample client to the gateway of its environment.
#![forbid(unsafe_code)]
#![expect(deprecated, unused_imports, reason = "all parameters are sent; some platforms have no type to import")]

include!(concat!(env!("OUT_DIR"), "/calls.rs"));
