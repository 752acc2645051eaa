//! What the numbers of model records stand for.

use super::{CountedUnit, RateUnit, UnitText};
use crate::Usd;

/// What the numbers and unit texts of a record stand for. A generated client has the units of its specs:
/// `models::units()`. `Units::default()` knows none.
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
/// let units = Units::default().with_ratio(Usd::micros(2_000_000)); // for a million tokens
/// assert_eq!(record.cost(&usage, &units).map(|it| it.usd), Ok(Usd::micros(6_000)));
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
    /// Unit texts of published prices. Assumption: the documents show none of them.
    pub texts: Vec<UnitText>,
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

    /// With what a unit text of published prices stands for: a price pays for `quantity` of `of`.
    #[must_use]
    pub fn with_unit_text(mut self, text: impl Into<String>, quantity: u64, of: CountedUnit) -> Self {
        let added = UnitText::new(text, quantity, of);
        self.texts.retain(|it| !it.is(&added.text));
        self.texts.push(added);
        self
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
