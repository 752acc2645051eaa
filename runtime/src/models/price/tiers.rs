//! Selection of the tier that applies to a call.

use serde_json::Value;

use super::{CostUnknown, PriceContext};
use crate::lenient::decimal;
use crate::{Condition, ModelRecord, Tier, Units, Usage};

impl ModelRecord {
    /// Returns the tier that applies: of those whose conditions hold, the one with the strictest conditions.
    pub(super) fn tier(
        &self,
        usage: &Usage,
        units: &Units,
        context: &PriceContext,
    ) -> Result<Option<&Tier>, CostUnknown> {
        let Some(book) = &self.book_faces else { return Ok(None) };
        if book.has_unreadable_tiers() {
            return Err(CostUnknown::Condition("tiers that cannot be read"));
        }
        let mut holding = Vec::new();
        for tier in book.ranked() {
            if tier.holds(usage, units, context)? {
                holding.push(tier);
            }
        }
        match holding[..] {
            [first, ref others @ ..] if others.iter().any(|it| first.rivals(it)) => {
                Err(CostUnknown::Condition("the order of its tiers"))
            }
            [first, ..] if !first.is_readable() => Err(CostUnknown::Condition("prices that cannot be read")),
            _ => Ok(holding.first().copied()),
        }
    }
}

impl Tier {
    fn holds(&self, usage: &Usage, units: &Units, context: &PriceContext) -> Result<bool, CostUnknown> {
        if self.other.contains_key("when") {
            return Err(CostUnknown::Condition("conditions that cannot be read"));
        }
        let all: Vec<_> = self.when.iter().map(|it| it.holds(usage, units, context)).collect();
        // One false condition is enough, even if others are unknown.
        if all.contains(&Ok(false)) {
            return Ok(false);
        }
        all.into_iter().try_fold(true, |_, it| it)
    }
}

impl Condition {
    fn holds(&self, usage: &Usage, units: &Units, context: &PriceContext) -> Result<bool, CostUnknown> {
        match self {
            Self::ContextLongerThan(tokens) => Ok(i128::from(usage.tokens.context()) > i128::from(*tokens)),
            Self::RequestAttribute { path, equals } => {
                let request = context.request.as_ref().ok_or(CostUnknown::Condition("the request"))?;
                let found = path.split('.').try_fold(request, |value, key| value.get(key));
                Ok(found.is_some_and(|it| it == equals || equals_number(it, equals)))
            }
            Self::WallClock { timezone, weekdays, hours } => {
                let at = context.at.ok_or(CostUnknown::Condition("the time"))?;
                let clock = jiff::Timestamp::try_from(at).and_then(|it| it.in_tz(timezone));
                let clock = clock.map_err(|_| CostUnknown::Condition("the time in its time zone"))?;
                if !hours.is_empty() && !hours.contains(&i64::from(clock.hour())) {
                    return Ok(false);
                }
                if weekdays.is_empty() {
                    return Ok(true);
                }
                let monday = units.monday.ok_or(CostUnknown::Unit("weekdays"))?;
                let day = (monday.rem_euclid(7) + i64::from(clock.weekday().to_monday_zero_offset())).rem_euclid(7);
                Ok(weekdays.iter().any(|it| it.rem_euclid(7) == day))
            }
            Self::Other(_) => Err(CostUnknown::Condition("a condition that this version does not know")),
        }
    }
}

/// Returns true if a number equals a value that may be text. Catalogs contain both, and so does data made from them.
fn equals_number(number: &Value, expected: &Value) -> bool {
    number.is_number() && decimal(number.clone()).is_ok_and(|it| decimal(expected.clone()) == Ok(it))
}
