//! Files for AI agents: a skill, and the list of API descriptions (RFC 9727).

use askama::Template;
use serde_json::json;

use super::page::render;
use crate::model::Model;
use crate::output::Output;

/// Path of the list at the root of a site. A server sends it as `application/linkset+json`.
const API_CATALOG: &str = ".well-known/api-catalog";

#[derive(Template)]
#[template(path = "site/skill.md")]
struct Skill<'a> {
    model: &'a Model,
    url: &'a str,
    /// Note about the sample catalog.
    note: Option<&'static str>,
}

/// Writes the files. `url` is the URL of the site, with a slash at its end.
pub(super) fn write(model: &Model, url: &str, output: &mut Output) {
    let note = model.has_sample_models.then(|| crate::languages::english().t("sample-models"));
    output.insert("SKILL.md", render(&Skill { model, url, note }));
    output.insert(API_CATALOG, api_catalog(model, url));
}

fn api_catalog(model: &Model, url: &str) -> String {
    let link = |path: &str, kind: &str| json!({ "href": format!("{url}{path}"), "type": kind });
    let descriptions = ["openapi.json", "openapi-3.0.json"].map(|it| link(it, "application/json"));
    let documents = [link("index.html", "text/html"), link("llms.txt", "text/plain")];
    let anchor = model.client.base_url.as_deref().unwrap_or(url);
    let linkset = json!([{
        "anchor": anchor,
        "service-desc": descriptions,
        "service-doc": documents,
        "service-meta": [link("catalog.json", "application/json"), link("models.json", "application/json")],
    }]);
    format!("{:#}\n", json!({ "linkset": linkset }))
}
