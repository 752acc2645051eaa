//! Unit texts of published prices, such as `per 1M tokens`.

use super::fraction::Fraction;
use super::{AUDIO_TOKENS_PER_MINUTE, BillingUnit};

/// Unit text of `vendor_list`, such as `per 1M tokens`, and the quantity that it stands for.
///
/// Assumption: unit texts have their literal meaning. The service's documentation names the field `unit` but shows no
/// example values. `specs/models/units.toml` lists the known texts; the price of any other text is unknown.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct UnitText {
    /// Text as published. Letter case does not matter.
    pub text: String,
    /// Quantity that one price pays for, above zero.
    pub quantity: u64,
    /// Counted unit.
    pub of: CountedUnit,
}

/// Unit that the quantity of a unit text counts.
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
    /// All units.
    pub const ALL: [Self; 5] = [Self::Tokens, Self::Characters, Self::Seconds, Self::Calls, Self::Images];

    /// Returns the name in the specs.
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

    /// Returns true if a text in a record is this unit text.
    pub(super) fn is(&self, text: &str) -> bool {
        self.text.trim().eq_ignore_ascii_case(text.trim())
    }

    /// Returns the part of the price that one counted unit costs. Returns `None` if a model billed by `unit` cannot be
    /// priced by this text.
    pub(super) fn share(&self, unit: &BillingUnit) -> Option<Fraction> {
        let counted = match (unit, self.of) {
            (BillingUnit::Tokens, CountedUnit::Tokens)
            | (BillingUnit::PerCall, CountedUnit::Calls | CountedUnit::Images)
            | (BillingUnit::PerSecond | BillingUnit::AudioDuration, CountedUnit::Seconds)
            // Each character of a speech input is one billed token.
            | (BillingUnit::Characters, CountedUnit::Characters | CountedUnit::Tokens) => Fraction::ONE,
            (BillingUnit::AudioDuration, CountedUnit::Tokens) => TOKENS_PER_SECOND,
            _ => return None,
        };
        counted.times(Fraction::new(1, i128::from(self.quantity))?)
    }
}

/// Tokens that one second of a recording is billed as.
pub(super) const TOKENS_PER_SECOND: Fraction = Fraction { numerator: AUDIO_TOKENS_PER_MINUTE as i128, denominator: 60 };
