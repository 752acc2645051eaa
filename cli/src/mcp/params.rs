//! Arguments of an operation: its lookup, the checks before sending, and the call.

use gatewright_client::{Call, Client, Field, Location, ModelSpec, OperationSpec, ParamValue, ValueType, visible};
use serde_json::{Map, Value};

use super::find;
use crate::exit::Failure;
use crate::operation::refuse_empty;
use crate::platforms::operations;
use crate::similar::similar;

/// Name of the argument that names the model.
pub(super) const MODEL: &str = "model";

/// Finds an operation by its id. Other separators are accepted, such as in `p2.post` and `p2 post`.
pub(super) fn operation(client: &Client, name: &str) -> Result<&'static OperationSpec, Failure> {
    find_operation(client, name).ok_or_else(|| not_found(client, "operation", name))
}

/// Finds an operation by its id, if there is one.
pub(super) fn find_operation(client: &Client, name: &str) -> Option<&'static OperationSpec> {
    let id = id_of(name);
    operations(client).find(|it| it.id == name || it.id == id)
}

/// Returns a name with the separators of an id.
fn id_of(name: &str) -> String {
    name.trim().replace(['.', ' ', '/', '-'], "_")
}

/// Creates the error for an unknown name, with the most similar operations.
pub(super) fn not_found(client: &Client, what: &str, name: &str) -> Failure {
    let most_similar = similar(&id_of(name), operations(client).map(|it| it.id));
    let found = find::operations(client, name).into_iter().map(|it| it.id).filter(|it| Some(*it) != most_similar);
    let similar: Vec<_> = most_similar.into_iter().chain(found).take(3).collect();
    let similar = if similar.is_empty() { String::new() } else { format!("did you mean `{}`? ", similar.join("`, `")) };
    Failure::refused(format!("unknown {what} `{}`; help: {similar}`find` searches all of them", visible(name)))
}

/// Creates the call of an operation and checks it. Nothing is sent.
pub(super) fn call(
    client: &Client,
    spec: &'static OperationSpec,
    arguments: &Map<String, Value>,
) -> Result<Call, Failure> {
    let mut call = client.operation_of(spec);
    for (name, value) in arguments.iter().filter(|it| !it.1.is_null()) {
        call = match (spec.field(name), value) {
            (Some(field), value) => set(call, spec, field, value)?,
            (None, Value::String(model)) if name == MODEL && spec.model.is_some() => call.model(model),
            _ => return Err(unknown(name, spec)),
        };
    }
    let call = match spec.model {
        Some(ModelSpec { only: [only], .. }) if !arguments.contains_key(MODEL) => call.model(*only),
        _ => call,
    };
    let call = call.with_defaults();
    call.request().map_err(|error| match error {
        gatewright_client::Error::Request(problem) => {
            let help = format!("`describe` shows the arguments of `{}`", spec.id);
            Failure::refused(if problem.contains("; help: ") { problem } else { format!("{problem}; help: {help}") })
        }
        other => super::failure::failure(other),
    })?;
    Ok(call)
}

/// Sets a parameter. A list sets a parameter several times, or becomes a text with the separator of the parameter.
fn set(call: Call, spec: &OperationSpec, field: &'static Field, value: &Value) -> Result<Call, Failure> {
    let is_url = |text: &str| text.starts_with("https://") || text.starts_with("http://");
    let has_url = field.value_type == ValueType::Url && value.as_str().is_some_and(is_url);
    if matches!(field.location, Location::Form(_)) && !has_url {
        let instead = if field.value_type == ValueType::Url { "send the URL of the file, or " } else { "" };
        let help = format!("this server reads no files: {instead}tell the user to run the operation with `gw`");
        return Err(Failure::refused(format!("cannot send the file `{}`; help: {help}", field.name)));
    }
    if let Value::String(text) = value {
        refuse_empty(spec, field, text, "")?;
    }
    // Models can have their own values.
    let is_strict = spec.model.is_none();
    let checked = |value: &Value| checked(field, value, is_strict);
    match (value, field.separator) {
        (Value::Array(items), Some(separator)) => {
            let items: Result<Vec<_>, _> = items.iter().map(checked).collect();
            let texts: Vec<_> = items?.into_iter().map(|it| ParamValue::from(it).to_string()).collect();
            Ok(call.set(field, texts.join(separator)))
        }
        (Value::Array(items), None) if field.many => {
            items.iter().try_fold(call, |call, item| Ok(call.set(field, checked(item)?)))
        }
        (value, _) => Ok(call.set(field, checked(value)?)),
    }
}

/// Returns the value to send, if it has the type of the parameter and, if that is strict, one of its known values.
fn checked(field: &Field, value: &Value, is_strict: bool) -> Result<Value, Failure> {
    let name = field.name;
    let text = match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    match field.values.iter().find(|(known, label)| *known == text || *label == text) {
        Some((known, _)) => return Ok(typed(field, known)),
        None if is_strict && !field.values.is_empty() => {
            let known: Vec<_> = field.values.iter().map(|(value, label)| described(value, label)).collect();
            let problem = format!("unknown value `{}` of `{name}`", visible(&text));
            return Err(Failure::refused(format!("{problem}; help: use one of {}", known.join(", "))));
        }
        None => {}
    }
    let value = if value.is_string() { typed(field, &text) } else { value.clone() };
    match field.value_type.refuses(&value).or_else(|| length_problem(field, &text)) {
        Some(problem) => Err(Failure::refused(format!("`{name}`: {problem}; help: change the value of `{name}`"))),
        None => Ok(value),
    }
}

/// Converts a text to the type of the parameter, if it has that form: a model can write `"20"` for 20.
fn typed(field: &Field, text: &str) -> Value {
    let as_text = Value::from(text);
    if field.value_type.refuses(&as_text).is_none() {
        return as_text;
    }
    let parsed = serde_json::from_str::<Value>(text).ok().filter(|it| field.value_type.refuses(it).is_none());
    parsed.unwrap_or(as_text)
}

fn length_problem(field: &Field, text: &str) -> Option<String> {
    let (min, max) = field.length;
    let length = text.chars().count();
    (length < min as usize || length > max as usize)
        .then(|| format!("expected {min} to {max} characters, found {length}"))
}

/// Returns a known value with its label.
pub(super) fn described(value: &str, label: &str) -> String {
    if value == label { format!("`{value}`") } else { format!("`{value}` ({label})") }
}

fn unknown(name: &str, spec: &OperationSpec) -> Failure {
    let model = spec.model.map(|_| MODEL);
    let known: Vec<_> = model.into_iter().chain(spec.fields.iter().map(|it| it.name)).collect();
    let help = match known.is_empty() {
        true => format!("`{}` has no arguments", spec.id),
        false => format!("the arguments of `{}` are `{}`", spec.id, known.join("`, `")),
    };
    Failure::refused(format!("unknown argument `{}`; help: {help}", visible(name)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn client() -> Client {
        Client::new("https://gateway.example", "key-of-a-test").expect("a client")
    }

    fn url(name: &str, arguments: Value) -> Result<String, String> {
        let client = client();
        let spec = operation(&client, name).map_err(|it| it.message)?;
        let call = call(&client, spec, arguments.as_object().expect("an object")).map_err(|it| it.message)?;
        Ok(call.request().expect("it was checked").url.as_str().replace("https://gateway.example", ""))
    }

    #[test]
    fn an_operation_is_found_in_other_spellings() {
        for name in ["p2_post", "p2.post", "p2 post", " p2-post", "p2/post"] {
            assert_eq!(operation(&client(), name).map(|it| it.id), Ok("p2_post"), "{name}");
        }
        let error = operation(&client(), "p2_pots\u{1b}").expect_err("unknown").message;
        assert!(error.contains("unknown operation `p2_pots") && !error.contains('\u{1b}'), "{error}");
    }

    #[test]
    fn wrong_arguments_are_refused_with_what_to_change() {
        let error = |name: &str, arguments: Value| url(name, arguments).expect_err("they are wrong");
        assert!(error("p2_post", json!({ "note": "64a1" })).contains("the arguments of `p2_post` are `note_id`"));
        assert!(error("p2_post", json!({})).contains("at least 1 of `note_id`"), "{}", error("p2_post", json!({})));
        assert!(error("p1_search", json!({})).contains("`keyword` is required"));
        assert!(error("p1_search", json!({ "keyword": " " })).contains("the value of `keyword` is empty"));
        assert!(error("p2_coments", json!({})).contains("did you mean `p2_comments`"));
        assert!(error("chat", json!({ "messages": [], "stream": true })).contains("unknown argument `stream`"));
        assert!(error("chat", json!({ "model": "x", "messages": [], "max_tokens": "many" })).contains("an integer"));
        assert!(error("chat", json!({ "messages": [] })).contains("model"));
        assert!(error("transcription", json!({ "file": "/etc/passwd" })).contains("reads no files"));
    }

    #[test]
    fn values_are_sent_as_their_types() {
        let sent = url("p2_post", json!({ "note_id": "64a1f0c2", "share_text": null }));
        assert_eq!(sent.as_deref(), Ok("/v1/social/p2/post?note_id=64a1f0c2"));
        let field = Field::query("count").value_type(gatewright_client::ValueType::Integer(1, 20));
        assert_eq!(checked(&field, &json!("20"), true), Ok(json!(20)));
        assert!(checked(&field, &json!("21"), true).is_err() && checked(&field, &json!("x"), true).is_err());
        let field = Field::text("fold").values(&[("1", "folded"), ("0", "open")]);
        assert_eq!(checked(&field, &json!("folded"), true), Ok(json!("1")));
        assert_eq!(checked(&field, &json!(1), true), Ok(json!("1")));
        assert_eq!(checked(&field, &json!("2"), false), Ok(json!("2")));
        assert!(checked(&field, &json!("fold"), true).is_err_and(|it| it.message.contains("`1` (folded), `0` (open)")));
    }
}
