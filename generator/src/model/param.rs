//! Parameters: what they take, who has to give them, and which of them stand together.

use super::{Aspect, Assumption, BodyLocation, Media, Place, Scalar, Text, Times, Written};

/// A parameter.
#[derive(Clone, Debug, Hash)]
pub struct Param {
    /// What the specs call it: unique in its operation.
    pub key: String,
    /// Name on the wire; of a body, its first place there.
    pub wire: String,
    /// Function on the request, argument of the constructor, field of the obligations.
    pub name: String,
    /// What values it takes.
    pub kind: Kind,
    /// Its type in the social catalog, as published.
    pub published_type: Option<String>,
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
    pub note: Option<Text>,
    /// How a next page is asked for with it.
    pub paging: Option<Paging>,
    /// Why it should not be used.
    pub deprecated: Option<Text>,
    /// Members of the same group that make the service ignore this one.
    pub ignored_with: Vec<String>,
    /// Whether the service requires it; `None` if that is not published.
    pub required: Option<bool>,
    /// Where it comes from, when it is not the service's own document.
    pub source: Option<String>,
    /// Where its value goes.
    pub location: Location,
    /// What its values multiply the price by.
    pub times: Vec<Times>,
    /// What the file behind its address must be.
    pub media: Option<Media>,
    /// What of a clip it decides that requests are chosen by.
    pub decides: Option<Aspect>,
    /// What of it the documents do not show.
    pub assumptions: Vec<Assumption>,
    /// Where it stands.
    pub place: Place,
}

/// Where the value of a parameter goes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Location {
    /// In the query string, under its name on the wire.
    Query,
    /// In the body: as JSON, or as a field of a form if there is a file.
    Body(BodyLocation),
    /// A file of a form, under its name on the wire; an address in its place is a field of the body.
    Form,
    /// It is the whole body.
    WholeBody,
}

impl Param {
    /// Where it goes in a body, if it does.
    pub fn body(&self) -> Option<&BodyLocation> {
        match &self.location {
            Location::Body(location) => Some(location),
            _ => None,
        }
    }

    /// The places in a body that the client writes it to.
    pub fn places(&self) -> &[String] {
        self.body().map_or(&[], |it| &it.places)
    }

    /// The object that a value becomes in a body, as JSON in which the text `$` stands for it.
    pub fn shape(&self) -> Option<&str> {
        self.body()?.shape.as_deref()
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
    Written(Written),
}

impl Kind {
    /// The JSON type of a value, of several that of one; `None` if it is not known, or may be any.
    pub fn json(&self) -> Option<&'static str> {
        Some(match self {
            Self::Text | Self::File | Self::Image | Self::Link(_) => "string",
            Self::Size | Self::Ratio | Self::RatioOrAdaptive | Self::Seconds { as_text: true } => "string",
            Self::Integer | Self::Seconds { as_text: false } => "integer",
            Self::Named(values) => {
                if values.integers {
                    "integer"
                } else {
                    "string"
                }
            }
            Self::Number => "number",
            Self::Flag => "boolean",
            Self::Texts => "array",
            Self::Object => "object",
            Self::Written(written) => return written.json(),
            Self::Many(one) => return one.json(),
            Self::Json | Self::Any => return None,
        })
    }
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
    pub about: Option<Text>,
    /// Name in other languages.
    pub name: Option<Text>,
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
