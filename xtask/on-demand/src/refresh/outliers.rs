//! Prices that are published for the first time and are far from the known ones.

use std::collections::BTreeMap;

use gatewright::{Decimal, FieldChange, Watched, WatchedFields};

use super::ages::Ages;

/// Returns the numbers that are published for the first time and differ by more than a factor from the nearest known ones:
/// those of the same endpoint or model, else those of all others, else those of other tokens. Numbers of endpoints and
/// models that were added later do not count. A price that has nothing to compare it with is returned, too.
pub(super) fn find(
    kind: Watched,
    last: &WatchedFields,
    after: &WatchedFields,
    ages: &Ages,
    factor: u32,
) -> Vec<FieldChange> {
    let known = Known::of(last.iter(kind), ages);
    let factor = Decimal::from(i64::from(factor));
    let mut first = last.published(after, kind);
    let is_new = |owner: &str, field: &str| last.has(owner) && last.get(kind, owner, field).is_none();
    let charged = after.iter(kind).filter(|(owner, field, _)| WatchedFields::is_charged(field) && is_new(owner, field));
    first.extend(charged);
    first.sort_unstable();
    first.dedup();
    let outlier = |(owner, field, value): (&str, &str, &str)| {
        let number = value.parse::<Decimal>().ok()?;
        let was = match known.nearest(owner, field, ages) {
            Some(range) if range.is_near(number, factor) => return None,
            Some(range) => format!("not published; others are {} to {}", range.least, range.most),
            None if !WatchedFields::is_charged(field) => return None,
            None => "not published, by no other endpoint or model either".to_owned(),
        };
        Some(FieldChange { owner: owner.to_owned(), field: field.to_owned(), was, now: Some(value.to_owned()) })
    };
    first.into_iter().filter_map(outlier).collect()
}

/// Smallest and largest of some numbers.
#[derive(Clone, Copy)]
struct Range {
    least: Decimal,
    most: Decimal,
}

impl Range {
    fn with(self, other: Self) -> Self {
        Self { least: self.least.min(other.least), most: self.most.max(other.most) }
    }

    fn is_near(self, number: Decimal, factor: Decimal) -> bool {
        number <= self.most * factor && self.least <= number * factor
    }
}

/// Ranges of known numbers.
#[derive(Default)]
struct Known<'a> {
    /// By endpoint or model, and group of fields.
    own: BTreeMap<(&'a str, &'a str), Range>,
    /// By group of fields or family of them, then by age.
    all: BTreeMap<&'a str, BTreeMap<u64, Range>>,
}

impl<'a> Known<'a> {
    fn of(fields: impl Iterator<Item = (&'a str, &'a str, &'a str)>, ages: &Ages) -> Self {
        let mut known = Self::default();
        for (owner, field, value) in fields {
            let Ok(number) = value.parse() else { continue };
            let (range, group) = (Range { least: number, most: number }, WatchedFields::group(field));
            if WatchedFields::is_charged(field) {
                known.own.entry((owner, group)).and_modify(|it| *it = it.with(range)).or_insert(range);
            }
            for name in [group].into_iter().chain(WatchedFields::family(field)) {
                let by_age = known.all.entry(name).or_default();
                by_age.entry(ages.of(owner)).and_modify(|it| *it = it.with(range)).or_insert(range);
            }
        }
        known
    }

    fn nearest(&self, owner: &str, field: &str, ages: &Ages) -> Option<Range> {
        let group = WatchedFields::group(field);
        let of_others = |name: &str| {
            let by_age = self.all.get(name)?;
            by_age.range(..=ages.of(owner)).map(|it| *it.1).reduce(Range::with)
        };
        let own = self.own.get(&(owner, group)).copied();
        own.or_else(|| of_others(group)).or_else(|| of_others(WatchedFields::family(field)?))
    }
}
