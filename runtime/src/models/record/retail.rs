//! List prices of providers next to those of the gateway.

use serde_json::{Map, Value};

use crate::Decimal;
use crate::lenient::{Fields, text};

/// Published prices: the gateway's selling price next to the provider's list price, in US dollars for one
/// [unit](Self::unit). [`cost`](crate::ModelRecord::cost) calculates with the selling price.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Retail {
    /// How the two compare.
    pub verdict: Option<String>,
    /// Discount on the list price in percent. Assumption: `selling_usd` already contains it.
    pub discount_pct: Option<Decimal>,
    /// The currency of the list.
    pub list_currency: Option<String>,
    /// The list price of input, in that currency.
    pub list_input: Option<Decimal>,
    /// The list price of input in US dollars.
    pub list_input_usd: Option<Decimal>,
    /// What the gateway asks for one [unit](Self::unit), in US dollars.
    pub selling_usd: Option<Decimal>,
    /// What one price is paid for, as published.
    pub unit: Option<String>,
    /// Where the list price was found.
    pub list_source: Option<String>,
    /// When it was looked at.
    pub verified_at: Option<String>,
    /// The same by face.
    pub faces: Vec<FacePrice>,
    /// Faces whose list price nobody has looked at.
    pub unverified_faces: Vec<String>,
    /// Everything else, as it came.
    pub other: Map<String, Value>,
}

/// List and selling price of one face.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct FacePrice {
    /// Such as `input` or `video_second`.
    pub face: Option<String>,
    /// What the provider asks, in US dollars.
    pub list_usd: Option<Decimal>,
    /// What the gateway asks, in US dollars.
    pub selling_usd: Option<Decimal>,
    /// Discount on the list price in percent. Assumption: `selling_usd` already contains it.
    pub discount_pct: Option<Decimal>,
    /// How the two compare.
    pub verdict: Option<String>,
    /// Everything else, as it came.
    pub other: Map<String, Value>,
}

pub(super) fn read_retail(value: Value) -> Result<Retail, Value> {
    let mut fields = Fields::of(value)?;
    Ok(Retail {
        verdict: fields.text("verdict"),
        discount_pct: fields.decimal("discount_pct"),
        list_currency: fields.text("list_currency"),
        list_input: fields.decimal("list_input"),
        list_input_usd: fields.decimal("list_input_usd"),
        selling_usd: fields.decimal("selling_usd"),
        unit: fields.text("unit"),
        list_source: fields.text("list_source"),
        verified_at: fields.text("verified_at"),
        faces: fields.list("faces", read_face),
        unverified_faces: fields.list("unverified_faces", text),
        other: fields.rest(),
    })
}

fn read_face(value: Value) -> Result<FacePrice, Value> {
    let mut fields = Fields::of(value)?;
    Ok(FacePrice {
        face: fields.text("face"),
        list_usd: fields.decimal("list_usd"),
        selling_usd: fields.decimal("selling_usd"),
        discount_pct: fields.decimal("discount_pct"),
        verdict: fields.text("verdict"),
        other: fields.rest(),
    })
}
