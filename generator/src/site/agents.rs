//! Files for AI agents: a skill, and the list of API descriptions (RFC 9727).

use serde_json::json;

use crate::model::Model;
use crate::output::Output;
use crate::skill::skill;

/// Path of the list at the root of a site. A server sends it as `application/linkset+json`.
const API_CATALOG: &str = ".well-known/api-catalog";

/// Writes the files. `url` is the URL of the site, with a slash at its end.
pub(super) fn write(model: &Model, url: &str, output: &mut Output) {
    output.insert("SKILL.md", skill(model, Some(url)));
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
