//! Operations: their routes, parameters and responses.

use std::sync::Arc;

use crate::text::Text;
use gatewright_runtime::Usd;

use super::{
    Assumption, Billing, CatalogModel, Count, EndpointType, Family, Kind, LearnedData, Location, Paging, Param,
    Presence, Selector, Source, Span, VideoProperty,
};

/// An operation of the service, of any interface.
#[derive(Clone, Debug, Hash)]
pub struct Operation {
    /// Unique in the model, such as `p1_user_posts`.
    pub id: String,
    /// Name on the wire: the capability of a social cell.
    pub key: String,
    /// Function on the platform.
    pub function: String,
    /// Page in the docs, without an extension.
    pub page: String,
    /// Name of the endpoint type in Rust.
    pub endpoint: String,
    /// Method and path; `{model}` in it stands for the model's name.
    pub route: Route,
    /// Kind of response.
    pub reply: Reply,
    /// Endpoint type of its models, if it accepts models.
    pub models: Option<Arc<EndpointType>>,
    /// Group of models that it is for, if groups read different fields.
    pub family: Option<Family>,
    /// Inputs that a caller can start with.
    pub sources: Vec<Source>,
    /// Properties that its videos always have.
    pub always: Vec<VideoProperty>,
    /// Objects of the body that accept further fields: parameters of the provider.
    pub open: Vec<String>,
    /// Paths of the body: in a request with a value at one of them, the upper limits of numbers and counts do not apply.
    pub limits_unless: Vec<String>,
    /// Content types of a response that is a file, such as `audio/mpeg` or `audio/*`; empty if they are not published.
    pub content_types: Vec<String>,
    /// Limits on the number of values that parameters have together, in addition to selectors.
    pub counts: Vec<Count>,
    /// Rules that the documents do not show.
    pub assumptions: Vec<Assumption>,
    /// Unit of billing.
    pub billing: Billing,
    /// Name of the capability in other languages.
    pub title: Option<Text>,
    /// Description, in a sentence.
    pub about: Option<Text>,
    /// Further notes, in sentences.
    pub notes: Vec<Text>,
    /// Parameters: required ones, then those that the client sends by default, then the rest, each by name.
    pub params: Vec<Param>,
    /// At-least-one-of groups, joined where they overlap.
    pub selectors: Vec<Selector>,
    /// At-least-one-of groups as the social catalog lists them, in order.
    pub published_groups: Vec<Vec<String>>,
    /// Struct of the required parameters, if two of them have the same type.
    pub args: Option<String>,
    /// Name in the usage log; `None` for that of the model.
    pub usage_log_name: Option<String>,
    /// Availability.
    pub status: Option<Status>,
    /// Types of its responses, if they were learned.
    pub learned: Option<LearnedData>,
    /// Location in the specs.
    pub span: Span,
}

impl Operation {
    /// Returns the price of one unit, if it is published and does not depend on a model.
    pub fn price(&self) -> Option<Usd> {
        if let Billing::Call { price, .. } = self.billing { price } else { None }
    }

    /// Returns the unit of the price, if it is published.
    pub fn unit(&self) -> Option<&str> {
        if let Billing::Call { unit, .. } = &self.billing { unit.as_deref() } else { None }
    }

    /// Returns true if it accepts a model.
    pub fn accepts(&self, model: &CatalogModel) -> bool {
        let own = self.models.as_ref().is_some_and(|it| model.kinds.contains(it));
        own && (!self.is_task() || self.family == model.family)
    }

    /// Returns true if every request names a model.
    pub fn takes_model(&self) -> bool {
        self.models.is_some()
    }

    /// Returns true if it starts a task.
    pub fn is_task(&self) -> bool {
        self.reply == Reply::Task
    }

    /// Returns true if its parameters are in the query string.
    pub fn has_query(&self) -> bool {
        self.route.method == Method::Get
    }

    /// Returns true if every request needs a file.
    pub fn needs_file(&self) -> bool {
        self.params.iter().any(|it| it.kind == Kind::File && it.presence == Presence::Required)
    }

    /// Returns true if the caller supplies the whole body, since its format is not published.
    pub fn is_open(&self) -> bool {
        self.params.iter().any(|it| it.location == Location::WholeBody)
    }

    /// Returns true if the path contains the name of the model.
    pub fn has_model_in_path(&self) -> bool {
        self.route.path.contains("{model}")
    }

    /// Returns the required parameters, without those of selectors.
    pub fn required_params(&self) -> impl Iterator<Item = &Param> {
        self.params.iter().filter(|it| it.presence == Presence::Required)
    }

    /// Returns the pagination parameters, first those that select the page.
    pub fn paging(&self) -> impl Iterator<Item = (&Param, &Paging)> {
        let all = || self.params.iter().filter_map(|it| Some((it, it.paging.as_ref()?)));
        all().filter(|it| it.1.selects_page).chain(all().filter(|it| !it.1.selects_page))
    }

    /// Returns true if a parameter selects the page.
    pub fn is_paged(&self) -> bool {
        self.paging().next().is_some()
    }

    /// Returns the optional parameters.
    pub fn optional(&self) -> impl Iterator<Item = &Param> {
        self.params.iter().filter(|it| matches!(it.presence, Presence::Default | Presence::Optional))
    }
}

/// Method and path. Several operations may share one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Route {
    /// HTTP method.
    pub method: Method,
    /// Path relative to the base URL.
    pub path: String,
}

/// The HTTP methods in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// `GET`.
    Get,
    /// `POST`.
    Post,
}

/// Kind of response.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reply {
    /// JSON of a social platform in the gateway's envelope.
    Social,
    /// Message of a model in a conversation, complete or as a stream.
    Conversation(Format),
    /// JSON whose format is not published.
    Json,
    /// Images.
    Image,
    /// Transcript of a recording.
    Transcript,
    /// A file.
    File,
    /// A session over a WebSocket.
    Session,
    /// A task, which is polled.
    Task,
}

/// Kinds of model responses, by their names in the specs.
pub static REPLIES: [(&str, Reply); 9] = [
    ("chat", Reply::Conversation(Format::Chat)),
    ("messages", Reply::Conversation(Format::Messages)),
    ("responses", Reply::Conversation(Format::Responses)),
    ("json", Reply::Json),
    ("image", Reply::Image),
    ("transcript", Reply::Transcript),
    ("file", Reply::File),
    ("session", Reply::Session),
    ("task", Reply::Task),
];

/// A part of a chat format. The runtime implements its type by hand, since a list of fields cannot describe it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ChatPart {
    /// Chat format.
    pub format: Format,
    /// Part of it.
    pub part: Part,
}

impl ChatPart {
    /// Returns the type in JSON Schema; `None` if it can be several.
    pub fn json(self) -> Option<&'static str> {
        match (self.part, self.format) {
            (Part::Messages, Format::Chat | Format::Messages) | (Part::Tools, _) => Some("array"),
            (Part::ReplyFormat | Part::StreamOptions, _) | (Part::ToolChoice, Format::Messages) => Some("object"),
            (Part::Messages | Part::ToolChoice, _) => None,
        }
    }
}

/// A format of conversations with models.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Chat completions.
    Chat,
    /// Messages.
    Messages,
    /// Responses.
    Responses,
}

/// A part of a chat request that each format has in its own way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// The conversation so far.
    Messages,
    /// Tools that the model may call.
    Tools,
    /// Restriction on the tools that it calls.
    ToolChoice,
    /// Structured output.
    ReplyFormat,
    /// Options of a stream; only chat completions have them.
    StreamOptions,
}

impl Part {
    /// Returns the name in the specs.
    pub fn name(self) -> &'static str {
        PARTS.iter().find(|(_, part)| *part == self).map_or("", |(name, _)| name)
    }
}

/// Names of the parts in the specs.
pub static PARTS: [(&str, Part); 5] = [
    ("messages", Part::Messages),
    ("tools", Part::Tools),
    ("tool-choice", Part::ToolChoice),
    ("reply-format", Part::ReplyFormat),
    ("stream-options", Part::StreamOptions),
];

/// Availability of an operation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// Available.
    Available,
    /// Listed, but refused with 503.
    Paused,
    /// Another status, as published.
    Other(String),
}

impl Status {
    /// Returns the status as the catalog writes it.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Available => "available",
            Self::Paused => "paused",
            Self::Other(text) => text,
        }
    }
}

impl From<&str> for Status {
    fn from(text: &str) -> Self {
        [Self::Available, Self::Paused]
            .into_iter()
            .find(|it| it.as_str() == text)
            .unwrap_or_else(|| Self::Other(text.to_owned()))
    }
}
