//! Generates a typed Rust client from the published description of a model gateway.
//!
//! ```
//! use gatewright::{Options, Specs};
//!
//! let catalog = r#"{"cells": [{
//!     "platform": "p1", "capability": "post", "model": "social-p1-post", "method": "GET",
//!     "path": "/v1/social/p1/post", "price_usd": 0.002, "unit": "call", "status": "available",
//!     "params": [{"name": "share_url", "type": "string", "required": true}]
//! }]}"#;
//! let specs = Specs { files: [("social/catalog.json".into(), catalog.into())].into(), ..Specs::default() };
//!
//! let generated = gatewright::generate(&specs, &Options::default()).map_err(|report| report.render(false))?;
//! assert!(generated.output.get("src/social/p1.rs").is_some_and(|text| text.contains("pub fn post")));
//! # Ok::<(), String>(())
//! ```
#![forbid(unsafe_code)]

mod catalog;
mod check;
mod diff;
mod emit;
mod example;
pub mod files;
mod kinds;
mod languages;
mod load;
mod lower;
pub mod model;
mod names;
mod openapi;
mod output;
mod render;
mod replies;
mod report;
pub mod sample;
pub mod shell;
mod similar;
mod site;
mod skill;
mod tables;
mod text;
mod tiers;
mod version;

use std::collections::BTreeSet;

pub use diff::{Change, ChangeKind, Diff, FieldChange, Rename, Watched, WatchedFields};
pub use emit::{Options, Runtime, Shape};
pub use gatewright_runtime::{Decimal, visible, without_key};
pub use languages::{Arg, Language, Message, english, languages};
pub use load::Specs;
pub use load::workflow::check_record;
pub use model::Model;
pub use output::Output;
pub use report::{Diagnostic, Report, Severity};
pub use similar::did_you_mean;
pub use site::{SiteTexts, site, site_in, site_of};
pub use tables::platforms;
pub use version::Class;

/// Result of a run.
#[derive(Debug)]
pub struct Generated {
    /// Generated files.
    pub output: Output,
    /// Model that they were generated from.
    pub model: Model,
    /// Warnings.
    pub report: Report,
}

/// Generates all files from the specs. If the specs have errors, returns all of them.
pub fn generate(specs: &Specs, options: &Options) -> Result<Generated, Report> {
    let (model, report) = read(specs)?;
    let output = write(&model, options);
    Ok(Generated { output, model, report })
}

/// Reads the specs into the model that all output is generated from.
pub fn read(specs: &Specs) -> Result<(Model, Report), Report> {
    let mut report = Report::default();
    let catalog = load::load(specs, &mut report);
    let model = lower::lower(&catalog, &mut report);
    check::check(&model, &mut report);
    if report.errors() == 0 { Ok((model, report)) } else { Err(report) }
}

/// Reports facts about platforms that are not among the known labels, as errors.
pub fn facts_of_unknown_platforms(specs: &Specs, known: &BTreeSet<&str>) -> Report {
    let mut report = Report::default();
    let catalog = load::load(specs, &mut report);
    report.retain(|_| false);
    lower::unknown_platforms(&catalog, known, &mut report);
    report
}

/// Returns the gateway that the specs describe. [`read`] reports errors in its file.
pub fn service(specs: &Specs) -> model::Service {
    load::service(specs)
}

/// Writes the client and its OpenAPI documents from the model.
pub fn write(model: &Model, options: &Options) -> Output {
    let mut output = emit::client(model, options);
    openapi::documents(model, &mut output);
    output
}
