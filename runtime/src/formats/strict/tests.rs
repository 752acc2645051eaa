use super::*;

#[test]
fn objects_require_all_their_properties_and_no_others() {
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {
            "name": { "type": "string", "default": "tea" },
            "minutes": { "type": ["integer", "null"], "format": "uint32", "minimum": 0 },
            "leaf": { "$ref": "#/$defs/Leaf", "description": "Its leaf." },
            "shapes": { "type": "array", "items": { "oneOf": [{ "const": "round" }, { "const": "flat" }] } },
        },
        "required": ["name"],
        "$defs": { "Leaf": { "type": "object", "properties": { "age": { "type": "integer" } } } },
    });
    let expected = json!({
        "type": "object",
        "properties": {
            "name": { "type": "string" },
            "minutes": { "type": ["integer", "null"], "minimum": 0 },
            "leaf": { "anyOf": [{ "$ref": "#/$defs/Leaf" }], "description": "Its leaf." },
            "shapes": { "type": "array", "items": { "anyOf": [{ "const": "round" }, { "const": "flat" }] } },
        },
        "required": ["leaf", "minutes", "name", "shapes"],
        "additionalProperties": false,
        "$defs": { "Leaf": {
            "type": "object", "properties": { "age": { "type": "integer" } },
            "required": ["age"], "additionalProperties": false,
        } },
    });
    assert_eq!(strict(schema), Ok(expected.clone()));
    assert_eq!(strict(expected.clone()), Ok(expected), "a strict schema does not change");
}

#[test]
fn a_schema_that_cannot_be_expressed_is_an_error_with_its_path() {
    let of = |property: Value| json!({ "type": "object", "properties": { "a": property } });
    for (schema, problem) in [
        (json!({ "type": "string" }), "`$` must be an object"),
        (json!({ "anyOf": [{ "type": "string" }] }), "`$` must be an object"),
        (json!({ "type": "object" }), "`$` is an object without known properties"),
        (of(json!({ "type": "object", "additionalProperties": { "type": "string" } })), "`$.a` is a map"),
        (of(json!(true)), "`$.a` accepts any value"),
        (of(json!({ "description": "anything" })), "`$.a` accepts any value"),
        (of(json!({ "type": "string", "minLength": 1 })), "`$.a` has `minLength`"),
        (of(json!({ "type": "array", "items": { "not": {} } })), "`$.a[]` has `not`"),
        (of(json!({ "allOf": [{ "type": "string" }, { "type": "string" }] })), "`$.a` has `allOf`"),
        (of(json!({ "type": "array", "prefixItems": [{ "type": "string" }] })), "`$.a` has `prefixItems`"),
    ] {
        let error = strict(schema.clone()).expect_err(problem);
        assert!(error.starts_with(problem), "{schema}: {error}");
    }
}

#[cfg(feature = "schemars")]
#[test]
fn rust_types_become_strict_schemas() {
    use crate::ReplyFormat;

    /// Kind of a tea.
    #[derive(schemars::JsonSchema)]
    #[expect(dead_code, reason = "only its schema matters")]
    enum Kind {
        /// Not fermented.
        Green,
        Other(String),
    }

    #[derive(schemars::JsonSchema)]
    #[expect(dead_code, reason = "only its schema matters")]
    struct Tea {
        /// Kind of the tea.
        kind: Kind,
        minutes: Option<u32>,
        more: Vec<Self>,
    }

    let ReplyFormat::StrictSchema { name, schema } = ReplyFormat::strict::<Tea>() else { panic!("another variant") };
    assert_eq!(name, "Tea");
    let schema = strict(schema).expect("it can be expressed");
    assert_eq!(schema["required"], json!(["kind", "minutes", "more"]));
    assert_eq!(schema["properties"]["kind"]["anyOf"], json!([{ "$ref": "#/$defs/Kind" }]));
    let other = json!({
        "type": "object", "properties": { "Other": { "type": "string" } }, "required": ["Other"],
        "additionalProperties": false,
    });
    assert_eq!(schema["$defs"]["Kind"]["anyOf"][1], other);
}
