//! Prices in a record, as numbers in units that may not be published.

use std::collections::BTreeMap;

use super::{BillingUnit, BookFaces, Condition, ModelRecord, Tier};
use crate::Decimal;

/// Tokens that one minute of audio is billed as. Recordings are billed in whole seconds, at least one.
pub const AUDIO_TOKENS_PER_MINUTE: i64 = 1_000;

/// Part of the usage that has its own price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Face {
    /// Text input.
    Input,
    /// Text output.
    Output,
    /// Input that is read from the cache.
    CacheRead,
    /// Input that is written to the cache.
    CacheWrite,
    /// Input that is written to the cache for one hour.
    CacheWrite1h,
    /// Image input.
    ImageInput,
    /// Image output.
    ImageOutput,
    /// Audio input.
    AudioInput,
    /// Audio output.
    AudioOutput,
    /// One call or one image.
    PerCall,
    /// One second of video.
    VideoSecond,
}

/// Price as a number in a unit. The price of one unit may not be published.
///
/// ```
/// use gatewright_runtime::{Face, ModelRecord, RateUnit};
///
/// let record = ModelRecord::read(serde_json::json!({
///     "model_name": "chat-large", "billing_unit": "tokens", "model_ratio": 1.5, "completion_ratio": 5,
/// })).ok_or("no record")?;
/// let output = &record.rates(Face::Output, None, false)[0];
/// assert_eq!((output.of, output.number.to_string().as_str()), (RateUnit::Ratio, "7.5"));
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rate {
    /// Unit of the number.
    pub of: RateUnit,
    /// Number of units.
    pub number: Decimal,
}

/// Unit of a number in a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RateUnit {
    /// Price of 1M input tokens at a `model_ratio` of 1.
    Ratio,
    /// Price of a call or a second at a `model_price` of 1.
    Price,
    /// Price of 1M tokens, a call or a second at 1 in `book_faces`.
    BookFace,
}

impl RateUnit {
    /// Returns the field of a record that has this unit.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ratio => "model_ratio",
            Self::Price => "model_price",
            Self::BookFace => "book_faces",
        }
    }
}

impl Face {
    /// Returns the name in records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::Output => "output",
            Self::CacheRead => "cache_read",
            Self::CacheWrite => "cache_write",
            Self::CacheWrite1h => "cache_write_1h",
            Self::ImageInput => "image_input",
            Self::ImageOutput => "image_output",
            Self::AudioInput => "audio_input",
            Self::AudioOutput => "audio_output",
            Self::PerCall => "per_call",
            Self::VideoSecond => "video_second",
        }
    }

    /// Returns true if it counts tokens, which are priced per 1M.
    pub const fn is_tokens(self) -> bool {
        !matches!(self, Self::PerCall | Self::VideoSecond)
    }

    /// Returns true if it counts towards the context length of conditions, which is all input.
    pub const fn is_context(self) -> bool {
        matches!(
            self,
            Self::Input | Self::CacheRead | Self::CacheWrite | Self::CacheWrite1h | Self::ImageInput | Self::AudioInput
        )
    }
}

impl BillingUnit {
    /// Returns the faces that are counted in this unit.
    pub const fn faces(&self) -> &'static [Face] {
        match self {
            Self::Tokens => &[
                Face::Input,
                Face::Output,
                Face::CacheRead,
                Face::CacheWrite,
                Face::CacheWrite1h,
                Face::ImageInput,
                Face::ImageOutput,
                Face::AudioInput,
                Face::AudioOutput,
            ],
            Self::Characters | Self::AudioDuration => &[Face::Input],
            Self::PerCall => &[Face::PerCall],
            Self::PerSecond => &[Face::VideoSecond],
            Self::Other(_) => &[],
        }
    }
}

type Prices = BTreeMap<String, Decimal>;

/// Returns the price of a face: the paid price if it is requested and exists, else the standard price.
fn standard_or_paid(standard: &Prices, paid: &Prices, face: Face, is_paid: bool) -> Option<Decimal> {
    let paid = paid.get(face.name()).filter(|_| is_paid);
    paid.or_else(|| standard.get(face.name())).copied()
}

impl BookFaces {
    /// Returns true if there are tiers, but none of them can be read.
    pub fn has_unreadable_tiers(&self) -> bool {
        self.other.contains_key("tiers")
    }

    /// Returns the tiers in order of precedence, the one with the strictest conditions first.
    pub fn ranked(&self) -> Vec<&Tier> {
        let mut tiers: Vec<_> = self.tiers.iter().collect();
        tiers.sort_by_key(|it| std::cmp::Reverse(it.rank()));
        tiers
    }

    fn price(&self, face: Face, paid: bool) -> Option<Decimal> {
        standard_or_paid(&self.standard, &self.paid, face, paid)
    }
}

impl Tier {
    /// Returns true if this tier does not take precedence over another one that also holds, and their prices differ. It
    /// takes precedence if its conditions include all conditions of the other.
    pub fn rivals(&self, other: &Self) -> bool {
        let includes = |wanted: &Condition| {
            self.when.iter().any(|it| match (it, wanted) {
                (Condition::ContextLongerThan(own), Condition::ContextLongerThan(wanted)) => own >= wanted,
                (own, wanted) => own == wanted,
            })
        };
        let takes_precedence = other.when.iter().all(includes) && self.rank() != other.rank();
        !takes_precedence && (&self.standard, &self.paid) != (&other.standard, &other.paid)
    }

    /// Returns true if all conditions and prices can be read.
    pub fn is_readable(&self) -> bool {
        !["when", "standard", "paid"].iter().any(|it| self.other.contains_key(*it))
    }

    fn price(&self, face: Face, paid: bool) -> Option<Decimal> {
        standard_or_paid(&self.standard, &self.paid, face, paid)
    }

    /// Returns how strict the conditions are: their number, and the longest context length.
    fn rank(&self) -> (usize, Option<i64>) {
        let lengths = self.when.iter().filter_map(|it| match it {
            Condition::ContextLongerThan(tokens) => Some(*tokens),
            _ => None,
        });
        (self.when.len(), lengths.max())
    }
}

impl ModelRecord {
    /// Returns the rates of one token (per 1M), call or second under a tier. The first one whose unit is known applies.
    /// An empty list means that there is no price.
    pub fn rates(&self, face: Face, tier: Option<&Tier>, paid: bool) -> Vec<Rate> {
        // Ratios do not apply under conditions.
        let unconditional =
            if tier.is_some_and(|it| !it.when.is_empty()) { None } else { self.ratio_or_price_rate(face) };
        [self.book_face_rate(face, tier, paid), unconditional].into_iter().flatten().collect()
    }

    /// Returns the rate in `book_faces`, if the record has one.
    fn book_face_rate(&self, face: Face, tier: Option<&Tier>, paid: bool) -> Option<Rate> {
        let of_tier = tier.and_then(|it| it.price(face, paid));
        let number = of_tier.or_else(|| self.book_faces.as_ref()?.price(face, paid))?;
        // A price is never negative.
        (number >= Decimal::ZERO).then_some(Rate { of: RateUnit::BookFace, number })
    }

    /// Returns the rate from the ratios, or from the price of a call or a second.
    fn ratio_or_price_rate(&self, face: Face) -> Option<Rate> {
        let ratios = &self.ratios;
        if !face.is_tokens() {
            // A price per second is not a price per call, and vice versa.
            let other = if face == Face::PerCall { BillingUnit::PerSecond } else { BillingUnit::PerCall };
            let number = self.price.filter(|it| self.billing_unit != Some(other) && *it > Decimal::ZERO)?;
            return Some(Rate { of: RateUnit::Price, number });
        }
        let of_input = match face {
            Face::Output => ratios.completion,
            Face::CacheRead => ratios.cache,
            Face::CacheWrite => ratios.create_cache,
            Face::ImageInput => ratios.image,
            Face::AudioInput => ratios.audio,
            Face::AudioOutput => ratios.audio.zip(ratios.audio_completion).map(|(input, output)| input * output),
            Face::Input => Some(Decimal::from(1)),
            _ => None,
        };
        let input = ratios.input.filter(|it| *it > Decimal::ZERO)?;
        let of_input = of_input.filter(|it| *it >= Decimal::ZERO)?;
        Some(Rate { of: RateUnit::Ratio, number: input * of_input })
    }
}
