//! Published prices: `selling_usd` of `vendor_list` and of its faces.

use super::{CostUnknown, Fraction, PriceSource, UnitPrice};
use crate::{BillingUnit, Decimal, Face, ModelRecord, RateUnit, Retail, Tier, Units, visible};

impl ModelRecord {
    /// Returns the published price of one token, character, call or second under a tier.
    ///
    /// Assumptions, which are not in the service's documentation:
    /// - `selling_usd` already contains the discount of `discount_pct`; `billing_rate` and groups do not change it.
    /// - The `selling_usd` next to `faces` is the price of the input, the call or the second that the model is billed by.
    /// - A record whose published prices are all zero has no published price.
    /// - The price under a tier is the published price times the tier's number in `book_faces`, divided by the `standard`
    ///   number.
    pub fn published_price(
        &self,
        face: Face,
        unit: &BillingUnit,
        tier: Option<&Tier>,
        units: &Units,
    ) -> Result<UnitPrice, CostUnknown> {
        let none = CostUnknown::Face(face.name());
        let retail = self.retail.as_ref().ok_or(none.clone())?;
        let usd = retail.selling_price(face, unit).ok_or(none)?;
        let text = retail.unit.as_deref().map(str::trim).filter(|it| !it.is_empty());
        let text = text.ok_or(CostUnknown::NoUnitText)?;
        let listed = units
            .texts
            .iter()
            .find(|it| it.is(text))
            .ok_or_else(|| CostUnknown::UnitText(visible(text).into_owned()))?;
        let share =
            listed.share(unit).ok_or_else(|| CostUnknown::OtherUnit(visible(text).into_owned(), unit.counted()))?;
        let times = self.tier_factor(face, tier, units.paid)?;
        let source = if times == Fraction::ONE { PriceSource::Published } else { PriceSource::PublishedTier };
        let price = Fraction::new(usd.as_attos(), 1).and_then(|it| it.times(share)?.times(times));
        Ok(UnitPrice { price: price.ok_or(CostUnknown::TooLarge)?, source })
    }

    /// Returns the published price of a face under a tier, in US dollars for one [unit text](Retail::unit); `None` if it is
    /// unknown or has no exact decimal value. [`published_price`](Self::published_price) lists the assumptions.
    pub fn price_under_tier(&self, face: Face, unit: &BillingUnit, tier: &Tier, paid: bool) -> Option<Decimal> {
        let usd = self.retail.as_ref()?.selling_price(face, unit)?;
        let times = self.tier_factor(face, Some(tier), paid).ok()?;
        let price = Fraction::new(usd.as_attos(), 1)?.times(times)?;
        (price.numerator % price.denominator == 0).then(|| Decimal::attos(price.numerator / price.denominator))
    }

    /// Returns the factor by which a tier, or the `paid` prices, multiply the standard price.
    fn tier_factor(&self, face: Face, tier: Option<&Tier>, paid: bool) -> Result<Fraction, CostUnknown> {
        let Some(booked) = self.rates(face, tier, paid).into_iter().find(|it| it.of == RateUnit::BookFace) else {
            // A tier without a number for the face does not state its price.
            let is_conditional = tier.is_some_and(|it| !it.when.is_empty());
            let unknown = CostUnknown::Condition("a tier that has no number for this price");
            return if is_conditional { Err(unknown) } else { Ok(Fraction::ONE) };
        };
        let standard = self.book_faces.as_ref().and_then(|it| it.standard.get(face.name()).copied());
        match standard {
            Some(standard) if standard == booked.number => Ok(Fraction::ONE),
            // The only number belongs to a tier without conditions, so it is the standard one.
            None if tier.is_none_or(|it| it.when.is_empty()) => Ok(Fraction::ONE),
            standard => Fraction::new(booked.number.as_attos(), standard.unwrap_or_default().as_attos())
                .ok_or(CostUnknown::Condition("a tier without a standard price to compare with")),
        }
    }
}

impl Retail {
    /// Returns the published price of a face, in US dollars for one unit text.
    fn selling_price(&self, face: Face, unit: &BillingUnit) -> Option<Decimal> {
        let of_faces = || self.faces.iter().filter_map(|it| Some((it.face.as_deref()?, it.selling_usd?)));
        // If all prices are zero, none has been set.
        let is_set = of_faces().map(|(_, usd)| usd).chain(self.selling_usd).any(|usd| usd > Decimal::ZERO);
        let mut of_face = of_faces().filter(|(name, _)| *name == face.name()).map(|(_, usd)| usd);
        let usd = match of_face.next() {
            // If a face has two prices, neither is valid.
            Some(usd) if of_face.any(|other| other != usd) => return None,
            None if unit.faces().first() == Some(&face) => self.selling_usd,
            of_face => of_face,
        };
        usd.filter(|usd| is_set && *usd >= Decimal::ZERO)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use serde_json::{Value, json};

    use super::*;
    use crate::{CountedUnit, Usage, Usd};

    fn record(unit: &str, vendor_list: Value, more: Value) -> ModelRecord {
        let mut fields = json!({ "model_name": "sample", "billing_unit": unit, "vendor_list": vendor_list });
        fields.as_object_mut().expect("an object").extend(more.as_object().cloned().unwrap_or_default());
        ModelRecord::read(fields).expect("it has a name")
    }

    fn units() -> Units {
        Units::default()
            .with_unit_text("per 1M tokens", 1_000_000, CountedUnit::Tokens)
            .with_unit_text("per 1K characters", 1_000, CountedUnit::Characters)
            .with_unit_text("per minute", 60, CountedUnit::Seconds)
            .with_unit_text("per second", 1, CountedUnit::Seconds)
            .with_unit_text("per image", 1, CountedUnit::Images)
            .with_unit_text("per call", 1, CountedUnit::Calls)
    }

    fn cost(record: &ModelRecord, usage: &Usage) -> Result<(String, PriceSource), CostUnknown> {
        record.cost(usage, &units()).map(|it| (it.usd.to_string(), it.source))
    }

    fn published(usd: &str) -> Result<(String, PriceSource), CostUnknown> {
        Ok((usd.to_owned(), PriceSource::Published))
    }

    #[test]
    fn published_prices_are_exact_in_every_unit() {
        let selling = |usd: &str, unit: &str| json!({ "selling_usd": usd, "unit": unit });
        for (unit, vendor_list, usage, usd) in [
            ("tokens", selling("2.7", "per 1M tokens"), Usage::tokens(1_000, 0), "0.0027"),
            ("tokens", selling("2.7", " PER 1m TOKENS "), Usage::tokens(1, 0), "0.0000027"),
            ("characters", selling("0.015", "per 1K characters"), Usage::speech("tea"), "0.000045"),
            ("characters", selling("15", "per 1M tokens"), Usage::speech("tea"), "0.000045"),
            ("audio_duration", selling("0.006", "per minute"), Usage::audio(Duration::from_millis(1_500)), "0.0002"),
            ("audio_duration", selling("6", "per 1M tokens"), Usage::audio(Duration::from_secs(60)), "0.006"),
            // A fraction of 10⁻¹⁸ is rounded up once.
            (
                "audio_duration",
                selling("1e-18", "per minute"),
                Usage::audio(Duration::from_secs(1)),
                "0.000000000000000001",
            ),
            ("per_call", selling("0.04", "per image"), Usage::images(3), "0.12"),
            ("per_call", selling("0.04", "per call"), Usage::images(1), "0.04"),
            ("per_second", selling("0.1", "per second"), Usage::video(Decimal::from(5)), "0.5"),
        ] {
            assert_eq!(cost(&record(unit, vendor_list.clone(), json!({})), &usage), published(usd), "{vendor_list}");
        }
        let faces = json!({ "unit": "per 1M tokens", "selling_usd": 3, "faces": [
            { "face": "input", "selling_usd": "2.5" }, { "face": "output", "selling_usd": 10 },
            { "face": "cache_read", "selling_usd": 0 },
        ] });
        let chat = record("tokens", faces, json!({}));
        assert_eq!(
            cost(&chat, &Usage::tokens(1_000_000, 1_000_000)),
            published("12.5"),
            "the price of the face takes precedence"
        );
        let mut cached = Usage::tokens(1_000_000, 0);
        cached.tokens.cache_read = 1_000_000;
        assert_eq!(cost(&chat, &cached), published("2.5"), "a face can be free");
    }

    #[test]
    fn a_published_price_takes_precedence_over_numbers_with_known_units() {
        let faces = json!([{ "face": "input", "selling_usd": 2 }]);
        let both = record(
            "tokens",
            json!({ "unit": "per 1M tokens", "faces": faces }),
            json!({ "model_ratio": 1, "completion_ratio": 4 }),
        );
        let known = units().with_ratio(Usd::micros(5_000_000));
        let of = |usage: Usage| both.cost(&usage, &known).map(|it| (it.usd.to_string(), it.source));
        assert_eq!(of(Usage::tokens(1_000_000, 0)), published("2"));
        assert_eq!(
            of(Usage::tokens(1_000_000, 1_000_000)),
            Ok(("22".into(), PriceSource::Ratios)),
            "the last source counts"
        );
        assert_eq!(cost(&both, &Usage::tokens(1, 1)), Err(CostUnknown::Unit("model_ratio")));
        let unlisted = record("tokens", json!({ "unit": "per page", "faces": faces }), json!({ "model_ratio": 1 }));
        let of = |units: &Units| unlisted.cost(&Usage::tokens(1_000_000, 0), units).map(|it| it.source);
        for units in [&known, &units()] {
            assert_eq!(of(units), Err(CostUnknown::UnitText("per page".into())), "no ratio replaces a published price");
        }
    }

    #[test]
    fn an_unusable_published_price_is_unknown_with_the_reason() {
        let tokens = Usage::tokens(1_000, 0);
        for (vendor_list, why) in [
            (json!({ "selling_usd": 2, "unit": "per moon" }), CostUnknown::UnitText("per moon".into())),
            (json!({ "selling_usd": 2, "unit": "per\u{1b} moon" }), CostUnknown::UnitText("perU+001B moon".into())),
            (json!({ "selling_usd": 2 }), CostUnknown::NoUnitText),
            (json!({ "selling_usd": 2, "unit": " " }), CostUnknown::NoUnitText),
            (json!({ "selling_usd": 2, "unit": "per image" }), CostUnknown::OtherUnit("per image".into(), "tokens")),
            (json!({ "selling_usd": 0, "unit": "per 1M tokens" }), CostUnknown::Face("input")),
            (json!({ "selling_usd": -1, "unit": "per 1M tokens" }), CostUnknown::Face("input")),
            (
                json!({ "unit": "per 1M tokens", "faces": [
                    { "face": "input", "selling_usd": 1 }, { "face": "input", "selling_usd": 2 },
                ] }),
                CostUnknown::Face("input"),
            ),
            (
                json!({ "unit": "per 1M tokens", "faces": [{ "face": "output", "selling_usd": 1 }] }),
                CostUnknown::Face("input"),
            ),
        ] {
            assert_eq!(cost(&record("tokens", vendor_list.clone(), json!({})), &tokens), Err(why), "{vendor_list}");
        }
        let text = CostUnknown::UnitText("per moon".into()).to_string();
        assert_eq!(
            text,
            "unknown unit `per moon` of the published price; help: add it to `models/units.toml` or `Units`"
        );
        let never = Units::default().with_unit_text("per 0 tokens", 0, CountedUnit::Tokens);
        let zero = record("tokens", json!({ "selling_usd": 2, "unit": "per 0 tokens" }), json!({}));
        assert!(zero.cost(&tokens, &never).is_err(), "no price is for a quantity of zero");
        let large =
            record("tokens", json!({ "selling_usd": "100000000000000000000", "unit": "per 1M tokens" }), json!({}));
        assert_eq!(cost(&large, &Usage::tokens(u64::MAX, 0)), Err(CostUnknown::TooLarge));
    }

    #[test]
    fn a_tier_multiplies_the_published_price_as_it_does_the_book_face() {
        let vendor_list = json!({ "unit": "per 1M tokens", "faces": [
            { "face": "input", "selling_usd": 3 }, { "face": "output", "selling_usd": 9 }, { "face": "cache_read", "selling_usd": 1 },
        ] });
        let long = json!([{ "dim": "context_len", "context_len_gt": 100 }]);
        let of = |standard: Value, tier: Value| {
            let book =
                json!({ "standard": standard, "paid": { "input": 2 }, "tiers": [{ "standard": tier, "when": long }] });
            record("tokens", vendor_list.clone(), json!({ "book_faces": book }))
        };
        let chat = of(json!({ "input": 3, "output": 7 }), json!({ "input": 4 }));
        assert_eq!(cost(&chat, &Usage::tokens(100, 0)), published("0.0003"));
        // 3 USD × 4 ÷ 3 per 1M tokens.
        assert_eq!(cost(&chat, &Usage::tokens(101, 0)), Ok(("0.000404".into(), PriceSource::PublishedTier)));
        assert_eq!(
            cost(&chat, &Usage::tokens(101, 100)),
            Ok(("0.001304".into(), PriceSource::PublishedTier)),
            "the output price stays the same"
        );
        let paid = chat.cost(&Usage::tokens(100, 0), &units().with_paid()).map(|it| (it.usd.to_string(), it.source));
        assert_eq!(paid, Ok(("0.0002".into(), PriceSource::PublishedTier)));
        for (standard, tier) in [
            (json!({ "output": 7 }), json!({ "input": 4 })),
            (json!({ "input": 0 }), json!({ "input": 4 })),
            (json!({}), json!({ "output": 4 })),
        ] {
            let why = cost(&of(standard.clone(), tier), &Usage::tokens(101, 0));
            assert!(matches!(why, Err(CostUnknown::Condition(_))), "{standard}: {why:?}");
        }
    }
}
