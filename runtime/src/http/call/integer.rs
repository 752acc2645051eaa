//! Whole numbers of any Rust type as parameters.

use super::ParamValue;

/// Whole number of any Rust type, for a parameter.
///
/// The service reads numbers of 64 bits with a sign. A larger number is an error before the request is sent.
///
/// ```
/// use gatewright_runtime::{Integer, ParamValue};
///
/// let items = ["a", "b"];
/// assert_eq!(ParamValue::from(Integer::from(items.len())).to_string(), "2");
/// assert!(matches!(ParamValue::from(u64::MAX), ParamValue::Invalid(_)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Integer(
    /// `Err` contains a number that does not fit.
    Result<i64, i128>,
);

impl From<Integer> for ParamValue {
    fn from(number: Integer) -> Self {
        match number.0 {
            Ok(number) => Self::Integer(number),
            Err(number) => Self::Invalid(format!("`{number}` does not fit in 64 bits with a sign")),
        }
    }
}

/// Implements the conversions of types whose numbers all fit in an `i128`.
macro_rules! integers {
    ($($number:ty)*) => {$(
        impl From<$number> for Integer {
            fn from(number: $number) -> Self {
                Self(i64::try_from(number).map_err(|_| number as i128))
            }
        }

        impl From<$number> for ParamValue {
            fn from(number: $number) -> Self {
                Integer::from(number).into()
            }
        }
    )*};
}

integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 usize);
