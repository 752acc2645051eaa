//! `describe`: an operation or a model.

use gatewright_client::{Billing, CallKind, Client, ModelRecord, OperationSpec, ResponseKind, SERVICE, models};
use serde_json::{Value, json};

use super::arguments::Describe;
use super::example::{self, accepts, value};
use super::reply::Reply;
use super::{find, params, trim};
use crate::catalog::ModelRow;
use crate::exit::Failure;

/// Number of models that the description of an operation lists.
const MODELS: usize = 40;

/// Describes an operation or a model.
pub(super) fn describe(client: &Client, Describe { name }: &Describe) -> Result<Reply, Failure> {
    if let Some(record) = models::find(name) {
        let described = model(client, record);
        let price = described["price_usd"].as_str().and_then(|it| it.parse().ok());
        return Ok(Reply::free(price, described));
    }
    match params::find_operation(client, name) {
        Some(spec) => Ok(Reply::free(spec.billing.price(), operation(spec))),
        None => Err(params::not_found(client, "operation or model", name)),
    }
}

fn operation(spec: &'static OperationSpec) -> Value {
    let mut described = find::row(spec);
    described["tool"] = tool(spec).into();
    described["billing"] = match spec.billing {
        Billing::Call { .. } => "per call; empty results are not charged",
        Billing::Tokens => "per token of input and output; set `max_tokens` for an estimate",
        Billing::Images => "per image",
        Billing::Characters => "per character of input",
        Billing::Audio => "per second of the recording",
        _ => "per second of video, or per video",
    }
    .into();
    described["not_charged"] = free_statuses(spec).into();
    described["arguments"] = schema(spec);
    let groups: Vec<_> = spec.counts.iter().map(|it| group(it.min, it.max, it.of)).collect();
    if !groups.is_empty() {
        described["groups"] = groups.into();
    }
    let example = example::example(spec);
    if !example.is_empty() {
        described["example"] = example.into();
    }
    if let Some(first) = spec.paging.first() {
        let note = "each page is a call of its own; take the next value of this argument from the response";
        described["pages"] = json!({ "argument": first.param, "note": note });
    }
    described
}

/// Returns the tool that calls an operation.
fn tool(spec: &OperationSpec) -> &'static str {
    match spec.response {
        ResponseKind::Task => "video",
        _ if super::send::is_supported(spec) => "call",
        _ => "none: only the command line `gw` can call it",
    }
}

fn group(min: usize, max: usize, of: &[&str]) -> String {
    let names = of.join("`, `");
    match (min, max) {
        (min, usize::MAX) => format!("at least {min} of `{names}`"),
        (0, max) => format!("at most {max} of `{names}`"),
        (min, max) => format!("{min} to {max} of `{names}`"),
    }
}

/// Returns the errors that are not charged.
fn free_statuses(spec: &OperationSpec) -> Vec<u16> {
    let kind = if spec.model.is_some() { CallKind::Model } else { CallKind::Data };
    let mut statuses: Vec<_> = SERVICE.errors.iter().filter(|it| it.on == kind).filter_map(|it| it.status).collect();
    statuses.sort_unstable();
    statuses.dedup();
    statuses
}

/// Returns the JSON Schema of the arguments, with the known values and the model.
fn schema(spec: &'static OperationSpec) -> Value {
    let mut schema = spec.schema();
    for field in spec.fields.iter().filter(|it| !it.values.is_empty()) {
        let property = &mut schema["properties"][field.name];
        let property = if property.get("items").is_some() { &mut property["items"] } else { property };
        // Models can have their own values.
        let key = if spec.model.is_some() { "examples" } else { "enum" };
        property[key] = field.values.iter().map(|it| value(field, it.0)).collect();
        let labels: Vec<_> =
            field.values.iter().filter(|it| it.0 != it.1).map(|it| params::described(it.0, it.1)).collect();
        if !labels.is_empty() {
            property["x-labels"] = labels.join(", ").into();
        }
    }
    if let Some(accepted) = spec.model {
        let names: Vec<_> = match accepted.only {
            [] => models::RECORDS.iter().filter(|it| accepts(spec, it)).map(|it| it.name.as_str()).collect(),
            only => only.to_vec(),
        };
        let more = names.len().saturating_sub(MODELS);
        let note = if more > 0 { format!("; {more} more: `find`") } else { String::new() };
        let listed: Vec<_> = names.iter().take(MODELS).copied().collect();
        let about = format!("Model: {}{note}", listed.join(", "));
        schema["properties"][params::MODEL] = json!({ "type": "string", "description": about });
        match (accepted.only, schema["required"].as_array_mut()) {
            ([only], _) => schema["properties"][params::MODEL]["default"] = (*only).into(),
            (_, Some(required)) => required.insert(0, params::MODEL.into()),
            _ => {}
        }
    }
    schema
}

fn model(client: &Client, record: &'static ModelRecord) -> Value {
    let mut described = json!(ModelRow::new(record));
    let operations: Vec<_> = client.operations().filter(|it| accepts(it, record)).map(|it| it.id).collect();
    described["operations"] = operations.into();
    described["tasks"] = json!(record.tasks);
    described["about"] = json!(record.description);
    trim::trim(described).0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client() -> Client {
        Client::new("https://gateway.example", "key-of-a-test").expect("a client")
    }

    #[test]
    fn every_operation_and_model_has_a_small_description() {
        let client = client();
        for spec in client.operations() {
            let described = operation(spec);
            let size = described.to_string().len();
            assert!(size <= trim::LARGEST, "{}: {size}", spec.id);
            assert_eq!(described["arguments"]["type"], "object", "{}", spec.id);
        }
        for record in models::RECORDS.iter() {
            let described = describe(&client, &Describe { name: record.name.clone() });
            assert!(described.is_ok_and(|it| it.fields.contains_key("operations")), "{}", record.name);
        }
    }
}
