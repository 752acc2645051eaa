//! Values of fields and labels.

use crate::Usd;

/// Returns an amount in dollars as a float, which metrics and traces need.
pub(super) fn dollars(amount: Usd) -> f64 {
    amount.as_attos() as f64 / 1e18
}
