//! Tests of the binary `gw` against the mock gateway.
#![forbid(unsafe_code)]

mod canary;
mod catalog;
mod exit_codes;
mod operations;
mod output;
mod pages;
mod spending;
mod support;
