//! Money, exact: a whole number of 10⁻¹⁸ US dollars.

use std::fmt;
use std::str::FromStr;

/// Decimal places that are kept.
const PLACES: usize = 18;
const ATTOS_PER_USD: i128 = 10_i128.pow(PLACES as u32);
const ATTOS_PER_MICRO: i128 = ATTOS_PER_USD / 1_000_000;

/// An exact amount of US dollars.
///
/// ```
/// use gatewright_runtime::Usd;
///
/// let price = Usd::micros(20_000);
/// assert_eq!(price.to_string(), "0.02");
/// assert_eq!("0.02".parse(), Ok(price));
/// assert_eq!(price.checked_mul(3), Some(Usd::micros(60_000)));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Usd {
    attos: i128,
}

impl Usd {
    /// No money at all.
    pub const ZERO: Self = Self { attos: 0 };

    /// An amount in millionths of a dollar.
    pub const fn micros(micros: i64) -> Self {
        Self { attos: micros as i128 * ATTOS_PER_MICRO }
    }

    /// An amount in units of 10⁻¹⁸ dollars, for prices finer than a millionth.
    pub const fn attos(attos: i128) -> Self {
        Self { attos }
    }

    /// The amount in units of 10⁻¹⁸ dollars.
    pub const fn as_attos(self) -> i128 {
        self.attos
    }

    /// The sum, or `None` when it does not fit.
    pub const fn checked_add(self, other: Self) -> Option<Self> {
        match self.attos.checked_add(other.attos) {
            Some(attos) => Some(Self { attos }),
            None => None,
        }
    }

    /// The amount taken `times` times, or `None` when it does not fit.
    pub const fn checked_mul(self, times: i64) -> Option<Self> {
        match self.attos.checked_mul(times as i128) {
            Some(attos) => Some(Self { attos }),
            None => None,
        }
    }
}

/// Sums stop at the largest amount there is, which no account holds.
impl std::ops::Add for Usd {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { attos: self.attos.saturating_add(other.attos) }
    }
}

impl std::ops::Sub for Usd {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self { attos: self.attos.saturating_sub(other.attos) }
    }
}

impl std::ops::AddAssign for Usd {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl std::ops::SubAssign for Usd {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl fmt::Display for Usd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.attos < 0 { "-" } else { "" };
        let attos = self.attos.unsigned_abs();
        let (whole, part) = (attos / ATTOS_PER_USD as u128, attos % ATTOS_PER_USD as u128);
        if part == 0 {
            return write!(f, "{sign}{whole}");
        }
        let digits = format!("{part:0PLACES$}");
        write!(f, "{sign}{whole}.{}", digits.trim_end_matches('0'))
    }
}

impl fmt::Debug for Usd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} USD")
    }
}

/// A text that is not an exact amount: not a decimal number, finer than 10⁻¹⁸ or too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a decimal amount of at most 18 places")]
pub struct ParseUsdError;

impl FromStr for Usd {
    type Err = ParseUsdError;

    /// Reads a decimal number, with an exponent if there is one (`2e-3`), without rounding.
    fn from_str(text: &str) -> Result<Self, ParseUsdError> {
        let (number, exponent) = match text.split_once(['e', 'E']) {
            Some((number, exponent)) => (number, exponent.parse::<i32>().map_err(|_| ParseUsdError)?),
            None => (text, 0),
        };
        let (negative, number) = match number.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, number),
        };
        let (whole, part) = number.split_once('.').unwrap_or((number, ""));
        let digits = [whole, part].concat();
        let digits = digits.trim_end_matches('0');
        if whole.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(ParseUsdError);
        }
        // What the trailing zeros stood for is made up for by the scale.
        let scale = PLACES as i64 + i64::from(exponent) - digits.len() as i64 + whole.len() as i64;
        if digits.trim_start_matches('0').is_empty() {
            return Ok(Self::ZERO);
        }
        let scale = u32::try_from(scale).map_err(|_| ParseUsdError)?;
        let factor = 10_i128.checked_pow(scale).ok_or(ParseUsdError)?;
        let digits: i128 = digits.parse().map_err(|_| ParseUsdError)?;
        let attos = digits.checked_mul(factor).ok_or(ParseUsdError)?;
        Ok(Self { attos: if negative { -attos } else { attos } })
    }
}

/// As decimal text: a JSON number would not be exact everywhere.
#[cfg(feature = "http")]
impl serde::Serialize for Usd {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "http")]
impl<'de> serde::Deserialize<'de> for Usd {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_and_prints_exactly() {
        for (text, printed) in [
            ("0.02", "0.02"),
            ("0.0020", "0.002"),
            ("2e-3", "0.002"),
            ("1.5E2", "150"),
            ("100", "100"),
            ("0", "0"),
            ("0.000", "0"),
            ("0e99", "0"),
            ("-0.25", "-0.25"),
            ("0.000000000000000001", "0.000000000000000001"),
            ("1e-18", "0.000000000000000001"),
            ("12000000000000", "12000000000000"),
        ] {
            assert_eq!(text.parse::<Usd>().map(|usd| usd.to_string()), Ok(printed.into()), "{text}");
        }
    }

    #[test]
    fn refuses_what_is_not_an_exact_amount() {
        for text in
            ["", ".", "-", ".5", "+1", "1,5", "0x1", "1e", "1e99", "1e-19", "NaN", "inf", "1e9999999999", "½", "1.2.3"]
        {
            assert_eq!(text.parse::<Usd>(), Err(ParseUsdError), "{text}");
        }
    }
}
