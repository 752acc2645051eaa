//! Parameters: their types, their requirements and their groups.

use super::{Assumption, BodyLocation, ChatPart, Media, Paging, PriceFactor, Scalar, Span, Text, VideoProperty};

/// A parameter.
#[derive(Clone, Debug, Hash)]
pub struct Param {
    /// Name in the specs, unique in its operation.
    pub key: String,
    /// Name on the wire. For a body parameter, its first path in the body.
    pub wire: String,
    /// Name of the setter, of the constructor argument and of the field of the argument struct.
    pub name: String,
    /// Type of its values.
    pub kind: Kind,
    /// Type in the social catalog, as published.
    pub published_type: Option<String>,
    /// Source of its value: caller, client or selector.
    pub presence: Presence,
    /// Limits on the value.
    pub limits: Limits,
    /// Default value.
    pub default: Option<Scalar>,
    /// Example value.
    pub example: Option<String>,
    /// Description in the catalog.
    pub about: Text,
    /// Further note, in a sentence or two.
    pub note: Option<Text>,
    /// Pagination, if the parameter selects a page.
    pub paging: Option<Paging>,
    /// Reason for its deprecation.
    pub deprecated: Option<Text>,
    /// Members of the same group that make the service ignore this one.
    pub ignored_with: Vec<String>,
    /// True if the service requires it; `None` if that is not published.
    pub required: Option<bool>,
    /// Source, if it is not the service's own documentation.
    pub source: Option<String>,
    /// Location in the request.
    pub location: Location,
    /// Factors by which its values multiply the price.
    pub times: Vec<PriceFactor>,
    /// Requirements on the file behind its URL.
    pub media: Option<Media>,
    /// Property of a video that it sets, if operations are chosen by that property.
    pub decides: Option<VideoProperty>,
    /// Rules that the documents do not show.
    pub assumptions: Vec<Assumption>,
    /// Location in the specs.
    pub span: Span,
}

/// Location of a parameter in the request.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Location {
    /// Query string, under its name on the wire.
    Query,
    /// Body: JSON, or a field of a form if there is a file.
    Body(BodyLocation),
    /// File of a form, under its name on the wire. A URL in its place is a field of the body.
    Form,
    /// Whole body.
    WholeBody,
}

impl Param {
    /// Returns its location in the body, if it has one.
    pub fn body(&self) -> Option<&BodyLocation> {
        match &self.location {
            Location::Body(location) => Some(location),
            _ => None,
        }
    }

    /// Returns the paths in the body that the client writes it to.
    pub fn paths(&self) -> &[String] {
        self.body().map_or(&[], |it| &it.paths)
    }

    /// Returns the object that wraps the value in the body, as JSON in which the text `$` stands for the value.
    pub fn shape(&self) -> Option<&str> {
        self.body()?.shape.as_deref()
    }
}

/// Type of a parameter's values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Text.
    Text,
    /// A whole number.
    Integer,
    /// True or false.
    Flag,
    /// Text, a number or a flag, because the type is not published.
    Any,
    /// One of several named values, or another value.
    Named(NamedValues),
    /// A number, whole or not.
    Number,
    /// Several texts.
    Texts,
    /// JSON of unknown structure.
    Json,
    /// A file.
    File,
    /// An image: a file or a URL.
    Image,
    /// Public URL of a file.
    Link(Medium),
    /// Width and height.
    Size,
    /// An aspect ratio.
    Ratio,
    /// An aspect ratio, or that of the input.
    RatioOrAdaptive,
    /// A whole number of seconds.
    Seconds {
        /// True if it is text on the wire.
        as_text: bool,
    },
    /// A JSON object of unknown structure.
    Object,
    /// A list of values.
    List(Box<Kind>),
    /// A part of a chat format, which the runtime implements.
    ChatPart(ChatPart),
}

impl Kind {
    /// Returns the JSON type of a value, or of one item of a list; `None` if it is unknown or can be several.
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
            Self::ChatPart(written) => return written.json(),
            Self::List(one) => return one.json(),
            Self::Json | Self::Any => return None,
        })
    }
}

/// Kind of file behind a URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Medium {
    /// Image.
    Image,
    /// Video.
    Video,
    /// Recording.
    Audio,
}

impl Medium {
    /// Returns the name for texts.
    pub fn in_words(self) -> &'static str {
        match self {
            Self::Image => "an image",
            Self::Video => "a video",
            Self::Audio => "a recording",
        }
    }
}

/// Source of a parameter's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Presence {
    /// Required.
    Required,
    /// Sent by the client with its default unless the caller sets it.
    Default,
    /// Member of a group. The caller sets it through the selector with this index in the operation.
    Selector(usize),
    /// Set by the client for a streaming request.
    Stream,
    /// Optional.
    Optional,
}

/// Named values: an open enum.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NamedValues {
    /// Name of the type.
    pub name: String,
    /// True if the values are whole numbers on the wire.
    pub integers: bool,
    /// Known values.
    pub values: Vec<NamedValue>,
    /// Separator, if the parameter accepts a list of values.
    pub separator: Option<String>,
    /// True if there are no other values.
    pub closed: bool,
}

/// A named value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NamedValue {
    /// Name of the variant.
    pub variant: String,
    /// Label in the specs.
    pub label: String,
    /// Value on the wire.
    pub wire: String,
    /// Another spelling that the service accepts.
    pub also: Option<String>,
    /// Meaning, if the name does not explain it.
    pub about: Option<Text>,
    /// Name in other languages.
    pub name: Option<Text>,
    /// Location in the specs.
    pub span: Span,
}

/// Limits on a value; each may be absent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Limits {
    /// Minimum number.
    pub min: Option<i64>,
    /// Maximum number.
    pub max: Option<i64>,
    /// Minimum number of characters.
    pub min_length: Option<i64>,
    /// Maximum number of characters.
    pub max_length: Option<i64>,
}

/// An at-least-one-of group, or several that overlap, as one type.
#[derive(Clone, Debug, Hash)]
pub struct Selector {
    /// Name of the type.
    pub name: String,
    /// Name of the type of its parts.
    pub parts: String,
    /// Name of the constructor argument.
    pub argument: String,
    /// Members, by wire name.
    pub members: Vec<Member>,
    /// Groups as wire names. Each requires at least one of its members.
    pub groups: Vec<Vec<String>>,
    /// Smallest sets of members that satisfy all groups, as indices; empty if there are too many.
    pub choices: Vec<Choice>,
    /// Location of its first group.
    pub span: Span,
}

/// A member of a selector.
#[derive(Clone, Debug, Hash)]
pub struct Member {
    /// Index of the parameter in the operation.
    pub param: usize,
    /// Name of its constructor, of its field in the parts, and last part of its adder's name.
    pub name: String,
    /// True if it can be added to the other members. False if the service would ignore it then.
    pub addable: bool,
}

/// A smallest set of members that satisfies all groups of a selector.
#[derive(Clone, Debug, Hash)]
pub struct Choice {
    /// Indices of the members.
    pub members: Vec<usize>,
    /// Name of the constructor.
    pub name: String,
    /// Struct that it accepts if there is more than one member.
    pub args: Option<String>,
}
