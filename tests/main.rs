//! Every promise of the project as a test. What is in a module named `slow` takes more than seconds.
#![forbid(unsafe_code)]

mod client;
mod commands;
mod errors;
mod features;
mod gateway;
mod golden;
mod hostile;
mod laws;
mod models;
mod must_fail;
mod refresh;
mod reserved;
mod site;
mod trust;
mod video;
mod wire;
mod workflow;
