//! Inputs of a workflow, checked against the record.

use sample_client::workflow::{InputErrors, Inputs, Problem, Workflow};
use serde_json::{Value, json};

use super::{changed, example, read, workflow};

fn given(values: Value) -> Result<Inputs, InputErrors> {
    let record = workflow("clip-from-text");
    record.inputs(values.as_object().expect("an object").clone())
}

fn said(values: Value) -> Vec<String> {
    let errors = given(values).expect_err("they will not do").0;
    errors.iter().map(|it| format!("{}: {}", it.id, it.problem)).collect()
}

#[test]
fn integers_can_be_written_with_a_decimal_point() {
    for (default, allowed) in [("5.0", "[5,10]"), ("5.0", "[5.0,10]"), ("5", "[5.0,10.0]"), ("5.0", "[]")] {
        let text = example("clip-from-text").to_string();
        let text = text.replacen("\"default\":5,", &format!("\"default\":{default},"), 1);
        let text = text.replacen("[5,10]", allowed, 1);
        let workflow = Workflow::parse(&text).expect("it is fine");
        let inputs =
            workflow.inputs([("prompt", "tea")]).unwrap_or_else(|error| panic!("{default} {allowed}: {error}"));
        assert_eq!(inputs.get("seconds"), Some(&json!(5)), "{default} {allowed}");
    }
}

#[test]
fn omitted_inputs_get_their_default() {
    let inputs = given(json!({ "prompt": "tea", "size": null })).expect("they will do");
    let all: Vec<_> = inputs.iter().map(|(id, value)| (id, value.clone())).collect();
    assert_eq!(all, [("prompt", json!("tea")), ("seconds", json!(5)), ("size", json!("1280*720"))]);
}

#[test]
fn cost_sensitive_inputs_are_listed() {
    let inputs = given(json!({ "prompt": "tea", "seconds": 10 })).expect("they will do");
    let costly: Vec<_> = inputs.cost_sensitive().map(|(id, value)| (id, value.cloned())).collect();
    assert_eq!(costly, [("size", Some(json!("1280*720"))), ("seconds", Some(json!(10)))]);
}

#[test]
fn all_errors_are_reported_per_input() {
    let wanted = [
        "mood: unknown input; the record has `prompt`, `size`, `seconds`",
        "seconds: expected one of 5, 10, found 7",
        "size: expected one of \"1280*720\", \"1920*1080\", found \"1280x720\"",
        "prompt: this input is required",
    ];
    assert_eq!(said(json!({ "size": "1280x720", "seconds": 7, "mood": "calm" })), wanted);
    assert_eq!(said(json!({ "prompt": 7 })), ["prompt: expected type `string`, found 7"]);
    assert_eq!(said(json!({ "prompt": "a", "seconds": "5" })), ["seconds: expected type `integer`, found \"5\""]);
    let errors = given(json!({ "prompt": null })).expect_err("null is nothing");
    assert_eq!(errors.to_string(), "invalid inputs:\n  prompt: this input is required");
}

#[test]
fn every_type_accepts_only_its_own_values() {
    let values = [json!("text"), json!(""), json!(true), json!(5), json!(5.0), json!(5.5), json!([]), json!({})];
    for (kind, fits) in [
        ("asset", &[json!("text")][..]),
        ("string", &[json!("text"), json!("")]),
        ("boolean", &[json!(true)]),
        ("integer", &[json!(5), json!(5.0)]),
        // An enum without values accepts nothing.
        ("enum", &[]),
    ] {
        let workflow = read(&changed("clip-from-text", "/inputs/0/type", kind));
        for value in &values {
            let will_do = workflow.inputs([("prompt", value.clone())]).is_ok();
            assert_eq!(will_do, fits.contains(value), "{kind} {value}");
        }
    }
}

#[test]
fn a_default_is_checked_like_a_given_value() {
    let mut record = changed("clip-from-text", "/inputs/2/default", 7);
    let errors = read(&record).inputs([("prompt", "tea")]).expect_err("7 is not allowed");
    assert!(matches!(&errors.0[0].problem, Problem::Default(_)), "{errors}");
    // The default of a given input is not checked.
    assert!(read(&record).inputs([("prompt", json!("tea")), ("seconds", json!(5))]).is_ok());
    record = example("clip-from-text");
    record["inputs"][0]["default"] = json!("A kettle.");
    let inputs = read(&record).inputs([("seconds", 5)]).expect("there is a default");
    assert_eq!(inputs.get("prompt"), Some(&json!("A kettle.")), "an obligation with a default is none");
}

#[test]
fn integers_are_compared_exactly() {
    let record = changed("clip-from-text", "/inputs/2/allowed_values", json!([5, 9_007_199_254_740_992_i64]));
    let workflow = read(&record);
    let given = |value: Value| workflow.inputs([("prompt", json!("tea")), ("seconds", value)]);
    assert_eq!(given(json!(5.0)).expect("it is 5").get("seconds"), Some(&json!(5)));
    assert!(given(json!(9_007_199_254_740_992_i64)).is_ok());
    assert!(given(json!(9_007_199_254_740_993_i64)).is_err());
}

#[test]
fn an_input_given_twice_is_refused() {
    let workflow = workflow("clip-from-text");
    let errors = workflow.inputs([("prompt", "a"), ("prompt", "b")]).expect_err("which of the two?");
    assert_eq!(errors.0[0].problem, Problem::Duplicate);
}
