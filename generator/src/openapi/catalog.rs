//! The public catalog of social endpoints, which another server has. The path of the model catalog is not documented.

use serde_json::json;

use super::parts;
use crate::model::Model;
use crate::replies;

pub(super) const TAG: &str = "catalog";
pub(super) const ABOUT: &str = "Public catalog of the social endpoints. It needs no key.";

/// The entry of the catalog in the `paths` object.
pub(super) fn print(model: &Model) -> String {
    let server = parts::server("dash_url", model.client.dash_url.as_deref(), "https://dash.example");
    let schema = replies::schema(&replies::of_catalog());
    let item = json!({ "get": {
        "operationId": "social_catalog",
        "tags": [TAG],
        "summary": "Gets the catalog of social endpoints",
        "description": "Returns what is on sale, and which endpoints are paused. It needs no key, and is on the server of the \
                        dashboard.",
        "servers": [server],
        "security": [],
        "responses": {
            "200": { "description": "The catalog.", "content": { "application/json": { "schema": schema } } },
            "404": parts::error("The catalog is not there. Errors of this endpoint are not documented."),
        },
    } });
    parts::entry(&model.service.catalog_path, &item, 2)
}
