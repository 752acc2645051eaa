//! Tests of prices.

use std::time::Duration;

use serde_json::json;

use super::*;
use crate::Tokens;

fn record(fields: Value) -> ModelRecord {
    let mut fields = fields;
    fields["model_name"] = json!("sample");
    ModelRecord::read(fields).expect("it has a name")
}

fn usd(text: &str) -> Result<Usd, CostUnknown> {
    Ok(text.parse().expect("an amount"))
}

/// Amount of a cost, for comparisons.
trait Amount {
    fn usd(self) -> Result<Usd, CostUnknown>;
}

impl Amount for Result<Cost, CostUnknown> {
    fn usd(self) -> Result<Usd, CostUnknown> {
        self.map(|it| it.usd)
    }
}

/// 2 USD per 1M tokens at a ratio of 1, 1 USD at a price of 1, and 0.000001 USD at a face of 1.
fn units() -> Units {
    let (ratio, price) = (Some(Usd::micros(2_000_000)), Some(Usd::micros(1_000_000)));
    Units { ratio, price, book_face: Some(Usd::micros(1)), monday: Some(1), ..Units::default() }
}

#[test]
fn each_billing_unit_counts_what_it_says() {
    let of = |unit: &str, more: Value| {
        let mut fields = json!({ "billing_unit": unit, "model_ratio": 1, "completion_ratio": 4, "model_price": 0.04 });
        fields.as_object_mut().expect("an object").extend(more.as_object().cloned().unwrap_or_default());
        record(fields)
    };
    let none = || json!({});
    for (record, usage, cost) in [
        (of("tokens", none()), Usage::tokens(1_000_000, 500_000), "6"),
        (of("characters", none()), Usage::speech("Grüß dich, 世界!"), "0.000028"),
        (of("audio_duration", none()), Usage::audio(Duration::from_secs(60)), "0.002"),
        (of("audio_duration", none()), Usage::audio(Duration::from_millis(59_001)), "0.002"),
        (of("per_call", none()), Usage::images(3), "0.12"),
        (of("per_second", none()), Usage::video(Decimal::from(5)), "0.2"),
        (of("tokens", json!({ "book_faces": { "standard": { "input": 500_000 } } })), Usage::tokens(2_000_000, 0), "1"),
    ] {
        assert_eq!(record.cost(&usage, &units()).usd(), usd(cost), "{record:?}");
    }
    // A recording shorter than one second is billed as one second, even an empty one.
    let least = of("audio_duration", none()).cost(&Usage::audio(Duration::from_secs(1)), &units());
    for short in [Duration::ZERO, Duration::from_millis(1), Duration::from_millis(999)] {
        assert_eq!(of("audio_duration", none()).cost(&Usage::audio(short), &units()), least);
    }
    assert_eq!(of("tokens", none()).cost_of_images(2, &units()).usd(), usd("0.08"), "per image, whatever the unit");
}

#[test]
fn of_several_tiers_the_one_with_the_strictest_conditions_applies() {
    let longer = |than: i64, input: i64| json!({ "standard": { "input": input }, "when": [{ "dim": "context_len", "context_len_gt": than }] });
    let of = |tiers: Value| {
        record(
            json!({ "billing_unit": "tokens", "book_faces": { "standard": { "input": 1_000_000 }, "tiers": tiers } }),
        )
    };
    let cost = |tiers: Value, tokens: u64| of(tiers).cost(&Usage::tokens(tokens, 0), &units()).usd();
    let two = || json!([longer(200, 3_000_000), longer(100, 2_000_000)]);
    assert_eq!(cost(two(), 100), usd("0.0001"));
    assert_eq!(cost(two(), 200), usd("0.0004"));
    assert_eq!(cost(two(), 250), usd("0.00075"));
    let rivals = json!([longer(100, 2_000_000), longer(100, 3_000_000)]);
    assert!(matches!(cost(rivals, 250), Err(CostUnknown::Condition(_))), "the order is unknown");
    for unreadable in [
        json!([{ "standard": { "input": 5 }, "when": { "dim": "context_len", "context_len_gt": 1 } }]),
        json!([{ "standard": { "input": 5 }, "when": [{ "dim": "wall_clock", "timezone": "UTC", "hours": ["09:00"] }] }]),
    ] {
        assert!(matches!(cost(unreadable.clone(), 250), Err(CostUnknown::Condition(_))), "{unreadable}");
    }
    let negative = record(json!({ "billing_unit": "tokens", "book_faces": { "standard": { "input": -5 } } }));
    assert!(negative.cost(&Usage::tokens(1, 0), &units()).is_err(), "a price is never negative");
    let endless = record(json!({ "billing_unit": "audio_duration", "model_ratio": 1 }));
    assert!(endless.cost(&Usage::audio(Duration::MAX), &units()).is_ok());
}

#[test]
fn a_tier_takes_precedence_if_its_conditions_include_those_of_the_other() {
    let long = json!({ "dim": "context_len", "context_len_gt": 10 });
    let urgent = json!({ "dim": "request_attr", "path": "tier", "equals": "urgent" });
    let tier = |input: i64, when: &[&Value]| json!({ "standard": { "input": input }, "when": when });
    let cost = |tiers: Value| {
        let book = json!({ "standard": { "input": 1 }, "tiers": tiers });
        let context = PriceContext { request: Some(json!({ "tier": "urgent" })), at: None };
        let record = record(json!({ "billing_unit": "tokens", "book_faces": book }));
        record.cost_with_context(&Usage::tokens(1_000_000, 0), &units(), &context).usd()
    };
    assert_eq!(cost(json!([tier(2, &[&long]), tier(4, &[&urgent, &long])])), usd("0.000004"));
    let rivals = json!([tier(2, &[&long]), tier(4, &[&urgent])]);
    assert!(matches!(cost(rivals), Err(CostUnknown::Condition(_))), "the documents give no order");
    assert_eq!(cost(json!([tier(2, &[&long]), tier(2, &[&urgent])])), usd("0.000002"), "it makes no difference");
    for odd in [
        json!({ "long": tier(2, &[&long]) }),
        json!("[]"),
        json!([7]),
        json!([{ "standard": { "input": "about 2" }, "when": [long] }]),
        json!([{ "standard": { "input": 2 }, "when": [{ "dim": "context_len", "context_len_gt": 1, "context_len_lte": 5 }] }]),
    ] {
        assert!(matches!(cost(odd.clone()), Err(CostUnknown::Condition(_))), "{odd}");
    }
    // One false condition is enough.
    let far = json!({ "dim": "context_len", "context_len_gt": 9_000_000 });
    let clock = json!({ "dim": "wall_clock", "timezone": "UTC", "hours": [1] });
    assert_eq!(cost(json!([tier(2, &[&far, &clock])])), usd("0.000001"));
}

#[test]
fn hour_conditions_need_no_number_of_monday_and_audio_costs_are_exact() {
    let clock = json!({ "dim": "wall_clock", "timezone": "UTC", "hours": [0] });
    let book = json!({ "standard": { "input": 1 }, "tiers": [{ "standard": { "input": 2 }, "when": [clock] }] });
    let record_ = record(json!({ "billing_unit": "tokens", "book_faces": book }));
    let mut without_monday = units();
    without_monday.monday = None;
    let context = PriceContext { request: None, at: Some(SystemTime::UNIX_EPOCH) };
    assert_eq!(
        record_.cost_with_context(&Usage::tokens(1_000_000, 0), &without_monday, &context).usd(),
        usd("0.000002")
    );
    let audio = record(json!({ "billing_unit": "audio_duration", "model_ratio": 3 }));
    assert_eq!(audio.cost(&Usage::audio(Duration::from_secs(1)), &units()).usd(), usd("0.0001"));
    let paid = record(json!({ "billing_unit": "tokens", "model_ratio": 1, "completion_ratio": -4 }));
    assert_eq!(paid.cost(&Usage::tokens(1, 1), &units()), Err(CostUnknown::Face("output")));
}

#[test]
fn images_have_tiers_too() {
    let record = record(json!({ "billing_unit": "per_call", "book_faces": { "standard": { "per_call": 10 }, "tiers": [
        { "standard": { "per_call": 50 }, "when": [{ "dim": "request_attr", "path": "quality", "equals": "0.5" }] },
    ] } }));
    let cost = |request: Value| {
        record.cost_of_images_with_context(2, &units(), &PriceContext { request: Some(request), at: None }).usd()
    };
    assert_eq!(cost(json!({ "quality": 0.5 })), usd("0.0001"), "the catalog has the number as text");
    assert_eq!(cost(json!({ "quality": "low" })), usd("0.00002"));
    assert!(matches!(record.cost_of_images(2, &units()), Err(CostUnknown::Condition(_))));
}

#[test]
fn paid_prices_apply_if_they_are_requested() {
    let record = record(json!({ "billing_unit": "tokens", "book_faces": {
        "standard": { "input": 4_000_000, "output": 9_000_000 }, "paid": { "input": 3_000_000 },
        "tiers": [{ "standard": { "input": 8_000_000 }, "when": [{ "dim": "context_len", "context_len_gt": 10 }] }],
    } }));
    let cost = |input, output, units: &Units| record.cost(&Usage::tokens(input, output), units).usd();
    let paid = units().with_paid();
    assert_eq!((cost(1, 0, &units()), cost(1, 0, &paid)), (usd("0.000004"), usd("0.000003")));
    assert_eq!(cost(1, 1, &paid), usd("0.000012"), "without a paid price the standard price applies");
    assert_eq!(cost(20, 0, &paid), usd("0.00016"), "a tier takes precedence over prices without conditions");
}

#[test]
fn every_face_has_its_ratio() {
    let record = record(json!({
        "billing_unit": "tokens", "model_ratio": 1, "completion_ratio": 4, "cache_ratio": 0.1, "create_cache_ratio": 1.25,
        "image_ratio": 2, "audio_ratio": 8, "audio_completion_ratio": 2,
    }));
    let million = 1_000_000;
    for (tokens, cost) in [
        (Tokens { input: million, ..Tokens::default() }, "2"),
        (Tokens { output: million, ..Tokens::default() }, "8"),
        (Tokens { cache_read: million, ..Tokens::default() }, "0.2"),
        (Tokens { cache_write: million, ..Tokens::default() }, "2.5"),
        (Tokens { image_input: million, ..Tokens::default() }, "4"),
        (Tokens { audio_input: million, ..Tokens::default() }, "16"),
        (Tokens { audio_output: million, ..Tokens::default() }, "32"),
    ] {
        assert_eq!(record.cost(&Usage { tokens, ..Usage::default() }, &units()).usd(), usd(cost), "{tokens:?}");
    }
    let tokens = Tokens { image_output: 1, ..Tokens::default() };
    let cost = record.cost(&Usage { tokens, ..Usage::default() }, &units());
    assert_eq!(cost, Err(CostUnknown::Face("image_output")));
}

#[test]
fn an_unpublished_price_is_unknown_and_never_zero() {
    let usage = Usage::tokens(10, 10);
    for (fields, why) in [
        (
            json!({ "billing_unit": "tokens", "model_ratio": 1, "completion_ratio": 1 }),
            CostUnknown::Unit("model_ratio"),
        ),
        (
            json!({ "billing_unit": "tokens", "book_faces": { "standard": { "input": 1 } } }),
            CostUnknown::Unit("book_faces"),
        ),
        (json!({ "billing_unit": "per_call", "model_price": 1 }), CostUnknown::Unit("model_price")),
        (json!({ "billing_unit": "per_call", "model_price": 0 }), CostUnknown::Face("per_call")),
        (json!({ "billing_unit": "tokens" }), CostUnknown::Face("input")),
        (json!({ "billing_unit": "per_moon" }), CostUnknown::BillingUnit),
        (json!({}), CostUnknown::BillingUnit),
    ] {
        assert_eq!(record(fields.clone()).cost(&usage, &Units::default()), Err(why), "{fields}");
    }
}

#[test]
fn tiers_are_chosen_by_length_request_and_clock() {
    let tier =
        |name: &str, input: i64, when: Value| json!({ "tier": name, "standard": { "input": input }, "when": when });
    let of = |tiers: Value| {
        record(json!({ "billing_unit": "tokens", "book_faces": { "standard": { "input": 1 }, "tiers": tiers } }))
    };
    let long = json!([{ "dim": "context_len", "context_len_gt": 100 }]);
    let urgent = json!([{ "dim": "request_attr", "path": "service.tier", "equals": "priority" }]);
    let both = json!([urgent[0], long[0]]);
    let priced = of(json!([
        tier("standard", 1, json!(null)),
        tier("long_context", 2, long.clone()),
        tier("priority", 3, urgent),
        tier("both", 4, both),
    ]));
    let context = |urgent: bool| PriceContext {
        request: Some(json!({ "service": { "tier": if urgent { "priority" } else { "default" } } })),
        at: None,
    };
    let million =
        |count: u64, urgent| priced.cost_with_context(&Usage::tokens(count, 0), &units(), &context(urgent)).usd();
    // A face of 1 is 0.000001 USD per 1M tokens.
    let per_token = |input: i64, count: i64| Ok(Usd::attos(1_000_000) * Decimal::from(input) * Decimal::from(count));
    assert_eq!(million(100, false), per_token(1, 100));
    assert_eq!(million(101, false), per_token(2, 101));
    assert_eq!(million(100, true), per_token(3, 100));
    assert_eq!(million(101, true), per_token(4, 101));
    assert_eq!(priced.cost(&Usage::tokens(1, 0), &units()), Err(CostUnknown::Condition("the request")));

    let office =
        json!([{ "dim": "wall_clock", "timezone": "Asia/Shanghai", "weekdays": [1, 2, 3, 4, 5], "hours": [9, 10] }]);
    let priced = of(json!([tier("standard", 1, json!([])), tier("peak", 2, office)]));
    let at = |text: &str| {
        let at = Some(text.parse::<jiff::Timestamp>().expect("a time").into());
        priced.cost_with_context(&Usage::tokens(100, 0), &units(), &PriceContext { request: None, at }).usd()
    };
    assert_eq!(at("2026-11-16T01:00:00Z"), per_token(2, 100), "Monday, nine o'clock in Shanghai");
    assert_eq!(at("2026-11-16T03:00:00Z"), per_token(1, 100), "Monday, eleven o'clock");
    assert_eq!(at("2026-11-15T01:00:00Z"), per_token(1, 100), "Sunday");
    let mut without_monday = units();
    without_monday.monday = None;
    let monday = "2026-11-16T01:00:00Z".parse::<jiff::Timestamp>().expect("a time");
    let context = PriceContext { request: None, at: Some(monday.into()) };
    assert_eq!(
        priced.cost_with_context(&Usage::tokens(1, 0), &without_monday, &context),
        Err(CostUnknown::Unit("weekdays"))
    );

    let strange = of(json!([tier("moon", 2, json!([{ "dim": "moon" }]))]));
    assert!(matches!(strange.cost(&Usage::tokens(1, 0), &units()), Err(CostUnknown::Condition(_))));
    // Ratios do not apply under a condition.
    let mut ratios = of(json!([tier("long_context", 2, long)]));
    ratios.ratios.input = Some(Decimal::from(1));
    let mut without_book = units();
    without_book.book_face = None;
    assert_eq!(ratios.cost(&Usage::tokens(101, 0), &without_book), Err(CostUnknown::Unit("book_faces")));
    assert!(ratios.cost(&Usage::tokens(100, 0), &without_book).is_ok());
}
