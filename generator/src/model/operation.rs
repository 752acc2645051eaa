//! One thing that the service does: its route, how it is asked, what comes back.

use std::sync::Arc;

use crate::text::Text;
use gatewright_runtime::Usd;

use super::{
    Aspect, Assumption, Billing, Count, EndpointType, Family, Kind, Location, Need, NextPage, Offered, Paging, Param,
    Place, Scalar, Selector, Source,
};

/// One thing that the service does, whatever its interface.
#[derive(Clone, Debug, Hash)]
pub struct Operation {
    /// Unique in the model, such as `p1_user_posts`.
    pub id: String,
    /// What it is called on the wire: the capability of a social cell.
    pub key: String,
    /// Function on the platform.
    pub function: String,
    /// Its page in the docs, without an ending.
    pub page: String,
    /// The endpoint's type.
    pub endpoint: String,
    /// Method and path; `{model}` in it stands for the model's name.
    pub route: Route,
    /// What comes back.
    pub reply: Reply,
    /// The kind of model that answers, if one does.
    pub models: Option<Arc<EndpointType>>,
    /// The group of them that reads these fields, if others read other ones.
    pub family: Option<Family>,
    /// What a caller begins with.
    pub sources: Vec<Source>,
    /// What its clips have without being asked.
    pub always: Vec<Aspect>,
    /// Objects of the body that take further fields: parameters of the provider.
    pub open: Vec<String>,
    /// How many values parameters hold together, beyond what selectors say.
    pub counts: Vec<Count>,
    /// What of it the documents do not show.
    pub assumptions: Vec<Assumption>,
    /// Unit of billing.
    pub billing: Billing,
    /// Name of the capability in other languages.
    pub title: Option<Text>,
    /// What it does, in a sentence.
    pub about: Option<Text>,
    /// What else there is to know, in sentences.
    pub notes: Vec<Text>,
    /// Parameters: obligations, then those with a default of ours, then the rest, each by name.
    pub params: Vec<Param>,
    /// At-least-one-of groups, joined where they overlap.
    pub selectors: Vec<Selector>,
    /// At-least-one-of groups as the social catalog lists them, in order.
    pub published_groups: Vec<Vec<String>>,
    /// The struct of the obligatory parameters, where two of the same type would stand side by side.
    pub args: Option<String>,
    /// Name in the usage log; `None`: that of the model.
    pub usage_log_name: Option<String>,
    /// Whether it is on sale.
    pub status: Option<Status>,
    /// Where it stands.
    pub place: Place,
}

impl Operation {
    /// Price of one unit, if it is published and does not depend on a model.
    pub fn price(&self) -> Option<Usd> {
        if let Billing::Call { price, .. } = self.billing { price } else { None }
    }

    /// Unit of the price, if it is published.
    pub fn unit(&self) -> Option<&str> {
        if let Billing::Call { unit, .. } = &self.billing { unit.as_deref() } else { None }
    }

    /// Whether it takes a model.
    pub fn takes(&self, model: &Offered) -> bool {
        let own = self.models.as_ref().is_some_and(|it| model.kinds.contains(it));
        own && (!self.is_task() || self.family == model.family)
    }

    /// Whether it begins a task, which is waited for.
    pub fn is_task(&self) -> bool {
        self.reply == Reply::Task
    }

    /// Whether its parameters are in the query string.
    pub fn has_query(&self) -> bool {
        self.route.method == Method::Get
    }

    /// Whether there is no request without a file.
    pub fn needs_file(&self) -> bool {
        self.params.iter().any(|it| it.kind == Kind::File && it.need == Need::Caller)
    }

    /// Whether a caller gives the body as it is, since its format is not published.
    pub fn is_open(&self) -> bool {
        self.params.iter().any(|it| it.location == Location::WholeBody)
    }

    /// Whether the name of the model is part of the path.
    pub fn has_model_in_path(&self) -> bool {
        self.route.path.contains("{model}")
    }

    /// The parameters that the caller must give one by one.
    pub fn obligations(&self) -> impl Iterator<Item = &Param> {
        self.params.iter().filter(|it| it.need == Need::Caller)
    }

    /// The parameters that change from page to page; `None` unless it is published how each of them does.
    pub fn paging(&self) -> Option<Vec<(&Param, &Paging)>> {
        let all: Vec<_> = self.params.iter().filter_map(|it| Some((it, it.paging.as_ref()?))).collect();
        let published = all.iter().all(|(_, paging)| match paging.next {
            NextPage::PreviousReply(ref field) | NextPage::FirstReply(ref field) => field.is_some(),
            NextPage::Counting => matches!(paging.first, Some(Scalar::Integer(_))),
        });
        (published && !all.is_empty()).then_some(all)
    }

    /// The parameters that can be added to a request.
    pub fn optional(&self) -> impl Iterator<Item = &Param> {
        self.params.iter().filter(|it| matches!(it.need, Need::Client | Need::Nobody))
    }
}

/// Method and path. Several operations may share one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Route {
    /// HTTP method.
    pub method: Method,
    /// Path below the base URL.
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

/// What an operation returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reply {
    /// The envelope of a social result around the platform's own JSON.
    Social,
    /// What a model says in a dialogue, whole or as a stream.
    Dialogue(Format),
    /// JSON whose format is not published.
    Json,
    /// Pictures.
    Image,
    /// What was said.
    Transcript,
    /// A file.
    File,
    /// A session over a WebSocket.
    Session,
    /// A task, which is waited for.
    Task,
}

/// What the specs call the replies of models.
pub static REPLIES: [(&str, Reply); 9] = [
    ("chat", Reply::Dialogue(Format::Chat)),
    ("messages", Reply::Dialogue(Format::Messages)),
    ("responses", Reply::Dialogue(Format::Responses)),
    ("json", Reply::Json),
    ("image", Reply::Image),
    ("transcript", Reply::Transcript),
    ("file", Reply::File),
    ("session", Reply::Session),
    ("task", Reply::Task),
];

/// A type that the runtime writes by hand, since no list of fields could describe it: a part of a chat format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Written {
    /// Chat format.
    pub format: Format,
    /// Part of it.
    pub part: Part,
}

impl Written {
    /// Type in JSON Schema; `None` if it can be several.
    pub fn json(self) -> Option<&'static str> {
        match (self.part, self.format) {
            (Part::Messages, Format::Chat | Format::Messages) | (Part::Tools, _) => Some("array"),
            (Part::ReplyFormat, _) | (Part::ToolChoice, Format::Messages) => Some("object"),
            (Part::Messages | Part::ToolChoice, _) => None,
        }
    }
}

/// A format of dialogues with models.
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
}

impl Part {
    /// Name in the specs.
    pub fn name(self) -> &'static str {
        PARTS.iter().find(|(_, part)| *part == self).map_or("", |(name, _)| name)
    }
}

/// Names of the parts in the specs.
pub static PARTS: [(&str, Part); 4] = [
    ("messages", Part::Messages),
    ("tools", Part::Tools),
    ("tool-choice", Part::ToolChoice),
    ("reply-format", Part::ReplyFormat),
];

/// Whether an operation is on sale.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// On sale.
    Available,
    /// Listed, and refused with 503.
    Paused,
    /// Something else, as published.
    Other(String),
}

impl Status {
    /// As the catalog says it.
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
