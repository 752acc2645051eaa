//! Exact fractions of whole numbers, for prices per 1M tokens, per minute or under a tier.

/// Reduced fraction that is not negative. Operations return `None` on overflow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fraction {
    pub(crate) numerator: i128,
    pub(crate) denominator: i128,
}

impl Fraction {
    pub(crate) const ZERO: Self = Self { numerator: 0, denominator: 1 };
    pub(crate) const ONE: Self = Self { numerator: 1, denominator: 1 };

    /// Returns `None` if the denominator is not positive or the fraction is negative.
    pub(crate) fn new(numerator: i128, denominator: i128) -> Option<Self> {
        if numerator < 0 || denominator <= 0 {
            return None;
        }
        let by = common_divisor(numerator, denominator);
        Some(Self { numerator: numerator / by, denominator: denominator / by })
    }

    pub(crate) fn times(self, other: Self) -> Option<Self> {
        // Reduced crosswise first, to keep the products as small as possible.
        let (left, right) =
            (Self::new(self.numerator, other.denominator)?, Self::new(other.numerator, self.denominator)?);
        let numerator = left.numerator.checked_mul(right.numerator)?;
        Some(Self { numerator, denominator: left.denominator.checked_mul(right.denominator)? })
    }

    pub(crate) fn plus(self, other: Self) -> Option<Self> {
        let by = common_divisor(self.denominator, other.denominator);
        let left = self.numerator.checked_mul(other.denominator / by)?;
        let right = other.numerator.checked_mul(self.denominator / by)?;
        Self::new(left.checked_add(right)?, self.denominator.checked_mul(other.denominator / by)?)
    }

    /// Rounds up to a whole number.
    pub(crate) fn rounded_up(self) -> i128 {
        self.numerator / self.denominator + i128::from(self.numerator % self.denominator > 0)
    }
}

/// Returns the greatest common divisor, at least 1.
fn common_divisor(mut a: i128, mut b: i128) -> i128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_exact_and_rounded_up_once() {
        let of = |numerator, denominator| Fraction::new(numerator, denominator).expect("it is a fraction");
        assert_eq!(of(6, 4), of(3, 2));
        assert_eq!(of(1, 3).plus(of(1, 6)), Some(of(1, 2)));
        assert_eq!(of(2, 3).times(of(3, 4)), Some(of(1, 2)));
        assert_eq!((of(7, 2).rounded_up(), of(8, 2).rounded_up(), Fraction::ZERO.rounded_up()), (4, 4, 0));
        assert_eq!(of(i128::MAX, 3).times(of(3, i128::MAX)), Some(Fraction::ONE), "reduced before the multiplication");
        assert_eq!(of(i128::MAX, 1).times(of(2, 1)), None);
        assert_eq!(of(i128::MAX, 1).plus(Fraction::ONE), None);
        for (numerator, denominator) in [(1, 0), (1, -1), (-1, 1)] {
            assert_eq!(Fraction::new(numerator, denominator), None);
        }
    }
}
