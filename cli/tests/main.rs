//! Tests of the binary `gw` against the mock gateway.
#![forbid(unsafe_code)]

mod canary;
mod catalog;
mod exit_codes;
#[cfg(unix)]
mod interrupts;
mod mcp;
mod models;
mod newer_catalog;
mod operations;
mod output;
mod pages;
mod pull;
mod session;
mod setup;
mod slow;
mod spending;
mod support;
