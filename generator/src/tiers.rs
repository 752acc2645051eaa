//! Messages about conditional prices.

use gatewright_runtime::{Condition, Decimal, ModelRecord, Tier};

use crate::languages::{Arg, Message};
use crate::model::CatalogModel;
use crate::text::{grouped, unit_name};

/// Returns the tiers of a record.
pub(crate) fn of_record(record: &ModelRecord) -> Vec<Message> {
    record.book_faces.iter().flat_map(|it| &it.tiers).map(tier).collect()
}

/// Returns the tiers of a model with the client's prices in US dollars for one unit text, and that text. If one of these
/// prices is unknown, returns the tiers with their numbers, and no text.
pub(crate) fn of_model(model: &CatalogModel) -> (Vec<Tier>, Option<&str>) {
    let all: Vec<_> = model.record.book_faces.iter().flat_map(|it| &it.tiers).collect();
    let unit = model.record.retail.as_ref().and_then(|it| it.unit.as_deref()).map(unit_name);
    let priced: Vec<_> = all.iter().map(|it| in_usd(it, model)).collect();
    let is_known = priced.iter().zip(&all).all(|(priced, tier)| priced.is_some() || tier.when.is_empty());
    match unit.filter(|_| is_known) {
        Some(unit) => (priced.into_iter().flatten().collect(), Some(unit)),
        None => (all.into_iter().cloned().collect(), None),
    }
}

/// Returns a tier with the client's prices in US dollars instead of relative numbers; `None` if one of them is unknown.
fn in_usd(tier: &Tier, model: &CatalogModel) -> Option<Tier> {
    let unit = model.billing_unit()?;
    let price = |name: &String, paid: bool| {
        let face = unit.faces().iter().find(|it| it.name() == name)?;
        Some((name.clone(), model.record.price_under_tier(*face, unit, tier, paid)?))
    };
    let mut in_usd = tier.clone();
    in_usd.standard = tier.standard.keys().map(|it| price(it, false)).collect::<Option<_>>()?;
    in_usd.paid = tier.paid.keys().map(|it| price(it, true)).collect::<Option<_>>()?;
    Some(in_usd)
}

/// Returns a tier: its name, its conditions and its prices.
pub(crate) fn tier(tier: &Tier) -> Message {
    let price = |(face, price): (&String, &Decimal)| {
        Message::new("price-of-face")
            .with("face", Arg::Name("face".into(), face.clone()))
            .with("price", price.to_string())
    };
    let standard = tier.standard.iter().map(|it| Arg::from(price(it)));
    let paid = tier.paid.iter().map(|it| Message::new("tier-paid").with("price", price(it)).into());
    let prices: Vec<Arg> = standard.chain(paid).collect();
    let name = tier.name.as_ref().map_or_else(|| unnamed().into(), Arg::from);
    let message = match conditions(tier) {
        Some(when) => Message::new("tier-when").with("when", when),
        None => Message::new("tier-always"),
    };
    message.with("name", name).with("prices", prices)
}

/// Returns the name of a tier that has none.
pub(crate) fn unnamed() -> Message {
    Message::new("tier-unnamed")
}

/// Returns the conditions of a tier; `None` if it always applies.
pub(crate) fn conditions(tier: &Tier) -> Option<Message> {
    let all = tier.when.iter().map(condition);
    all.reduce(|all, it| Message::new("several-conditions").with("first", all).with("others", it))
}

/// Returns a condition of a price.
pub(crate) fn condition(condition: &Condition) -> Message {
    match condition {
        Condition::ContextLongerThan(tokens) => Message::new("condition-context").with("count", grouped(*tokens, ',')),
        Condition::RequestAttribute { path, equals } => {
            Message::new("condition-attribute").with("path", path).with("value", equals.to_string())
        }
        // The documents do not say which day is the first, so the days are shown as numbers.
        Condition::WallClock { timezone, weekdays, hours } => {
            let message = Message::new("condition-clock").with("days", runs(weekdays)).with("hours", runs(hours));
            message.with("zone", timezone.to_string())
        }
        other => Message::new("condition-other").with("condition", format!("{other:?}")),
    }
}

/// Returns numbers with ranges, such as `1–5, 7`.
fn runs(numbers: &[i64]) -> String {
    let mut runs: Vec<(i64, i64)> = Vec::new();
    for &number in numbers {
        match runs.last_mut() {
            Some(run) if number.checked_sub(1) == Some(run.1) => run.1 = number,
            _ => runs.push((number, number)),
        }
    }
    let text = |(first, last): &(i64, i64)| if first == last { first.to_string() } else { format!("{first}–{last}") };
    runs.iter().map(text).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    #[test]
    fn consecutive_numbers_are_a_range() {
        assert_eq!(super::runs(&[1, 2, 3, 5, 7, 8]), "1–3, 5, 7–8");
        assert_eq!(super::runs(&[]), "");
    }
}
