//! Metrics of calls.

use std::borrow::Cow;
use std::time::Duration;

use metrics::{SharedString, counter, gauge, histogram};

use super::fields::dollars;
use crate::{Charge, Usd};

pub(super) fn call_started() {
    gauge!("gateway.calls_in_flight").increment(1.0);
}

pub(super) fn call_retried(operation: Cow<'static, str>) {
    counter!("gateway.retries", "operation" => SharedString::from(operation)).increment(1);
}

/// Counts a call. `outcome` is the type of its error, or `ok`.
pub(super) fn call_ended(
    operation: Cow<'static, str>,
    status: Option<u16>,
    (charge, cost): (Charge, Option<Usd>),
    outcome: &'static str,
    elapsed: Duration,
) {
    gauge!("gateway.calls_in_flight").decrement(1.0);
    let status = status.map_or(SharedString::const_str("none"), |it| it.to_string().into());
    let name = charge.name();
    let operation = SharedString::from(operation);
    counter!("gateway.calls", "operation" => operation.clone(), "status" => status, "charge" => name, "outcome" => outcome)
        .increment(1);
    histogram!("gateway.call.duration", "operation" => operation.clone(), "outcome" => outcome).record(elapsed);
    if let (Charge::Yes, Some(cost)) = (charge, cost) {
        histogram!("gateway.cost_usd", "operation" => operation).record(dollars(cost));
    }
}
