//! Ledger of charges and journal of requests.

use std::collections::BTreeMap;

use gatewright_runtime::{PriceSource, Usd};
use serde::{Serialize, Serializer};

/// Charges, in order.
#[derive(Clone, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct Ledger {
    /// Charges.
    pub charges: Vec<ChargeEntry>,
    /// Refunded charges of failed tasks.
    pub refunds: Vec<ChargeEntry>,
}

/// Charge for a call that returned data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ChargeEntry {
    /// Name in the usage log.
    pub usage_log_name: String,
    /// Price in USD; `None` if it is unknown.
    #[serde(serialize_with = "as_text")]
    pub price_usd: Option<Usd>,
    /// Prices that it was calculated from; `None` if it is unknown.
    #[serde(serialize_with = "as_name")]
    pub price_source: Option<PriceSource>,
    /// Number of charged units.
    pub count: u64,
    /// Unit.
    pub unit: &'static str,
    /// Id of the charged request.
    pub request_id: String,
    /// Query of the request, percent-encoded.
    pub query: String,
}

fn as_text<S: Serializer>(price: &Option<Usd>, serializer: S) -> Result<S::Ok, S::Error> {
    price.map(|it| it.to_string()).serialize(serializer)
}

fn as_name<S: Serializer>(source: &Option<PriceSource>, serializer: S) -> Result<S::Ok, S::Error> {
    source.map(PriceSource::as_str).serialize(serializer)
}

impl Ledger {
    /// Returns calls, total and calls with an unknown price in one line, without refunded charges:
    /// `12 calls: 9 for 0.34 USD, 3 with an unknown price`.
    pub fn summary(&self) -> String {
        let number = |count: usize| format!("{count} call{}", if count == 1 { "" } else { "s" });
        let unknown = |of: &[ChargeEntry]| of.iter().filter(|it| it.price_usd.is_none()).count();
        let all = self.charges.len().saturating_sub(self.refunds.len());
        let (calls, total) = (number(all), self.total());
        match unknown(&self.charges).saturating_sub(unknown(&self.refunds)) {
            0 => format!("{calls}, {total} USD"),
            count => format!("{calls}: {} for {total} USD, {count} with an unknown price", all.saturating_sub(count)),
        }
    }

    /// Returns the sum of all charges with a known price, minus refunds.
    pub fn total(&self) -> Usd {
        let sum =
            |of: &[ChargeEntry]| of.iter().filter_map(|it| it.price_usd).fold(Usd::ZERO, |sum, price| sum + price);
        sum(&self.charges) - sum(&self.refunds)
    }

    /// Returns the number of charges by usage-log name.
    pub fn by_name(&self) -> BTreeMap<&str, usize> {
        let mut names = BTreeMap::new();
        for charge in &self.charges {
            *names.entry(charge.usage_log_name.as_str()).or_default() += 1;
        }
        names
    }
}

/// Requests, in order. Only the newest are kept if there are very many.
#[derive(Clone, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct Journal {
    /// Number of all requests.
    pub count: u64,
    /// Newest requests.
    pub requests: Vec<ReceivedRequest>,
}

/// Request that the gateway received.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ReceivedRequest {
    /// Id, which is also in the response.
    pub id: String,
    /// HTTP method.
    pub method: String,
    /// Path.
    pub path: String,
    /// Query, percent-encoded.
    pub query: String,
    /// Headers, without the value of the key.
    pub headers: Vec<(String, String)>,
    /// Start of the body.
    pub body: String,
    /// True if it had a valid key.
    pub authorized: bool,
}

impl Journal {
    const KEPT: usize = 10_000;

    pub(crate) fn add(&mut self, received: ReceivedRequest) {
        self.count += 1;
        if self.requests.len() == Self::KEPT {
            self.requests.drain(..Self::KEPT / 2);
        }
        self.requests.push(received);
    }
}
