//! Exact decimal numbers, stored as multiples of 10⁻¹⁸.

use std::fmt;
use std::str::FromStr;

/// Number of decimal places.
const PLACES: usize = 18;
const ONE: i128 = 10_i128.pow(PLACES as u32);

/// An exact decimal number, such as a price ratio.
///
/// ```
/// use gatewright_runtime::Decimal;
///
/// let ratio: Decimal = "1.25".parse()?;
/// assert_eq!(ratio * "0.4".parse()?, "0.5".parse()?);
/// # Ok::<(), gatewright_runtime::ParseDecimalError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Decimal {
    attos: i128,
}

impl Decimal {
    /// Zero.
    pub const ZERO: Self = Self { attos: 0 };

    /// Creates a number from units of 10⁻¹⁸.
    pub const fn attos(attos: i128) -> Self {
        Self { attos }
    }

    /// Returns the number in units of 10⁻¹⁸.
    pub const fn as_attos(self) -> i128 {
        self.attos
    }
}

/// Product, rounded up to 18 decimal places. It saturates at the largest number.
impl std::ops::Mul for Decimal {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        // Multiplies whole and fractional parts separately, since the product of the raw integers would soon overflow.
        let (whole, part) = (self.attos.div_euclid(ONE), self.attos.rem_euclid(ONE));
        let (other_whole, other_part) = (other.attos.div_euclid(ONE), other.attos.rem_euclid(ONE));
        // Both fractional parts are less than 10¹⁸, so their product fits.
        let of_parts = part * other_part;
        let rounded = of_parts.div_euclid(ONE) + i128::from(of_parts.rem_euclid(ONE) > 0);
        let attos =
            whole.saturating_mul(other.attos).saturating_add(part.saturating_mul(other_whole)).saturating_add(rounded);
        Self { attos }
    }
}

impl From<i64> for Decimal {
    fn from(number: i64) -> Self {
        Self { attos: i128::from(number) * ONE }
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.attos < 0 { "-" } else { "" };
        let attos = self.attos.unsigned_abs();
        let (whole, part) = (attos / ONE as u128, attos % ONE as u128);
        if part == 0 {
            return write!(f, "{sign}{whole}");
        }
        let digits = format!("{part:0PLACES$}");
        write!(f, "{sign}{whole}.{}", digits.trim_end_matches('0'))
    }
}

impl fmt::Debug for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Error of a text that is not a decimal number, is finer than 10⁻¹⁸ or is too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a decimal number with at most 18 decimal places")]
pub struct ParseDecimalError;

impl FromStr for Decimal {
    type Err = ParseDecimalError;

    /// Reads a decimal number, optionally with an exponent (`2e-3`), without rounding.
    fn from_str(text: &str) -> Result<Self, ParseDecimalError> {
        let (number, exponent) = match text.split_once(['e', 'E']) {
            Some((number, exponent)) => (number, exponent.parse::<i32>().map_err(|_| ParseDecimalError)?),
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
            return Err(ParseDecimalError);
        }
        // The scale makes up for the removed trailing zeros.
        let scale = PLACES as i64 + i64::from(exponent) - digits.len() as i64 + whole.len() as i64;
        if digits.trim_start_matches('0').is_empty() {
            return Ok(Self::ZERO);
        }
        let scale = u32::try_from(scale).map_err(|_| ParseDecimalError)?;
        let factor = 10_i128.checked_pow(scale).ok_or(ParseDecimalError)?;
        let digits: i128 = digits.parse().map_err(|_| ParseDecimalError)?;
        let attos = digits.checked_mul(factor).ok_or(ParseDecimalError)?;
        Ok(Self { attos: if negative { -attos } else { attos } })
    }
}

/// Serializes as decimal text, since not every program reads JSON numbers exactly.
#[cfg(feature = "models")]
impl serde::Serialize for Decimal {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_are_exact_or_rounded_up() {
        let decimal = |text: &str| text.parse::<Decimal>().expect("a decimal");
        for (a, b, product) in [
            ("1.25", "0.4", "0.5"),
            ("1000000", "0.000000000000000001", "0.000000000001"),
            ("0.000000000000000001", "0.5", "0.000000000000000001"),
            ("-2", "1.5", "-3"),
            ("123456789.123456789", "0", "0"),
        ] {
            assert_eq!(decimal(a) * decimal(b), decimal(product), "{a} times {b}");
            assert_eq!(decimal(b) * decimal(a), decimal(product), "{b} times {a}");
        }
    }

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
            assert_eq!(text.parse::<Decimal>().map(|it| it.to_string()), Ok(printed.into()), "{text}");
        }
    }

    #[test]
    fn refuses_text_that_is_not_an_exact_decimal() {
        for text in
            ["", ".", "-", ".5", "+1", "1,5", "0x1", "1e", "1e99", "1e-19", "NaN", "inf", "1e9999999999", "½", "1.2.3"]
        {
            assert_eq!(text.parse::<Decimal>(), Err(ParseDecimalError), "{text}");
        }
    }
}
