//! Tests of every promise of the project. `--quick` leaves out modules named `slow`; only `--full` runs those named `full`.
#![forbid(unsafe_code)]

mod atomic;
mod client;
mod commands;
mod errors;
mod features;
mod fuzz;
mod gateway;
mod golden;
mod hostile;
mod laws;
mod models;
mod must_fail;
#[cfg(unix)]
mod on_demand;
mod prices;
mod refresh;
mod reserved;
mod site;
mod trust;
mod video;
mod workflow;
