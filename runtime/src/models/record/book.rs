//! Prices by face, and the conditions of their tiers.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::Decimal;
use crate::lenient::{Fields, decimal, integer};

/// Prices by face, whole numbers of a unit that is not published.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct BookFaces {
    /// Under `standard`.
    pub standard: BTreeMap<String, Decimal>,
    /// Under `paid`, as far as there is such; for whom is not published.
    pub paid: BTreeMap<String, Decimal>,
    /// How many routes lead to the model.
    pub route_count: Option<i64>,
    /// How many tiers there are.
    pub tier_count: Option<i64>,
    /// Whether a tier depends on the request.
    pub has_request_condition: Option<bool>,
    /// Whether a tier depends on the time.
    pub has_time_condition: Option<bool>,
    /// Prices under conditions.
    pub tiers: Vec<Tier>,
    /// Everything else, as it came.
    pub other: Map<String, Value>,
}

/// Prices under conditions, all of which must hold.
///
/// Assumption: of several tiers that hold, the one whose conditions include those of all others applies. Assumption: a tier
/// multiplies the published price as it multiplies the `standard` number.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Tier {
    /// Such as `standard` or `long_context`.
    pub name: Option<String>,
    /// Under `standard`.
    pub standard: BTreeMap<String, Decimal>,
    /// Under `paid`, as far as there is such; for whom is not published.
    pub paid: BTreeMap<String, Decimal>,
    /// When it applies; without a condition, whenever no other does.
    pub when: Vec<Condition>,
    /// Everything else, as it came.
    pub other: Map<String, Value>,
}

/// When a tier applies.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Condition {
    /// The context is longer than so many tokens (`context_len`). Assumption: it is all input, cached tokens included.
    ContextLongerThan(i64),
    /// A field of the request, named by its path, has this value.
    RequestAttribute {
        /// Where in the request.
        path: String,
        /// What must be there.
        equals: Value,
    },
    /// The time is one of these.
    WallClock {
        /// The time zone to look at the clock in.
        timezone: String,
        /// Days of the week. Which number is which day is not published.
        weekdays: Vec<i64>,
        /// Hours of the day.
        hours: Vec<i64>,
    },
    /// One that this version does not know, as published: nobody can say whether it holds.
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
    // One that cannot be read is not the price of something else: all of them stay as they came.
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
        // What is left may be another bound, or a day that cannot be read, which is not every day.
        fields.rest().is_empty().then_some(condition)
    };
    known().unwrap_or(Condition::Other(value))
}
