//! Units of the numbers in model records.

use super::{CountedUnit, RateUnit, UnitText};
use crate::Usd;

/// Units of the numbers and unit texts in a record. A generated client has the units of its specs in `models::units()`.
/// `Units::default()` has none.
///
/// ```
/// use gatewright_runtime::{CountedUnit, ModelRecord, Units, Usage, Usd};
///
/// let record = ModelRecord::read(serde_json::json!({
///     "model_name": "chat-large", "billing_unit": "tokens", "model_ratio": 1.5, "completion_ratio": 5,
/// })).ok_or("no record")?;
/// let usage = Usage::tokens(1_000, 200);
/// assert!(record.cost(&usage, &Units::default()).is_err(), "what a ratio of 1 stands for is not published");
///
/// let units = Units::default().with_ratio(Usd::dollars(2)); // per 1M tokens
/// assert_eq!(record.cost(&usage, &units).map(|it| it.usd), Ok(Usd::micros(6_000)));
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Units {
    /// Price of 1M input tokens at a `model_ratio` of 1.
    pub ratio: Option<Usd>,
    /// Price of a call or a second at a `model_price` of 1.
    pub price: Option<Usd>,
    /// Price of 1M tokens, a call or a second at 1 in `book_faces`.
    pub book_face: Option<Usd>,
    /// Number of Monday in `weekdays`. The following days count up, and 0 follows 6.
    pub monday: Option<i64>,
    /// True if the `paid` prices of `book_faces`, where there are any, apply to this account. The accounts that they
    /// apply to are not published.
    pub paid: bool,
    /// Unit texts of published prices. Assumption: the service's documentation shows none of them.
    pub texts: Vec<UnitText>,
}

impl Units {
    /// Returns the price of one unit.
    pub(super) fn of(&self, unit: RateUnit) -> Option<Usd> {
        match unit {
            RateUnit::Ratio => self.ratio,
            RateUnit::Price => self.price,
            RateUnit::BookFace => self.book_face,
        }
    }

    /// Adds a unit text of published prices: a price pays for `quantity` of `of`.
    #[must_use]
    pub fn with_unit_text(mut self, text: impl Into<String>, quantity: u64, of: CountedUnit) -> Self {
        let added = UnitText::new(text, quantity, of);
        self.texts.retain(|it| !it.is(&added.text));
        self.texts.push(added);
        self
    }

    /// Sets the price of 1M input tokens at a `model_ratio` of 1.
    #[must_use]
    pub fn with_ratio(mut self, usd: Usd) -> Self {
        self.ratio = Some(usd);
        self
    }

    /// Sets the price of a call or a second at a `model_price` of 1.
    #[must_use]
    pub fn with_price(mut self, usd: Usd) -> Self {
        self.price = Some(usd);
        self
    }

    /// Sets the price of 1M tokens, a call or a second at 1 in `book_faces`.
    #[must_use]
    pub fn with_book_face(mut self, usd: Usd) -> Self {
        self.book_face = Some(usd);
        self
    }

    /// Applies the `paid` prices of `book_faces` to this account.
    #[must_use]
    pub fn with_paid(mut self) -> Self {
        self.paid = true;
        self
    }

    /// Sets the number of Monday.
    #[must_use]
    pub fn with_monday(mut self, number: i64) -> Self {
        self.monday = Some(number);
        self
    }
}
