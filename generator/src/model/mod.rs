//! The model: everything the service offers, as plain finished data.
//!
//! Emitters read this and nothing before it. Names are final, texts are split into languages, obligations
//! and selectors are worked out. Everything is in its canonical order: the order of a catalog means nothing.

mod tasks;

use gatewright_runtime::{ModelRecord, ModelRules, Usd};

pub use tasks::*;

pub use crate::catalog::Scalar;
pub use crate::report::Place;
pub use crate::text::Text;
use crate::version::Class;

/// All that a generated client covers.
#[derive(Clone, Debug)]
pub struct Model {
    /// The crate that is generated.
    pub client: ClientInfo,
    /// Social platforms, in natural order of their keys.
    pub platforms: Vec<Platform>,
    /// Interfaces that models answer at, such as chat.
    pub interfaces: Vec<Interface>,
    /// Models, in natural order of their names.
    pub models: Vec<Offered>,
    /// Models that left the catalog, in the same order: their constants stay for this version.
    pub gone: Vec<Gone>,
    /// What the numbers of their records stand for.
    pub units: Units,
    /// What refreshes of the catalogs changed, the newest first.
    pub history: Vec<Release>,
}

impl Model {
    /// The groups of video models that operations are for.
    pub fn families(&self) -> std::collections::BTreeSet<&Family> {
        self.interfaces.iter().flat_map(|it| &it.operations).filter_map(|it| it.family.as_ref()).collect()
    }

    /// Whether there is anything to be said of models.
    pub fn has_models(&self) -> bool {
        !self.models.is_empty() || !self.families().is_empty()
    }

    /// A model to show how an operation is called.
    pub fn sample_for(&self, operation: &Operation) -> Option<&Offered> {
        match &operation.family {
            Some(_) => self.models.iter().find(|it| it.family == operation.family && !it.kinds.is_empty()),
            None => self.sample_of(operation.models?),
        }
    }

    /// The interface that an operation belongs to.
    pub fn interface_of(&self, operation: &Operation) -> Option<&Interface> {
        self.interfaces.iter().find(|it| it.operations.iter().any(|other| other.id == operation.id))
    }

    /// A model to show how a kind of endpoint is called: one that many kinds take says the most.
    pub fn sample_of(&self, kind: &ModelKind) -> Option<&Offered> {
        // One of a group has a type of its own.
        let taken = self.models.iter().filter(|it| it.kinds.contains(&kind) && it.family.is_none());
        taken.rev().max_by_key(|it| it.kinds.len())
    }
}

/// What one refresh changed.
#[derive(Clone, Debug)]
pub struct Release {
    /// When, as `2026-01-31`.
    pub date: String,
    /// The version of the client that it led to.
    pub version: String,
    /// The version that it followed, if it says so.
    pub from: Option<String>,
    /// The changes.
    pub changes: Vec<Recorded>,
}

/// One change, as it was recorded.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// What kind of change it was, such as `price-up`.
    pub kind: String,
    /// What it meant for the version.
    pub class: Class,
    /// What changed.
    pub subject: String,
    /// The part of it that did.
    pub part: Option<String>,
    /// What it was.
    pub was: Option<String>,
    /// What it became.
    pub now: Option<String>,
    /// All of that in a sentence, without the subject.
    pub says: String,
    /// Why it was of its class.
    pub reason: String,
}

/// What the numbers of model records stand for, as far as somebody has said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Units {
    /// A million input tokens at a ratio of 1.
    pub ratio: Option<Usd>,
    /// A call or a second at a price of 1.
    pub price: Option<Usd>,
    /// A million tokens, a call or a second at a face of 1.
    pub book_face: Option<Usd>,
    /// The number of Monday.
    pub monday: Option<i64>,
    /// Whether `paid` prices are the account's.
    pub paid: bool,
}

/// A model that an account offers.
#[derive(Clone, Debug)]
pub struct Offered {
    /// What the catalog says of it.
    pub record: ModelRecord,
    /// Its constant.
    pub constant: String,
    /// Its page in the docs, without an ending.
    pub page: String,
    /// The kinds of endpoint that take it, as far as they are known.
    pub kinds: Vec<&'static ModelKind>,
    /// The record as JSON, on one line, numbers that are not whole as text.
    pub json: String,
    /// What it refuses, as the runtime reads it; empty if nothing is known.
    pub rules: ModelRules,
    /// The group of video models that it belongs to.
    pub family: Option<Family>,
}

/// A group of models that read the same fields.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Family {
    /// What the specs call it.
    pub key: String,
    /// The type that marks its models.
    pub marker: String,
}

/// A constant that stays for a while, although its model left the catalog, or is not taken there any more, or has another
/// constant now.
#[derive(Clone, Debug)]
pub struct Gone {
    /// The model's name.
    pub name: String,
    /// The constant.
    pub constant: String,
    /// The kinds of endpoint that took it under this name.
    pub kinds: Vec<&'static ModelKind>,
    /// What the model's constant is called now, if it has one at all.
    pub now: Option<String>,
    /// The group of video models that it belonged to.
    pub family: Option<Family>,
}

/// A kind of endpoint that takes models.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct ModelKind {
    /// What the catalog calls it.
    pub endpoint_type: &'static str,
    /// The module of its constants.
    pub module: &'static str,
    /// What marks their type in the runtime.
    pub marker: &'static str,
    /// What its models are for.
    pub about: &'static str,
}

const fn kind(
    endpoint_type: &'static str,
    module: &'static str,
    marker: &'static str,
    about: &'static str,
) -> ModelKind {
    ModelKind { endpoint_type, module, marker, about }
}

/// The endpoint types that the documents name.
pub static MODEL_KINDS: [ModelKind; 11] = [
    kind("openai", "chat", "Chat", "for chat completions"),
    kind("anthropic", "messages", "Messages", "for messages"),
    kind("openai-response", "responses", "Responses", "for responses"),
    kind("gemini", "gemini", "Gemini", "for the native path of that prefix"),
    kind("image-generation", "image", "Image", "for images"),
    kind("audio-speech", "speech", "Speech", "for speech"),
    kind("audio-transcription", "transcription", "Transcription", "for transcription and translation"),
    kind("realtime", "realtime", "Realtime", "for realtime sessions"),
    kind("openai-video", "video", "Video", "for video tasks"),
    kind("music-generation", "music", "Music", "for music, of which the documents show no endpoint"),
    kind("system-one", "system_one", "SystemOne", "of a type of which the documents show no endpoint"),
];

/// Name and version of the generated crate.
#[derive(Clone, Debug)]
pub struct ClientInfo {
    /// Package name, such as `gatewright-client`.
    pub name: String,
    /// The same as a Rust identifier.
    pub library: String,
    /// Semantic version.
    pub version: String,
}

/// A platform: a module of its own, behind a feature of its own.
#[derive(Clone, Debug, Hash)]
pub struct Platform {
    /// What facts and Rust call it: the key that it had first.
    pub label: String,
    /// The key on the wire.
    pub key: String,
    /// Module and file stem.
    pub module: String,
    /// Its page in the docs, without an ending.
    pub page: String,
    /// Function on the client.
    pub function: String,
    /// Cargo feature.
    pub feature: String,
    /// What kind of platform it is, as a noun phrase.
    pub about: Option<String>,
    /// Operations, by capability.
    pub operations: Vec<Operation>,
    /// Where its key stands first.
    pub place: Place,
}

/// An interface that models answer at: a module of its own, behind a feature of its own.
#[derive(Clone, Debug)]
pub struct Interface {
    /// Module and file stem.
    pub module: String,
    /// Cargo feature.
    pub feature: String,
    /// The function of the client that has its operations; `None`: the client itself has them.
    pub on: Option<String>,
    /// Operations, in the order of the specs.
    pub operations: Vec<Operation>,
    /// What is known of tasks, where operations begin some.
    pub tasks: Tasks,
}

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
    /// How the parameters travel.
    pub input: Input,
    /// What comes back.
    pub reply: Reply,
    /// The kind of model that answers, if one does.
    pub models: Option<&'static ModelKind>,
    /// The group of them that reads these fields, if others read other ones.
    pub family: Option<Family>,
    /// What a caller begins with.
    pub sources: Vec<Source>,
    /// How many values parameters hold together, beyond what selectors say.
    pub counts: Vec<Count>,
    /// What of it the documents do not show.
    pub readings: Vec<Reading>,
    /// What a model's call is billed by.
    pub billing: Option<Billing>,
    /// What it does, in a sentence.
    pub about: Option<String>,
    /// What else there is to know, in sentences.
    pub notes: Vec<String>,
    /// Parameters: obligations, then those with a default of ours, then the rest, each by name.
    pub params: Vec<Param>,
    /// At-least-one-of groups, joined where they overlap.
    pub selectors: Vec<Selector>,
    /// The struct of the obligatory parameters, where two of the same type would stand side by side.
    pub args: Option<String>,
    /// Price of one unit; `None` when it is not published.
    pub price: Option<Usd>,
    /// What one price is paid for.
    pub unit: Option<String>,
    /// Name in the usage log; `None`: that of the model.
    pub usage_log_name: Option<String>,
    /// Whether it is on sale.
    pub status: Option<Status>,
    /// Where it stands.
    pub place: Place,
}

impl Operation {
    /// Whether it takes a model.
    pub fn takes(&self, model: &Offered) -> bool {
        let own = self.models.is_some_and(|kind| model.kinds.contains(&kind));
        own && (self.reply != Reply::Task || self.family == model.family)
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

/// How an operation's parameters travel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Input {
    /// In the query string, under their wire names.
    Query,
    /// In a JSON object.
    Json,
    /// In a form, files among them.
    Form,
    /// As the caller likes: the format is not published.
    Open,
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

/// What a call of a model is billed by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Billing {
    /// By token.
    Tokens,
    /// By picture.
    Images,
    /// By character of the input.
    Characters,
    /// By second of a recording.
    Audio,
    /// By second of a video, or by video.
    Video,
}

/// What the specs call the ways of billing.
pub static BILLINGS: [(&str, Billing); 5] = [
    ("tokens", Billing::Tokens),
    ("images", Billing::Images),
    ("characters", Billing::Characters),
    ("audio", Billing::Audio),
    ("video", Billing::Video),
];

/// A type that the runtime writes by hand, since no list of fields could describe it: a part of a dialogue's format.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Written {
    /// What the specs call it.
    pub name: &'static str,
    /// The format it belongs to.
    pub format: Format,
    /// Which part of it.
    pub part: Part,
    /// What it is on the wire, as the type of a JSON Schema; empty if it can be several.
    pub json: &'static str,
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

/// What a format has a way of its own for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// What was said so far.
    Dialogue,
    /// What the model may call.
    Tools,
    /// Which of that it has to call.
    ToolChoice,
    /// What its reply has to look like.
    ReplyFormat,
}

const fn written(name: &'static str, format: Format, part: Part, json: &'static str) -> Written {
    Written { name, format, part, json }
}

/// Every such type.
pub static WRITTEN: [Written; 11] = [
    written("chat-messages", Format::Chat, Part::Dialogue, "array"),
    written("chat-tools", Format::Chat, Part::Tools, "array"),
    written("chat-tool-choice", Format::Chat, Part::ToolChoice, ""),
    written("chat-reply-format", Format::Chat, Part::ReplyFormat, "object"),
    written("messages-messages", Format::Messages, Part::Dialogue, "array"),
    written("messages-tools", Format::Messages, Part::Tools, "array"),
    written("messages-tool-choice", Format::Messages, Part::ToolChoice, "object"),
    written("responses-input", Format::Responses, Part::Dialogue, ""),
    written("responses-tools", Format::Responses, Part::Tools, "array"),
    written("responses-tool-choice", Format::Responses, Part::ToolChoice, ""),
    written("responses-reply-format", Format::Responses, Part::ReplyFormat, "object"),
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

/// A parameter.
#[derive(Clone, Debug, Hash)]
pub struct Param {
    /// Name on the wire.
    pub wire: String,
    /// Function on the request, argument of the constructor, field of the obligations.
    pub name: String,
    /// What values it takes.
    pub kind: Kind,
    /// Who has to give it.
    pub need: Need,
    /// Limits on the value.
    pub limits: Limits,
    /// What applies when it is not given.
    pub default: Option<Scalar>,
    /// A value that shows what it looks like.
    pub example: Option<String>,
    /// What the catalog says of it.
    pub about: Text,
    /// What else there is to know, in a sentence or two.
    pub note: Option<String>,
    /// How a next page is asked for with it.
    pub paging: Option<Paging>,
    /// Why it should not be used.
    pub deprecated: Option<String>,
    /// Members of the same group that make the service ignore this one.
    pub ignored_with: Vec<String>,
    /// Whether the catalog says if it is required.
    pub need_is_published: bool,
    /// Where it comes from, when it is not the service's own document.
    pub source: Option<String>,
    /// Where its value goes in a body, where that is more than a field of its wire name.
    pub placing: Option<Placing>,
    /// What its values multiply the price by.
    pub times: Vec<Times>,
    /// What the file behind its address must be.
    pub media: Option<Media>,
    /// What of it the documents do not show.
    pub readings: Vec<Reading>,
    /// Where it stands.
    pub place: Place,
}

impl Param {
    /// What tells it from the others of its operation: its name on the wire, unless several have one place.
    pub fn key(&self) -> &str {
        if self.placing.is_some() { &self.name } else { &self.wire }
    }
}

/// The values a parameter takes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Text.
    Text,
    /// A whole number.
    Integer,
    /// True or false.
    Flag,
    /// Text, a number or a flag: the type is not published.
    Any,
    /// One of several named values, or another.
    Named(NamedValues),
    /// A number, whole or not.
    Number,
    /// Several texts.
    Texts,
    /// JSON whose shape is not described.
    Json,
    /// A file.
    File,
    /// A picture: a file, or one at an address.
    Image,
    /// The public address of a file.
    Link(Medium),
    /// Width and height.
    Size,
    /// An aspect ratio.
    Ratio,
    /// An aspect ratio, or that of what is given.
    RatioOrAdaptive,
    /// A whole number of seconds; as a text on the wire.
    Seconds {
        /// Whether it is a text on the wire.
        as_text: bool,
    },
    /// A JSON object whose fields are not described.
    Object,
    /// Several of a kind, one by one.
    Many(Box<Kind>),
    /// Of a type that the runtime writes by hand.
    Written(&'static Written),
}

/// What an address leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Medium {
    /// A picture.
    Image,
    /// A clip.
    Video,
    /// A recording.
    Audio,
}

impl Medium {
    /// As people call it.
    pub fn in_words(self) -> &'static str {
        match self {
            Self::Image => "a picture",
            Self::Video => "a clip",
            Self::Audio => "a recording",
        }
    }
}

/// Who has to give a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Need {
    /// The caller: an obligation.
    Caller,
    /// The client sends the default unless the caller says otherwise.
    Client,
    /// The caller through a selector, by its index in the operation.
    Selector(usize),
    /// The client, when a stream is asked for.
    Stream,
    /// Nobody.
    Nobody,
}

/// Named values: an open enum.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NamedValues {
    /// The type's name.
    pub name: String,
    /// Whether the values are whole numbers on the wire.
    pub integers: bool,
    /// The known values.
    pub values: Vec<NamedValue>,
    /// The parameter takes a list of them, joined by this text.
    pub separator: Option<String>,
    /// Whether there are no others.
    pub closed: bool,
}

/// One named value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NamedValue {
    /// The variant's name.
    pub variant: String,
    /// What people call it.
    pub label: String,
    /// What is sent.
    pub wire: String,
    /// Another spelling that the service takes for the same.
    pub also: Option<String>,
    /// What it means, where the name does not say it.
    pub about: Option<String>,
    /// Where it stands.
    pub place: Place,
}

/// Limits on a value; each may be absent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Limits {
    /// The smallest number.
    pub min: Option<i64>,
    /// The largest number.
    pub max: Option<i64>,
    /// The fewest characters.
    pub min_length: Option<i64>,
    /// The most characters.
    pub max_length: Option<i64>,
}

/// How a parameter asks for a next page.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Paging {
    /// Where the next value comes from.
    pub next: NextPage,
    /// The value of the first request; `None`: it is left out, or not published.
    pub first: Option<Scalar>,
}

/// Where the next value of a paging parameter comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum NextPage {
    /// From the previous reply, in this field if it is published.
    PreviousReply(Option<String>),
    /// From the first reply.
    FirstReply(Option<String>),
    /// From counting up.
    Counting,
}

/// An at-least-one-of group, or several that overlap, as one type.
#[derive(Clone, Debug, Hash)]
pub struct Selector {
    /// The type's name.
    pub name: String,
    /// The type of its parts.
    pub parts: String,
    /// Argument of the constructor.
    pub argument: String,
    /// Members, by wire name.
    pub members: Vec<Member>,
    /// The groups, as wire names: each needs at least one of its own.
    pub groups: Vec<Vec<String>>,
    /// The smallest sets of members that satisfy all groups, as indices; empty when there are too many.
    pub choices: Vec<Choice>,
    /// Where its first group stands.
    pub place: Place,
}

/// A member of a selector.
#[derive(Clone, Debug, Hash)]
pub struct Member {
    /// Index of the parameter in the operation.
    pub param: usize,
    /// Its constructor, its field in the parts, and the tail of its adder.
    pub name: String,
    /// Whether it can be added to the others: not when the service would ignore it then.
    pub addable: bool,
}

/// A smallest set of members that satisfies all groups of a selector.
#[derive(Clone, Debug, Hash)]
pub struct Choice {
    /// Indices of the members.
    pub members: Vec<usize>,
    /// The constructor.
    pub name: String,
    /// The struct it takes, when there is more than one member.
    pub args: Option<String>,
}
