//! Exact fractions of whole numbers, for prices per million tokens, per minute or under a tier.

/// A fraction above or equal to zero, reduced. Operations return `None` when a number does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fraction {
    pub(crate) numerator: i128,
    pub(crate) denominator: i128,
}

impl Fraction {
    pub(crate) const ZERO: Self = Self { numerator: 0, denominator: 1 };
    pub(crate) const ONE: Self = Self { numerator: 1, denominator: 1 };

    /// `None` if the denominator is not above zero, or the fraction is below zero.
    pub(crate) fn new(numerator: i128, denominator: i128) -> Option<Self> {
        if numerator < 0 || denominator <= 0 {
            return None;
        }
        let by = common_divisor(numerator, denominator);
        Some(Self { numerator: numerator / by, denominator: denominator / by })
    }

    pub(crate) fn times(self, other: Self) -> Option<Self> {
        // Reduced crosswise first: the products are as small as they can be.
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

    /// The next whole number.
    pub(crate) fn rounded_up(self) -> i128 {
        self.numerator / self.denominator + i128::from(self.numerator % self.denominator > 0)
    }
}

/// At least 1.
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
        assert_eq!(of(i128::MAX, 3).times(of(3, i128::MAX)), Some(Fraction::ONE), "reduced before it is multiplied");
        assert_eq!(of(i128::MAX, 1).times(of(2, 1)), None);
        assert_eq!(of(i128::MAX, 1).plus(Fraction::ONE), None);
        for (numerator, denominator) in [(1, 0), (1, -1), (-1, 1)] {
            assert_eq!(Fraction::new(numerator, denominator), None);
        }
    }
}
