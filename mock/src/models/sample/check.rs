//! Validation of values against a schema.

use serde_json::{Map, Value, json};

/// Validation with a schema or parts of it.
pub(super) struct Check<'a> {
    /// Schema that references are resolved in.
    pub(super) whole: &'a Value,
}

/// Returns true if a text matches a pattern, or if the pattern is invalid.
pub(super) fn matches(pattern: &str, text: &str) -> bool {
    regex_lite::Regex::new(pattern).map_or(true, |it| it.is_match(text))
}

impl Check<'_> {
    /// Resolves a reference.
    pub(super) fn target(&self, reference: &str) -> Option<&Value> {
        self.whole.pointer(reference.strip_prefix('#')?)
    }

    /// Returns true if a value satisfies a schema. Values that are nested too deeply do not.
    pub(super) fn accepts(&self, schema: &Value, value: &Value) -> bool {
        self.within(schema, value, 64)
    }

    fn within(&self, schema: &Value, value: &Value, depth: usize) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        match schema {
            Value::Bool(any) => *any,
            Value::Object(keywords) => keywords.iter().all(|(keyword, rule)| {
                self.combines(keyword, rule, keywords, value, depth)
                    && of_type(keyword, rule, value)
                    && of_text(keyword, rule, value)
                    && of_number(keyword, rule, keywords, value)
                    && self.of_array(keyword, rule, keywords, value, depth)
                    && self.of_object(keyword, rule, keywords, value, depth)
            }),
            _ => true,
        }
    }

    /// Checks references and combinations.
    fn combines(&self, keyword: &str, rule: &Value, all: &Map<String, Value>, value: &Value, depth: usize) -> bool {
        let accepts = |schema: &Value| self.within(schema, value, depth);
        let schemas = || rule.as_array().into_iter().flatten();
        match keyword {
            "$ref" => rule.as_str().and_then(|it| self.target(it)).is_some_and(accepts),
            "allOf" => schemas().all(accepts),
            "anyOf" => schemas().any(accepts),
            "oneOf" => schemas().filter(|it| accepts(it)).count() == 1,
            "not" => !accepts(rule),
            "if" => {
                let branch = if accepts(rule) { "then" } else { "else" };
                all.get(branch).is_none_or(accepts)
            }
            _ => true,
        }
    }

    fn of_array(&self, keyword: &str, rule: &Value, all: &Map<String, Value>, value: &Value, depth: usize) -> bool {
        let Value::Array(items) = value else { return true };
        let accepts = |schema: &Value, item: &Value| self.within(schema, item, depth);
        let length = items.len() as u64;
        let first = |of: &Value| of.as_array().map_or(0, Vec::len);
        match keyword {
            "minItems" => rule.as_u64().is_none_or(|it| length >= it),
            "maxItems" => rule.as_u64().is_none_or(|it| length <= it),
            "uniqueItems" => *rule != Value::Bool(true) || (1..items.len()).all(|it| !items[..it].contains(&items[it])),
            "prefixItems" | "items" if rule.is_array() => {
                rule.as_array().into_iter().flatten().zip(items).all(|(schema, item)| accepts(schema, item))
            }
            "items" => items.iter().skip(all.get("prefixItems").map_or(0, first)).all(|it| accepts(rule, it)),
            "additionalItems" => {
                let skipped = all.get("items").filter(|it| it.is_array()).map_or(usize::MAX, first);
                items.iter().skip(skipped).all(|it| accepts(rule, it))
            }
            "contains" => {
                let found = items.iter().filter(|it| accepts(rule, it)).count() as u64;
                let limit = |keyword: &str| all.get(keyword).and_then(Value::as_u64);
                found >= limit("minContains").unwrap_or(1) && limit("maxContains").is_none_or(|it| found <= it)
            }
            _ => true,
        }
    }

    fn of_object(&self, keyword: &str, rule: &Value, all: &Map<String, Value>, value: &Value, depth: usize) -> bool {
        let Value::Object(fields) = value else { return true };
        let count = fields.len() as u64;
        let has_all = |names: &Value| {
            names.as_array().into_iter().flatten().filter_map(Value::as_str).all(|it| fields.contains_key(it))
        };
        match keyword {
            "required" => has_all(rule),
            "minProperties" => rule.as_u64().is_none_or(|it| count >= it),
            "maxProperties" => rule.as_u64().is_none_or(|it| count <= it),
            "propertyNames" => fields.keys().all(|it| self.within(rule, &it.as_str().into(), depth)),
            "dependentRequired" => {
                rule.as_object().into_iter().flatten().all(|(name, it)| !fields.contains_key(name) || has_all(it))
            }
            "properties" | "patternProperties" | "additionalProperties" => {
                fields.iter().all(|(name, it)| self.within(&self.of_property(all, name), it, depth))
            }
            _ => true,
        }
    }

    /// Returns the schema of a property, from all keywords that describe it.
    pub(super) fn of_property(&self, all: &Map<String, Value>, name: &str) -> Value {
        let own = all.get("properties").and_then(|it| it.get(name));
        let patterns = all.get("patternProperties").and_then(Value::as_object).into_iter().flatten();
        let matching = patterns.filter(|(pattern, _)| matches(pattern, name)).map(|(_, schema)| schema);
        let described: Vec<_> = own.into_iter().chain(matching).cloned().collect();
        match (described.len(), all.get("additionalProperties")) {
            (0, Some(schema)) => schema.clone(),
            (0, None) => Value::Bool(true),
            (1, _) => described.into_iter().next().unwrap_or_default(),
            _ => json!({ "allOf": described }),
        }
    }

    /// Returns true if an object may have a property with this name.
    pub(super) fn accepts_property(&self, all: &Map<String, Value>, name: &str) -> bool {
        let is_named = all.get("propertyNames").is_none_or(|it| self.accepts(it, &name.into()));
        is_named && self.of_property(all, name) != Value::Bool(false)
    }
}

fn of_type(keyword: &str, rule: &Value, value: &Value) -> bool {
    let is = |kind: &Value| match kind.as_str() {
        Some("integer") => value.as_f64().is_some_and(|it| it.fract() == 0.0),
        Some("number") => value.is_number(),
        Some("string") => value.is_string(),
        Some("boolean") => value.is_boolean(),
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("null") => value.is_null(),
        _ => true,
    };
    match keyword {
        "type" => rule.as_array().map_or_else(|| is(rule), |it| it.iter().any(is)),
        "enum" => rule.as_array().is_none_or(|it| it.contains(value)),
        "const" => rule == value,
        _ => true,
    }
}

fn of_text(keyword: &str, rule: &Value, value: &Value) -> bool {
    let Value::String(text) = value else { return true };
    let length = text.chars().count() as u64;
    match keyword {
        "minLength" => rule.as_u64().is_none_or(|it| length >= it),
        "maxLength" => rule.as_u64().is_none_or(|it| length <= it),
        "pattern" => rule.as_str().is_none_or(|it| matches(it, text)),
        _ => true,
    }
}

fn of_number(keyword: &str, rule: &Value, all: &Map<String, Value>, value: &Value) -> bool {
    let Some(number) = value.as_f64() else { return true };
    let is_strict = |keyword: &str| all.get(keyword) == Some(&Value::Bool(true));
    match (keyword, rule.as_f64()) {
        ("minimum", Some(it)) => number > it || (number == it && !is_strict("exclusiveMinimum")),
        ("maximum", Some(it)) => number < it || (number == it && !is_strict("exclusiveMaximum")),
        ("exclusiveMinimum", Some(it)) => number > it,
        ("exclusiveMaximum", Some(it)) => number < it,
        ("multipleOf", Some(it)) => ((number / it) - (number / it).round()).abs() < 1e-9,
        _ => true,
    }
}
