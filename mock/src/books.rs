//! What was charged, and what was asked.

use std::collections::BTreeMap;

use gatewright_runtime::{PriceSource, Usd};
use serde::{Serialize, Serializer};

/// Every charge, in order.
#[derive(Clone, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct Ledger {
    /// The charges.
    pub charges: Vec<Charged>,
    /// Charges that were given back, since their tasks failed.
    pub refunds: Vec<Charged>,
}

/// One charge: a call that was answered with data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Charged {
    /// What the usage log lists it under.
    pub usage_log_name: String,
    /// The price; `None` when it is unknown.
    #[serde(serialize_with = "as_text")]
    pub price_usd: Option<Usd>,
    /// Prices that it was calculated from; `None` when it is unknown.
    #[serde(serialize_with = "as_name")]
    pub price_source: Option<PriceSource>,
    /// How much was counted.
    pub count: u64,
    /// Of what.
    pub unit: &'static str,
    /// The request that was charged.
    pub request_id: String,
    /// Its query as it came.
    pub query: String,
}

fn as_text<S: Serializer>(price: &Option<Usd>, serializer: S) -> Result<S::Ok, S::Error> {
    price.map(|it| it.to_string()).serialize(serializer)
}

fn as_name<S: Serializer>(source: &Option<PriceSource>, serializer: S) -> Result<S::Ok, S::Error> {
    source.map(PriceSource::as_str).serialize(serializer)
}

impl Ledger {
    /// Calls, total and calls with an unknown price in one line, refunds taken off:
    /// `12 calls: 9 for 0.34 USD, 3 with an unknown price`.
    pub fn summary(&self) -> String {
        let number = |count: usize| format!("{count} call{}", if count == 1 { "" } else { "s" });
        let unknown = |of: &[Charged]| of.iter().filter(|it| it.price_usd.is_none()).count();
        let all = self.charges.len().saturating_sub(self.refunds.len());
        let (calls, total) = (number(all), self.total());
        match unknown(&self.charges).saturating_sub(unknown(&self.refunds)) {
            0 => format!("{calls}, {total} USD"),
            count => format!("{calls}: {} for {total} USD, {count} with an unknown price", all.saturating_sub(count)),
        }
    }

    /// The sum of all charges whose price is published, refunds taken off.
    pub fn total(&self) -> Usd {
        let sum = |of: &[Charged]| of.iter().filter_map(|it| it.price_usd).fold(Usd::ZERO, |sum, price| sum + price);
        sum(&self.charges) - sum(&self.refunds)
    }

    /// The number of charges by usage-log name.
    pub fn by_name(&self) -> BTreeMap<&str, usize> {
        let mut names = BTreeMap::new();
        for charge in &self.charges {
            *names.entry(charge.usage_log_name.as_str()).or_default() += 1;
        }
        names
    }
}

/// Every request, in order. The newest are kept when there are very many.
#[derive(Clone, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct Journal {
    /// How many came in all.
    pub count: u64,
    /// The newest of them.
    pub requests: Vec<Received>,
}

/// One request as it came in.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Received {
    /// Its id, which the reply carries too.
    pub id: String,
    /// The HTTP method.
    pub method: String,
    /// The path.
    pub path: String,
    /// The query as it came, percent-encoded.
    pub query: String,
    /// The headers, the key's value left out.
    pub headers: Vec<(String, String)>,
    /// The start of the body.
    pub body: String,
    /// Whether it had the right key.
    pub authorized: bool,
}

impl Journal {
    const KEPT: usize = 10_000;

    pub(crate) fn add(&mut self, received: Received) {
        self.count += 1;
        if self.requests.len() == Self::KEPT {
            self.requests.drain(..Self::KEPT / 2);
        }
        self.requests.push(received);
    }
}
