//! Sums of spending.

use std::collections::BTreeMap;

use crate::Usd;

/// Spending of a client and all its clones so far.
///
/// ```no_run
/// # async fn demo(client: gatewright_runtime::Client) {
/// let spent = client.spent();
/// println!("{} USD, and at most {} USD more", spent.charged, spent.unknown);
/// for (name, of) in &spent.by_name {
///     println!("{name}: {} calls, {} USD", of.calls, of.charged);
/// }
/// # }
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Spent {
    /// Amount charged, as far as it is known; see [`SpentOn::unpriced_calls`].
    pub charged: Usd,
    /// Possible cost of calls whose charge is unknown. The service charged at least `charged`, and at most
    /// `charged + unknown`, if all calls have a known price.
    pub unknown: Usd,
    /// Spending by usage-log name.
    pub by_name: BTreeMap<String, SpentOn>,
}

/// Spending on calls with one usage-log name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SpentOn {
    /// Number of charged calls.
    pub calls: u64,
    /// Cost of the charged calls, as far as it is known.
    pub charged: Usd,
    /// Number of charged calls whose cost is unknown. `charged` contains their expected cost, or nothing if that is
    /// unknown, too. They are not free.
    pub unpriced_calls: u64,
    /// Number of calls whose charge is unknown.
    pub unknown_calls: u64,
    /// Possible cost of those calls.
    pub unknown: Usd,
}
