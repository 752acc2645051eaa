//! Money, exact.

use std::fmt;
use std::str::FromStr;

use crate::{Decimal, ParseDecimalError};

const ATTOS_PER_MICRO: i128 = 10_i128.pow(12);

/// An exact amount of US dollars, down to 10⁻¹⁸ of one.
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
    amount: Decimal,
}

impl Usd {
    /// No money at all.
    pub const ZERO: Self = Self { amount: Decimal::ZERO };

    /// An amount in millionths of a dollar.
    pub const fn micros(micros: i64) -> Self {
        Self::attos(micros as i128 * ATTOS_PER_MICRO)
    }

    /// An amount in units of 10⁻¹⁸ dollars, for prices finer than a millionth.
    pub const fn attos(attos: i128) -> Self {
        Self { amount: Decimal::attos(attos) }
    }

    /// The amount in units of 10⁻¹⁸ dollars.
    pub const fn as_attos(self) -> i128 {
        self.amount.as_attos()
    }

    /// The sum, or `None` when it does not fit.
    pub const fn checked_add(self, other: Self) -> Option<Self> {
        match self.as_attos().checked_add(other.as_attos()) {
            Some(attos) => Some(Self::attos(attos)),
            None => None,
        }
    }

    /// The amount taken `times` times, or `None` when it does not fit.
    pub const fn checked_mul(self, times: i64) -> Option<Self> {
        match self.as_attos().checked_mul(times as i128) {
            Some(attos) => Some(Self::attos(attos)),
            None => None,
        }
    }
}

/// Sums stop at the largest amount there is, which no account holds.
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

/// A part or a multiple of an amount, rounded up at the eighteenth place.
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

    /// Reads a decimal number, with an exponent if there is one (`2e-3`), without rounding.
    fn from_str(text: &str) -> Result<Self, ParseDecimalError> {
        text.parse().map(|amount| Self { amount })
    }
}

/// As decimal text: a JSON number would not be exact everywhere.
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
