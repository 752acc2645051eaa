//! Prices that the client calculates from several numbers of a record.

use gatewright_runtime::{BillingUnit, Decimal, ModelRecord, Tier, UnitPrice, Units};

/// Start of the names of calculated prices.
pub(super) const PREFIX: &str = "effective ";

/// Returns the price of one unit of each face, without a tier and under each of them, for `standard` and for `paid`.
/// Each is the client's own result: the price in US dollars, whichever number of the record it comes from, and the numbers
/// that apply without one. Small changes of several numbers can multiply to a large change of a price.
///
/// The names are keys in `specs.lock`. They must never change, because later versions read them.
pub(super) fn prices(record: &ModelRecord, units: &Units) -> Vec<(String, Decimal)> {
    // Images are billed per image, and all other calls by the unit of the record. Any call can name any model.
    let own = record.billing_unit.iter().filter(|it| **it != BillingUnit::PerCall);
    let billed: Vec<_> = own.chain([&BillingUnit::PerCall]).collect();
    let accounts = [("", false), ("paid", true)].map(|(name, paid)| {
        let mut units = units.clone();
        units.paid = paid;
        (name, units)
    });
    let tiers = (1..).zip(record.book_faces.iter().flat_map(|it| &it.tiers));
    let tiers = tiers.map(|(number, tier)| (format!("tier {number}, {}", tier_name(tier)), Some(tier)));
    let mut all = Vec::new();
    for (name, tier) in [(String::new(), None)].into_iter().chain(tiers) {
        for (account, units) in &accounts {
            let parts: Vec<_> = [name.as_str(), account].into_iter().filter(|it| !it.is_empty()).collect();
            let when = if parts.is_empty() { String::new() } else { format!(": {}", parts.join(", ")) };
            for (unit, face) in billed.iter().flat_map(|unit| unit.faces().iter().map(move |face| (*unit, *face))) {
                if let Ok(price) = record.price_of(face, unit, tier, units) {
                    all.push((format!("{PREFIX}price of {}{when}", face.name()), in_rate_unit(price, unit)));
                }
                for rate in record.rates(face, tier, units.paid) {
                    all.push((format!("{PREFIX}{} of {}{when}", rate.of.name(), face.name()), rate.number));
                }
            }
        }
    }
    all
}

/// Returns the part of a calculated price's name that it shares with those of all other tokens; `None` if the price is for
/// something else.
pub(super) fn family_of_tokens(group: &str) -> Option<&str> {
    let (family, face) = group.split_once(" of ").filter(|it| it.0.starts_with(PREFIX))?;
    BillingUnit::Tokens.faces().iter().any(|it| it.name() == face).then_some(family)
}

/// Returns the name of a tier in the name of a watched field.
pub(super) fn tier_name(tier: &Tier) -> &str {
    tier.name.as_deref().unwrap_or("unnamed")
}

/// Returns a price for the quantity that rates are for, such as 1M tokens. It is rounded up, so that only a price of zero
/// becomes zero.
fn in_rate_unit(price: UnitPrice, unit: &BillingUnit) -> Decimal {
    let ((attos, of), (share, whole)) = (price.attos(), unit.rate_fraction());
    let divided = |number: i128, by: i128| number / by + i128::from(number % by > 0);
    let exact = attos.checked_mul(whole).zip(of.checked_mul(share)).map(|(number, by)| divided(number, by));
    // Of a price too large for that, a few digits at the end are lost.
    Decimal::attos(exact.unwrap_or_else(|| divided(attos, of).saturating_mul(divided(whole, share))))
}
