//! Assumptions: each is marked where it applies, and none is a constraint.

use gatewright::model::{Operation, Param};
use serde_json::Value;

use super::super::model;
use super::document;

/// Returns the schemas at a location of a body; for a list, those of its items.
fn at<'a>(schema: &'a Value, place: &str) -> Vec<&'a Value> {
    let names = place.split('.').map(|it| it.split('[').next().unwrap_or(it)).filter(|it| !it.is_empty());
    let found = names.fold(schema, |it, name| &it["properties"][name]);
    match found["items"]["anyOf"].as_array() {
        Some(items) => items.iter().collect(),
        None => vec![found],
    }
}

/// Returns the object that contains a location as its field.
fn around<'a>(schema: &'a Value, place: &str) -> (&'a Value, String) {
    let (outer, name) = place.rsplit_once('.').unwrap_or(("", place));
    let outer = if outer.is_empty() { vec![schema] } else { at(schema, outer) };
    (outer[0], name.trim_end_matches("[]").to_owned())
}

fn marks(value: &Value) -> Vec<&str> {
    value["x-assumption"].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

/// Returns true if the schema of a request has a rule of a parameter as a constraint.
fn is_constraint(schema: &Value, param: &Param, place: &str, rule: &str) -> bool {
    // The same list can contain items of other parameters.
    let is_marked =
        |it: &&&Value| param.assumptions.iter().all(|own| marks(it).contains(&own.says.en().expect("English")));
    let all = at(schema, place);
    let mut own = all.iter().filter(is_marked);
    match rule {
        "required" => {
            let (outer, name) = around(schema, place);
            outer["required"].as_array().is_some_and(|it| it.iter().any(|it| *it == name))
        }
        "values" => own.any(|it| it.get("enum").is_some()),
        "min" => {
            own.any(|it| it.get("minimum").is_some() || it["pattern"].as_str().is_some_and(|it| it.contains("[3-9]")))
        }
        "max" => own.any(|it| it.get("maximum").is_some()),
        "type" => {
            own.any(|it| it.get("pattern").is_some() || (it.get("type").is_some() && it.get("properties").is_none()))
        }
        "as" => own.any(|it| it.get("required").is_some() || it.get("properties").is_some()),
        entry => entry.strip_prefix("as.").is_some_and(|entry| {
            own.any(|it| {
                let is_required = it["required"].as_array().is_some_and(|it| it.iter().any(|it| it == entry));
                is_required || it["properties"][entry].get("enum").is_some() || it["additionalProperties"] == false
            })
        }),
    }
}

/// Returns the schemas of the bodies that an operation accepts; for a task, its own one among those of the path.
fn schemas_of<'a>(document: &'a Value, operation: &Operation) -> Vec<&'a Value> {
    let item = &document["paths"][&operation.route.path]["post"];
    let schemas: Vec<_> =
        item["requestBody"]["content"].as_object().into_iter().flatten().map(|(_, it)| &it["schema"]).collect();
    if !operation.is_task() {
        return schemas;
    }
    let all = schemas[0]["anyOf"].as_array().expect("one for each operation");
    vec![all.iter().find(|it| it["title"] == operation.endpoint).expect("a schema for each operation")]
}

#[test]
fn every_assumption_about_a_request_is_marked_and_no_constraint() {
    let model = model();
    let (mut count, mut wrong) = (0, Vec::new());
    // In 3.0, the body of a task is one schema for all operations of its path.
    for (version, with_tasks) in [("openapi.json", true), ("openapi-3.0.json", false)] {
        let document = document(version);
        let operations = model.interfaces.iter().flat_map(|it| &it.operations);
        for operation in operations.filter(|it| with_tasks || !it.is_task()) {
            let schemas = schemas_of(&document, operation);
            let item = &document["paths"][&operation.route.path];
            let of_counts = operation.counts.iter().flat_map(|it| &it.assumptions);
            for assumption in operation.assumptions.iter().chain(of_counts) {
                count += 1;
                let says = assumption.says.en().expect("English");
                let mut marked = schemas.iter().copied().chain([&item["post"], &item["get"]]);
                assert!(marked.any(|it| marks(it).contains(&says)), "{}: {}", operation.key, assumption.rule);
            }
            for (param, schema) in operation.params.iter().flat_map(|it| schemas.iter().map(move |of| (it, *of))) {
                let wire = [param.wire.clone()];
                let places = if param.paths().is_empty() { &wire[..] } else { param.paths() };
                for (place, assumption) in places.iter().flat_map(|it| param.assumptions.iter().map(move |of| (it, of)))
                {
                    count += 1;
                    let name = format!("{version} {} {}: {}", operation.key, param.name, assumption.rule);
                    let is_marked =
                        at(schema, place).iter().any(|it| marks(it).contains(&assumption.says.en().expect("English")));
                    assert!(is_marked, "{name} is not marked");
                    wrong.extend(is_constraint(schema, param, place, &assumption.rule).then_some(name));
                }
            }
        }
        let model = &document["paths"]["/v1/realtime"]["get"]["parameters"][0];
        assert!(model["required"] == false && marks(model).len() == 1, "{model}");
    }
    assert!(count > 60, "{count}");
    assert!(wrong.is_empty(), "constraints by assumption alone: {wrong:#?}");
}

#[test]
fn assumptions_of_tasks_and_traps_are_marked() {
    let (model, document) = (model(), document("openapi.json"));
    let text = document.to_string();
    let traps = model.traps().flat_map(|it| &it.assumptions);
    let shapes = model.interfaces.iter().flat_map(|it| &it.tasks.shapes).flat_map(|it| &it.assumptions);
    for assumption in traps.chain(shapes) {
        let says = serde_json::to_string(&assumption.says.en()).expect("text");
        assert!(text.contains(&says), "{:?}", assumption.says);
    }
    let legacy = &document["paths"]["/v1/video/generations/{task_id}"]["get"]["responses"]["200"];
    assert!(!marks(&legacy["content"]["application/json"]["schema"]).is_empty());
}

#[test]
fn free_polling_is_marked() {
    let model = model();
    let shared = model.shared_assumptions.iter().find(|it| it.id == "free-polling").expect("it is an assumption");
    let says = shared.says.en().expect("English");
    for document in super::DOCUMENTS.map(document) {
        let polls: Vec<_> = super::operations(&document).filter(|it| it.0.ends_with("{task_id}")).collect();
        assert_eq!(polls.len(), 2);
        for (name, poll) in polls {
            assert!(marks(poll).contains(&says), "{name} is not marked");
            assert!(!poll["description"].as_str().expect("text").contains("free"), "{name}");
        }
    }
}

#[test]
fn openapi_3_0_marks_all_assumptions() {
    let (model, text) = (model(), document("openapi-3.0.json").to_string());
    let all = model.assumptions();
    assert!(all.len() > 25, "{}", all.len());
    for (of, says) in all {
        let quoted = serde_json::to_string(&says.en()).expect("text");
        assert!(text.contains(&quoted), "{of:?}: {says:?}");
    }
}

#[test]
fn assumptions_about_social_parameters_are_marked() {
    let model = model();
    let operations = model.platforms.iter().flat_map(|it| &it.operations);
    let assumed = operations.flat_map(|it| it.params.iter().map(move |param| (it, param)));
    let assumed: Vec<_> = assumed.filter(|it| !it.1.assumptions.is_empty()).collect();
    assert!(assumed.iter().any(|it| it.0.id == "p2_comments" && it.1.wire == "index"));
    for document in super::DOCUMENTS.map(document) {
        for (operation, param) in &assumed {
            let all = document["paths"][&operation.route.path]["get"]["parameters"].as_array().expect("parameters");
            let own = all.iter().find(|it| it["name"] == param.wire).expect("it is there");
            assert_eq!(marks(own).len(), param.assumptions.len(), "{} {}", operation.id, param.wire);
            assert!(own["schema"].get("enum").is_none(), "{} {}", operation.id, param.wire);
        }
    }
}
