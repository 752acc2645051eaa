//! Model records with prices and the conditions of prices.

use std::time::{Duration, SystemTime};

use sample_client::{Circumstances, Decimal, ModelRecord, Units, Usage, Usd};
use serde_json::json;

/// A cost is never negative, and it never depends on how often it is asked for.
pub(crate) fn record(bytes: &[u8]) {
    let Some(record) = serde_json::from_slice(bytes).ok().and_then(ModelRecord::read) else { return };
    let units =
        Units::default().with_ratio(Usd::micros(2)).with_price(Usd::micros(1_000_000)).with_paid().with_monday(1);
    let mut at_noon = Circumstances::default();
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
        for circumstances in [Circumstances::default(), at_noon.clone()] {
            let cost = record.cost_under(&usage, &units, &circumstances);
            assert_eq!(cost, record.cost_under(&usage, &units, &circumstances));
            match cost {
                Ok(cost) => assert!(cost >= Usd::ZERO || has_negative_price(bytes), "{cost:?}"),
                Err(unknown) => crate::assert_visible(&unknown.to_string()),
            }
        }
    }
    let _ = record.cost_of_images_under(2, &units, &at_noon);
}

fn has_negative_price(bytes: &[u8]) -> bool {
    bytes.contains(&b'-')
}
