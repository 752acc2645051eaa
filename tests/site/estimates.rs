//! Estimates of the client for every model with published prices, which the calculator has to show.

use std::time::Duration;

use gatewright::Model;
use gatewright::model::{CatalogModel, Kind, Operation, Param};
use sample_client::{BillingUnit, Call, Cost, Decimal, Result, Units, Usage};
use serde_json::{Value, json};

/// Number of each kind of unit in a call.
const TOKENS: (u64, u64) = (1_000, 321);
const CHARACTERS: usize = 77;
const IMAGES: i64 = 3;
const SECONDS: i64 = 5;

/// Returns the estimate of a call of every model with a published price, and the fields of the page that describe the
/// call. `operation` creates a call of the client.
pub(super) fn estimates(model: &Model, operation: &dyn Fn(&str) -> Result<Call>) -> Vec<Value> {
    let published = |it: &&CatalogModel| {
        let unit = it.billing_unit();
        let price =
            unit.and_then(|unit| it.record.published_price(*unit.faces().first()?, unit, None, &model.units).ok());
        price.is_some()
    };
    let estimate = |it: &CatalogModel| {
        let (mut fields, usage) = usage(it);
        let request = model.closest_to(it).and_then(|of| of_request(it, of, operation));
        // Formats that are not published have no requests with a usage, so the record itself estimates.
        let cost = request.or_else(|| of_record(it, &usage, &model.units));
        let cost = cost.unwrap_or_else(|| panic!("{} has a published price, but no estimate", it.record.name));
        let modes = model.closest_to(it).into_iter().flat_map(modes).filter(|_| request.is_some());
        modes.for_each(|(of, value)| fields[format!("times_{}", of.name)] = value.into());
        let (usd, by) = (cost.usd.to_string(), cost.source.as_str());
        json!({ "model": it.record.name, "fields": fields, "cost": usd, "by": by, "request": request.is_some() })
    };
    model.models.iter().filter(published).map(estimate).collect()
}

/// Returns the estimate of a request, if it has the usage.
fn of_request(model: &CatalogModel, of: &Operation, operation: &dyn Fn(&str) -> Result<Call>) -> Option<Cost> {
    let call = operation(&of.id).ok()?.model(model.record.name.clone());
    let seconds = of.params.iter().find(|it| matches!(it.kind, Kind::Seconds { .. }));
    let call = match model.billing_unit()? {
        BillingUnit::Tokens => call.expecting(Usage::tokens(TOKENS.0, TOKENS.1)),
        BillingUnit::Characters => call.with("input", "x".repeat(CHARACTERS)),
        BillingUnit::AudioDuration => call.length(Duration::from_millis(61_500)),
        BillingUnit::PerCall if model.is_billed_per_image() => call.with("n", IMAGES),
        BillingUnit::PerSecond => call.with(seconds?.key.clone(), SECONDS),
        _ => call,
    };
    modes(of).fold(call, |call, (it, value)| call.with(it.key.clone(), value.to_owned())).estimate().ok()
}

fn of_record(model: &CatalogModel, usage: &Usage, units: &Units) -> Option<Cost> {
    let record = &model.record;
    if model.is_billed_per_image() { record.cost_of_images(usage.calls, units) } else { record.cost(usage, units) }.ok()
}

/// Returns the parameters that multiply the price, each with its first value.
fn modes(of: &Operation) -> impl Iterator<Item = (&Param, &str)> {
    of.params.iter().filter_map(|it| Some((it, it.times.first()?.value.as_str())))
}

/// Returns the fields of the page, and the usage of a call.
fn usage(model: &CatalogModel) -> (Value, Usage) {
    match model.billing_unit() {
        Some(BillingUnit::Characters) => {
            (json!({ "of_input": CHARACTERS.to_string() }), Usage::speech(&"x".repeat(CHARACTERS)))
        }
        Some(BillingUnit::AudioDuration) => {
            (json!({ "of_input": "61.5" }), Usage::audio(Duration::from_millis(61_500)))
        }
        Some(BillingUnit::PerCall) if model.is_billed_per_image() => {
            (json!({ "of_per_call": IMAGES.to_string() }), Usage::images(IMAGES.unsigned_abs()))
        }
        Some(BillingUnit::PerCall) => (json!({ "calls": "1" }), Usage::images(1)),
        Some(BillingUnit::PerSecond) => {
            (json!({ "of_video_second": SECONDS.to_string() }), Usage::video(Decimal::from(SECONDS)))
        }
        _ => {
            let fields = json!({ "of_input": TOKENS.0.to_string(), "of_output": TOKENS.1.to_string() });
            (fields, Usage::tokens(TOKENS.0, TOKENS.1))
        }
    }
}
