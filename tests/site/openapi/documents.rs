//! Content of the OpenAPI documents: operations and service.

use std::collections::BTreeSet;

use gatewright_tests::{generate_fine, sample_specs};
use serde_json::{Value, json};

use super::super::{model, pages, site};
use super::{DOCUMENTS, document, operations};

/// Returns the object that a reference points to, or the object itself.
fn resolved<'a>(document: &'a Value, value: &'a Value) -> &'a Value {
    let target = value["$ref"].as_str().and_then(|it| document.pointer(it.trim_start_matches('#')));
    target.unwrap_or(value)
}

#[test]
fn every_operation_has_a_summary_a_declared_tag_and_errors_of_any_shape() {
    for name in DOCUMENTS {
        let document = document(name);
        let tags = document["tags"].as_array().expect("declared tags");
        assert!(tags.iter().all(|it| it["description"].as_str().is_some_and(|it| !it.is_empty())), "{tags:?}");
        let declared: BTreeSet<_> = tags.iter().filter_map(|it| it["name"].as_str()).collect();
        assert_eq!(declared.len(), tags.len(), "each once");
        for (route, operation) in operations(&document) {
            assert!(operation["summary"].as_str().is_some_and(|it| !it.is_empty()), "{name} {route}");
            let own = operation["tags"].as_array().expect("tags");
            assert!(own.iter().all(|it| declared.contains(it.as_str().expect("text"))), "{name} {route}: {own:?}");
            let responses = operation["responses"].as_object().expect("responses");
            let errors: Vec<_> = responses.iter().filter(|it| it.0.starts_with('4')).collect();
            assert!(!errors.is_empty(), "{name} {route}");
            for (status, response) in errors {
                let schema = &resolved(&document, response)["content"]["application/json"]["schema"];
                let schema = resolved(&document, schema);
                assert!(
                    schema["description"].as_str().is_some_and(|it| it.contains("not documented")),
                    "{route} {status}"
                );
                assert!(schema.get("type").is_none(), "{route} {status}: {schema}");
            }
        }
    }
}

#[test]
fn statuses_of_model_endpoints_are_marked_as_an_assumption() {
    let is_distinguishable = |it: &Value| it.as_str().is_some_and(|it| it.contains("publishes no HTTP statuses"));
    for name in DOCUMENTS {
        let document = document(name);
        let models = operations(&document).filter(|it| it.1.get("x-usage-log-name").is_none());
        let models: Vec<_> = models.filter(|it| !it.0.ends_with("/catalog")).collect();
        assert_eq!(models.len(), 14, "{name}");
        for (route, operation) in models {
            let refused = resolved(&document, &operation["responses"]["403"]);
            assert!(
                refused["x-assumption"].as_array().is_some_and(|it| it.iter().any(is_distinguishable)),
                "{name} {route}"
            );
        }
    }
}

#[test]
fn contact_license_and_links_are_those_of_the_client_file() {
    for name in DOCUMENTS {
        let document = document(name);
        let contact =
            json!({ "name": "API team", "url": "https://gateway.example/help", "email": "api@gateway.example" });
        assert_eq!(document["info"]["contact"], contact);
        assert_eq!(document["info"]["license"]["name"], "MIT OR Apache-2.0");
        assert_eq!(document["externalDocs"]["url"], "https://gateway.example");
        assert_eq!(document["servers"][0]["variables"]["base_url"]["default"], "https://gateway.example");
    }
}

#[test]
fn without_a_client_file_no_contact_is_invented() {
    let mut specs = sample_specs();
    specs.files.remove("client.toml").expect("it is there");
    let output = generate_fine(&specs).output;
    for name in DOCUMENTS {
        let document: Value = serde_json::from_str(output.get(name).expect("it is there")).expect("JSON");
        assert_eq!(document["info"]["license"]["name"], "MIT OR Apache-2.0", "that of the generated files");
        assert!(document["info"].get("contact").is_none() && document.get("externalDocs").is_none(), "{name}");
    }
}

#[test]
fn both_documents_have_all_operations_and_their_forms() {
    let documents = DOCUMENTS.map(document);
    let routes = documents.each_ref().map(|it| operations(it).map(|it| it.0).collect::<BTreeSet<_>>());
    assert_eq!(routes[0], routes[1]);
    let model = model();
    let operations = model.interfaces.iter().flat_map(|it| &it.operations);
    let forms: Vec<_> = operations.filter(|it| it.needs_file()).map(|it| it.route.path.as_str()).collect();
    assert_eq!(forms.len(), 2, "{forms:?}");
    for (name, document) in DOCUMENTS.iter().zip(&documents) {
        for (path, file) in forms.iter().map(|it| (*it, "file")).chain([("/v1/images/edits", "image")]) {
            let content = &document["paths"][path]["post"]["requestBody"]["content"];
            let file = &content["multipart/form-data"]["schema"]["properties"][file];
            assert_eq!((&file["type"], &file["format"]), (&json!("string"), &json!("binary")), "{name} {path}");
        }
    }
}

#[test]
fn the_social_catalog_is_on_its_own_server_and_needs_no_key() {
    for name in DOCUMENTS {
        let document = document(name);
        let catalog = &document["paths"]["/api/social/catalog"]["get"];
        assert_eq!(catalog["servers"][0]["url"], "{dash_url}");
        assert_eq!(catalog["servers"][0]["variables"]["dash_url"]["default"], "https://dash.example");
        assert_eq!(catalog["security"], json!([]));
        let cell =
            &catalog["responses"]["200"]["content"]["application/json"]["schema"]["properties"]["cells"]["items"];
        for field in ["platform", "capability", "model", "params", "require_one_of", "price_usd", "status"] {
            assert!(cell["properties"][field].is_object(), "{field}");
        }
    }
    for guide in ["guides/authentication.md", "zh/guides/authentication.md"] {
        assert!(site().get(guide).expect("it is there").contains("GET {dash_url}/api/social/catalog"), "{guide}");
    }
}

#[test]
fn parameters_that_the_document_explains_are_explained_wherever_they_are() {
    let explained = [
        ("raw", "raw response", 9),
        ("need_format", "cleaned payload", 9),
        ("share_text", "share link", 4),
        ("share_text", "Link to the work", 1),
    ];
    let model = model();
    let params = || model.platforms.iter().flat_map(|it| &it.operations).flat_map(|it| &it.params);
    for (name, says, count) in explained {
        let is_said = |it: &&gatewright::model::Param| {
            it.note.as_ref().and_then(|it| it.en()).is_some_and(|it| it.contains(says))
        };
        assert_eq!(params().filter(|it| it.wire == name).filter(is_said).count(), count, "{name}: {says}");
        for document in DOCUMENTS.map(document) {
            let all = operations(&document).filter_map(|it| it.1["parameters"].as_array()).flatten();
            let described = all.filter(|it| it["name"] == name);
            let described = described.filter(|it| it["description"].as_str().is_some_and(|it| it.contains(says)));
            assert_eq!(described.count(), count, "{name}: {says}");
        }
    }
    let silent: Vec<_> =
        params().filter(|it| ["raw", "need_format", "share_text"].contains(&it.wire.as_str())).collect();
    assert!(silent.iter().all(|it| it.note.is_some()));
}

#[test]
fn the_document_says_that_tasks_are_polled() {
    for document in DOCUMENTS.map(document) {
        let tasks: Vec<_> = operations(&document).filter(|it| it.1["tags"][0] == "video").collect();
        assert_eq!(tasks.len(), 4);
        for (route, operation) in tasks {
            let says = operation["description"].as_str().expect("text");
            assert!(says.contains("olling") || says.contains("Poll"), "{route}: {says}");
            assert!(says.contains("no webhooks"), "{route}: {says}");
        }
    }
    for (guide, says) in [("guides/videos.md", "no webhooks"), ("zh/guides/videos.md", "webhook")] {
        assert!(site().get(guide).expect("it is there").contains(says), "{guide}");
    }
}

#[test]
fn rolling_releases_and_dated_identifiers_are_explained() {
    let says = [("models.md", "rolling releases"), ("zh/models.md", "滚动发布")];
    for (path, says) in says {
        assert!(pages(site(), ".md").any(|it| format!("{}.md", it.0) == path && it.1.contains(says)), "{path}");
    }
    let output = generate_fine(&sample_specs()).output;
    assert!(output.get("src/models/mod.rs").is_some_and(|it| it.contains("have a date in the identifier")));
}

#[test]
fn speech_is_audio_in_the_openapi_documents() {
    for document in DOCUMENTS.map(document) {
        let (_, speech) = operations(&document).find(|it| it.0.contains("/v1/audio/speech")).expect("it is there");
        let types: Vec<_> = speech["responses"]["200"]["content"].as_object().expect("an object").keys().collect();
        assert_eq!(types, ["audio/*", "audio/mpeg"]);
    }
}
