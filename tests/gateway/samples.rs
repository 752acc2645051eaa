//! Structured output of the mock satisfies its schema.

use gatewright_mock::Gateway;
use serde_json::{Value, json};

use super::gateway;

/// Returns the structured output for a schema, or the refusal.
async fn reply(gateway: &Gateway, format: Value) -> Result<Value, Value> {
    let body = json!({
        "model": "chat-large", "messages": [{ "role": "user", "content": "?" }], "response_format": format,
    });
    let http = reqwest::Client::builder().no_proxy().build().expect("a client");
    let request = http.post(format!("{}/v1/chat/completions", gateway.base_url())).bearer_auth(gateway.key());
    let reply = request.body(body.to_string()).send().await.expect("a reply");
    let status = reply.status();
    let reply: Value = serde_json::from_slice(&reply.bytes().await.expect("a body")).expect("JSON");
    let text = reply["choices"][0]["message"]["content"].as_str().filter(|_| status == 200);
    text.map(|it| serde_json::from_str(it).expect("JSON")).ok_or(reply)
}

async fn sample(gateway: &Gateway, schema: &Value) -> Result<Value, Value> {
    reply(gateway, json!({ "type": "json_schema", "json_schema": { "name": "reply", "schema": schema } })).await
}

/// Returns the schemas of `schemas.json`, each named after the keywords that it tests.
fn schemas() -> Vec<(String, Value)> {
    let text =
        std::fs::read_to_string(gatewright_tests::root().join("tests/gateway/schemas.json")).expect("it is there");
    serde_json::from_str::<serde_json::Map<String, Value>>(&text).expect("JSON").into_iter().collect()
}

#[tokio::test]
async fn json_object_mode_returns_an_object() {
    let said = reply(&gateway().await, json!({ "type": "json_object" })).await.expect("a reply");
    assert_eq!(said, json!({ "said": "?" }));
}

#[tokio::test]
async fn samples_are_the_simplest_valid_values() {
    let gateway = gateway().await;
    for (schema, wanted) in [
        (json!({ "type": "string", "minLength": 8 }), json!("samplexx")),
        (json!({ "type": "string", "pattern": "^[A-Z]{2}-\\d{3}$" }), json!("AA-000")),
        (json!({ "type": "string", "format": "date" }), json!("2024-01-10")),
        (json!({ "type": "integer", "exclusiveMinimum": 5, "multipleOf": 4 }), json!(8)),
        (json!({ "type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1 }), json!(0.5)),
        (
            json!({ "type": "array", "items": { "enum": ["a", "b"] }, "minItems": 2, "uniqueItems": true }),
            json!(["a", "b"]),
        ),
        (json!({ "oneOf": [{ "multipleOf": 3 }, { "multipleOf": 5 }], "type": "integer", "minimum": 15 }), json!(18)),
    ] {
        assert_eq!(sample(&gateway, &schema).await, Ok(wanted), "{schema}");
    }
}

#[tokio::test]
async fn an_unsatisfiable_schema_is_refused_quickly() {
    let gateway = gateway().await;
    for schema in [
        json!(false),
        json!({ "type": "string", "minLength": 9, "maxLength": 3 }),
        json!({ "type": "integer", "minimum": 3, "exclusiveMaximum": 3 }),
        json!({ "$ref": "#" }),
        json!({ "type": "object", "required": ["next"], "properties": { "next": { "$ref": "#" } } }),
        json!({ "type": "string", "pattern": "^((((a+)+)+)+)+$", "minLength": 100_001 }),
        json!({ "type": "array", "minItems": 5_000, "items": { "enum": ["a"] }, "uniqueItems": true }),
    ] {
        let refused = sample(&gateway, &schema).await.expect_err("it has none");
        assert_eq!(refused["error"]["code"], "mock_limit", "{schema}: {refused}");
    }
}

#[tokio::test]
async fn every_schema_has_a_sample() {
    let gateway = gateway().await;
    for (name, schema) in schemas() {
        assert!(sample(&gateway, &schema).await.is_ok(), "{name}");
    }
}

mod slow {
    use std::process::Command;

    use fastrand::Rng;
    use gatewright_tests::programs::{fine, npm, python};
    use gatewright_tests::root;
    use serde_json::{Value, json};

    use super::{gateway, sample, schemas};

    /// Number of random schemas in addition to those of the file.
    const COMBINED: usize = 400;

    /// Combines schemas: each applies to a property, an item or the whole value.
    fn combined(parts: &[(String, Value)], rng: &mut Rng, depth: u8) -> Value {
        if depth == 0 {
            return parts[rng.usize(..parts.len())].1.clone();
        }
        let kind = rng.u8(..4);
        let mut nested = || combined(parts, rng, depth - 1);
        match kind {
            0 => json!({ "anyOf": [nested(), nested()] }),
            1 => json!({ "type": "array", "items": nested(), "minItems": 1, "maxItems": 3 }),
            2 => json!({ "allOf": [{ "type": "object", "required": ["b"] }, { "properties": { "b": nested() } }] }),
            _ => {
                let fields = json!({ "a": nested(), "b": nested() });
                json!({ "type": "object", "properties": fields, "required": ["a"], "additionalProperties": false })
            }
        }
    }

    /// Checks every sample with Python's jsonschema and with JavaScript's ajv, which knows more formats.
    #[tokio::test(flavor = "multi_thread")]
    async fn validators_accept_every_sample() {
        let gateway = gateway().await;
        let (written, mut rng) = (schemas(), Rng::with_seed(7));
        // References resolve against the whole schema, so only schemas without one can be a part.
        let parts: Vec<_> = written.iter().filter(|it| !it.1.to_string().contains("$ref")).cloned().collect();
        let combined = (0..COMBINED).map(|number| combined(&parts, &mut rng, 1 + (number % 3) as u8));
        let all: Vec<_> = written.iter().map(|it| it.1.clone()).chain(combined).collect();
        let mut lines = String::new();
        for schema in &all {
            let value = sample(&gateway, schema).await.unwrap_or_else(|it| panic!("{schema}: {it}"));
            lines += &(json!({ "schema": schema, "value": value }).to_string() + "\n");
        }
        let file = tempfile::NamedTempFile::new().expect("a temporary file");
        std::fs::write(file.path(), lines).expect("a temporary file");
        let said = tokio::task::spawn_blocking(move || {
            let python = python("validators", "tests/requirements.txt").join("python");
            let script = root().join("tests/gateway/check_samples.py");
            let theirs = fine(Command::new(python).arg(script).arg(file.path()));
            let ajv = npm("workflow-ajv", "tests/workflow/ajv");
            [theirs, fine(Command::new("node").current_dir(ajv).arg("samples.js").arg(file.path()))]
        });
        for said in said.await.expect("no panic") {
            assert_eq!(said.trim(), format!("{} samples are valid", all.len()));
        }
    }
}
