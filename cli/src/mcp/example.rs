//! Examples of calls.

use gatewright_client::{Field, ModelRecord, OperationSpec, Presence, ValueType, models};
use serde_json::{Map, Value, json};

use super::params::MODEL;

/// Returns the arguments of an example; empty if there is none.
pub(super) fn example(spec: &'static OperationSpec) -> Map<String, Value> {
    let published = spec.fields.iter().filter_map(|it| Some((it.name.to_owned(), value(it, it.example?))));
    let published: Map<_, _> = published.collect();
    let Some(model) = spec.model else { return published };
    let wanted = |it: &&Field| it.presence == Presence::Required || it.name == "max_tokens";
    let wanted = spec.fields.iter().filter(wanted).map(|it| Some((it.name.to_owned(), sample(it)?)));
    let first = || Some(models::RECORDS.iter().find(|it| accepts(spec, it))?.name.as_str());
    let name = model.only.first().copied().or_else(first).map(|it| Some((MODEL.to_owned(), it.into())));
    wanted.chain(name).collect::<Option<Map<_, _>>>().unwrap_or_default()
}

/// Returns true if an operation accepts a model.
pub(super) fn accepts(spec: &OperationSpec, record: &ModelRecord) -> bool {
    let name = record.name.as_str();
    spec.model.is_some_and(|it| match it.only {
        [] => record.endpoint_types.iter().any(|of| of == it.endpoint_type) && !it.others.contains(&name),
        only => only.contains(&name),
    })
}

/// Returns a value of a parameter for an example, if one is known.
fn sample(field: &Field) -> Option<Value> {
    Some(match (field.name, field.value_type) {
        ("messages", _) => json!([{ "role": "user", "content": "What is tea?" }]),
        ("input", _) => "What is tea?".into(),
        ("prompt", _) => "A red kettle steams on the stove.".into(),
        ("max_tokens", _) => 200.into(),
        (_, ValueType::Seconds(min, max)) => 5.clamp(min, max).into(),
        (_, ValueType::SecondsAsText(min, max)) => 5.clamp(min, max).to_string().into(),
        (_, ValueType::Url) => "https://files.example/kettle.png".into(),
        _ => return None,
    })
}

/// Converts the text of a value to JSON of the type of its parameter.
pub(super) fn value(field: &Field, text: &str) -> Value {
    let is_text = field.value_type != ValueType::Any && field.value_type.refuses(&text.into()).is_none();
    let parsed = serde_json::from_str::<Value>(text).ok().filter(|it| field.value_type.refuses(it).is_none());
    if is_text { text.into() } else { parsed.unwrap_or_else(|| text.into()) }
}

#[cfg(test)]
mod tests {
    use gatewright_client::{Client, ResponseKind};

    use super::super::{params, send};
    use super::*;

    #[test]
    fn the_examples_are_valid_calls() {
        let client = Client::new("https://gateway.example", "key-of-a-test").expect("a client");
        let mut count = 0;
        for spec in client.operations().filter(|it| send::is_supported(it) || it.id == "a_text_to_video") {
            // Operations without required parameters can have an empty example.
            let example = example(spec);
            let call = params::call(&client, spec, &example);
            let is_fine = call.is_ok() || example.is_empty() && spec.response != ResponseKind::Data;
            assert!(is_fine, "{}: {example:?}: {:?}", spec.id, call.err().map(|it| it.message));
            count += usize::from(!example.is_empty());
        }
        assert!(count > 70, "{count}");
        let chat = client.operations().find(|it| it.id == "chat").expect("an operation");
        assert_eq!(example(chat)["max_tokens"], 200);
    }
}
