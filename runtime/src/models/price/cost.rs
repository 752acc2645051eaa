//! A cost and the prices it was calculated from.

use std::fmt;

use super::Fraction;
use crate::{Decimal, RateUnit, Usd};

/// Cost of a call, and the prices it was calculated from.
///
/// ```
/// use gatewright_runtime::{CountedUnit, ModelRecord, PriceSource, Units, Usage};
///
/// let record = ModelRecord::read(serde_json::json!({
///     "model_name": "chat-large", "billing_unit": "tokens",
///     "vendor_list": { "unit": "per 1M tokens", "faces": [{ "face": "input", "selling_usd": 2.5 }] },
/// })).ok_or("no record")?;
/// let units = Units::default().with_unit_text("per 1M tokens", 1_000_000, CountedUnit::Tokens);
/// let cost = record.cost(&Usage::tokens(1_000, 0), &units).map_err(|_| "unknown")?;
/// assert_eq!(cost.source, PriceSource::Published);
/// assert_eq!(cost.to_string(), "0.0025 USD (published price)");
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cost {
    /// Amount, rounded up at the eighteenth decimal place.
    pub usd: Usd,
    /// Source of the prices; of several sources, the last one in the order of [`PriceSource`].
    pub source: PriceSource,
    /// True if the call can cost less: an estimate from `max_tokens` and the length of the input.
    pub is_upper_bound: bool,
}

/// Prices that a cost was calculated from, in the order in which they are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum PriceSource {
    /// The published price: `selling_usd` in US dollars per unit, such as `per 1M tokens`.
    Published,
    /// The published price times a tier's number in `book_faces`, divided by the `standard` number. Assumption: the
    /// service's documentation does not say how tiers change the published price.
    PublishedTier,
    /// Numbers in `book_faces`, at the amount that [`Units`](crate::Units) states.
    BookFaces,
    /// `model_price`, at the amount that [`Units`](crate::Units) states.
    Price,
    /// `model_ratio` and the ratios that multiply it, at the amount that [`Units`](crate::Units) states.
    Ratios,
}

impl PriceSource {
    /// Returns the name in ledgers and data files.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Published => "published",
            Self::PublishedTier => "published_tier",
            Self::BookFaces => "book_faces",
            Self::Price => "model_price",
            Self::Ratios => "model_ratio",
        }
    }
}

impl fmt::Display for PriceSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Published => "published price",
            Self::PublishedTier => "published price of the tier, an assumption",
            Self::BookFaces => "`book_faces` at the stated unit",
            Self::Price => "`model_price` at the stated unit",
            Self::Ratios => "`model_ratio` at the stated unit",
        })
    }
}

impl From<RateUnit> for PriceSource {
    fn from(unit: RateUnit) -> Self {
        match unit {
            RateUnit::Ratio => Self::Ratios,
            RateUnit::Price => Self::Price,
            RateUnit::BookFace => Self::BookFaces,
        }
    }
}

impl Cost {
    /// Creates a cost from a published price.
    pub const fn published(usd: Usd) -> Self {
        Self { usd, source: PriceSource::Published, is_upper_bound: false }
    }

    #[cfg(feature = "http")]
    pub(crate) fn as_upper_bound(self) -> Self {
        Self { is_upper_bound: true, ..self }
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at_most = if self.is_upper_bound { "at most " } else { "" };
        write!(f, "{at_most}{} USD ({})", self.usd, self.source)
    }
}

/// Multiplies a cost. The result is rounded up at the eighteenth decimal place.
impl std::ops::Mul<Decimal> for Cost {
    type Output = Self;

    fn mul(self, factor: Decimal) -> Self {
        Self { usd: self.usd * factor, ..self }
    }
}

/// Exact price of one token, character, call or second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitPrice {
    pub(super) price: Fraction,
    pub(super) source: PriceSource,
}

impl UnitPrice {
    /// Returns the price in units of 10⁻¹⁸ US dollars, as numerator and denominator.
    pub fn attos(&self) -> (i128, i128) {
        (self.price.numerator, self.price.denominator)
    }

    /// Returns the source of the prices that it was calculated from.
    pub fn source(&self) -> PriceSource {
        self.source
    }
}
