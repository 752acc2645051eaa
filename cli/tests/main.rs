//! Tests of the binary `gw` against the mock gateway.
#![forbid(unsafe_code)]

mod canary;
mod catalog;
mod exit_codes;
mod mcp;
mod models;
mod operations;
mod output;
mod pages;
mod pull;
mod setup;
mod slow;
mod spending;
mod support;
