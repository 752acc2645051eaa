//! Parts of the document around the paths: info, servers, security, tags and shared responses.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::parts::{CHARGED, ERROR_BODY, entry, error, response, server, social_result};
use super::{Version, assumed, catalog, learned};
use crate::languages::english;
use crate::model::{Assumption, CallKind, Model, Operation, Service, ServiceError};
use crate::report::Spanned;
use crate::text::Text;

/// Name of the response that is charged.
const RESULT: &str = "Result";

/// Name of the response to a refused model request.
const REFUSED: &str = "ModelCallRefused";

/// Returns the responses of every social operation by status: the result, then the service's table of errors.
pub(super) fn social_responses(service: &Service) -> BTreeMap<String, String> {
    let mut responses = BTreeMap::from([("200".to_owned(), RESULT.to_owned())]);
    for error in service.documented_errors(CallKind::Data) {
        if let Some(status) = error.status {
            responses.entry(status.to_string()).or_insert_with(|| format!("{:?}", error.kind));
        }
    }
    responses
}

/// Returns the responses of a model operation. Statuses are listed one by one, since some generators do not support
/// ranges.
pub(super) fn model_responses(success: Value, service: &Service) -> Value {
    let mut responses = json!({ "200": success });
    for status in service.documented_errors(CallKind::Model).filter_map(|it| it.status) {
        responses[status.to_string()] = json!({ "$ref": format!("#/components/responses/{REFUSED}") });
    }
    responses
}

/// Returns the first sentence about an operation.
pub(super) fn summary(operation: &Operation) -> &str {
    let about = operation.about.as_ref().and_then(Text::en).unwrap_or(&operation.key);
    about.split_once(". ").map_or(about, |(first, _)| first).trim_end_matches('.')
}

const ABOUT: &str = "Endpoints of the gateway: social data and models.\n\n\
    Extensions: x-assumption lists the client's rules where the service's documents have gaps, never a constraint; \
    x-require-one-of lists groups of parameters, and at least one parameter of each group is required; \
    x-price-usd is the price per x-unit, absent if it is not published; x-usage-log-name is the name of a call in the \
    usage log; x-status is the availability; x-named-values explains values, and other values may be accepted, \
    too; x-separator separates the values of a list; x-paging is the source of the value for the next page; \
    x-ignored-with lists parameters that make the service ignore this one; x-endpoint-type is the endpoint type that a \
    model must list; x-source is the source of a field that the service's documents do not show; \
    x-learned is the number of responses that a schema was learned from; x-sample marks an invented schema. Only the 3.1 document \
    describes streams and the fields of each video model, because generators for 3.0 may not support them.";

pub(super) fn print(model: &Model, version: Version, paths: &[String]) -> String {
    let number = match version {
        Version::V3_0 => "3.0.3",
        Version::V3_1 => "3.1.0",
    };
    let client = &model.client;
    let mut fields = vec![
        entry("openapi", &number, 1),
        entry("info", &info(model, version), 1),
        entry("servers", &json!([server("base_url", client.base_url.as_deref(), "https://gateway.example")]), 1),
        entry("security", &json!([{ "key": [] }]), 1),
        entry("tags", &tags(model), 1),
        entry("components", &components(model, version), 1),
    ];
    if let Some(homepage) = &client.homepage {
        fields.push(entry("externalDocs", &json!({ "description": "Website of the service", "url": homepage }), 1));
    }
    // Paths are nearly the whole document, so they are copied only once.
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

fn info(model: &Model, version: Version) -> Value {
    let client = &model.client;
    let note = model.has_sample_models.then(|| english().t("sample-models"));
    let about = [ABOUT].into_iter().chain(note).collect::<Vec<_>>().join("\n\n");
    let mut license = json!({ "name": client.license });
    if version == Version::V3_1 {
        license["identifier"] = client.license.as_str().into();
    }
    let mut info = json!({ "title": client.name, "version": client.version, "description": about, "license": license });
    if let Some(contact) = &client.contact {
        let fields = [("name", &contact.name), ("url", &contact.url), ("email", &contact.email)];
        let fields = fields.into_iter().filter_map(|(key, it)| Some((key.to_owned(), it.as_deref()?.into())));
        info["contact"] = Value::Object(fields.collect());
    }
    info
}

/// Returns the tags of operations, each once: a platform can have the name of an interface.
fn tags(model: &Model) -> Value {
    let mut tags = BTreeMap::<&str, Vec<String>>::new();
    for interface in &model.interfaces {
        let says = tags.entry(&interface.module).or_default();
        says.push(format!("Model endpoints: {}.", interface.module));
        if interface.has_tasks() {
            says.push("A client learns about the completion of a task only by polling.".to_owned());
        }
    }
    for platform in &model.platforms {
        let says = tags.entry(&platform.key).or_default();
        says.push(match platform.about.as_ref().and_then(Text::en) {
            Some(about) => format!("Social data: {about}."),
            None => "Social data.".to_owned(),
        });
    }
    if !model.platforms.is_empty() {
        tags.entry(catalog::TAG).or_default().push(catalog::ABOUT.to_owned());
    }
    tags.into_iter().map(|(name, says)| json!({ "name": name, "description": says.join(" ") })).collect()
}

fn components(model: &Model, version: Version) -> Value {
    let service = &model.service;
    let (mut responses, mut schemas) = learned::components(model, version);
    if !model.platforms.is_empty() {
        responses.insert(RESULT.into(), response(CHARGED, "SocialResult"));
        schemas.insert("SocialResult".into(), social_result(service, None));
        responses.extend(social_errors(service));
    }
    let mut refused = error("The gateway rejects the request.");
    let assumed = service.documented_errors(CallKind::Model).find_map(|it| it.assumption.as_ref());
    assumed::mark(&mut refused, &assumption(assumed, model));
    responses.insert(REFUSED.into(), refused);
    let mut body = json!({ "description": "Body of an error. Its structure is not documented, so any JSON is valid." });
    assumed::mark(&mut body, &assumption(service.error_body.assumption.as_ref(), model));
    schemas.insert(ERROR_BODY.into(), body);
    json!({
        "responses": responses,
        "schemas": schemas,
        "securitySchemes": { "key": security(service) },
    })
}

/// Returns the errors of social endpoints, by name.
fn social_errors(service: &Service) -> impl Iterator<Item = (String, Value)> {
    social_responses(service).into_iter().filter(|it| it.1 != RESULT).map(|(status, name)| {
        let of_status = |it: &&ServiceError| it.status.is_some_and(|it| it.to_string() == status);
        let says = service.documented_errors(CallKind::Data).filter(of_status).map(|it| {
            let about = it.about.as_ref().and_then(Text::en).unwrap_or_default();
            if it.codes.is_empty() { about.to_owned() } else { format!("{about} ({})", it.codes.join(", ")) }
        });
        let says = says.collect::<Vec<_>>().join(" ");
        (name, error(&format!("{says} Not charged.")))
    })
}

/// Returns the security scheme of the key.
fn security(service: &Service) -> Value {
    let scheme = service.key_scheme.to_lowercase();
    if service.key_header == "authorization" && !scheme.is_empty() {
        return json!({ "type": "http", "scheme": scheme });
    }
    json!({ "type": "apiKey", "in": "header", "name": service.key_header })
}

/// Returns the assumptions that the errors of some calls rest on.
pub(super) fn assumptions_of_errors(calls: CallKind, model: &Model) -> Vec<Assumption> {
    let errors = model.service.errors.iter().filter(|it| it.on == calls);
    errors.filter_map(|it| assumption(it.assumption.as_ref(), model)).collect()
}

/// Returns a shared assumption.
fn assumption(id: Option<&Spanned<String>>, model: &Model) -> Option<Assumption> {
    let found = model.shared_assumptions.iter().find(|it| id.is_some_and(|id| id.value == it.id))?;
    Some(Assumption { rule: String::new(), says: found.says.clone() })
}
