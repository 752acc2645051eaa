//! Records of the sample catalog: every field that the document lists, and their costs.

use std::collections::BTreeSet;

use gatewright_tests::generate;
use sample_client::{BillingUnit, Condition, CostUnknown, Usage, Usd, models};
use serde_json::{Value, json};

use super::{chat, own_models, with_models};
#[test]
fn a_record_is_found_whole_and_exact() {
    let record = models::find(models::chat::CHAT_LARGE.as_str()).expect("it is in the catalog");
    assert_eq!(record.specs.context_window, Some(200_000));
    assert_eq!(record.billing_unit, Some(BillingUnit::Tokens));
    let retail = record.retail.as_ref().expect("it has a price");
    assert_eq!(retail.selling_usd.map(|it| it.to_string()).as_deref(), Some("2.7"));
    let tiers = &record.book_faces.as_ref().expect("it has faces").tiers;
    assert_eq!(tiers[1].when, [Condition::ContextLongerThan(200_000)]);
    assert_eq!(record.route_health.as_ref().and_then(|it| it.success_ratio), "0.997".parse().ok());
    assert!(models::find("no-such-model").is_none());
    assert_eq!(models::RECORDS.iter().count(), own_models().as_array().map_or(0, Vec::len));
}

/// The values of a field, wherever it stands.
fn values_of<'a>(value: &'a Value, field: &str, found: &mut BTreeSet<&'a str>) {
    match value {
        Value::Array(items) => items.iter().for_each(|it| values_of(it, field, found)),
        Value::Object(fields) => {
            for (name, value) in fields {
                if name == field {
                    found.extend(value.as_str());
                    found.extend(value.as_array().into_iter().flatten().filter_map(Value::as_str));
                    found.extend(value.as_object().into_iter().flatten().map(|(key, _)| key.as_str()));
                }
                values_of(value, field, found);
            }
        }
        _ => {}
    }
}

#[test]
fn the_sample_catalog_uses_everything_that_the_document_names() {
    let data = own_models();
    assert!(data.as_array().is_some_and(|it| it.len() >= 40));
    let fields: BTreeSet<_> =
        data.as_array().into_iter().flatten().filter_map(Value::as_object).flatten().map(|it| it.0.as_str()).collect();
    for field in FIELDS.split_whitespace() {
        assert!(fields.contains(field), "no record has {field}");
    }
    for (field, values) in [
        (
            "supported_endpoint_types",
            "openai anthropic openai-response openai-video image-generation audio-speech audio-transcription realtime gemini music-generation system-one",
        ),
        ("capabilities", "text-multimodal image video audio-speech decision"),
        ("billing_unit", "tokens per_second per_call characters audio_duration"),
        (
            "standard",
            "input output cache_read cache_write cache_write_1h image_input image_output audio_input audio_output per_call video_second",
        ),
        ("tier", "standard long_context priority priority_long_context peak"),
        ("dim", "context_len request_attr wall_clock"),
        (
            "vendor_list",
            "verdict discount_pct list_currency list_input list_input_usd selling_usd unit list_source verified_at faces unverified_faces",
        ),
        ("book_faces", "standard paid route_count tier_count has_request_condition has_time_condition tiers"),
        ("route_health", "window_hours sample_size success_ratio last_checked_at"),
    ] {
        let mut found = BTreeSet::new();
        values_of(&data, field, &mut found);
        let missing: Vec<_> = values.split_whitespace().filter(|it| !found.contains(it)).collect();
        assert!(missing.is_empty(), "no {field} has {missing:?}");
    }
    let left: BTreeSet<_> = models::RECORDS.iter().flat_map(|it| it.other.keys()).collect();
    assert_eq!(left.into_iter().collect::<Vec<_>>(), [""; 0], "each has a field of its own");
}

#[test]
fn a_record_has_a_field_for_each_that_the_document_lists() {
    let record = models::find("chat-large").expect("it is in the catalog");
    assert_eq!((record.login_required, record.vendor_id, record.quota_type), (Some(0), Some(1), Some(0)));
    assert_eq!((record.icon.as_deref(), record.owner_by.as_deref()), (Some("Sample"), Some("provider-one")));
    assert_eq!(record.billing_rate, Some("1".parse().expect("a number")));
    assert_eq!(record.billing_rate_source.as_deref(), Some("default"));
}

/// Of section 2.6 of the document.
pub(super) const FIELDS: &str = "model_name description specs login_required icon tags vendor_id quota_type model_ratio model_price \
    completion_ratio cache_ratio create_cache_ratio image_ratio audio_ratio audio_completion_ratio owner_by enable_groups \
    supported_endpoint_types capabilities tasks billing_rate billing_rate_source pricing_version billing_unit default_voice \
    default_response_format speech_input accepted_upload_formats vendor_list book_faces route_health";

#[test]
fn a_cost_is_unknown_until_the_units_are_set() {
    let record = models::find(models::image::IMAGE_4K.as_str()).expect("it is in the catalog");
    assert_eq!(record.cost(&Usage::images(2), &models::units()), Err(CostUnknown::Unit("model_price")));
    let told = models::units().with_price(Usd::micros(1_000_000));
    assert_eq!(record.cost(&Usage::images(2), &told).map(|it| it.usd), Ok(Usd::micros(240_000)));
}

#[test]
fn units_are_written_down_beside_the_catalog() {
    let told = |units: &str| {
        let mut specs = with_models(json!({ "data": [chat("a")] }).to_string());
        specs.files.insert("models/units.toml".into(), units.into());
        generate(&specs)
    };
    let generated = told("model_ratio = \"2\"\nmonday = 1").unwrap_or_else(|report| panic!("{}", report.render(false)));
    let text = generated.output.get("src/models/mod.rs").expect("there are models");
    assert!(text.contains(".with_ratio(gatewright_runtime::Usd::attos(2000000000000000000)).with_monday(1)"), "{text}");
    let texts = "[unit_texts]\n\"per 1M tokens\" = { quantity = 1_000_000, of = \"tokens\" }\n";
    let generated = told(texts).unwrap_or_else(|report| panic!("{}", report.render(false)));
    let text = generated.output.get("src/models/mod.rs").expect("there are models");
    let call = ".with_unit_text(\"per 1M tokens\", 1000000, gatewright_runtime::CountedUnit::Tokens)";
    assert!(text.contains(call), "{text}");
    for (wrong, code) in [
        ("[unit_texts]\n\"per moon\" = { quantity = 1, of = \"moons\" }", "bad-unit"),
        ("[unit_texts]\n\"per token\" = { quantity = 0, of = \"tokens\" }", "bad-unit"),
        ("[unit_texts]\n\"per token\" = { quantity = 1 }", "missing-field"),
        ("[unit_texts]\n\"per token\" = { quantity = 1, of = \"tokens\", times = 2 }", "unknown-key"),
        ("[unit_texts]\n\"per token\" = \"1 token\"", "wrong-type"),
        ("model_ratio = 2", "wrong-type"),
        ("model_ratio = \"0\"", "bad-unit"),
        ("model_ratio = \"two\"", "bad-unit"),
        ("tuesday = 2", "unknown-key"),
        ("monday = \"first\"", "wrong-type"),
    ] {
        let Err(report) = told(wrong) else { panic!("{wrong} is wrong") };
        assert_eq!(report.diagnostics()[0].code, code, "{}", report.render(false));
    }
}

#[test]
fn what_a_record_does_not_count_has_an_unknown_cost() {
    let units = sample_client::Units::default()
        .with_ratio(Usd::micros(2_000_000))
        .with_price(Usd::micros(1_000_000))
        .with_book_face(Usd::micros(1));
    let record = |name: &str| models::find(name).expect("it is in the sample");
    let minute = std::time::Duration::from_secs(60);
    for (name, usage) in [
        ("image-by-tokens", Usage::images(2)),
        ("chat-small", Usage::speech("words")),
        ("chat-small", Usage::audio(minute)),
        ("speech-standard", Usage::tokens(5, 5)),
        ("transcribe-standard", Usage::tokens(5, 5)),
        ("video-a-text", Usage::tokens(5, 5)),
        ("image-standard", Usage::images(0)),
    ] {
        let cost = record(name).cost(&usage, &units);
        assert!(matches!(cost, Err(CostUnknown::Usage(_))), "{name}: {cost:?}");
    }
    assert!(record("video-a-text").cost_of_images(2, &units).is_err(), "its price is one of a second");
}
