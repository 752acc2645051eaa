//! Prints the URL of every request of the sample client.
#![forbid(unsafe_code)]
#![expect(deprecated, unused_imports, reason = "all parameters are sent; some platforms have no type to import")]

include!(concat!(env!("OUT_DIR"), "/wire.rs"));
