use serde_json::{Map, json};

use super::*;
use crate::ValueType;

const FRAME: Field = Field::body("frame", &["metadata.list[]"]).shaped(r#"{"url":"$","type":"first"}"#);
const IMAGE: Field = Field::body("image", &["metadata.list[]"]).shaped(r#"{"url":"$"}"#).many();
const PROMPT: Field = Field::body("prompt", &["prompt", "metadata.prompt"]);
const SPEC: OperationSpec = OperationSpec {
    fields: &[PROMPT, FRAME, IMAGE],
    counts: &[Count { of: &["image"], min: 1, max: 2 }],
    ..OperationSpec::EMPTY
};

#[test]
fn a_name_is_sent_once_and_keeps_its_place() {
    const A: Field = Field::query("a");
    let params = Params::default().add(&A, 1).with("b", true).add(&A, "x");
    assert_eq!(params.query(), "a=x&b=true");
}

#[test]
fn every_group_needs_a_member() {
    let params = || Params::default().with("a", 1);
    let (ab, bc) = (Count::one_of(&["a", "b"]), Count::one_of(&["b", "c"]));
    assert!(params().counted(&[ab]).is_some());
    assert!(params().counted(&[ab, bc]).is_none());
    assert!(Params::default().with("a", "").counted(&[ab]).is_none());
    assert_eq!(params().with("b", "").counted(&[ab]).map(|it| it.query()).as_deref(), Some("a=1"));
}

#[test]
fn values_go_to_their_places_in_the_order_of_the_fields() {
    let params = Params::default().add(&IMAGE, "a").add(&IMAGE, "b").add(&FRAME, "x").set(&FRAME, "f");
    let mut body = Map::new();
    params.set(&PROMPT, "tea").write(&SPEC, &mut body);
    let list = json!([{ "url": "f", "type": "first" }, { "url": "a" }, { "url": "b" }]);
    assert_eq!(Value::Object(body), json!({ "prompt": "tea", "metadata": { "prompt": "tea", "list": list } }));
}

#[test]
fn too_few_and_too_many_values_are_refused() {
    let none = Params::default();
    assert!(none.invalid_count(&SPEC).is_some_and(|it| it.contains("at least 1")));
    let three = none.add(&IMAGE, "a").add(&IMAGE, "b").add(&IMAGE, "c");
    assert!(three.invalid_count(&SPEC).is_some_and(|it| it.contains("at most 2") && it.contains("found 3")));
    assert!(three.counted(SPEC.counts).is_none());
}

#[test]
fn two_values_of_a_field_that_takes_one_are_refused() {
    let once = Params::default().add(&FRAME, "a").add(&IMAGE, "b");
    assert_eq!(once.invalid_count(&SPEC), None);
    let problem = Some("`frame` accepts only one value, found 2".to_owned());
    assert_eq!(once.clone().add(&FRAME, "c").invalid_count(&SPEC), problem);
    let mut twice = once.clone();
    twice.extend(once);
    assert_eq!(twice.invalid_count(&SPEC), problem);
}

#[test]
fn a_length_is_known_if_exactly_one_field_sets_it() {
    const DURATION: Field = Field::body("duration", &["duration"]).value_type(ValueType::Seconds(1, 60));
    const SECONDS: Field = Field::body("seconds", &["seconds"]).value_type(ValueType::SecondsAsText(1, 60));
    let (none, ten) = (Params::default(), Decimal::attos(10_000_000_000_000_000_000));
    assert_eq!(none.length(), Err(CostUnknown::Usage("seconds")));
    assert_eq!(none.clone().set(&DURATION, 10).length(), Ok(ten));
    assert_eq!(none.clone().set(&SECONDS, "10").length(), Ok(ten));
    let both = none.set(&DURATION, 1).set(&SECONDS, "10");
    assert!(matches!(both.length(), Err(CostUnknown::Condition(_))));
}

#[test]
fn numbers_of_all_types_are_sent_or_refused() {
    let params = Params::default().with("a", 7_u8).with("b", usize::MIN).with("c", -1_i32).with("d", 0.5_f32);
    assert_eq!(params.with("e", i64::MAX as u64).query(), "a=7&b=0&c=-1&d=0.5&e=9223372036854775807");
    for large in [ParamValue::from(u64::MAX), i128::MIN.into(), crate::Integer::from(i64::MAX as u64 + 1).into()] {
        let problem = Params::default().with("n", large).invalid_value().unwrap_or_default();
        assert!(problem.starts_with("`n` cannot be sent: `"), "{problem}");
        assert!(problem.ends_with("` does not fit in 64 bits with a sign"), "{problem}");
    }
}
