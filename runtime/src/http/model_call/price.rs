//! What a call costs, before and after it is sent.

use std::time::SystemTime;

use serde_json::{Map, Value};

use super::{Billing, ModelCall};
use crate::{BillingUnit, Circumstances, CostUnknown, Result, Usage, Usd};

impl ModelCall {
    /// What the call will cost, as far as that can be known before it is sent. Files are not looked into for it: say
    /// how long a recording lasts.
    pub fn estimate(&self) -> Result<Usd, CostUnknown> {
        // What is asked for is known better than what somebody expects.
        match (self.asked(), &self.expected) {
            (Err(_), Some(expected)) => self.cost(expected),
            (asked, _) => self.cost(&asked?),
        }
    }

    /// What is asked for, where that is what is billed.
    fn asked(&self) -> Result<Usage, CostUnknown> {
        Ok(match self.billing {
            // Some models are sold by the call wherever they answer.
            Billing::Tokens if self.record().is_some_and(|it| it.billing_unit == Some(BillingUnit::PerCall)) => {
                Usage::images(1)
            }
            Billing::Tokens => return Err(CostUnknown::Usage("tokens")),
            Billing::Images => match self.body.get("n") {
                None | Some(Value::Null) => Usage::images(1),
                Some(count) => Usage::images(count.as_u64().ok_or(CostUnknown::Usage("pictures"))?),
            },
            Billing::Characters => Usage::speech(self.body.get("input").and_then(Value::as_str).unwrap_or_default()),
            Billing::Audio => Usage::audio(self.length.ok_or(CostUnknown::Usage("seconds of sound"))?),
            Billing::Video => {
                let record = self.record().ok_or(CostUnknown::Record)?;
                if record.billing_unit == Some(BillingUnit::PerCall) {
                    Usage::images(1)
                } else {
                    Usage::video(self.fields.length(self.rules)?)
                }
            }
        })
    }

    fn cost(&self, usage: &Usage) -> Result<Usd, CostUnknown> {
        let record = self.record().ok_or(CostUnknown::Record)?;
        if self.billing == Billing::Video && (self.fields.values().any(names_a_price) || name_a_price(&self.body)) {
            return Err(CostUnknown::Condition("a length, size or mode in a field that is not described"));
        }
        let units = &self.client.inner().units;
        let under = Circumstances { request: Some(self.body().into()), at: Some(SystemTime::now()) };
        if self.billing == Billing::Images {
            return record.cost_of_images_under(usage.calls, units, &under);
        }
        let cost = record.cost_under(usage, units, &under)?;
        Ok(self.fields.factor(self.rules)?.map_or(cost, |times| cost * times))
    }

    /// What it did cost: by what the reply says, or by what was asked for. What was expected is no proof.
    pub(crate) fn cost_of(&self, usage: Option<Usage>) -> Option<Usd> {
        let usage = usage.map_or_else(|| self.asked(), Ok);
        usage.and_then(|it| self.cost(&it)).ok()
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
