//! What the numbers of model records stand for.

use super::RateUnit;
use crate::Usd;

/// What the numbers of a record stand for. The documents do not show it, so that nothing is known until somebody says.
///
/// ```
/// use gatewright_runtime::{ModelRecord, Units, Usage, Usd};
///
/// let record = ModelRecord::read(serde_json::json!({
///     "model_name": "chat-large", "billing_unit": "tokens", "model_ratio": 1.5, "completion_ratio": 5,
/// })).ok_or("no record")?;
/// let usage = Usage::tokens(1_000, 200);
/// assert!(record.cost(&usage, &Units::default()).is_err(), "what a ratio of 1 stands for is not published");
///
/// let units = Units::default().with_ratio(Usd::micros(2_000_000)); // for a million tokens
/// assert_eq!(record.cost(&usage, &units), Ok(Usd::micros(6_000)));
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Units {
    /// What a million input tokens cost at a `model_ratio` of 1.
    pub ratio: Option<Usd>,
    /// What a call or a second costs at a `model_price` of 1.
    pub price: Option<Usd>,
    /// What a million tokens, a call or a second cost at 1 in `book_faces`.
    pub book_face: Option<Usd>,
    /// The number of Monday in `weekdays`; the days after it count up, and begin again at 0 behind 6.
    pub monday: Option<i64>,
    /// Whether the `paid` prices of `book_faces` are this account's, where there are any. Whose they are is not
    /// published.
    pub paid: bool,
}

impl Units {
    /// What one of these costs.
    pub(super) fn of(&self, unit: RateUnit) -> Option<Usd> {
        match unit {
            RateUnit::Ratio => self.ratio,
            RateUnit::Price => self.price,
            RateUnit::BookFace => self.book_face,
        }
    }

    /// With what a million input tokens cost at a ratio of 1.
    #[must_use]
    pub fn with_ratio(mut self, usd: Usd) -> Self {
        self.ratio = Some(usd);
        self
    }

    /// With what a call or a second costs at a price of 1.
    #[must_use]
    pub fn with_price(mut self, usd: Usd) -> Self {
        self.price = Some(usd);
        self
    }

    /// With what a million tokens, a call or a second cost at 1 in `book_faces`.
    #[must_use]
    pub fn with_book_face(mut self, usd: Usd) -> Self {
        self.book_face = Some(usd);
        self
    }

    /// With the `paid` prices of `book_faces` for those of this account.
    #[must_use]
    pub fn with_paid(mut self) -> Self {
        self.paid = true;
        self
    }

    /// With the number of Monday.
    #[must_use]
    pub fn with_monday(mut self, number: i64) -> Self {
        self.monday = Some(number);
        self
    }
}
