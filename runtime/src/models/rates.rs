//! What a record asks for each thing that has a price of its own, as numbers of units that may not be published.

use std::collections::BTreeMap;

use super::{BillingUnit, BookFaces, Condition, ModelRecord, Tier};
use crate::Decimal;

/// As many tokens is a minute of sound billed for; seconds count as whole ones, and there is at least one.
pub const AUDIO_TOKENS_A_MINUTE: i64 = 1_000;

/// What can have a price of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Face {
    /// Text in.
    Input,
    /// Text out.
    Output,
    /// In, and read from the cache.
    CacheRead,
    /// In, and written to the cache.
    CacheWrite,
    /// In, and written to the cache for an hour.
    CacheWrite1h,
    /// Pictures in.
    ImageInput,
    /// Pictures out.
    ImageOutput,
    /// Sound in.
    AudioInput,
    /// Sound out.
    AudioOutput,
    /// A call, or a picture.
    PerCall,
    /// A second of a clip.
    VideoSecond,
}

/// A price as a number of something: what one of that costs may not be published.
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
    /// What it is a number of.
    pub of: RateUnit,
    /// How many of them.
    pub number: Decimal,
}

/// What the numbers of a record count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RateUnit {
    /// What a million input tokens cost at a `model_ratio` of 1.
    Ratio,
    /// What a call or a second costs at a `model_price` of 1.
    Price,
    /// What a million tokens, a call or a second cost at 1 in `book_faces`.
    BookFace,
}

impl RateUnit {
    /// The field of a record whose unit it is.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ratio => "model_ratio",
            Self::Price => "model_price",
            Self::BookFace => "book_faces",
        }
    }
}

impl Face {
    /// What records call it.
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

    /// Whether it is tokens, which are priced by the million.
    pub const fn is_tokens(self) -> bool {
        !matches!(self, Self::PerCall | Self::VideoSecond)
    }

    /// Whether it is part of the length that conditions speak of: everything that goes in.
    pub const fn is_context(self) -> bool {
        matches!(
            self,
            Self::Input | Self::CacheRead | Self::CacheWrite | Self::CacheWrite1h | Self::ImageInput | Self::AudioInput
        )
    }
}

impl BillingUnit {
    /// What is counted under it.
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

/// The price of a face, the paid one where it is asked for and there is one.
fn one_of(standard: &Prices, paid: &Prices, face: Face, is_paid: bool) -> Option<Decimal> {
    let paid = paid.get(face.name()).filter(|_| is_paid);
    paid.or_else(|| standard.get(face.name())).copied()
}

impl BookFaces {
    /// Whether there are tiers, and none can be read.
    pub fn has_unreadable_tiers(&self) -> bool {
        self.other.contains_key("tiers")
    }

    /// The tiers in the order in which they go first: the one that asks for the most.
    pub fn ranked(&self) -> Vec<&Tier> {
        let mut tiers: Vec<_> = self.tiers.iter().collect();
        tiers.sort_by_key(|it| std::cmp::Reverse(it.rank()));
        tiers
    }

    fn price(&self, face: Face, paid: bool) -> Option<Decimal> {
        one_of(&self.standard, &self.paid, face, paid)
    }
}

impl Tier {
    /// Whether nobody can say that it goes before another one that holds as well, and that makes a difference. It does
    /// if it asks for all that the other asks for.
    pub fn rivals(&self, other: &Self) -> bool {
        let asks = |wanted: &Condition| {
            self.when.iter().any(|it| match (it, wanted) {
                (Condition::ContextLongerThan(own), Condition::ContextLongerThan(wanted)) => own >= wanted,
                (own, wanted) => own == wanted,
            })
        };
        let goes_first = other.when.iter().all(asks) && self.rank() != other.rank();
        !goes_first && (&self.standard, &self.paid) != (&other.standard, &other.paid)
    }

    /// Whether all of it can be read, conditions and prices.
    pub fn is_readable(&self) -> bool {
        !["when", "standard", "paid"].iter().any(|it| self.other.contains_key(*it))
    }

    fn price(&self, face: Face, paid: bool) -> Option<Decimal> {
        one_of(&self.standard, &self.paid, face, paid)
    }

    /// How much it asks for: how many conditions, and of what length.
    fn rank(&self) -> (usize, Option<i64>) {
        let lengths = self.when.iter().filter_map(|it| match it {
            Condition::ContextLongerThan(tokens) => Some(*tokens),
            _ => None,
        });
        (self.when.len(), lengths.max())
    }
}

impl ModelRecord {
    /// What one token (by the million), call or second is priced at under a tier: the first of these whose unit is
    /// known counts. None at all: there is no price.
    pub fn rates(&self, face: Face, tier: Option<&Tier>, paid: bool) -> Vec<Rate> {
        // Ratios know nothing of conditions.
        let stated = if tier.is_some_and(|it| !it.when.is_empty()) { None } else { self.stated(face) };
        [self.booked(face, tier, paid), stated].into_iter().flatten().collect()
    }

    /// By face, where the record has faces.
    fn booked(&self, face: Face, tier: Option<&Tier>, paid: bool) -> Option<Rate> {
        let of_tier = tier.and_then(|it| it.price(face, paid));
        let number = of_tier.or_else(|| self.book_faces.as_ref()?.price(face, paid))?;
        // Nobody is paid for a call.
        (number >= Decimal::ZERO).then_some(Rate { of: RateUnit::BookFace, number })
    }

    /// By ratios, or by the price of a call or a second.
    fn stated(&self, face: Face) -> Option<Rate> {
        let ratios = &self.ratios;
        if !face.is_tokens() {
            // A price of a second is none of a call, and the other way round.
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
