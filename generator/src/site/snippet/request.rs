//! The plain HTTP request of a call, for examples without a client.

use heck::ToUpperCamelCase as _;
use serde_json::{Map, Value};

use super::Shown;
use crate::example;
use crate::model::{AUDIO_EXTENSION, CatalogModel, Format, Kind, Method, Param, Presence, Reply, Service, TaskShape};

/// An HTTP request. The key and the base URL come from environment variables.
pub(super) struct HttpRequest<'a> {
    pub(super) service: &'a Service,
    pub(super) method: Method,
    /// Path without the base URL.
    pub(super) path: String,
    pub(super) content: Content,
    /// Format of the conversation, if it is one.
    pub(super) format: Option<Format>,
    pub(super) response: Response<'a>,
}

/// Parameters of a request.
pub(super) enum Content {
    Query(Vec<(String, String)>),
    Form(Vec<Field>),
    Json(Map<String, Value>),
}

/// A field of a form.
pub(super) struct Field {
    pub(super) name: String,
    /// Text, or the name of a file.
    pub(super) value: String,
    pub(super) is_file: bool,
}

/// Use of the response.
pub(super) enum Response<'a> {
    /// It is saved to this file.
    File(String),
    /// It is JSON, of which the field at this path is printed; an empty path is the whole body.
    Json(&'a str),
    /// It is a task of this shape.
    Task(&'a TaskShape),
}

impl<'a> HttpRequest<'a> {
    /// Returns the request of a call; `None` if it is not a plain request.
    pub(super) fn of(shown: &Shown<'a>) -> Option<Self> {
        let (operation, service) = (shown.operation, &shown.model.service);
        if operation.reply == Reply::Session {
            return None;
        }
        let of_model = shown.catalog_model.map_or("a-model", |it| it.record.name.as_str());
        let name = operation.models.as_ref().map(|_| of_model);
        let content = if operation.has_query() {
            Content::Query(query(shown))
        } else if operation.needs_file() {
            Content::Form(form(shown, name))
        } else {
            let mut body = example::body(operation, shown.catalog_model);
            if !operation.has_model_in_path() {
                body.extend(name.map(|it| ("model".to_owned(), it.into())));
            }
            Content::Json(body)
        };
        Some(Self {
            service,
            method: operation.route.method,
            path: operation.route.path.replace("{model}", &tame(name.unwrap_or_default())),
            content,
            format: match operation.reply {
                Reply::Conversation(format) => Some(format),
                _ => None,
            },
            response: response(shown),
        })
    }

    /// Returns name and scheme of the header with the key; the scheme ends with a space if there is one.
    pub(super) fn key_header(&self) -> (String, String) {
        key_header(self.service)
    }
}

/// Returns name and scheme of the header with the key; the scheme ends with a space if there is one.
pub(super) fn key_header(service: &Service) -> (String, String) {
    let name: Vec<_> = service.key_header.split('-').map(|it| it.to_upper_camel_case()).collect();
    let scheme = if service.key_scheme.is_empty() { String::new() } else { format!("{} ", service.key_scheme) };
    (name.join("-"), scheme)
}

fn query(shown: &Shown<'_>) -> Vec<(String, String)> {
    let given = example::given(shown.operation).into_iter().map(|it| (it, example::text_value(it)));
    let defaults = shown.operation.params.iter().filter(|it| it.presence == Presence::Default);
    let defaults = defaults.filter_map(|it| Some((it, it.default.as_ref()?.to_string())));
    given.chain(defaults).map(|(it, value)| (it.wire.clone(), value)).collect()
}

fn form(shown: &Shown<'_>, name: Option<&str>) -> Vec<Field> {
    let published = |it: &Param| shown.catalog_model.and_then(|model| model.default_of(it));
    let file = shown.catalog_model.and_then(CatalogModel::upload_extension).unwrap_or(AUDIO_EXTENSION);
    let model = name.map(|it| Field { name: "model".to_owned(), value: it.to_owned(), is_file: false });
    let field = |it: &Param| {
        let is_file = it.kind == Kind::File;
        let value = if is_file {
            format!("recording.{file}")
        } else {
            published(it).unwrap_or_else(|| example::text_value(it))
        };
        Field { name: it.wire.clone(), value, is_file }
    };
    model.into_iter().chain(shown.operation.required_params().map(field)).collect()
}

fn response<'a>(shown: &Shown<'a>) -> Response<'a> {
    let shapes = shown.model.interface_of(shown.operation).map_or(&[][..], |it| &it.tasks.shapes);
    let shape = shapes.iter().find(|it| it.path == shown.operation.route.path);
    match shown.operation.reply {
        Reply::File => {
            let ending = shown.catalog_model.and_then(CatalogModel::audio_extension).unwrap_or(AUDIO_EXTENSION);
            Response::File(format!("speech.{ending}"))
        }
        Reply::Task => shape.map_or(Response::Json(""), Response::Task),
        Reply::Social => Response::Json(&shown.model.service.payload),
        Reply::Image => Response::Json("data"),
        Reply::Transcript => Response::Json("text"),
        Reply::Conversation(_) | Reply::Json | Reply::Session => Response::Json(""),
    }
}

/// Returns a name that can be in a path between double quotes.
fn tame(name: &str) -> String {
    let fits = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | ':');
    name.chars().filter(fits).collect()
}
