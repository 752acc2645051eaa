//! Prices under conditions, in words.

use gatewright_runtime::{Condition, ModelRecord, Tier};

/// The tiers of a record, a phrase each.
pub(crate) fn in_words(record: &ModelRecord) -> Vec<String> {
    record.book_faces.iter().flat_map(|it| &it.tiers).map(tier).collect()
}

fn tier(tier: &Tier) -> String {
    let when: Vec<_> = tier.when.iter().map(condition).collect();
    let when = if when.is_empty() { String::new() } else { format!(" when {}", when.join(" and ")) };
    let standard = tier.standard.iter().map(|(face, price)| format!("{face} {price}"));
    let paid = tier.paid.iter().map(|(face, price)| format!("{face} {price} if paid"));
    let prices: Vec<_> = standard.chain(paid).collect();
    format!("{}{when} ({})", tier.name.as_deref().unwrap_or("nameless"), prices.join(", "))
}

pub(crate) fn condition(condition: &Condition) -> String {
    match condition {
        Condition::ContextLongerThan(tokens) => format!("over {tokens} tokens"),
        Condition::RequestAttribute { path, equals } => format!("{path} is {equals}"),
        Condition::WallClock { timezone, weekdays, hours } => {
            format!("on days {weekdays:?} at hours {hours:?} in {timezone}")
        }
        other => format!("{other:?}"),
    }
}
