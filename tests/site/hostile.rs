//! The docs site of a catalog with hostile texts is harmless.

use gatewright::Specs;
use sample_client::shape::Recording;
use serde_json::{Value, json};

use super::{URL, pages};

/// Returns a recording with hostile names of fields.
fn names() -> Recording {
    let mut recording = Recording::new("averyveryverylongplatformkeythatnobodywouldeverchoosebutmight_search");
    let inner = json!({ "a|b`": 1, "x``y|": 2, "```": 3, "</code></td></pre>": 4, "\u{202e}\u{2028}": 5 });
    recording.observe(&json!({
        "<script>window;ran = 1</script>": inner, "<img src=x onerror='ran=1'>": [inner], "](javascript:ran=1)": "x",
        "{{7|7}}": { "#": 1, "- ": 2, "\\": 3, "\\|": 4 },
    }));
    recording
}

/// Returns specs with hostile texts in every field.
pub(super) fn hostile() -> Specs {
    let evil = "\"'><script>window.ran = 1</script><img src=x onerror=\"window.ran = 1\">{{7*7}}[x](javascript:ran=1)</title>\u{2028}\u{202e}\u{0}";
    // A name that is too long for a phone.
    let long = "averyveryverylongplatformkeythatnobodywouldeverchoosebutmight";
    let param = json!({ "name": "note_id", "type": "string", "required": true, "description": evil, "example": evil, "default": evil });
    let cell = json!({
        "platform": long, "capability": "search", "model": format!("social-{long}-search"), "method": "GET",
        "path": format!("/v1/social/{long}/search"),
        "params": [param, { "name": "<b>", "type": "string", "required": false }], "status": evil, "unit": evil, "price_usd": 0.1,
    });
    let model = json!({
        "model_name": evil, "description": evil, "supported_endpoint_types": ["openai", evil], "tasks": [evil], "capabilities": [evil],
        "specs": json!({ "context_window": 1000, "input_modalities": [evil], "pricing_notes": evil }).to_string(),
        "vendor_list": { "selling_usd": 1, "unit": evil, "faces": [{ "face": evil, "selling_usd": 1 }] },
        "book_faces": { "standard": { "input": 1 }, "tiers": [{ "tier": evil, "standard": { evil: 5 }, "when": [
            { "dim": "request_attr", "path": evil, "equals": evil }] }] },
    });
    let mut specs = gatewright_tests::specs(json!({ "cells": [cell] }).to_string());
    let facts = format!("[platform.{long}]\nabout = {0}\n[cell.{long}.search]\nnotes = [{0}]\n", Value::from(evil));
    let history = json!({ "format": 1, "date": "2026-01-31", "version": "0.1.1", "class": "patch", "changes": [
        { "kind": "price-up", "class": "patch", "subject": format!("{long}/search"), "says": evil, "reason": evil },
    ] });
    specs.files.insert(format!("social/shapes/{long}_search.json"), names().to_string().into());
    specs.files.insert("models/catalog.json".into(), json!({ "data": [model] }).to_string().into());
    specs.files.insert("social/facts.toml".into(), facts.into());
    specs.files.insert("history/2026-01-31-0.1.1.json".into(), history.to_string().into());
    specs
}

#[test]
fn catalog_text_stays_text_on_every_page() {
    let (model, _) = gatewright::read(&hostile()).unwrap_or_else(|report| panic!("{}", report.render(false)));
    let site = gatewright::site(&model, URL);
    for (path, text) in pages(&site, ".html") {
        assert!(!text.contains("<script>") && !text.contains("<img"), "{path}");
        assert!(!text.contains("href=\"javascript:"), "{path}");
    }
    for (path, text) in site.iter().filter(|it| it.0.ends_with(".js")) {
        assert!(!text.contains("</script"), "{path}");
    }
    for (path, text) in pages(&site, ".html").chain(pages(&site, ".md")).chain(pages(&site, ".txt")) {
        assert!(!text.contains(['\0', '\u{202e}']), "{path} hides something");
    }
    for (path, text) in site.iter().filter(|it| it.0.starts_with("assets/search")) {
        assert!(!text.contains('\u{202e}') && !text.contains("\\u0000"), "{path} hides something");
    }
}

#[test]
fn names_of_fields_stay_in_their_cell() {
    let (model, _) = gatewright::read(&hostile()).unwrap_or_else(|report| panic!("{}", report.render(false)));
    let site = gatewright::site(&model, URL);
    let page = &model.platforms[0].operations[0].page;
    let (html, markdown) = (site.get(&format!("{page}.html")), site.get(&format!("{page}.md")));
    let (html, markdown) = (html.expect("a page"), markdown.expect("a page"));
    let rows: Vec<_> = markdown.lines().filter(|it| it.starts_with("| `")).filter(|it| it.contains("data.")).collect();
    assert!(rows.len() > 12, "{rows:#?}");
    for row in &rows {
        let bars = row.replace("\\|", "").matches('|').count();
        assert_eq!(bars, 4, "{row}");
    }
    let path = "| ``` data.<img src=x onerror='ran=1'>[].x``y\\| ``` |";
    assert!(rows.iter().any(|it| it.starts_with(path)), "{rows:#?}");
    assert!(html.contains("&#60;img src=x onerror=&#39;ran=1&#39;&#62;[].&#60;/code&#62;&#60;/td&#62;"), "{html}");
    assert_eq!(html.matches("</pre>").count(), html.matches("<pre").count());
}
