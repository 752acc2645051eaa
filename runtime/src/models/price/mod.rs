//! Cost of a call: from the published price, else from numbers of the record whose units are known.

mod cost;
mod published;
#[cfg(test)]
mod tests;
mod tiers;

use std::time::SystemTime;

use serde_json::Value;

use super::unit_text::TOKENS_PER_SECOND;
use super::usage::{whole, whole_seconds};
use super::{BillingUnit, Face, ModelRecord, Tier, Units, Usage};
use crate::{Decimal, Usd};

pub(crate) use super::fraction::Fraction;
pub use cost::{Cost, PriceSource, UnitPrice};

/// Reason why a cost is unknown. Unknown does not mean free.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CostUnknown {
    /// The unit of a number in the record is unknown.
    #[error("the record has a price, but the unit of its `{0}` is not published; help: set it in `Units`")]
    Unit(&'static str),
    /// The unit text of the published price is not in the table of unit texts.
    #[error("unknown unit `{0}` of the published price; help: add it to `models/units.toml` or `Units`")]
    UnitText(String),
    /// The published price has no unit text.
    #[error("the published price has no unit")]
    NoUnitText,
    /// The unit text of the published price counts something other than the billing unit of the call.
    #[error("the published price is `{0}`, but the call is billed by {1}")]
    OtherUnit(String, &'static str),
    /// The record has no price for a part of the usage.
    #[error("the record has no price for `{0}`")]
    Face(&'static str),
    /// The billing unit of the record is missing or unknown.
    #[error("missing or unknown billing unit in the record")]
    BillingUnit,
    /// The model is not set, or is not in the catalog.
    #[error("the model is not set, or is not in the catalog that this client was generated from")]
    Record,
    /// The usage is not known before the call.
    #[error("the number of {0} is not known yet")]
    Usage(&'static str),
    /// The price depends on something unknown.
    #[error("the price depends on {0}, which is unknown")]
    Condition(&'static str),
    /// The amount does not fit into [`Usd`].
    #[error("cannot calculate the cost: it is too large")]
    TooLarge,
}

impl CostUnknown {
    /// Returns true if there is a published price whose unit cannot be used. Then the other numbers of the record do not
    /// count, either.
    pub fn is_unit_of_published_price(&self) -> bool {
        matches!(self, Self::UnitText(_) | Self::NoUnitText | Self::OtherUnit(..))
    }
}

/// Facts that the price of a call can depend on in addition to its usage.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct PriceContext {
    /// Body of the request.
    pub request: Option<Value>,
    /// Time at which the request is sent.
    pub at: Option<SystemTime>,
}

impl ModelRecord {
    /// Returns the cost of a call. Before the call, pass an estimate of its usage; after it, the usage that the reply
    /// states.
    ///
    /// Each price is the published one, else a number of the record whose unit is known. A published price whose unit text
    /// is not listed is unknown.
    ///
    /// Assumptions, which are not in the service's documentation:
    /// - Ratios multiply: output is `model_ratio` × `completion_ratio`, audio output `model_ratio` × `audio_ratio` ×
    ///   `audio_completion_ratio`.
    /// - A tier applies if all of its conditions hold; a tier without conditions applies if no other one does.
    /// - Of several tiers whose conditions hold, the one whose conditions include those of all others applies; a longer
    ///   context includes a shorter one. If there is none and the prices differ, the cost is unknown.
    pub fn cost(&self, usage: &Usage, units: &Units) -> Result<Cost, CostUnknown> {
        self.cost_with_context(usage, units, &PriceContext::default())
    }

    /// Same as [`cost`](Self::cost), for prices that depend on the request or on the time.
    pub fn cost_with_context(&self, usage: &Usage, units: &Units, context: &PriceContext) -> Result<Cost, CostUnknown> {
        let tier = self.tier(usage, units, context)?;
        let unit = self.billing_unit.as_ref().ok_or(CostUnknown::BillingUnit)?;
        let counts: Vec<(Face, Decimal)> = match unit {
            BillingUnit::Tokens => usage.tokens.by_face().map(|(face, count)| (face, whole(count))).into(),
            BillingUnit::Characters => vec![(Face::Input, whole(usage.characters))],
            BillingUnit::AudioDuration => {
                vec![(Face::Input, whole_seconds(usage.audio.ok_or(CostUnknown::Usage("seconds of audio"))?))]
            }
            BillingUnit::PerCall => vec![(Face::PerCall, whole(usage.calls))],
            BillingUnit::PerSecond => vec![(Face::VideoSecond, usage.seconds)],
            BillingUnit::Other(_) => return Err(CostUnknown::BillingUnit),
        };
        // Without usage in its billing unit, the record does not state the cost of the call.
        if counts.iter().all(|(_, count)| *count == Decimal::ZERO) {
            return Err(CostUnknown::Usage(unit.counted()));
        }
        self.sum(&counts, unit, tier, units)
    }

    /// Returns the cost of images: per image, whatever the billing unit of the record is.
    pub fn cost_of_images(&self, count: u64, units: &Units) -> Result<Cost, CostUnknown> {
        self.cost_of_images_with_context(count, units, &PriceContext::default())
    }

    /// Same as [`cost_of_images`](Self::cost_of_images), for prices that depend on the request or on the time.
    pub fn cost_of_images_with_context(
        &self,
        count: u64,
        units: &Units,
        context: &PriceContext,
    ) -> Result<Cost, CostUnknown> {
        if count == 0 {
            return Err(CostUnknown::Usage("images"));
        }
        let tier = self.tier(&Usage::images(count), units, context)?;
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
        // Rounded up once, so that no estimate is below the cost.
        Ok(Cost { usd: Usd::attos(sum.rounded_up()), source, is_upper_bound: false })
    }

    /// Returns the price of one token, character, call or second under a tier, from the first source that states it: the
    /// [published price](Self::published_price), else a number whose unit is known. [`cost`](Self::cost) multiplies it.
    pub fn price_of(
        &self,
        face: Face,
        unit: &BillingUnit,
        tier: Option<&Tier>,
        units: &Units,
    ) -> Result<UnitPrice, CostUnknown> {
        let mut why = match self.published_price(face, unit, tier, units) {
            Ok(price) => return Ok(price),
            // There is a published price, so no other number counts.
            Err(why) if why.is_unit_of_published_price() => return Err(why),
            Err(why) => why,
        };
        for rate in self.rates(face, tier, units.paid) {
            match units.of(rate.of) {
                Some(usd) => {
                    let price = Fraction::new((usd * rate.number).as_attos(), 1).and_then(|it| it.times(unit.share()));
                    return Ok(UnitPrice { price: price.ok_or(CostUnknown::TooLarge)?, source: rate.of.into() });
                }
                // A published price that cannot be used is the more useful reason.
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
    /// Returns the plural name of the counted unit.
    fn counted(&self) -> &'static str {
        match self {
            Self::Tokens => "tokens",
            Self::Characters => "characters",
            Self::AudioDuration => "seconds of audio",
            Self::PerCall => "calls",
            Self::PerSecond => "seconds",
            Self::Other(_) => "units",
        }
    }

    /// Returns the part of a [`Rate`](super::Rate) that one counted unit costs, as numerator and denominator. Token
    /// rates are per 1M tokens, and recordings are billed as tokens.
    pub fn rate_fraction(&self) -> (i128, i128) {
        let share = self.share();
        (share.numerator, share.denominator)
    }

    fn share(&self) -> Fraction {
        const MILLIONTH: Fraction = Fraction { numerator: 1, denominator: 1_000_000 };
        match self {
            Self::Tokens | Self::Characters => MILLIONTH,
            Self::AudioDuration => TOKENS_PER_SECOND.times(MILLIONTH).unwrap_or(MILLIONTH),
            _ => Fraction::ONE,
        }
    }
}
