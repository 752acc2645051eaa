//! Values of fields and labels.

use crate::{Charge, Usd};

/// Returns the charge as a word.
pub(super) const fn charge(charge: Charge) -> &'static str {
    match charge {
        Charge::No => "no",
        Charge::Yes => "yes",
        Charge::Unknown => "unknown",
    }
}

/// Returns an amount in dollars as a float, which metrics and traces need.
pub(super) fn dollars(amount: Usd) -> f64 {
    amount.as_attos() as f64 / 1e18
}
