//! Model records with prices and their conditions.

use std::time::{Duration, SystemTime};

use sample_client::{CountedUnit, Decimal, ModelRecord, PriceContext, Units, Usage, Usd};
use serde_json::{Value, json};

/// Checks that no cost is negative unless the record has a negative number, and that the same call always has the same
/// cost.
pub(crate) fn record(bytes: &[u8]) {
    let Ok(json) = serde_json::from_slice(bytes) else { return };
    let may_be_negative = has_negative(&json);
    let Some(record) = ModelRecord::read(json) else { return };
    let units = Units::default()
        .with_ratio(Usd::micros(2))
        .with_price(Usd::micros(1_000_000))
        .with_unit_text("1M tokens", 1_000_000, CountedUnit::Tokens)
        .with_paid()
        .with_monday(1);
    let mut at_noon = PriceContext::default();
    at_noon.request = Some(json!({ "size": "1024x1024", "n": 2, "service_tier": "flex" }));
    at_noon.at = Some(SystemTime::UNIX_EPOCH + Duration::from_secs(1_800_000_000));
    for usage in [
        Usage::tokens(1_000, 200_000),
        Usage::tokens(u64::MAX, u64::MAX),
        Usage::speech("tea"),
        Usage::audio(Duration::from_secs(90)),
        Usage::images(3),
        Usage::video(Decimal::from(5)),
    ] {
        for circumstances in [PriceContext::default(), at_noon.clone()] {
            let cost = record.cost_with_context(&usage, &units, &circumstances);
            assert_eq!(cost, record.cost_with_context(&usage, &units, &circumstances));
            match cost {
                Ok(cost) => assert!(cost.usd >= Usd::ZERO || may_be_negative, "{cost:?}"),
                Err(unknown) => crate::assert_visible(&unknown.to_string()),
            }
        }
    }
    let _ = record.cost_of_images_with_context(2, &units, &at_noon);
}

/// Returns true if the JSON contains a negative number, also as text.
fn has_negative(json: &Value) -> bool {
    match json {
        Value::Number(number) => number.to_string().starts_with('-'),
        Value::String(text) => text.trim_start().starts_with('-'),
        Value::Array(items) => items.iter().any(has_negative),
        Value::Object(fields) => fields.values().any(has_negative),
        Value::Null | Value::Bool(_) => false,
    }
}
