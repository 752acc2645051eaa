//! Cost of a call, before and after it is sent.

use std::time::SystemTime;

use serde_json::{Map, Value};

use super::Call;
use super::tokens::{Bound, LIMITS, is_no_dearer};
use crate::{Billing, BillingUnit, Circumstances, Cost, CostUnknown, Result, Usage, Usd};

impl Call {
    /// Cost of the call, as far as that can be known before it is sent. Files are not looked into for it: say how long a
    /// recording lasts.
    ///
    /// A chat estimate is an upper bound ([`Cost::is_upper_bound`]) from the input and `max_tokens`, unless
    /// [`expecting`](Self::expecting) says what the call uses. Without `max_tokens`, or with images, audio or files in
    /// the input, it is unknown. The bound counts:
    /// - each byte of the request's JSON as a token of input, plus 1,024 for what a provider adds. Assumption: a token is
    ///   at least one byte of text.
    /// - `max_tokens` of output for each of `n` replies. Assumption: reasoning counts towards `max_tokens`.
    /// - the dearest price of input that the record states: uncached, read from or written to the cache.
    pub fn estimate(&self) -> Result<Cost, CostUnknown> {
        // What is asked for is known better than what somebody expects.
        match (self.asked(), &self.expected) {
            (Err(_), Some(expected)) => self.cost(expected),
            (Err(_), None) if self.spec.billing == Billing::Tokens => self.upper_bound(),
            (asked, _) => self.cost(&asked?),
        }
    }

    /// Price to reserve before the call is sent: its estimate, if it has one.
    pub(super) fn price_to_reserve(&self) -> Option<Usd> {
        let is_limited = |it: &&str| self.params.get(it).is_some() || self.extra.contains_key(*it);
        // Most chat calls have no estimate, which is plain without their body.
        let is_open_ended = self.spec.billing == Billing::Tokens
            && self.expected.is_none()
            && self.params.whole_body().is_none()
            && !LIMITS.iter().any(is_limited);
        if is_open_ended && self.asked().is_err() {
            return None;
        }
        self.estimate().ok().map(|it| it.usd)
    }

    /// The most that a request of text can cost.
    fn upper_bound(&self) -> Result<Cost, CostUnknown> {
        let record = self.record().ok_or(CostUnknown::Record)?;
        let bound = Bound::of(&self.body(), record)?;
        let mut most: Option<Cost> = None;
        for usage in bound.usages(record) {
            match self.cost(&usage) {
                Ok(cost) => most = Some(most.filter(|it| it.usd >= cost.usd).unwrap_or(cost)),
                // Without a price for the cache nothing can be charged for it.
                Err(CostUnknown::Face(face)) if face.starts_with("cache") => {}
                Err(CostUnknown::Unit(_)) if is_no_dearer(&usage, record) => {}
                Err(unknown) => return Err(unknown),
            }
        }
        most.map(Cost::as_upper_bound).ok_or(CostUnknown::Usage("tokens"))
    }

    /// What is asked for, where that is what is billed.
    fn asked(&self) -> Result<Usage, CostUnknown> {
        Ok(match self.spec.billing {
            // Some models are sold by the call wherever they answer.
            Billing::Tokens if self.record().is_some_and(|it| it.billing_unit == Some(BillingUnit::PerCall)) => {
                Usage::images(1)
            }
            Billing::Call { .. } => Usage::images(1),
            Billing::Tokens => return Err(CostUnknown::Usage("tokens")),
            Billing::Images => match self.body().get("n") {
                None | Some(Value::Null) => Usage::images(1),
                Some(count) => Usage::images(count.as_u64().ok_or(CostUnknown::Usage("pictures"))?),
            },
            Billing::Characters => Usage::speech(self.body().get("input").and_then(Value::as_str).unwrap_or_default()),
            Billing::Audio => Usage::audio(self.length.ok_or(CostUnknown::Usage("seconds of sound"))?),
            Billing::Video => {
                let record = self.record().ok_or(CostUnknown::Record)?;
                if record.billing_unit == Some(BillingUnit::PerCall) {
                    Usage::images(1)
                } else {
                    Usage::video(self.params.length()?)
                }
            }
        })
    }

    fn cost(&self, usage: &Usage) -> Result<Cost, CostUnknown> {
        if let Billing::Call { price, .. } = self.spec.billing {
            return price.map(Cost::published).ok_or(CostUnknown::Record);
        }
        let record = self.record().ok_or(CostUnknown::Record)?;
        if self.spec.billing == Billing::Video
            && (self.params.body_values().any(|it| names_a_price(&it)) || name_a_price(&self.extra))
        {
            return Err(CostUnknown::Condition("a length, size or mode in a field that is not described"));
        }
        let units = &self.client.inner().units;
        let under = Circumstances { request: Some(self.body().into()), at: Some(SystemTime::now()) };
        if self.spec.billing == Billing::Images {
            return record.cost_of_images_under(usage.calls, units, &under);
        }
        let cost = record.cost_under(usage, units, &under)?;
        Ok(self.params.factor(self.spec)?.map_or(cost, |times| cost * times))
    }

    /// What it did cost: by what the reply says, or by what was asked for. What was expected is no proof.
    pub(crate) fn cost_of(&self, usage: Option<Usage>) -> Option<Usd> {
        let usage = usage.map_or_else(|| self.asked(), Ok);
        usage.and_then(|it| self.cost(&it)).ok().map(|it| it.usd)
    }
}

/// What prices of videos go by, under the names that providers have for it.
const PRICED: [&str; 7] = ["mode", "duration", "seconds", "size", "resolution", "quality", "n"];

/// Whether fields that nobody has described name something that prices go by, however deep in them.
fn name_a_price(fields: &Map<String, Value>) -> bool {
    fields.iter().any(|(name, inner)| PRICED.iter().any(|it| name.eq_ignore_ascii_case(it)) || names_a_price(inner))
}

fn names_a_price(value: &Value) -> bool {
    match value {
        Value::Object(fields) => name_a_price(fields),
        Value::Array(items) => items.iter().any(names_a_price),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_prices_go_by_is_found_however_deep() {
        for named in [json!({ "mode": "4k" }), json!({ "a": [{ "b": { "Duration": 9 } }] }), json!([{ "n": 2 }])] {
            assert!(names_a_price(&named), "{named}");
        }
        for other in [json!("mode"), json!({ "mood": "mode", "seed": [1] }), json!(null)] {
            assert!(!names_a_price(&other), "{other}");
        }
    }
}
