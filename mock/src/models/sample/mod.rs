//! Values that satisfy a JSON schema.
//!
//! A schema is expanded into alternatives without references and combinations. A value of each is created, and the
//! first one that satisfies the whole schema is returned. Depth and number of steps are limited.

mod check;
mod number;
mod text;

use serde_json::{Map, Value, json};

use check::Check;

/// Number of values that are tried before a schema counts as unsatisfiable.
const MOST_STEPS: usize = 20_000;
/// Maximum number of alternatives of one schema.
const MOST_ALTERNATIVES: usize = 64;
/// Maximum number of items and properties of a value.
const MOST_ITEMS: u64 = 1_000;
/// Number of values of one alternative that are tried, for schemas with `not`, `oneOf` or `uniqueItems`.
const VARIANTS: usize = 8;

/// Returns a value that satisfies a schema; `None` if none is found.
pub(super) fn sample(schema: &Value) -> Option<Value> {
    // Shallow values first: a recursive schema has values of any depth.
    [3, 6, 12, 24].into_iter().find_map(|depth| {
        let mut maker = SampleBuilder { check: Check { whole: schema }, steps: MOST_STEPS };
        maker.value(schema, depth, 0)
    })
}

struct SampleBuilder<'a> {
    check: Check<'a>,
    steps: usize,
}

/// Alternative of a schema: keywords without references and combinations.
type Plain = Map<String, Value>;

impl SampleBuilder<'_> {
    /// Creates a value for a schema. Different variants are different values if possible.
    fn value(&mut self, schema: &Value, depth: usize, variant: usize) -> Option<Value> {
        let alternatives = self.alternatives(schema, depth)?;
        for tried in variant..variant + VARIANTS {
            for plain in &alternatives {
                for kind in kinds(plain) {
                    self.steps = self.steps.checked_sub(1)?;
                    let made = self.of_kind(kind, plain, depth, tried);
                    if let Some(made) = made.filter(|it| self.check.accepts(schema, it)) {
                        return Some(made);
                    }
                }
            }
        }
        None
    }

    fn of_kind(&mut self, kind: &str, plain: &Plain, depth: usize, variant: usize) -> Option<Value> {
        if let Some(only) = plain.get("const") {
            return Some(only.clone());
        }
        if let Some(values) = plain.get("enum").and_then(Value::as_array) {
            return values.get(variant % values.len().max(1)).cloned();
        }
        match kind {
            "null" => Some(Value::Null),
            "boolean" => Some(variant.is_multiple_of(2).into()),
            "integer" => number::integer(plain, variant),
            "number" => number::number(plain, variant),
            "string" => text::text(plain, variant).map(Value::String),
            "array" => self.array(plain, depth.checked_sub(1)?, variant),
            "object" => self.object(plain, depth.checked_sub(1)?, variant),
            _ => None,
        }
    }

    fn array(&mut self, plain: &Plain, depth: usize, variant: usize) -> Option<Value> {
        let any = Value::Bool(true);
        // In older schemas `prefixItems` is a list in `items`.
        let lists = [plain.get("prefixItems"), plain.get("items")];
        let first = lists.iter().flatten().find_map(|it| it.as_array()).cloned().unwrap_or_default();
        let rest = [plain.get("items"), plain.get("additionalItems")];
        let rest = rest.into_iter().flatten().find(|it| !it.is_array()).unwrap_or(&any);
        let unique = plain.get("uniqueItems") == Some(&Value::Bool(true));
        let contained = plain.get("contains");
        let needed = contained.map_or(0, |_| count(plain, "minContains").unwrap_or(1));
        let length = count(plain, "minItems").unwrap_or(0).max(needed).min(MOST_ITEMS) as usize + variant / 2;
        let mut items: Vec<Value> = Vec::new();
        for index in 0..length {
            let both;
            let schema = match (first.get(index).unwrap_or(rest), contained) {
                (schema, Some(contained)) if (index as u64) < needed => {
                    both = json!({ "allOf": [schema, contained] });
                    &both
                }
                (schema, _) => schema,
            };
            let variants = if unique { 0..length + VARIANTS } else { variant..variant + 1 };
            let mut made = variants.filter_map(|it| self.value(schema, depth, it));
            items.push(made.find(|it| !unique || !items.contains(it))?);
        }
        Some(items.into())
    }

    fn object(&mut self, plain: &Plain, depth: usize, variant: usize) -> Option<Value> {
        let known = plain.get("properties").and_then(Value::as_object).cloned().unwrap_or_default();
        let texts = |it: Option<&Value>| -> Vec<String> {
            let all = it.and_then(Value::as_array).into_iter().flatten();
            all.filter_map(Value::as_str).map(str::to_owned).collect()
        };
        let mut names = texts(plain.get("required"));
        let dependent = plain.get("dependentRequired").and_then(Value::as_object);
        let mut at = 0;
        while let Some(name) = names.get(at).cloned() {
            let more = texts(dependent.and_then(|it| it.get(&name)));
            names.extend(more.into_iter().filter(|it| !names.contains(it)).collect::<Vec<_>>());
            at += 1;
        }
        // An object that needs more properties gets optional ones, then ones that the schema does not describe.
        let least = count(plain, "minProperties").unwrap_or(0).min(MOST_ITEMS) as usize;
        let optional = known.keys().cloned().chain((0..MOST_ITEMS).map(|it| format!("more{it}")));
        let optional = self.names(plain).into_iter().chain(optional);
        for name in optional {
            if names.len() >= least + variant / 4 {
                break;
            }
            let is_possible = self.check.accepts_property(plain, &name);
            if is_possible && !names.contains(&name) {
                names.push(name);
            }
        }
        let mut fields = Map::new();
        for name in names {
            let schema = self.check.of_property(plain, &name);
            fields.insert(name, self.value(&schema, depth, variant)?);
        }
        Some(fields.into())
    }

    /// Returns property names that `propertyNames` and `patternProperties` describe.
    fn names(&mut self, plain: &Plain) -> Vec<String> {
        let patterns = plain.get("patternProperties").and_then(Value::as_object).into_iter().flatten();
        let mut schemas: Vec<_> = patterns.map(|(pattern, _)| json!({ "pattern": pattern })).collect();
        schemas.extend(plain.get("propertyNames").cloned());
        let mut names = Vec::new();
        for schema in schemas {
            for variant in 0..VARIANTS {
                // Longer names differ even if the pattern allows no other difference.
                for length in [0, variant + 1] {
                    let text = json!({ "allOf": [{ "type": "string", "minLength": length }, schema] });
                    let name = self.value(&text, 3, variant).and_then(|it| it.as_str().map(str::to_owned));
                    names.extend(name.filter(|it| !names.contains(it)));
                }
            }
        }
        names
    }

    /// Returns the alternatives of a schema; `None` if it is nested too deeply.
    fn alternatives(&mut self, schema: &Value, depth: usize) -> Option<Vec<Plain>> {
        self.steps = self.steps.checked_sub(1)?;
        let Value::Object(keywords) = schema else {
            return Some(if *schema == Value::Bool(false) { Vec::new() } else { vec![Plain::new()] });
        };
        let mut plain = keywords.clone();
        let mut all = Vec::new();
        let mut choices: Vec<Vec<Value>> = Vec::new();
        if let Some(Value::String(target)) = plain.remove("$ref") {
            choices.push(vec![self.check.target(&target)?.clone()]);
        }
        for keyword in ["anyOf", "oneOf"] {
            choices.extend(plain.remove(keyword).and_then(|it| it.as_array().cloned()));
        }
        let every = plain.remove("allOf").and_then(|it| it.as_array().cloned()).unwrap_or_default();
        choices.extend(every.into_iter().map(|it| vec![it]));
        if let Some(condition) = plain.remove("if") {
            let mut branch = |keyword: &str| plain.remove(keyword).unwrap_or(Value::Bool(true));
            let (then, otherwise) = (branch("then"), branch("else"));
            choices.push(vec![otherwise, json!({ "allOf": [condition, then] })]);
        }
        all.push(plain);
        for choice in choices {
            let mut next = Vec::new();
            for schema in &choice {
                // Skips branches that are nested too deeply.
                let branches = depth.checked_sub(1).and_then(|depth| self.alternatives(schema, depth));
                for branch in branches.unwrap_or_default() {
                    next.extend(all.iter().map(|it| merged(it, &branch)));
                }
            }
            next.truncate(MOST_ALTERNATIVES);
            all = next;
        }
        Some(all)
    }
}

fn count(plain: &Plain, keyword: &str) -> Option<u64> {
    plain.get(keyword)?.as_u64()
}

/// Returns the types that a schema allows, likely ones first.
fn kinds(plain: &Plain) -> Vec<&str> {
    match plain.get("type") {
        Some(Value::String(kind)) => vec![kind],
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => {
            let hints = [
                ("object", &["properties", "required", "minProperties", "additionalProperties"][..]),
                ("array", &["items", "prefixItems", "minItems", "contains"]),
                ("number", &["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]),
            ];
            let hinted = hints.iter().filter(|(_, it)| it.iter().any(|it| plain.contains_key(*it))).map(|it| it.0);
            hinted.chain(["string", "object", "integer", "array", "boolean", "null"]).collect()
        }
    }
}

/// Combines two alternatives. The value is checked against the whole schema in the end.
fn merged(one: &Plain, other: &Plain) -> Plain {
    let mut all = one.clone();
    for (keyword, value) in other {
        let both = match all.get(keyword) {
            None => value.clone(),
            Some(there) => together(keyword, there, value),
        };
        all.insert(keyword.clone(), both);
    }
    all
}

fn together(keyword: &str, one: &Value, other: &Value) -> Value {
    let larger = |smaller: bool| {
        let swap = other.as_f64() > one.as_f64();
        if swap != smaller { other.clone() } else { one.clone() }
    };
    let list = |it: &Value| it.as_array().cloned().unwrap_or_else(|| vec![it.clone()]);
    match keyword {
        "required" => list(one).into_iter().chain(list(other)).collect(),
        "type" => {
            let fits =
                |it: &Value| list(other).contains(it) || (*it == "integer" && list(other).contains(&"number".into()));
            let narrower = list(one).into_iter().filter(fits);
            let whole = list(other).into_iter().filter(|it| *it == "integer" && list(one).contains(&"number".into()));
            narrower.chain(whole).collect()
        }
        "enum" => list(one).into_iter().filter(|it| list(other).contains(it)).collect(),
        "properties" | "patternProperties" => {
            let (mut all, empty) = (one.as_object().cloned().unwrap_or_default(), Map::new());
            for (name, schema) in other.as_object().unwrap_or(&empty) {
                let both = all.get(name).map(|it| json!({ "allOf": [it, schema] }));
                all.insert(name.clone(), both.unwrap_or_else(|| schema.clone()));
            }
            all.into()
        }
        "items" | "additionalProperties" | "contains" | "propertyNames" => json!({ "allOf": [one, other] }),
        it if it.starts_with("min") || it == "exclusiveMinimum" => larger(false),
        it if it.starts_with("max") || it == "exclusiveMaximum" => larger(true),
        _ => other.clone(),
    }
}
