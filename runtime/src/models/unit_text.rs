//! Unit texts of published prices, such as `per 1M tokens`.

use super::fraction::Fraction;
use super::{AUDIO_TOKENS_A_MINUTE, BillingUnit};

/// Quantity that a unit text of `vendor_list` stands for.
///
/// Assumption: the documents show the field `unit` and none of its texts. The table of texts is in
/// `specs/models/units.toml`; a text that is not in it leaves the price unknown.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct UnitText {
    /// The text as published. Letter case does not matter.
    pub text: String,
    /// Quantity that one price pays for, above zero.
    pub quantity: u64,
    /// What is counted.
    pub of: CountedUnit,
}

/// What the quantity of a unit text counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CountedUnit {
    /// Tokens.
    Tokens,
    /// Characters of a speech input.
    Characters,
    /// Seconds of a recording or of a video.
    Seconds,
    /// Calls.
    Calls,
    /// Images.
    Images,
}

impl CountedUnit {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Tokens, Self::Characters, Self::Seconds, Self::Calls, Self::Images];

    /// Its name in the specs.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Tokens => "tokens",
            Self::Characters => "characters",
            Self::Seconds => "seconds",
            Self::Calls => "calls",
            Self::Images => "images",
        }
    }
}

impl UnitText {
    pub(super) fn new(text: impl Into<String>, quantity: u64, of: CountedUnit) -> Self {
        Self { text: text.into(), quantity, of }
    }

    /// Whether a record means this one.
    pub(super) fn is(&self, text: &str) -> bool {
        self.text.trim().eq_ignore_ascii_case(text.trim())
    }

    /// Part of the price that one counted thing costs, where a model billed by `unit` can be priced by this text.
    pub(super) fn share(&self, unit: &BillingUnit) -> Option<Fraction> {
        let counted = match (unit, self.of) {
            (BillingUnit::Tokens, CountedUnit::Tokens)
            | (BillingUnit::PerCall, CountedUnit::Calls | CountedUnit::Images)
            | (BillingUnit::PerSecond | BillingUnit::AudioDuration, CountedUnit::Seconds)
            // Each character of a speech input is one billed token.
            | (BillingUnit::Characters, CountedUnit::Characters | CountedUnit::Tokens) => Fraction::ONE,
            (BillingUnit::AudioDuration, CountedUnit::Tokens) => TOKENS_A_SECOND,
            _ => return None,
        };
        counted.times(Fraction::new(1, i128::from(self.quantity))?)
    }
}

/// Tokens that a second of a recording is billed as.
pub(super) const TOKENS_A_SECOND: Fraction = Fraction { numerator: AUDIO_TOKENS_A_MINUTE as i128, denominator: 60 };
