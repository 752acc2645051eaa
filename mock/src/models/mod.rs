//! Model endpoints: chat formats, images, audio, sessions.
//!
//! A request is read into [`ModelRequest`], from JSON or from a form, and checked against its operation. The kind of reply
//! then determines the handler.

mod audio;
mod chat;
mod image;
mod messages;
pub(crate) mod realtime;
mod recording;
mod reply;
mod responses;
mod sample;
mod strict;
mod validate;

use std::collections::BTreeMap;
use std::time::SystemTime;

use axum::extract::{FromRequest as _, Multipart};
use axum::http::{Request, StatusCode, request::Parts};
use bytes::Bytes;
use gatewright::model::{Billing, CatalogModel, Format, Kind, Operation, Reply};
use gatewright_runtime::{PriceContext, Usage};
use serde_json::{Map, Value};

use crate::response::{self, HttpResponse, Refusal};
use crate::state::State;

pub(crate) use image::DOT;

/// Request: fields of JSON or of a form, and files.
#[derive(Default)]
pub(crate) struct ModelRequest {
    pub(crate) fields: Map<String, Value>,
    /// Files of a form by field name.
    pub(crate) files: BTreeMap<String, Vec<File>>,
    /// True for a form, which contains numbers and flags as text.
    is_form: bool,
}

pub(crate) struct File {
    pub(crate) name: String,
    pub(crate) bytes: Bytes,
}

impl ModelRequest {
    fn text(&self, name: &str) -> &str {
        self.fields.get(name).and_then(Value::as_str).unwrap_or_default()
    }

    fn flag(&self, name: &str) -> bool {
        self.fields.get(name) == Some(&Value::Bool(true))
    }

    fn list(&self, name: &str) -> Vec<Value> {
        self.fields.get(name).and_then(Value::as_array).cloned().unwrap_or_default()
    }

    fn has(&self, name: &str) -> bool {
        self.fields.get(name).is_some_and(|it| !it.is_null())
    }

    /// Parses numbers and flags of a form if the parameter has that type. Other texts stay texts.
    fn with_types_of(mut self, operation: &Operation) -> Self {
        if self.is_form {
            for param in
                operation.params.iter().filter(|it| matches!(it.kind, Kind::Integer | Kind::Number | Kind::Flag))
            {
                if let Some(Value::String(text)) = self.fields.get(&param.wire)
                    && let Ok(value @ (Value::Number(_) | Value::Bool(_))) = serde_json::from_str(text)
                {
                    self.fields.insert(param.wire.clone(), value);
                }
            }
        }
        self
    }
}

/// Reads a body according to its content type.
pub(crate) async fn read(head: &Parts, body: Bytes) -> Result<ModelRequest, String> {
    let kind = head.headers.get("content-type").and_then(|it| it.to_str().ok()).unwrap_or_default();
    if !kind.starts_with("multipart/form-data") {
        return match serde_json::from_slice(&body) {
            Ok(Value::Object(fields)) => Ok(ModelRequest { fields, ..ModelRequest::default() }),
            Ok(_) => Err("the body must be a JSON object".into()),
            Err(problem) => Err(format!("the body is not JSON: {problem}")),
        };
    }
    let mut request = Request::new(axum::body::Body::from(body));
    request.headers_mut().clone_from(&head.headers);
    // The size was limited when the body was received.
    axum::extract::DefaultBodyLimit::disable().apply(&mut request);
    let problem = |problem: &dyn std::fmt::Display| format!("cannot read the form: {problem}");
    let mut form = Multipart::from_request(request, &()).await.map_err(|it| problem(&it))?;
    let mut asked = ModelRequest { is_form: true, ..ModelRequest::default() };
    while let Some(field) = form.next_field().await.map_err(|it| problem(&it))? {
        let name = field.name().unwrap_or_default().to_owned();
        let file_name = field.file_name().map(str::to_owned);
        let bytes = field.bytes().await.map_err(|it| problem(&it))?;
        // The official SDKs send `image[]` for a list.
        let (name, is_list) = name.strip_suffix("[]").map_or((name.as_str(), false), |it| (it, true));
        match (file_name, String::from_utf8_lossy(&bytes).into_owned()) {
            (Some(file_name), _) => {
                asked.files.entry(name.to_owned()).or_default().push(File { name: file_name, bytes });
            }
            (None, text) if is_list => {
                let list = asked.fields.entry(name).or_insert_with(|| Value::Array(Vec::new()));
                list.as_array_mut().into_iter().for_each(|it| it.push(text.clone().into()));
            }
            (None, text) => {
                asked.fields.insert(name.to_owned(), text.into());
            }
        }
    }
    Ok(asked)
}

/// Responds to a call, and charges its usage.
pub(crate) fn answer(
    state: &State,
    operation: &Operation,
    in_path: Option<&str>,
    asked: ModelRequest,
    id: &str,
) -> Result<HttpResponse, Refusal> {
    let asked = &asked.with_types_of(operation);
    let name = in_path.unwrap_or_else(|| asked.text("model"));
    let model = known(state, operation, name)?;
    validate::validate(operation, model, asked)?;
    let next = || state.lock().replies.pop_front();
    let made = match operation.reply {
        Reply::Conversation(Format::Chat) => chat::answer(model, asked, next(), id)?,
        Reply::Conversation(Format::Messages) => messages::answer(model, asked, next(), id)?,
        Reply::Conversation(Format::Responses) => responses::answer(state, model, asked, next(), id)?,
        Reply::Json => chat::native(asked),
        Reply::Image => image::answer(state, asked)?,
        Reply::Transcript => audio::transcript(operation, asked),
        Reply::File => audio::speech(asked),
        Reply::Social | Reply::Session | Reply::Task => return Err(Refusal::bad(None, "unsupported request")),
    };
    charge(state, operation, model, asked, &made.used, id);
    Ok(made.answer)
}

/// Response with its usage.
struct ReplyWithUsage {
    answer: HttpResponse,
    used: Usage,
}

/// Returns the model, if the account has it and the endpoint supports it.
pub(crate) fn known<'a>(state: &'a State, operation: &Operation, name: &str) -> Result<&'a CatalogModel, Refusal> {
    let unknown =
        |message: String| Refusal { status: StatusCode::NOT_FOUND, code: Some("model_not_found".into()), message };
    if name.is_empty() {
        return Err(Refusal::bad(Some("missing_parameter"), "`model` is required"));
    }
    let model = state.model(name).ok_or_else(|| unknown(format!("unknown model `{name}`")))?;
    match &operation.models {
        Some(kind) if !model.kinds.contains(kind) => {
            Err(unknown(format!("`{}` does not support the model `{name}`", operation.route.path)))
        }
        _ => Ok(model),
    }
}

fn charge(state: &State, operation: &Operation, model: &CatalogModel, asked: &ModelRequest, used: &Usage, id: &str) {
    let units = state.units();
    let under = price_context(asked.fields.clone().into());
    let (count, unit, price) = match operation.billing {
        Billing::Images => (used.calls, "images", model.record.cost_of_images_with_context(used.calls, units, &under)),
        Billing::Characters => (used.characters, "characters", model.record.cost_with_context(used, units, &under)),
        Billing::Audio => {
            let audio = used.audio.unwrap_or_default();
            let seconds = audio.as_secs() + u64::from(audio.subsec_nanos() > 0);
            (seconds.max(1), "seconds", model.record.cost_with_context(used, units, &under))
        }
        _ => {
            let tokens = used.tokens.input + used.tokens.output;
            (tokens, "tokens", model.record.cost_with_context(used, units, &under))
        }
    };
    state.lock().charge_for(&model.record.name, price.ok(), (count, unit), id, "");
}

pub(crate) fn price_context(request: Value) -> PriceContext {
    let mut under = PriceContext::default();
    (under.request, under.at) = (Some(request), Some(SystemTime::now()));
    under
}

fn tokens(input: u64, output: u64) -> Usage {
    Usage::tokens(input, output)
}

fn json_response(body: &Value) -> HttpResponse {
    response::json(StatusCode::OK, body)
}
