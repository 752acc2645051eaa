//! Third-party validators agree about every record: Python's jsonschema and JavaScript's ajv.

mod slow {
    use std::collections::BTreeSet;
    use std::fs;
    use std::process::Command;

    use fastrand::Rng;
    use gatewright_tests::programs::{fine, npm, python};
    use gatewright_tests::root;
    use sample_client::workflow::{Rule, Step, Violation, Workflow};
    use serde_json::{Value, json};

    use super::super::files;

    /// Number of mutated records in addition to the existing ones.
    const MUTATED: usize = 10_000;

    /// Returns values that are invalid, or almost valid, everywhere.
    fn odd_values() -> Vec<Value> {
        vec![
            json!(null),
            json!(true),
            json!(false),
            json!(0),
            json!(-1),
            json!(5.0),
            json!(5.5),
            json!(1e300),
            json!(""),
            json!(" "),
            json!("en"),
            json!("EN"),
            json!("zh-cn"),
            json!("verified"),
            json!("a-b"),
            json!("a--b"),
            json!("é"),
            json!("/"),
            json!("/v1\n"),
            json!("/v1\rx"),
            json!("CA-001"),
            json!("CA-001\n"),
            json!("2024-02-29"),
            json!("2023-02-29"),
            json!("2026-1-1"),
            json!("0123abc"),
            json!("f".repeat(64)),
            json!([]),
            json!(["en"]),
            json!(["en", "en"]),
            json!([1, "en"]),
            json!({}),
            json!({ "a": 1 }),
            json!("gateway.workflow.v1"),
        ]
    }

    /// Makes one random change in a record.
    fn mutate(value: &mut Value, odd: &[Value], rng: &mut Rng) {
        let here = rng.u8(..4) == 0;
        match value {
            Value::Object(fields) if !fields.is_empty() && !here => {
                let key = fields.keys().nth(rng.usize(..fields.len())).expect("there are some").clone();
                mutate(&mut fields[&key], odd, rng);
            }
            Value::Array(items) if !items.is_empty() && !here => {
                mutate(rng.choice(items).expect("there are some"), odd, rng)
            }
            Value::Object(fields) => match rng.u8(..3) {
                0 if !fields.is_empty() => {
                    let key = fields.keys().nth(rng.usize(..fields.len())).expect("there are some").clone();
                    fields.remove(&key);
                }
                1 => {
                    fields.insert("invented".into(), rng.choice(odd).expect("there are some").clone());
                }
                _ => *value = rng.choice(odd).expect("there are some").clone(),
            },
            Value::Array(items) => match rng.u8(..4) {
                0 => {
                    items.pop();
                }
                1 => items.extend(items.first().cloned()),
                2 => items.push(rng.choice(odd).expect("there are some").clone()),
                _ => *value = rng.choice(odd).expect("there are some").clone(),
            },
            Value::String(text) if rng.bool() => match rng.u8(..4) {
                0 => text.push('\n'),
                1 => *text = text.to_uppercase(),
                2 => text.push_str("-1"),
                _ => {
                    text.pop();
                }
            },
            other => *other = rng.choice(odd).expect("there are some").clone(),
        }
    }

    fn records() -> Vec<Value> {
        let there = files("examples").into_iter().chain(files("broken"));
        let mut records: Vec<Value> = there.map(|(_, text)| serde_json::from_str(&text).expect("JSON")).collect();
        let examples: Vec<Value> =
            files("examples").iter().map(|it| serde_json::from_str(&it.1).expect("JSON")).collect();
        let (mut rng, odd) = (Rng::with_seed(20_261_116), odd_values());
        for number in 0..MUTATED {
            let mut record = examples[number % examples.len()].clone();
            for _ in 0..rng.usize(1..4) {
                mutate(&mut record, &odd, &mut rng);
            }
            records.push(record);
        }
        records
    }

    /// Returns a violation as other validators report it: a missing or unknown field is an error of its object.
    fn as_others(it: &Violation) -> String {
        let of_object = matches!(it.rule, Rule::Required | Rule::AdditionalProperties);
        let steps = &it.path.0[..it.path.0.len() - usize::from(of_object)];
        let pointer: String = steps
            .iter()
            .map(|step| match step {
                Step::Key(key) => format!("/{}", key.replace('~', "~0").replace('/', "~1")),
                Step::Item(number) => format!("/{number}"),
            })
            .collect();
        format!("{pointer} {}", it.rule.keyword())
    }

    /// Returns true if all items of the list of a violation are texts; for other items only the wrong type is reported.
    fn is_of_texts(violation: &str, record: &Value) -> bool {
        let Some(pointer) = violation.strip_suffix(" uniqueItems") else { return true };
        record.pointer(pointer).and_then(Value::as_array).is_some_and(|it| it.iter().all(Value::is_string))
    }

    /// Returns true if Python matches a pattern less strictly here: its end of a text is also before a final line feed,
    /// and only a line feed ends a line.
    fn is_read_loosely(violation: &str, record: &Value) -> bool {
        let text = violation.strip_suffix(" pattern").and_then(|it| record.pointer(it)).and_then(Value::as_str);
        text.is_some_and(|it| it.ends_with('\n') || it.contains(['\r', '\u{2028}', '\u{2029}']))
    }

    fn verdicts(printed: &str) -> Vec<BTreeSet<String>> {
        printed.lines().map(|it| serde_json::from_str(it).unwrap_or_else(|_| panic!("{it}"))).collect()
    }

    #[test]
    fn all_validators_agree_about_all_records() {
        let (records, folder) = (records(), tempfile::TempDir::new().expect("a temporary folder"));
        let (schema, file) = (root().join("specs/workflow/workflow.schema.json"), folder.path().join("records"));
        let lines: Vec<_> = records.iter().map(Value::to_string).collect();
        fs::write(&file, lines.join("\n") + "\n").expect("a temporary folder");

        let python = python("validators", "tests/requirements.txt").join("python");
        let script = root().join("tests/workflow/check.py");
        let theirs = verdicts(&fine(Command::new(python).arg(script).arg(&schema).arg(&file)));
        let ajv = npm("workflow-ajv", "tests/workflow/ajv");
        let strict = verdicts(&fine(Command::new("node").current_dir(ajv).arg("check.js").arg(&schema).arg(&file)));
        assert_eq!((theirs.len(), strict.len()), (records.len(), records.len()));

        let (mut fine_ones, mut loosely) = (0, 0);
        for (number, record) in records.iter().enumerate() {
            let violations = Workflow::rules().check(record);
            let only_texts = |of: &BTreeSet<String>| -> BTreeSet<String> {
                of.iter().filter(|it| is_of_texts(it, record)).cloned().collect()
            };
            let ours = only_texts(&violations.iter().map(as_others).collect());
            assert_eq!(ours, only_texts(&strict[number]), "ajv, of {record}");
            let looser: BTreeSet<_> = ours.iter().filter(|it| !is_read_loosely(it, record)).cloned().collect();
            let python: BTreeSet<_> =
                only_texts(&theirs[number]).into_iter().filter(|it| !is_read_loosely(it, record)).collect();
            assert_eq!(looser, python, "jsonschema, of {record}");
            loosely += usize::from(theirs[number].is_empty() && !ours.is_empty());
            fine_ones += usize::from(ours.is_empty());
            // The types accept exactly the valid records, and write them unchanged.
            let read = serde_json::from_value::<Workflow>(record.clone());
            assert_eq!(read.is_ok(), ours.is_empty(), "the types, of {record}: {read:?}");
            if let Ok(read) = read {
                assert_eq!(serde_json::to_value(&read).expect("JSON"), *record);
            }
        }
        // Some records must be valid, to detect a validator that refuses everything.
        assert!(fine_ones > 100, "{fine_ones} of {} are fine", records.len());
        eprintln!("{} records, {fine_ones} of them fine, {loosely} where only Python is less strict", records.len());
    }
}
