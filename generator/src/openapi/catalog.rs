//! The public catalog of social endpoints, which another server provides. The path of the model catalog is not
//! documented.

use serde_json::json;

use super::parts;
use crate::model::Model;
use crate::replies;

pub(super) const TAG: &str = "catalog";
pub(super) const ABOUT: &str = "Public catalog of the social endpoints. It needs no key.";

/// Returns the entry of the catalog in the `paths` object.
pub(super) fn print(model: &Model) -> String {
    let server = parts::server("dash_url", model.client.dash_url.as_deref(), "https://dash.example");
    let schema = replies::schema(&replies::of_catalog());
    let item = json!({ "get": {
        "operationId": "social_catalog",
        "tags": [TAG],
        "summary": "Gets the catalog of social endpoints",
        "description": "Returns available and paused endpoints. It needs no key. The dashboard server provides it.",
        "servers": [server],
        "security": [],
        "responses": {
            "200": { "description": "The catalog.", "content": { "application/json": { "schema": schema } } },
            "404": parts::error("The catalog does not exist. Errors of this endpoint are not documented."),
        },
    } });
    parts::entry(&model.service.catalog_path, &item, 2)
}
