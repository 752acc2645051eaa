//! Exact amounts of money.

use std::fmt;
use std::str::FromStr;

use crate::{Decimal, ParseDecimalError};

const ATTOS_PER_MICRO: i128 = 10_i128.pow(12);

/// An exact amount of US dollars, in units of 10⁻¹⁸ dollars.
///
/// ```
/// use gatewright_runtime::Usd;
///
/// let price = Usd::cents(2);
/// assert_eq!(price.to_string(), "0.02");
/// assert_eq!((Usd::dollars(5), Usd::micros(20_000)), ("5".parse()?, price));
/// assert_eq!("0.02".parse(), Ok(price));
/// assert_eq!(price.checked_mul(3), Some(Usd::cents(6)));
/// # Ok::<(), gatewright_runtime::ParseDecimalError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Usd {
    amount: Decimal,
}

impl Usd {
    /// Zero dollars.
    pub const ZERO: Self = Self { amount: Decimal::ZERO };

    /// Creates an amount from whole dollars.
    pub const fn dollars(dollars: i64) -> Self {
        // 10⁶ micros are a dollar. The largest `i64` fits: it has 19 digits, and an `i128` has 38.
        Self::attos(dollars as i128 * 1_000_000 * ATTOS_PER_MICRO)
    }

    /// Creates an amount from hundredths of a dollar.
    pub const fn cents(cents: i64) -> Self {
        Self::attos(cents as i128 * 10_000 * ATTOS_PER_MICRO)
    }

    /// Creates an amount from millionths of a dollar.
    pub const fn micros(micros: i64) -> Self {
        Self::attos(micros as i128 * ATTOS_PER_MICRO)
    }

    /// Creates an amount from units of 10⁻¹⁸ dollars, for prices finer than a millionth.
    pub const fn attos(attos: i128) -> Self {
        Self { amount: Decimal::attos(attos) }
    }

    /// Returns the amount in units of 10⁻¹⁸ dollars.
    pub const fn as_attos(self) -> i128 {
        self.amount.as_attos()
    }

    /// Returns the sum, or `None` on overflow.
    pub const fn checked_add(self, other: Self) -> Option<Self> {
        match self.as_attos().checked_add(other.as_attos()) {
            Some(attos) => Some(Self::attos(attos)),
            None => None,
        }
    }

    /// Returns the amount multiplied by `times`, or `None` on overflow.
    pub const fn checked_mul(self, times: i64) -> Option<Self> {
        match self.as_attos().checked_mul(times as i128) {
            Some(attos) => Some(Self::attos(attos)),
            None => None,
        }
    }
}

/// Sums saturate at the largest amount, which no account holds.
impl std::ops::Add for Usd {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::attos(self.as_attos().saturating_add(other.as_attos()))
    }
}

impl std::ops::Sub for Usd {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self::attos(self.as_attos().saturating_sub(other.as_attos()))
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

/// Product of an amount and a factor, rounded up at the eighteenth decimal place.
impl std::ops::Mul<Decimal> for Usd {
    type Output = Self;

    fn mul(self, factor: Decimal) -> Self {
        Self { amount: self.amount * factor }
    }
}

impl From<Decimal> for Usd {
    fn from(amount: Decimal) -> Self {
        Self { amount }
    }
}

impl fmt::Display for Usd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.amount.fmt(f)
    }
}

impl fmt::Debug for Usd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} USD")
    }
}

impl FromStr for Usd {
    type Err = ParseDecimalError;

    /// Reads a decimal number, optionally with an exponent (`2e-3`), without rounding.
    fn from_str(text: &str) -> Result<Self, ParseDecimalError> {
        text.parse().map(|amount| Self { amount })
    }
}

/// Serializes as decimal text, since not every program reads JSON numbers exactly.
#[cfg(feature = "models")]
impl serde::Serialize for Usd {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "models")]
impl<'de> serde::Deserialize<'de> for Usd {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
