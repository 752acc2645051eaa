//! What surrounds the paths: info, servers, security, tags and the shared responses.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::parts::{ERROR_BODY, entry, error, response, server};
use super::{Version, assumed, catalog};
use crate::errors::{MODEL_REFUSALS, MODEL_STATUSES, NO_ERROR_BODY, SOCIAL};
use crate::model::{Assumption, ClientInfo, Model, Operation, Reply};
use crate::replies;

/// The name of the response that is charged.
const RESULT: &str = "Result";

/// The name of the response to a model request that is refused.
const REFUSED: &str = "Refused";

/// The responses of every social operation, by status: the result, then the service's table of errors.
pub(super) fn social_responses() -> BTreeMap<&'static str, &'static str> {
    let errors = SOCIAL.iter().map(|it| (it.status, it.name));
    [("200", RESULT)].into_iter().chain(errors).collect()
}

/// The responses of a model operation. Statuses are listed one by one: some generators know no ranges.
pub(super) fn model_responses(success: Value) -> Value {
    let mut responses = json!({ "200": success });
    for status in MODEL_REFUSALS {
        responses[status] = json!({ "$ref": format!("#/components/responses/{REFUSED}") });
    }
    responses
}

/// The first sentence about an operation.
pub(super) fn summary(operation: &Operation) -> &str {
    let about = operation.about.as_deref().unwrap_or(&operation.key);
    about.split_once(". ").map_or(about, |(first, _)| first).trim_end_matches('.')
}

const ABOUT: &str = "Endpoints of the gateway: social data and models.\n\n\
    Extensions: x-assumption lists what the service's documents do not show and how it is read here, never a constraint; \
    x-require-one-of lists groups of which at least one parameter must be given; \
    x-price-usd is the price of one x-unit, absent when it is not published; x-usage-log-name is the name of a call in the \
    usage log; x-status says whether it is on sale; x-named-values says what values mean, others may be sent \
    too; x-separator joins a list of values; x-paging says where the value for the next page comes from; \
    x-ignored-with names parameters that make the service ignore this one; x-endpoint-type is what a model must list \
    to be taken; x-source says where a field comes from that the service's documents do not show. Streams and the fields that \
    each video model reads are in the 3.1 document alone: generators that read 3.0 may have no words for them.";

pub(super) fn print(model: &Model, version: Version, paths: &[String]) -> String {
    let number = match version {
        Version::V3_0 => "3.0.3",
        Version::V3_1 => "3.1.0",
    };
    let client = &model.client;
    let mut fields = vec![
        entry("openapi", &number, 1),
        entry("info", &info(client, version), 1),
        entry("servers", &json!([server("base_url", client.base_url.as_deref(), "https://gateway.example")]), 1),
        entry("security", &json!([{ "key": [] }]), 1),
        entry("tags", &tags(model), 1),
        entry("components", &components(), 1),
    ];
    if let Some(homepage) = &client.homepage {
        fields.push(entry("externalDocs", &json!({ "description": "Website of the service", "url": homepage }), 1));
    }
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

fn info(client: &ClientInfo, version: Version) -> Value {
    let mut license = json!({ "name": client.license });
    if version == Version::V3_1 {
        license["identifier"] = client.license.as_str().into();
    }
    let mut info = json!({ "title": client.name, "version": client.version, "description": ABOUT, "license": license });
    if let Some(contact) = &client.contact {
        let fields = [("name", &contact.name), ("url", &contact.url), ("email", &contact.email)];
        let fields = fields.into_iter().filter_map(|(key, it)| Some((key.to_owned(), it.as_deref()?.into())));
        info["contact"] = Value::Object(fields.collect());
    }
    info
}

/// The groups of operations, each once: a platform can have the name of an interface.
fn tags(model: &Model) -> Value {
    let mut tags = BTreeMap::<&str, Vec<String>>::new();
    for interface in &model.interfaces {
        let says = tags.entry(&interface.module).or_default();
        says.push(format!("Model endpoints: {}.", interface.module));
        if !interface.tasks.shapes.is_empty() {
            says.push("Completion of a task is observed only by polling.".to_owned());
        }
    }
    for platform in &model.platforms {
        let says = tags.entry(&platform.key).or_default();
        says.push(match &platform.about {
            Some(about) => format!("Social data: {about}."),
            None => "Social data.".to_owned(),
        });
    }
    if !model.platforms.is_empty() {
        tags.entry(catalog::TAG).or_default().push(catalog::ABOUT.to_owned());
    }
    tags.into_iter().map(|(name, says)| json!({ "name": name, "description": says.join(" ") })).collect()
}

fn components() -> Value {
    let mut result = replies::schema(&replies::of(Reply::Social));
    result["required"] = json!(["data"]);
    let mut responses = Map::new();
    responses.insert(RESULT.into(), response("The platform's reply. Only this is charged.", "SocialResult"));
    for (status, name) in social_responses().into_iter().filter(|it| it.1 != RESULT) {
        let says = SOCIAL.iter().filter(|it| it.status == status).map(|it| match it.code {
            "" => it.about[0].to_owned(),
            code => format!("{} ({code})", it.about[0]),
        });
        let says = says.collect::<Vec<_>>().join(" ");
        responses.insert(name.into(), error(&format!("{says} Not charged.")));
    }
    let mut refused = error("The request is refused.");
    assumed::mark(&mut refused, [&assumption(MODEL_STATUSES)]);
    responses.insert(REFUSED.into(), refused);
    let mut body = json!({ "description": "Body of an error. Its shape is not documented: it can be anything." });
    assumed::mark(&mut body, [&assumption(NO_ERROR_BODY)]);
    json!({
        "responses": responses,
        "schemas": { ERROR_BODY: body, "SocialResult": result },
        "securitySchemes": { "key": { "type": "http", "scheme": "bearer" } },
    })
}

fn assumption(says: &str) -> Assumption {
    Assumption { rule: String::new(), says: says.to_owned() }
}
