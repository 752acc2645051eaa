//! Cost of a call: by the published price, else by the numbers of the record whose units are known.

mod cost;
mod published;
#[cfg(test)]
mod tests;
mod tiers;

use std::time::SystemTime;

use serde_json::Value;

use super::unit_text::TOKENS_A_SECOND;
use super::usage::{whole, whole_seconds};
use super::{BillingUnit, Face, ModelRecord, Tier, Units, Usage};
use crate::{Decimal, Usd};

pub(crate) use super::fraction::Fraction;
pub use cost::{Cost, PriceSource, UnitPrice};

/// Reason why a cost is unknown. Unknown does not mean free.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CostUnknown {
    /// A number of the record has no unit.
    #[error("the record states a price, and what its `{0}` stands for is not published; set it in `Units`")]
    Unit(&'static str),
    /// The unit text of the published price is not in the table of unit texts.
    #[error("unknown unit `{0}` of the published price; help: add it to `models/units.toml` or `Units`")]
    UnitText(String),
    /// The published price has no unit text.
    #[error("the published price has no unit")]
    NoUnitText,
    /// The unit text of the published price counts something else than the call.
    #[error("the published price is `{0}`, and the call is billed by {1}")]
    OtherUnit(String, &'static str),
    /// Something is used that the record has no price of.
    #[error("the record has no price of `{0}`")]
    Face(&'static str),
    /// The record does not say what is counted.
    #[error("the record has no billing unit that this version knows")]
    BillingUnit,
    /// The model is not in the catalog.
    #[error("the model is not in the catalog that this client was generated from")]
    Record,
    /// How much is used is not known before the call.
    #[error("how many {0} it takes is not known yet")]
    Usage(&'static str),
    /// The price depends on something that is not known.
    #[error("the price depends on {0}, which is not known")]
    Condition(&'static str),
    /// The amount does not fit into [`Usd`].
    #[error("the cost is too large to be calculated")]
    TooLarge,
}

/// What the price of a call can depend on beside what it uses.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Circumstances {
    /// The body of the request.
    pub request: Option<Value>,
    /// When it is sent.
    pub at: Option<SystemTime>,
}

impl ModelRecord {
    /// Cost of a call: before it by an estimate of its usage, after it by the usage that the reply states.
    ///
    /// Each price is the published one if there is one whose unit text is known, else a number of the record whose unit
    /// is known.
    ///
    /// Assumptions, which the documents do not show:
    /// - Ratios multiply: output is `model_ratio` × `completion_ratio`, audio output `model_ratio` × `audio_ratio` ×
    ///   `audio_completion_ratio`.
    /// - Of several tiers whose conditions hold, the one whose conditions include those of all others applies; a longer
    ///   context includes a shorter one. If there is none and the prices differ, the cost is unknown.
    pub fn cost(&self, usage: &Usage, units: &Units) -> Result<Cost, CostUnknown> {
        self.cost_under(usage, units, &Circumstances::default())
    }

    /// Same as [`cost`](Self::cost), where the price depends on the request or on the time.
    pub fn cost_under(&self, usage: &Usage, units: &Units, under: &Circumstances) -> Result<Cost, CostUnknown> {
        let tier = self.tier(usage, units, under)?;
        let unit = self.billing_unit.as_ref().ok_or(CostUnknown::BillingUnit)?;
        let counts: Vec<(Face, Decimal)> = match unit {
            BillingUnit::Tokens => usage.tokens.by_face().map(|(face, count)| (face, whole(count))).into(),
            BillingUnit::Characters => vec![(Face::Input, whole(usage.characters))],
            BillingUnit::AudioDuration => {
                vec![(Face::Input, whole_seconds(usage.audio.ok_or(CostUnknown::Usage("seconds of sound"))?))]
            }
            BillingUnit::PerCall => vec![(Face::PerCall, whole(usage.calls))],
            BillingUnit::PerSecond => vec![(Face::VideoSecond, usage.seconds)],
            BillingUnit::Other(_) => return Err(CostUnknown::BillingUnit),
        };
        // Nothing of what is counted: whatever it used, this is not the record to say what that costs.
        if counts.iter().all(|(_, count)| *count == Decimal::ZERO) {
            return Err(CostUnknown::Usage(unit.counted()));
        }
        self.sum(&counts, unit, tier, units)
    }

    /// Cost of images: by image, whatever the record's unit is.
    pub fn cost_of_images(&self, count: u64, units: &Units) -> Result<Cost, CostUnknown> {
        self.cost_of_images_under(count, units, &Circumstances::default())
    }

    /// Same as [`cost_of_images`](Self::cost_of_images), where the price depends on the request or on the time.
    pub fn cost_of_images_under(&self, count: u64, units: &Units, under: &Circumstances) -> Result<Cost, CostUnknown> {
        if count == 0 {
            return Err(CostUnknown::Usage("pictures"));
        }
        let tier = self.tier(&Usage::images(count), units, under)?;
        self.sum(&[(Face::PerCall, whole(count))], &BillingUnit::PerCall, tier, units)
    }

    fn sum(
        &self,
        counts: &[(Face, Decimal)],
        unit: &BillingUnit,
        tier: Option<&Tier>,
        units: &Units,
    ) -> Result<Cost, CostUnknown> {
        let mut sum = Fraction::ZERO;
        let mut source = PriceSource::Published;
        for (face, count) in counts.iter().filter(|(_, count)| *count > Decimal::ZERO) {
            let price = self.price_of(*face, unit, tier, units)?;
            let count = Fraction::new(count.as_attos(), Decimal::from(1).as_attos());
            let cost = count.and_then(|it| price.price.times(it)?.plus(sum));
            sum = cost.ok_or(CostUnknown::TooLarge)?;
            source = source.max(price.source);
        }
        // Rounded once, and up: no estimate is below the cost.
        Ok(Cost { usd: Usd::attos(sum.rounded_up()), source, is_upper_bound: false })
    }

    /// Price of one token, character, call or second: published, else by a number whose unit is known.
    fn price_of(
        &self,
        face: Face,
        unit: &BillingUnit,
        tier: Option<&Tier>,
        units: &Units,
    ) -> Result<UnitPrice, CostUnknown> {
        let mut why = match self.published_price(face, unit, tier, units) {
            Ok(price) => return Ok(price),
            Err(why) => why,
        };
        for rate in self.rates(face, tier, units.paid) {
            match units.of(rate.of) {
                Some(usd) => {
                    let price = Fraction::new((usd * rate.number).as_attos(), 1).and_then(|it| it.times(unit.rated()));
                    return Ok(UnitPrice { price: price.ok_or(CostUnknown::TooLarge)?, source: rate.of.into() });
                }
                // A published price that cannot be used is the better reason.
                None if why == CostUnknown::Face(face.name()) || matches!(why, CostUnknown::Unit(_)) => {
                    why = CostUnknown::Unit(rate.of.name());
                }
                None => {}
            }
        }
        Err(why)
    }
}

impl BillingUnit {
    /// What is counted, in a word.
    fn counted(&self) -> &'static str {
        match self {
            Self::Tokens => "tokens",
            Self::Characters => "characters",
            Self::AudioDuration => "seconds of sound",
            Self::PerCall => "calls",
            Self::PerSecond => "seconds",
            Self::Other(_) => "units",
        }
    }

    /// Part of a [`Rate`](super::Rate) that one counted thing costs, numerator and denominator: rates of tokens are for a
    /// million of them, and recordings are billed as tokens.
    pub fn rate_share(&self) -> (i128, i128) {
        let share = self.rated();
        (share.numerator, share.denominator)
    }

    fn rated(&self) -> Fraction {
        const MILLIONTH: Fraction = Fraction { numerator: 1, denominator: 1_000_000 };
        match self {
            Self::Tokens | Self::Characters => MILLIONTH,
            Self::AudioDuration => TOKENS_A_SECOND.times(MILLIONTH).unwrap_or(MILLIONTH),
            _ => Fraction::ONE,
        }
    }
}
