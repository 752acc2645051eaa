//! Cost of a call, before and after it is sent.

use std::time::SystemTime;

use serde_json::{Map, Value};

use super::Call;
use super::tokens::{LIMITS, TokenLimit, costs_no_more};
use crate::{Billing, BillingUnit, Cost, CostUnknown, PriceContext, Result, Usage, Usd};

impl Call {
    /// Returns the cost of the call, as far as it is known before the call is sent. Files are not read: set the length
    /// of a recording with [`length`](method@Self::length).
    ///
    /// A chat estimate is an upper bound ([`Cost::is_upper_bound`]) from the input and `max_tokens`, unless
    /// [`expecting`](Self::expecting) sets the usage. Without `max_tokens`, or with images, audio or files in the
    /// input, it is unknown. The bound counts:
    /// - each byte of the request's JSON as a token of input, plus 1,024 for tokens that a provider adds. Assumption: a
    ///   token is at least one byte of text.
    /// - `max_tokens` of output for each of `n` replies. Assumption: reasoning counts towards `max_tokens`.
    /// - the highest price of input in the record: uncached, read from or written to the cache.
    pub fn estimate(&self) -> Result<Cost, CostUnknown> {
        // The usage that follows from the request is more certain than the expected usage.
        match (self.requested_usage(), &self.expected) {
            (Err(_), Some(expected)) => self.cost(expected),
            (Err(_), None) if self.spec.billing == Billing::Tokens => self.upper_bound(),
            (requested, _) => self.cost(&requested?),
        }
    }

    /// Returns the price to reserve before the call is sent: its estimate, if it has one.
    pub(super) fn price_to_reserve(&self) -> Option<Usd> {
        let is_limited = |it: &&str| self.params.get(it).is_some() || self.extra.contains_key(*it);
        // Most chat calls have no estimate. This check finds them without creating the body.
        let is_open_ended = self.spec.billing == Billing::Tokens
            && self.expected.is_none()
            && self.params.whole_body().is_none()
            && !LIMITS.iter().any(is_limited);
        if is_open_ended && self.requested_usage().is_err() {
            return None;
        }
        self.estimate().ok().map(|it| it.usd)
    }

    /// Returns the maximum cost of a text request.
    fn upper_bound(&self) -> Result<Cost, CostUnknown> {
        let record = self.record().ok_or(CostUnknown::Record)?;
        let bound = TokenLimit::of(&self.body(), record)?;
        let mut most: Option<Cost> = None;
        for usage in bound.usages(record) {
            match self.cost(&usage) {
                Ok(cost) => most = Some(most.filter(|it| it.usd >= cost.usd).unwrap_or(cost)),
                // Without a price for the cache, the gateway cannot charge for it.
                Err(CostUnknown::Face(face)) if face.starts_with("cache") => {}
                Err(CostUnknown::Unit(_)) if costs_no_more(&usage, record) => {}
                Err(unknown) => return Err(unknown),
            }
        }
        most.map(Cost::as_upper_bound).ok_or(CostUnknown::Usage("tokens"))
    }

    /// Returns the billed usage, if it follows from the request alone.
    fn requested_usage(&self) -> Result<Usage, CostUnknown> {
        Ok(match self.spec.billing {
            // Some models are billed per call at every endpoint.
            Billing::Tokens if self.record().is_some_and(|it| it.billing_unit == Some(BillingUnit::PerCall)) => {
                Usage::images(1)
            }
            Billing::Call { .. } => Usage::images(1),
            Billing::Tokens => return Err(CostUnknown::Usage("tokens")),
            Billing::Images => match self.body().get("n") {
                None | Some(Value::Null) => Usage::images(1),
                Some(count) => Usage::images(count.as_u64().ok_or(CostUnknown::Usage("images"))?),
            },
            Billing::Characters => Usage::speech(self.body().get("input").and_then(Value::as_str).unwrap_or_default()),
            Billing::Audio => Usage::audio(self.length.ok_or(CostUnknown::Usage("seconds of audio"))?),
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
            && (self.params.body_values().any(|it| value_affects_price(&it)) || fields_affect_price(&self.extra))
        {
            return Err(CostUnknown::Condition("a length, size or mode in an unknown field"));
        }
        let units = &self.client.inner().units;
        let under = PriceContext { request: Some(self.body().into()), at: Some(SystemTime::now()) };
        if self.spec.billing == Billing::Images {
            return record.cost_of_images_with_context(usage.calls, units, &under);
        }
        let cost = record.cost_with_context(usage, units, &under)?;
        Ok(self.params.factor(self.spec)?.map_or(cost, |times| cost * times))
    }

    /// Returns the actual cost, from the usage in the response, or else from the request. The expected usage does not
    /// count.
    pub(crate) fn cost_of(&self, usage: Option<Usage>) -> Option<Cost> {
        let usage = usage.map_or_else(|| self.requested_usage(), Ok);
        usage.and_then(|it| self.cost(&it)).ok()
    }
}

/// Fields that video prices depend on, as providers name them.
const PRICE_FIELDS: [&str; 7] = ["mode", "duration", "seconds", "size", "resolution", "quality", "n"];

/// Returns true if unknown fields contain one that prices depend on, at any depth.
fn fields_affect_price(fields: &Map<String, Value>) -> bool {
    fields
        .iter()
        .any(|(name, inner)| PRICE_FIELDS.iter().any(|it| name.eq_ignore_ascii_case(it)) || value_affects_price(inner))
}

fn value_affects_price(value: &Value) -> bool {
    match value {
        Value::Object(fields) => fields_affect_price(fields),
        Value::Array(items) => items.iter().any(value_affects_price),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn fields_that_affect_the_price_are_found_at_any_depth() {
        for named in [json!({ "mode": "4k" }), json!({ "a": [{ "b": { "Duration": 9 } }] }), json!([{ "n": 2 }])] {
            assert!(value_affects_price(&named), "{named}");
        }
        for other in [json!("mode"), json!({ "mood": "mode", "seed": [1] }), json!(null)] {
            assert!(!value_affects_price(&other), "{other}");
        }
    }
}
