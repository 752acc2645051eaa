//! Prices by face, and the conditions of their tiers.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::Decimal;
use crate::lenient::{Fields, decimal, integer};

/// Prices by face, as whole numbers in a unit that is not published.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct BookFaces {
    /// Prices in `standard`.
    pub standard: BTreeMap<String, Decimal>,
    /// Prices in `paid`, if there are any. The accounts that they apply to are not published.
    pub paid: BTreeMap<String, Decimal>,
    /// Number of routes to the model.
    pub route_count: Option<i64>,
    /// Number of tiers.
    pub tier_count: Option<i64>,
    /// True if a tier depends on the request.
    pub has_request_condition: Option<bool>,
    /// True if a tier depends on the time.
    pub has_time_condition: Option<bool>,
    /// Prices under conditions.
    pub tiers: Vec<Tier>,
    /// All other fields, unchanged.
    pub other: Map<String, Value>,
}

/// Prices under conditions.
///
/// Assumptions:
/// - A tier applies if all of its conditions hold; a tier without conditions applies if no other one does.
/// - Of several tiers whose conditions hold, the one whose conditions include those of all others applies.
/// - The price of a tier is the published price × (number of the tier ÷ `standard` number).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Tier {
    /// Name, such as `standard` or `long_context`.
    pub name: Option<String>,
    /// Prices in `standard`.
    pub standard: BTreeMap<String, Decimal>,
    /// Prices in `paid`, if there are any. The accounts that they apply to are not published.
    pub paid: BTreeMap<String, Decimal>,
    /// Conditions.
    pub when: Vec<Condition>,
    /// All other fields, unchanged.
    pub other: Map<String, Value>,
}

/// Condition of a tier.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Condition {
    /// The context is longer than this number of tokens (`context_len`). Assumption: it is all input, including cached
    /// tokens.
    ContextLongerThan(i64),
    /// A field of the request has a certain value.
    RequestAttribute {
        /// Path of the field in the request.
        path: String,
        /// Value that the field must have.
        equals: Value,
    },
    /// The time is in these hours on these days.
    WallClock {
        /// Time zone of the days and hours.
        timezone: String,
        /// Days of the week. Their numbering is not published.
        weekdays: Vec<i64>,
        /// Hours of the day.
        hours: Vec<i64>,
    },
    /// Unknown condition, as published. It cannot be evaluated.
    Other(Value),
}

pub(super) fn read_book_faces(value: Value) -> Result<BookFaces, Value> {
    let mut fields = Fields::of(value)?;
    Ok(BookFaces {
        standard: fields.take("standard", read_prices).unwrap_or_default(),
        paid: fields.take("paid", read_prices).unwrap_or_default(),
        route_count: fields.integer("route_count"),
        tier_count: fields.integer("tier_count"),
        has_request_condition: fields.flag("has_request_condition"),
        has_time_condition: fields.flag("has_time_condition"),
        tiers: fields.whole_list("tiers", read_tier),
        other: fields.rest(),
    })
}

fn read_prices(value: Value) -> Result<BTreeMap<String, Decimal>, Value> {
    let Value::Object(faces) = &value else { return Err(value) };
    // If one price cannot be read, all of them stay unread: no other price may apply in its place.
    let read = faces.iter().filter(|(_, price)| !price.is_null());
    let read = read.map(|(face, price)| Some((face.clone(), decimal(price.clone()).ok()?)));
    read.collect::<Option<_>>().ok_or(value)
}

fn read_tier(value: Value) -> Result<Tier, Value> {
    let mut fields = Fields::of(value)?;
    Ok(Tier {
        name: fields.text("tier"),
        standard: fields.take("standard", read_prices).unwrap_or_default(),
        paid: fields.take("paid", read_prices).unwrap_or_default(),
        when: fields.list("when", |value| Ok(read_condition(value))),
        other: fields.rest(),
    })
}

fn read_condition(value: Value) -> Condition {
    let known = || {
        let mut fields = Fields::of(value.clone()).ok()?;
        let condition = match fields.text("dim")?.as_str() {
            "context_len" => Condition::ContextLongerThan(fields.integer("context_len_gt")?),
            "request_attr" => {
                Condition::RequestAttribute { path: fields.text("path")?, equals: fields.take("equals", Ok)? }
            }
            "wall_clock" => Condition::WallClock {
                timezone: fields.text("timezone")?,
                weekdays: fields.whole_list("weekdays", integer),
                hours: fields.whole_list("hours", integer),
            },
            _ => return None,
        };
        // A remaining field may be another bound, or an unreadable day, which does not mean every day.
        fields.rest().is_empty().then_some(condition)
    };
    known().unwrap_or(Condition::Other(value))
}
