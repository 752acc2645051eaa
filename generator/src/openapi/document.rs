//! What surrounds the paths: info, server, security and the shared answers.

use serde::Serialize;
use serde_json::{Value, json};

use super::{Version, layout};
use crate::model::Model;

/// An answer that every social operation can give.
pub(super) struct Answer {
    pub(super) status: &'static str,
    pub(super) reference: &'static str,
    name: &'static str,
    about: &'static str,
}

const fn answer(status: &'static str, reference: &'static str, name: &'static str, about: &'static str) -> Answer {
    Answer { status, reference, name, about }
}

/// The service's table of errors. The shape of an error body is not published, so none is described.
pub(super) const RESPONSES: [Answer; 7] = [
    answer("200", "#/components/responses/Result", "Result", "The platform's reply. Only this is charged."),
    answer(
        "400",
        "#/components/responses/BadParameter",
        "BadParameter",
        "A parameter is unknown, repeated, too long, of the wrong type or missing, or no member of an at-least-one-of group is given (`unknown_parameter`, `missing_parameter`). Not charged.",
    ),
    answer(
        "403",
        "#/components/responses/NeedsTopUp",
        "NeedsTopUp",
        "The account has never been topped up (`model_requires_topup`). Not charged.",
    ),
    answer(
        "404",
        "#/components/responses/NotFound",
        "NotFound",
        "The platform found nothing (`social_data_no_result`), or there is no such endpoint. Not charged.",
    ),
    answer(
        "429",
        "#/components/responses/Capacity",
        "Capacity",
        "The day's capacity is used up until 00:00 UTC, or the platform is busy for a few seconds (`social_data_capacity_reached`). Not charged.",
    ),
    answer(
        "502",
        "#/components/responses/SourceFailed",
        "SourceFailed",
        "The data source did not answer, or answered without data. Not charged.",
    ),
    answer(
        "503",
        "#/components/responses/Paused",
        "Paused",
        "The endpoint is paused (`social_data_unavailable`). Not charged.",
    ),
];

const ABOUT: &str = "Endpoints of the gateway: social data, and what models answer at.\n\n\
    Beside what OpenAPI has words for: x-require-one-of lists groups of which at least one parameter must be given; \
    x-price-usd is the price of one x-unit, absent when it is not published; x-usage-log-name is what the usage log \
    lists a call under; x-status says whether it is on sale; x-named-values says what values mean, others may be sent \
    too; x-separator joins a list of values; x-paging says where the value for the next page comes from; \
    x-ignored-with names parameters that make the service ignore this one; x-endpoint-type is what a model must list \
    to be taken; x-source says where a field comes from that the service's documents do not show. Forms, a second kind of body and \
    streams are in the 3.1 document alone: generators that read 3.0 may have no words for them.";

pub(super) fn print(model: &Model, version: Version, paths: &[&str]) -> String {
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
    let responses = RESPONSES.iter().map(|it| {
        let mut response = json!({ "description": it.about });
        if it.status == "200" {
            let schema = json!({ "$ref": "#/components/schemas/SocialResult" });
            response["content"] = json!({ "application/json": { "schema": schema } });
        }
        (it.name.to_owned(), response)
    });
    json!({
        "responses": responses.collect::<serde_json::Map<_, _>>(),
        "schemas": { "SocialResult": {
            "type": "object",
            "required": ["data"],
            "properties": {
                "object": { "type": "string", "description": "Always `social.result`." },
                "platform": { "type": "string" },
                "capability": { "type": "string" },
                "data": { "type": "object", "description": "The platform's own fields.", "additionalProperties": true },
            },
        } },
        "securitySchemes": { "key": { "type": "http", "scheme": "bearer" } },
    })
}

/// `"key": value`, printed at a depth of the document.
pub(super) fn entry(key: &str, value: &impl Serialize, depth: usize) -> String {
    let text = serde_json::to_string(value).expect("plain data is always JSON");
    format!("{}{}: {}", "  ".repeat(depth), Value::from(key), layout::layout(&text, depth))
}
