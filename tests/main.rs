//! Tests of the project. `--quick` skips modules named `slow`; only `--full` runs modules named `full`.
#![forbid(unsafe_code)]

mod atomic;
mod client;
mod commands;
mod documents;
mod errors;
mod features;
mod fuzz;
mod gateway;
mod gateways;
mod golden;
mod hostile;
mod laws;
mod layers;
mod learn;
mod mcp;
mod models;
mod must_fail;
mod names;
#[cfg(unix)]
mod on_demand;
mod planted;
mod prices;
mod recording;
mod refresh;
mod reserved;
mod sdks;
mod service;
mod site;
mod structure;
mod style;
mod trust;
mod typed;
mod video;
mod workflow;
