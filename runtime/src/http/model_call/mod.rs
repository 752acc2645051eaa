//! A call of a model in the making: where it goes and with what.

mod endpoint;
mod fields;
mod price;
mod rules;
mod sending;
mod sound;
mod tokens;

use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

use percent_encoding::utf8_percent_encode;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::http::address;
use crate::http::call::RESERVED;
use crate::{Client, Error, Form, HttpRequest, ModelId, ModelRecord, Result, Settings, Upload, Usage, image, places};

pub use endpoint::{Billing, Json, ModelEndpoint, ModelReply, ReplyEndpoint, StreamEndpoint};
pub use fields::{Count, Factor, Field, FieldRules, Fields};
pub(crate) use sending::{Opened, content_type, read, says_something};

/// A call of a model that has not been sent yet. Generated requests are thin wrappers around one.
///
/// ```
/// use gatewright_runtime::{Billing, ChatModel, Client, ModelCall, ModelEndpoint, kind};
///
/// struct Chat;
/// impl ModelEndpoint for Chat {
///     const PATH: &str = "/v1/chat/completions";
///     const BILLING: Billing = Billing::Tokens;
///     type Kind = kind::Chat;
/// }
///
/// let client = Client::new("https://gateway.example", "key")?;
/// let call = ModelCall::new::<Chat>(&client, ChatModel::unchecked("chat-large")).set("temperature", 0.2);
/// assert_eq!(call.request()?.url.path(), "/v1/chat/completions");
/// # Ok::<(), gatewright_runtime::Error>(())
/// ```
#[derive(Clone)]
#[must_use = "a call does nothing until it is sent"]
pub struct ModelCall {
    client: Client,
    path: &'static str,
    billing: Billing,
    model: Cow<'static, str>,
    body: Map<String, Value>,
    /// What has places and rules of its own, and joins the body when that is complete.
    fields: Fields,
    rules: &'static FieldRules,
    files: Vec<(&'static str, Upload)>,
    /// How long a recording lasts, if the caller or the file says so.
    length: Option<Duration>,
    /// What the caller expects it to use.
    expected: Option<Usage>,
    settings: Box<Settings>,
    problem: Option<String>,
}

impl ModelCall {
    /// A call of a model at the endpoint `E`.
    pub fn new<E: ModelEndpoint>(client: &Client, model: ModelId<E::Kind>) -> Self {
        Self::at(client, E::PATH, E::BILLING, E::RULES, model.into_name())
    }

    /// A call of the operation that a workflow is bound to.
    #[cfg(all(feature = "video", feature = "workflow"))]
    pub(crate) fn bound(client: &Client, to: &'static crate::workflow::Operation, model: String) -> Self {
        Self::at(client, to.path, to.billing, to.rules, model.into())
    }

    fn at(
        client: &Client,
        path: &'static str,
        billing: Billing,
        rules: &'static FieldRules,
        model: Cow<'static, str>,
    ) -> Self {
        let mut settings = Box::new(client.inner().settings.clone());
        settings.head_timeout = settings.model_timeout;
        settings.deadline = settings.model_deadline;
        if billing == Billing::Images {
            settings.max_body = settings.max_image_body;
        }
        Self {
            client: client.clone(),
            path,
            billing,
            model,
            body: Map::new(),
            fields: Fields::default(),
            rules,
            files: Vec::new(),
            length: None,
            expected: None,
            settings,
            problem: None,
        }
    }

    /// Gives a field of the body, a dot between the names of objects in objects; one given before is replaced.
    pub fn set(mut self, place: &str, value: impl Serialize) -> Self {
        match serde_json::to_value(value) {
            // What JSON has no number for is written as nothing, which would be another request than was meant.
            Ok(Value::Null) => {
                self.problem = Some(format!("`{place}` is null, or no number that JSON can write; `extra` sends null"))
            }
            Ok(value) => places::put(&mut self.body, place, value),
            Err(problem) => self.problem = Some(format!("`{place}` cannot be written as JSON: {problem}")),
        }
        self
    }

    /// Gives a parameter; one given before is replaced, unless it takes many.
    pub fn field(mut self, field: &Field, value: impl Serialize) -> Self {
        self.fields = self.fields.replace(field, value);
        self
    }

    /// Gives several parameters.
    pub fn fields(mut self, fields: Fields) -> Self {
        self.fields = self.fields.and(fields);
        self
    }

    /// Gives a field that the documents do not know. Its name is taken as it is; of a video dots lead into objects, `[]` at
    /// the end appends to a list, and places are refused where the service is known to drop, fold or refuse what it finds.
    /// What may change the price of a video, such as a `mode`, leaves it without an estimate.
    pub fn extra(mut self, name: &str, value: impl Into<Value>) -> Self {
        if let Some(problem) = self.misplaced(name) {
            self.problem = Some(format!("`{name}` cannot be set by `extra`: {problem}"));
        } else if self.billing == Billing::Video {
            places::put(&mut self.body, name, value.into());
        } else {
            self.body.insert(name.to_owned(), value.into());
        }
        self
    }

    /// Why something more cannot go to a place.
    fn misplaced(&self, place: &str) -> Option<&'static str> {
        let steps = || place.strip_suffix("[]").unwrap_or(place).split('.');
        let is_video = self.billing == Billing::Video;
        if place == "model" || is_video && steps().next() == Some("model") {
            return Some("the model is what the request begins with");
        }
        if is_video && steps().any(|it| it.is_empty() || it.contains(['[', ']'])) {
            return Some("a place is names with dots between them, and `[]` can stand at the end alone");
        }
        self.rules.keep(place).then_some(
            "it is for the request's own functions: what else stands there may be dropped, folded or refused",
        )
    }

    /// The whole body.
    fn body(&self) -> Map<String, Value> {
        let mut body = self.body.clone();
        self.fields.write(self.rules, &mut body);
        body
    }

    /// Gives the whole body, for an endpoint whose format is not published.
    pub fn whole(mut self, body: Value) -> Self {
        match body {
            Value::Object(fields) => self.body = fields,
            _ => self.problem = Some("the body must be a JSON object".into()),
        }
        self
    }

    /// Gives a file; the request becomes a form then.
    pub fn file(mut self, name: &'static str, file: Upload) -> Self {
        self.files.push((name, file));
        self
    }

    /// Gives a picture: a file makes the request a form, an address does not.
    pub fn image(self, name: &'static str, image: image::Source) -> Self {
        match image {
            image::Source::File(file) => self.file(name, file),
            image::Source::Url(url) => self.set(name, url),
        }
    }

    /// Says how long a recording lasts, for its price and its limits.
    pub fn length(mut self, length: Duration) -> Self {
        self.length = Some(length);
        self
    }

    /// Says what the call is expected to use, for its estimate and for a budget. Without it a chat estimate is an upper
    /// bound from the input and `max_tokens`.
    pub fn expecting(mut self, usage: Usage) -> Self {
        self.expected = Some(usage);
        self
    }

    /// Changes time limits, size limits and retries for this call.
    pub fn settings(mut self, change: impl FnOnce(&mut Settings)) -> Self {
        change(&mut self.settings);
        self
    }

    /// What the catalog says of the model.
    pub fn record(&self) -> Option<&'static ModelRecord> {
        self.client.inner().models?.find(&self.model)
    }

    /// The HTTP request as it would be sent, without the key.
    pub fn request(&self) -> Result<HttpRequest> {
        let problem = self.problem.clone().or_else(|| self.fields.problem(self.rules));
        if let Some(problem) = problem.or_else(|| self.fields.covers(&self.body)) {
            return Err(Error::Request(problem));
        }
        if self.rules.others.contains(&self.model.as_ref()) {
            let model = &self.model;
            return Err(Error::Request(format!(
                "`{model}` has requests of its own, and might not read what is written here"
            )));
        }
        let in_path = self.path.contains("{model}");
        if in_path && !self.model.starts_with("gemini-") {
            let model = &self.model;
            return Err(Error::Request(format!(
                "`{model}` is not taken here: only models that begin with `gemini-` are"
            )));
        }
        let name = utf8_percent_encode(&self.model, RESERVED).to_string();
        let url = address::below(self.client.base_url(), &self.path.replace("{model}", &name));
        let mut body = self.body();
        if !in_path {
            body.insert("model".into(), self.model.as_ref().into());
        }
        if let Some((_, file)) = self.files.iter().find(|(_, file)| file.name().contains(char::is_control)) {
            return Err(Error::Request(format!("a file cannot be called {:?} in a form", file.name())));
        }
        if self.files.is_empty() {
            return Ok(HttpRequest::post_json(url, Value::Object(body).to_string()));
        }
        let text = |value: Value| if let Value::String(text) = value { text } else { value.to_string() };
        let fields = body.into_iter().map(|(name, value)| (name, text(value))).collect();
        let files = self.files.iter().map(|(name, file)| ((*name).to_owned(), file.clone())).collect();
        Ok(HttpRequest::post_form(url, Form { fields, files }))
    }

    /// What opens a session: the model goes into the query.
    #[cfg(feature = "realtime")]
    pub(crate) fn handshake(&self) -> (Client, Box<HttpRequest>, Box<Settings>) {
        let mut url = address::below(self.client.base_url(), self.path);
        url.query_pairs_mut().append_pair("model", &self.model);
        for (name, value) in &self.body {
            url.query_pairs_mut().append_pair(name, value.as_str().unwrap_or(&value.to_string()));
        }
        (self.client.clone(), Box::new(HttpRequest::get(url)), self.settings.clone())
    }

    #[cfg(feature = "realtime")]
    pub(crate) fn model(&self) -> &str {
        &self.model
    }

    /// The format of a file that is asked for, or else the model's default.
    pub(crate) fn format(&self) -> Option<&str> {
        let asked = self.body.get("response_format").and_then(Value::as_str);
        asked.or_else(|| self.record()?.default_response_format.as_deref())
    }

    pub(crate) fn client(&self) -> &Client {
        &self.client
    }

    pub(crate) fn limits(&self) -> &Settings {
        &self.settings
    }
}

impl fmt::Debug for ModelCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ModelCall")
            .field("path", &self.path)
            .field("model", &self.model)
            .field("body", &self.body)
            .field("files", &self.files)
            .finish_non_exhaustive()
    }
}
