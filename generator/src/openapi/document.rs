//! What surrounds the paths: info, server, security and the shared answers.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};

use super::{Version, layout};
use crate::errors::SOCIAL;
use crate::model::{Model, Reply};
use crate::replies;

/// The name of the answer that is charged.
const RESULT: &str = "Result";

/// The answers that every social operation can give, by status: the result, then the service's table of errors.
pub(super) fn answers() -> BTreeMap<&'static str, &'static str> {
    let errors = SOCIAL.iter().map(|it| (it.status, it.name));
    [("200", RESULT)].into_iter().chain(errors).collect()
}

const ABOUT: &str = "Endpoints of the gateway: social data, and what models answer at.\n\n\
    Beside what OpenAPI has words for: x-require-one-of lists groups of which at least one parameter must be given; \
    x-price-usd is the price of one x-unit, absent when it is not published; x-usage-log-name is what the usage log \
    lists a call under; x-status says whether it is on sale; x-named-values says what values mean, others may be sent \
    too; x-separator joins a list of values; x-paging says where the value for the next page comes from; \
    x-ignored-with names parameters that make the service ignore this one; x-endpoint-type is what a model must list \
    to be taken; x-source says where a field comes from that the service's documents do not show. Forms, a second kind of body and \
    streams are in the 3.1 document alone: generators that read 3.0 may have no words for them.";

pub(super) fn print(model: &Model, version: Version, paths: &[String]) -> String {
    let number = match version {
        Version::V3_0 => "3.0.3",
        Version::V3_1 => "3.1.0",
    };
    let info = json!({
        "title": model.client.name,
        "version": model.client.version,
        "description": ABOUT,
    });
    let servers = json!([{
        "url": "{base_url}",
        "variables": { "base_url": { "default": "https://gateway.example" } },
    }]);
    let fields = [
        entry("openapi", &number, 1),
        entry("info", &info, 1),
        entry("servers", &servers, 1),
        entry("security", &json!([{ "key": [] }]), 1),
        entry("components", &components(), 1),
    ];
    // Paths are nearly all of it: they are copied once.
    let size = paths.iter().map(|it| it.len() + 2).sum::<usize>() + 8192;
    let mut text = String::with_capacity(size);
    text += "{\n";
    text += &fields.join(",\n");
    text += ",\n  \"paths\": {\n";
    for (number, platform) in paths.iter().enumerate() {
        text += if number == 0 { "" } else { ",\n" };
        text += platform;
    }
    text += "\n  }\n}\n";
    text
}

fn components() -> Value {
    let mut result = replies::schema(&replies::of(Reply::Social));
    result["required"] = json!(["data"]);
    let schema = json!({ "$ref": "#/components/schemas/SocialResult" });
    let mut responses = serde_json::Map::new();
    responses.insert(
        RESULT.into(),
        json!({
            "description": "The platform's reply. Only this is charged.",
            "content": { "application/json": { "schema": schema } },
        }),
    );
    for (status, name) in answers().into_iter().filter(|it| it.1 != RESULT) {
        let says = SOCIAL.iter().filter(|it| it.status == status).map(|it| match it.code {
            "" => it.about[0].to_owned(),
            code => format!("{} ({code})", it.about[0]),
        });
        let says = says.collect::<Vec<_>>().join(" ");
        // The shape of an error body is not published, so none is described.
        responses.insert(name.into(), json!({ "description": format!("{says} Not charged.") }));
    }
    json!({
        "responses": responses,
        "schemas": { "SocialResult": result },
        "securitySchemes": { "key": { "type": "http", "scheme": "bearer" } },
    })
}

/// `"key": value`, printed at a depth of the document.
pub(super) fn entry(key: &str, value: &impl Serialize, depth: usize) -> String {
    let text = serde_json::to_string(value).expect("plain data is always JSON");
    format!("{}{}: {}", "  ".repeat(depth), Value::from(key), layout::layout(&text, depth))
}
