//! Pages of workflow records.

use gatewright_tests::sample_specs;
use serde_json::{Value, json};

use super::{URL, model, site};

#[test]
fn the_page_of_a_record_agrees_with_the_client() {
    let site = site();
    for record in &model().records {
        let page = site.get(&format!("{}.md", record.page)).expect("it is there");
        let workflow = sample_client::workflow::Workflow::parse(&record.text).expect("it is fine");
        let missing = sample_client::workflow::executable(&workflow).map_or_else(|error| error.0, |_| Vec::new());
        for it in &missing {
            assert!(page.contains(&it.to_string()), "{}: {it}\n{page}", record.name);
        }
        assert_eq!(page.contains("this record can be run"), missing.is_empty(), "{}", record.name);
    }
}

/// Name of a changed record, and its change.
type Change = (&'static str, fn(&mut Value));

const CHANGES: &[Change] = &[
    ("unchanged", |_| ()),
    ("unlisted", |it| it["discovery"] = json!({ "indexable": false, "sitemap": false, "locales": ["en"] })),
    ("unknown-operation", |it| it["runtime_binding"]["operation_id"] = "nope".into()),
    ("unread-field", |it| it["runtime_binding"]["request_field_map"]["size"] = "metadata.size".into()),
    ("no-model", |it| it["runtime_binding"]["model_ids"] = json!([])),
    ("chat-model", |it| it["runtime_binding"]["model_ids"] = json!(["chat-large"])),
    ("other-model", |it| it["runtime_binding"]["model_ids"] = json!(["video-b-2.5"])),
];

#[test]
fn a_changed_record_changes_its_page() {
    let mut specs = sample_specs();
    let example = specs.files["workflow/examples/clip-from-text.json"].clone();
    for (name, change) in CHANGES {
        let mut record: Value = serde_json::from_slice(&example).expect("JSON");
        change(&mut record);
        specs.files.insert(format!("workflow/examples/{name}.json"), record.to_string().into());
    }
    let (model, _) = gatewright::read(&specs).unwrap_or_else(|report| panic!("{}", report.render(false)));
    let site = gatewright::site(&model, URL);
    let page = |path: &str| site.get(path).unwrap_or_else(|| panic!("{path} is there"));

    // A record is listed as its `discovery` says.
    assert!(page("zh/workflow/unlisted.html").contains("<meta name=\"robots\" content=\"noindex\">"));
    assert!(!page("workflow/clip-from-text.html").contains("noindex"));
    assert!(!page("sitemap.xml").contains("workflow/unlisted.html"));
    assert!(page("sitemap.xml").contains("workflow/clip-from-text.html"));
    serde_json::from_str::<Value>(page("workflow/unlisted.json")).expect("the record itself is there");

    // The page does not show a record as executable if the client refuses it.
    assert!(page("workflow/unchanged.md").contains("this record can be run"));
    let unknown = page("workflow/unknown-operation.md");
    assert!(unknown.contains("unknown operation `nope`"), "{unknown}");
    let unread = page("workflow/unread-field.md");
    assert!(unread.contains("`a-text-to-video` has no parameter `metadata.size`"), "{unread}");
    for name in ["no-model", "chat-model", "other-model"] {
        let page = page(&format!("workflow/{name}.md"));
        assert!(page.contains("no model in the catalog is known") && !page.contains("```rust"), "{page}");
    }
}
