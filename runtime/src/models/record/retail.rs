//! List prices of providers and selling prices of the gateway.

use serde_json::{Map, Value};

use crate::Decimal;
use crate::lenient::{Fields, text};

/// Published prices: the gateway's selling price next to the provider's list price, in US dollars for one
/// [unit](Self::unit). [`cost`](crate::ModelRecord::cost) calculates with the selling price.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Retail {
    /// Comparison of the two prices.
    pub verdict: Option<String>,
    /// Discount on the list price in percent. Assumption: `selling_usd` already contains it.
    pub discount_pct: Option<Decimal>,
    /// Currency of the list price.
    pub list_currency: Option<String>,
    /// List price of input, in that currency.
    pub list_input: Option<Decimal>,
    /// List price of input in US dollars.
    pub list_input_usd: Option<Decimal>,
    /// Selling price of the gateway for one [unit](Self::unit), in US dollars.
    pub selling_usd: Option<Decimal>,
    /// Unit that one price pays for, as published.
    pub unit: Option<String>,
    /// Source of the list price.
    pub list_source: Option<String>,
    /// Time at which the list price was verified.
    pub verified_at: Option<String>,
    /// Prices by face.
    pub faces: Vec<FacePrice>,
    /// Faces whose list price is not verified.
    pub unverified_faces: Vec<String>,
    /// All other fields, unchanged.
    pub other: Map<String, Value>,
}

/// List and selling price of one face.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct FacePrice {
    /// Name of the face, such as `input` or `video_second`.
    pub face: Option<String>,
    /// List price of the provider in US dollars.
    pub list_usd: Option<Decimal>,
    /// Selling price of the gateway in US dollars.
    pub selling_usd: Option<Decimal>,
    /// Discount on the list price in percent. Assumption: `selling_usd` already contains it.
    pub discount_pct: Option<Decimal>,
    /// Comparison of the two prices.
    pub verdict: Option<String>,
    /// All other fields, unchanged.
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
