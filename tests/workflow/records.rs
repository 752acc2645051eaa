//! Schema of workflow records, its examples, and records that each break one rule.

use std::collections::BTreeSet;

use sample_client::workflow::{ReadError, Rule, Step, Violation, Workflow};
use serde_json::{Value, json};

use super::{changed, example, files, schema};

/// Returns JSON without whitespace, in its original order.
fn squeezed(text: &str) -> String {
    let (mut out, mut inside, mut escaped) = (String::new(), false, false);
    for c in text.chars() {
        if inside || !c.is_whitespace() {
            out.push(c);
        }
        inside = if c == '"' && !escaped { !inside } else { inside };
        escaped = c == '\\' && !escaped;
    }
    out
}

/// Returns a violation as the file names spell it: an unknown field is an error of its object.
fn named(it: &Violation) -> String {
    let unknown = usize::from(it.rule == Rule::AdditionalProperties);
    let steps = it.path.0[..it.path.0.len() - unknown].iter().map(|it| match it {
        Step::Key(key) => key.clone(),
        Step::Item(number) => number.to_string(),
    });
    let path = steps.collect::<Vec<_>>().join(".");
    format!("{}-{}", if path.is_empty() { "record" } else { &path }, it.rule.keyword())
}

#[test]
fn the_published_schema_equals_that_of_the_types() {
    expect_test::expect_file!["../../specs/workflow/workflow.schema.json"].assert_eq(&Workflow::json_schema());
}

#[test]
fn examples_are_valid_and_cover_each_status() {
    let mut statuses = BTreeSet::new();
    for (name, text) in files("examples") {
        let workflow = Workflow::parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(workflow.slug.as_str(), name);
        statuses.insert(workflow.contract_status.as_str());
    }
    let wanted = schema()["$defs"]["ContractStatus"]["enum"].clone();
    let wanted = wanted.as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    assert_eq!(statuses, wanted);
}

#[test]
fn a_record_round_trips_in_the_order_of_the_schema() {
    for (name, text) in files("examples") {
        // In alphabetical order, which differs from the schema.
        let shuffled = example(&name).to_string();
        assert_ne!(squeezed(&shuffled), squeezed(&text), "{name}");
        let written = Workflow::parse(&shuffled).expect("it is fine").to_json();
        assert_eq!(squeezed(&written), squeezed(&text), "{name}");
    }
    // JSON integers stay as written.
    for number in [json!(5), json!(-5), json!(u64::MAX), json!(5.0), json!(1e300)] {
        let record = changed("clip-from-text", "/inputs/2/default", number);
        let written = Workflow::parse(&record.to_string()).expect("it is fine").to_json();
        assert_eq!(serde_json::from_str::<Value>(&written).expect("JSON"), record);
    }
}

#[test]
fn a_number_round_trips_or_is_refused() {
    let mut rng = fastrand::Rng::with_seed(1);
    let floats: Vec<_> = (0..2000).map(|_| f64::from_bits(rng.u64(..))).filter(|it| it.is_finite()).collect();
    let record = changed("clip-from-text", "/inputs/0/allowed_values", json!(floats));
    let written = Workflow::parse(&record.to_string()).expect("it is fine").to_json();
    assert_eq!(serde_json::from_str::<Value>(&written).expect("JSON"), record);
    for number in [
        "18446744073709551617",
        "-9223372036854775809",
        "1e-400",
        "1e999",
        "18446744073709551617.0",
        "9007199254740993.0",
        "0.1234567890123456789",
    ] {
        let text = example("clip-from-text").to_string().replacen("[5,10]", &format!("[{number}]"), 1);
        let error = Workflow::parse(&text).expect_err("it would be another number");
        assert!(error.to_string().contains(number), "{error}");
    }
}

#[test]
fn the_types_alone_are_as_strict() {
    for (place, value) in [
        ("/discovery", json!([true, true, ["en"]])),
        ("/contract_status", json!({ "verified": null })),
        ("/runtime_binding/blocking_reason", json!(7)),
    ] {
        assert!(serde_json::from_value::<Workflow>(changed("clip-from-text", place, value)).is_err(), "{place}");
    }
    let twice = example("clip-from-text").to_string().replacen("{", "{\"slug\":\"another\",", 1);
    let error = serde_json::from_str::<Workflow>(&twice).expect_err("one of the two would be lost");
    assert!(error.to_string().contains("duplicate field `slug`"), "{error}");
}

#[test]
fn deeply_nested_records_are_refused() {
    let nested = |depth: usize| {
        let list = format!("[{}{}]", "[".repeat(depth), "]".repeat(depth));
        Workflow::parse(&example("clip-from-text").to_string().replacen("[5,10]", &list, 1))
    };
    assert!(nested(60).is_ok());
    assert!(matches!(nested(61), Err(ReadError::TooDeep)));
}

#[test]
fn a_broken_record_breaks_the_rule_that_it_is_named_for_and_no_other() {
    let broken = files("broken");
    assert!(broken.len() >= 80, "{} records", broken.len());
    for (name, text) in broken {
        let Err(ReadError::Broken(violations)) = Workflow::parse(&text) else { panic!("{name} is read") };
        let said: Vec<_> = violations.iter().map(named).collect();
        assert_eq!(said, [name.as_str()]);
        // The types alone refuse it, too.
        assert!(serde_json::from_str::<Workflow>(&text).is_err(), "{name}");
    }
}

/// Collects every rule of a schema, as the file names spell it. It interprets JSON Schema independently of the types.
fn rules(schema: &Value, shape: &Value, path: &str, found: &mut BTreeSet<String>) {
    let mut shape = shape.clone();
    while let Some(target) = shape.get("$ref").and_then(Value::as_str) {
        shape = schema.pointer(target.trim_start_matches('#')).expect("it leads somewhere").clone();
    }
    let below = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    let mut note = |path: &str, rule: &str| {
        found.insert(format!("{}-{rule}", if path.is_empty() { "record" } else { path }));
    };
    for rule in ["type", "const", "enum", "pattern", "minLength", "minItems", "uniqueItems", "format"] {
        if shape.get(rule).is_some() {
            note(path, rule);
        }
    }
    if shape.get("additionalProperties") == Some(&json!(false)) {
        note(path, "additionalProperties");
    }
    for name in shape["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        note(&below(name), "required");
    }
    for (name, shape) in shape["properties"].as_object().into_iter().flatten() {
        rules(schema, shape, &below(name), found);
    }
    if let Some(items) = shape.get("items") {
        rules(schema, items, &below("0"), found);
    }
}

#[test]
fn every_rule_of_the_schema_has_a_record_that_breaks_it() {
    let (schema, mut wanted) = (schema(), BTreeSet::new());
    rules(&schema, &schema, "", &mut wanted);
    let there: BTreeSet<_> = files("broken").into_iter().map(|it| it.0).collect();
    assert_eq!(there, wanted);
}

#[test]
fn all_errors_of_a_record_are_reported_at_once() {
    let mut record = example("dub-a-clip");
    record["slug"] = json!("Dub a Clip");
    record["inputs"] = json!([{ "id": "clip" }]);
    record["discovery"]["locales"] = json!(["en", "en", "English"]);
    record["runtime_binding"]["endpoint"] = json!("v1/videos");
    record["recovery_policy"]["automatic_fallback"] = json!(true);
    record["note"] = json!("what for?");
    record.as_object_mut().expect("an object").remove("title");
    let error = Workflow::parse(&record.to_string()).expect_err("it is broken");
    expect_test::expect![[r#"
        the record violates 15 rules
          $.slug: "Dub a Clip" does not match `^[a-z0-9]+(?:-[a-z0-9]+)*$`. Lowercase letters and digits, with single hyphens between words
          $.title: this field is required
          $.discovery.locales: duplicate item "en"
          $.discovery.locales[2]: "English" does not match `^[a-z]{2}(?:-[a-z]{2})?$`. Two lowercase letters, or two pairs of them with a hyphen in between
          $.inputs: expected at least 2 items, found 1
          $.inputs[0].type: this field is required
          $.inputs[0].required: this field is required
          $.inputs[0].description: this field is required
          $.inputs[0].evidence_status: this field is required
          $.inputs[0].default: this field is required
          $.inputs[0].allowed_values: this field is required
          $.inputs[0].cost_sensitive: this field is required
          $.runtime_binding.endpoint: "v1/videos" does not match `^/.*$`. Path that starts with a slash
          $.recovery_policy.automatic_fallback: expected `false`, found `true`
          $.note: unknown field"#]]
    .assert_eq(&error.to_string());
    assert_eq!(error.violations().first().map(|it: &Violation| it.rule), Some(Rule::Pattern));
}

#[test]
fn a_status_beyond_the_documented_ones_is_an_error() {
    for place in ["/contract_status", "/runtime_binding/status", "/provenance/runtime_evidence"] {
        let record = changed("clip-from-text", place, "almost_verified");
        let error = Workflow::parse(&record.to_string()).expect_err("there is no such status");
        assert_eq!(error.violations().iter().map(|it| it.rule).collect::<Vec<_>>(), [Rule::Enum], "{place}");
    }
}

#[test]
fn the_end_of_a_pattern_is_read_strictly() {
    for (place, text) in [
        ("/slug", "clip-from-text\n"),
        ("/inputs/0/id", "prompt\n"),
        ("/provenance/requirement_id", "CA-001\n"),
        ("/runtime_binding/endpoint", "/v1/videos\n"),
        ("/runtime_binding/endpoint", "/v1/videos\r"),
    ] {
        let error = Workflow::parse(&changed("clip-from-text", place, text).to_string()).expect_err("it is not strict");
        assert_eq!(
            error.violations().iter().map(|it| it.rule).collect::<Vec<_>>(),
            [Rule::Pattern],
            "{place} {text:?}"
        );
    }
}

#[test]
fn no_text_causes_a_panic_and_duplicate_fields_are_refused() {
    let text = example("dub-a-clip").to_string();
    let twice = text.replacen("\"slug\"", "\"slug\":\"another\",\"slug\"", 1);
    let error = Workflow::parse(&twice).expect_err("one of the two would be lost");
    assert!(error.to_string().contains("duplicate field `slug`"), "{error}");
    for (end, _) in text.char_indices() {
        assert!(Workflow::parse(&text[..end]).is_err());
    }
    for text in ["", "null", "[]", "1e400", "\"\\ud800\"", &"[".repeat(10_000), &"{\"a\":".repeat(10_000)] {
        assert!(Workflow::parse(text).is_err());
    }
}
