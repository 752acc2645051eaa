//! Prices that the client calculates from several numbers of a record.

use gatewright_runtime::{BillingUnit, Decimal, Tier, UnitPrice, Units};

use crate::model::CatalogModel;

/// Returns the price of one unit of each face, without a tier and under each of them, for `standard` and for `paid`.
/// Each is the client's own result: the published price in US dollars, and the numbers that apply without one. Small
/// changes of several numbers can multiply to a large change of a price.
///
/// The names are keys in `specs.lock`. They must never change, because later versions read them.
pub(super) fn prices(model: &CatalogModel, units: &Units) -> Vec<(String, Decimal)> {
    let record = &model.record;
    let Some(unit) = model.billing_unit() else { return Vec::new() };
    let tiers = (1..).zip(record.book_faces.iter().flat_map(|it| &it.tiers));
    let tiers = tiers.map(|(number, tier)| (Some(format!("tier {number}, {}", tier_name(tier))), Some(tier)));
    let mut all = Vec::new();
    for (name, tier) in [(None, None)].into_iter().chain(tiers) {
        for paid in [false, true] {
            let mut units = units.clone();
            units.paid = paid;
            let parts: Vec<_> = name.as_deref().into_iter().chain(paid.then_some("paid")).collect();
            let when = if parts.is_empty() { String::new() } else { format!(": {}", parts.join(", ")) };
            for face in unit.faces() {
                if let Ok(price) = record.published_price(*face, unit, tier, &units) {
                    all.push((format!("effective price of {}{when}", face.name()), in_rate_unit(price, unit)));
                }
                for rate in record.rates(*face, tier, paid) {
                    all.push((format!("effective {} of {}{when}", rate.of.name(), face.name()), rate.number));
                }
            }
        }
    }
    all
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
