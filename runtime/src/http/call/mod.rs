//! Call that has not been sent yet: its target and parameters.

mod audio_length;
mod body;
mod by_name;
#[cfg(feature = "chat")]
mod conversation;
mod endpoint;
mod extra;
mod integer;
mod params;
mod price;
mod request;
mod rules;
mod sending;
mod tokens;
mod value;

use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

use serde_json::{Map, Value};

use crate::{Client, Endpoint, Field, IntoModel, ModelRecord, OperationSpec, Presence, Settings, Usage};

pub use endpoint::{Json, Reply, ReplyEndpoint, StreamEndpoint};
pub use integer::Integer;
pub use params::Params;
pub(crate) use params::RESERVED;
pub(crate) use request::data_path;
pub(crate) use sending::{PendingResponse, content_type};
pub use value::ParamValue;

/// Call that has not been sent yet. Generated requests are thin wrappers around it.
///
/// ```
/// let client = gatewright_runtime::Client::new("https://gateway.example", "key")?;
/// let call = client.social("p1", "search").with("keyword", "green tea").with("cursor", 20);
/// assert_eq!(
///     call.request()?.url.as_str(),
///     "https://gateway.example/p1/search?keyword=green%20tea&cursor=20",
/// );
/// # Ok::<(), gatewright_runtime::Error>(())
/// ```
#[derive(Clone)]
#[must_use = "a call does nothing until it is sent"]
pub struct Call {
    client: Client,
    spec: &'static OperationSpec,
    target: Target,
    /// Name of the model; empty for an operation without models.
    model: Cow<'static, str>,
    params: Params,
    /// Fields of the body that the operation does not know.
    extra: Map<String, Value>,
    /// Length of a recording, from the caller or the file.
    length: Option<Duration>,
    /// Expected usage, from the caller.
    expected: Option<Usage>,
    /// Settings of this call; `None`: those of the client.
    settings: Option<Box<Settings>>,
    problem: Option<String>,
    /// True if parameters are set by name, so that types have checked nothing.
    is_by_name: bool,
}

/// Target of a call.
#[derive(Clone, Debug)]
enum Target {
    /// Path of the operation.
    Own,
    /// Another path with the same handler.
    #[cfg(feature = "video")]
    Path(&'static str),
    /// Platform and capability that the client was generated without; checked when the request is built.
    Unlisted(Box<[String; 2]>),
}

impl Call {
    /// Creates a call of an operation without models.
    pub fn new(client: &Client, spec: &'static OperationSpec) -> Self {
        Self {
            client: client.clone(),
            spec,
            target: Target::Own,
            model: Cow::Borrowed(""),
            params: Params::default(),
            extra: Map::new(),
            length: None,
            expected: None,
            settings: None,
            problem: None,
            is_by_name: false,
        }
    }

    /// Sets the model.
    pub fn model(mut self, name: impl Into<String>) -> Self {
        self.model = Cow::Owned(name.into());
        self
    }

    /// Creates a call of a model at the endpoint `E`.
    pub fn of_model<E: Endpoint>(client: &Client, model: impl IntoModel<E::Model>) -> Self {
        Self { model: model.into_model().into_name(), ..Self::new(client, E::SPEC) }
    }

    /// Creates a call of any platform and capability.
    pub(crate) fn social(client: &Client, platform: &str, capability: &str) -> Self {
        let service = client.service();
        let listed = client.operations().find(|it| service.read_data_path(it.path) == Some([platform, capability]));
        match listed {
            Some(spec) => Self::new(client, spec),
            None => {
                let target = Target::Unlisted(Box::new([platform.to_owned(), capability.to_owned()]));
                Self { target, ..Self::new(client, &OperationSpec::EMPTY) }
            }
        }
    }

    /// Returns the id of the operation. It stays the same when a platform is renamed.
    pub(crate) fn operation_id(&self) -> Cow<'static, str> {
        match &self.target {
            Target::Unlisted(names) => names.join("_").into(),
            _ => self.spec.id.into(),
        }
    }

    /// Sets a field. Replaces an earlier value, unless the field accepts several.
    pub fn set(mut self, field: &'static Field, value: impl Into<ParamValue>) -> Self {
        self.params = self.params.set(field, value);
        self
    }

    /// Sets a list of texts.
    pub fn list(mut self, field: &'static Field, values: impl IntoIterator<Item = String>) -> Self {
        let values: Vec<_> = values.into_iter().collect();
        self.params = self.params.set(field, values.join(field.separator.unwrap_or(",")));
        self
    }

    /// Sets the defaults of the client for fields that the caller has not set.
    pub fn with_defaults(mut self) -> Self {
        for field in self.spec.fields {
            if let (Presence::Default(json), None) = (field.presence, self.params.get(field.name)) {
                let value: Value = serde_json::from_str(json).unwrap_or_default();
                self.params = self.params.set(field, value);
            }
        }
        self
    }

    /// Sets the values of a selector, such as the target of a post.
    pub fn with_all(mut self, params: Params) -> Self {
        self.params.extend(params);
        self
    }

    /// Sets the length of a recording, for its price and its limits.
    pub fn length(mut self, length: Duration) -> Self {
        self.length = Some(length);
        self
    }

    /// Sets the expected usage of the call, for its estimate and for a budget. Without it, a chat estimate is an upper
    /// bound from the input and `max_tokens`.
    pub fn expecting(mut self, usage: Usage) -> Self {
        self.expected = Some(usage);
        self
    }

    /// Changes timeouts, size limits, retries and headers for this call.
    pub fn settings(mut self, change: impl FnOnce(&mut Settings)) -> Self {
        let mut settings = self.settings.take().unwrap_or_else(|| Box::new(self.limits().clone()));
        change(&mut settings);
        self.settings = Some(settings);
        self
    }

    /// Sets the deadline of this call, including retries and pauses: [`Settings::deadline`].
    ///
    /// ```
    /// # let client = gatewright_runtime::Client::new("https://gateway.example", "key")?;
    /// let hurried = client.social("p1", "search").deadline(std::time::Duration::from_secs(3));
    /// # Ok::<(), gatewright_runtime::Error>(())
    /// ```
    pub fn deadline(self, deadline: Duration) -> Self {
        self.settings(|it| it.deadline = deadline)
    }

    /// Sets a header of this call; see [`Headers`](crate::Headers).
    pub fn header(self, name: &str, value: &str) -> Self {
        self.settings(|it| it.headers.set(name, value))
    }

    pub(crate) fn limits(&self) -> &Settings {
        self.settings.as_deref().unwrap_or_else(|| self.client.inner().settings_of(self.spec))
    }

    /// Returns the record of the model in the catalog.
    pub fn record(&self) -> Option<&'static ModelRecord> {
        self.client.inner().models?.find(&self.model)
    }

    /// Returns the published price, if it does not depend on a model.
    pub(crate) fn price(&self) -> Option<crate::Usd> {
        self.spec.billing.price()
    }

    pub(crate) fn spec(&self) -> &'static OperationSpec {
        self.spec
    }

    pub(crate) fn params(&self) -> &Params {
        &self.params
    }

    /// Returns the value of a parameter, as it would be sent.
    pub(crate) fn given(&self, name: &str) -> Option<String> {
        self.params.get(name).map(ToString::to_string)
    }

    /// Returns the requested file format, or else the default of the model.
    pub(crate) fn format(&self) -> Option<String> {
        let asked = self.given("response_format");
        asked.or_else(|| self.record()?.default_response_format.clone())
    }

    pub(crate) fn client(&self) -> &Client {
        &self.client
    }
}

impl fmt::Debug for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call")
            .field("operation", &self.spec.id)
            .field("target", &self.target)
            .field("model", &self.model)
            .field("params", &self.params)
            .field("extra", &self.extra)
            .finish_non_exhaustive()
    }
}
