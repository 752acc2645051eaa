//! An operation, and rules about several of its fields.

use super::{Field, Location};
use crate::Usd;

/// Everything that a client knows of one operation. A generated crate has one `static` for each.
///
/// ```
/// use gatewright_runtime::{Field, OperationSpec};
///
/// static SEARCH: OperationSpec = OperationSpec {
///     id: "p1_search",
///     path: "/v1/social/p1/search",
///     fields: &[Field::query("keyword").required()],
///     ..OperationSpec::EMPTY
/// };
/// assert!(SEARCH.field("keyword").is_some());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OperationSpec {
    /// Name of the operation, which never changes, such as `p2_post`.
    pub id: &'static str,
    /// What the specs call it: the capability of a social endpoint, or the name in `gateway/*.toml`.
    pub key: &'static str,
    /// HTTP method.
    pub method: &'static str,
    /// Path below the base URL; `{model}` stands for the model's name.
    pub path: &'static str,
    /// What it does, in a sentence.
    pub about: &'static str,
    /// The models that answer, if models do.
    pub model: Option<ModelSpec>,
    /// What it reads. Fields that append to one list do so in this order, whatever the order in which they are given.
    pub fields: &'static [Field],
    /// How many values some fields hold together. A group of which one is needed has at least one.
    pub counts: &'static [Count],
    /// Places that only fields may fill: what the service would drop, change or refuse is not sent there.
    pub reserved: &'static [&'static str],
    /// What is charged.
    pub billing: Billing,
    /// What comes back.
    pub response: ResponseKind,
    /// The fields that change from page to page, if it is published how.
    pub paging: &'static [Paging],
    /// The name under which the usage log lists a call; `None`: the model's name.
    pub usage_log_name: Option<&'static str>,
    /// Whether it was on sale when the client was generated, if that is published.
    pub status: Option<Status>,
}

impl OperationSpec {
    /// A GET without fields, to be completed.
    pub const EMPTY: Self = Self {
        id: "",
        key: "",
        method: "GET",
        path: "",
        about: "",
        model: None,
        fields: &[],
        counts: &[],
        reserved: &[],
        billing: Billing::Call { price: None, unit: None },
        response: ResponseKind::Data,
        paging: &[],
        usage_log_name: None,
        status: None,
    };

    /// The field of a name.
    pub fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|it| it.name == name)
    }

    /// Whether fields lie in objects and lists, so that a place is more than a name.
    pub fn is_nested(&self) -> bool {
        let is_nested = |it: &&str| it.contains(['.', '[']);
        self.fields
            .iter()
            .any(|it| matches!(it.location, Location::Body { places, .. } if places.iter().any(is_nested)))
    }

    /// Whether what is written at a place would change, or lie in, one that is reserved.
    pub fn reserves(&self, place: &str) -> bool {
        let lies_in = |inner: &str, outer: &str| {
            inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        // A list would take the place of an object that stands there, so that it is as large as that.
        let place = before_brackets(place);
        let reserved = || self.reserved.iter().map(|it| before_brackets(it));
        reserved().any(|it| lies_in(place, it) || lies_in(it, place))
    }
}

fn before_brackets(place: &str) -> &str {
    place.split('[').next().unwrap_or_default()
}

/// The models that answer at an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ModelSpec {
    /// Endpoint type in the records of these models.
    pub endpoint_type: &'static str,
    /// Where the model's name goes.
    pub location: Location,
    /// What the name must begin with.
    pub prefix: &'static str,
    /// The only models that it is for; empty: all of the type.
    pub only: &'static [&'static str],
    /// Models that have operations of their own, with the fields that they read: they are refused here.
    pub others: &'static [&'static str],
}

/// How many values some fields hold together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Count {
    /// The fields, by name.
    pub of: &'static [&'static str],
    /// At least so many.
    pub min: usize,
    /// At most so many.
    pub max: usize,
}

impl Count {
    /// At least one of these.
    pub const fn one_of(of: &'static [&'static str]) -> Self {
        Self { of, min: 1, max: usize::MAX }
    }
}

/// What is charged for a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Billing {
    /// A price of its own.
    Call {
        /// Price of one unit, if it is published.
        price: Option<Usd>,
        /// What one price is paid for, if it is published.
        unit: Option<&'static str>,
    },
    /// Tokens of the model, which only the reply tells.
    Tokens,
    /// Pictures.
    Images,
    /// Characters of the input.
    Characters,
    /// Seconds of a recording.
    Audio,
    /// Seconds of a video, or each video.
    Video,
}

impl Billing {
    /// A published price for each unit.
    pub const fn call(price: Usd, unit: &'static str) -> Self {
        Self::Call { price: Some(price), unit: Some(unit) }
    }

    /// Price of one unit, if there is one and it is published.
    pub const fn price(&self) -> Option<Usd> {
        match self {
            Self::Call { price, .. } => *price,
            _ => None,
        }
    }

    /// What one price is paid for, if that is published.
    pub const fn unit(&self) -> Option<&'static str> {
        match self {
            Self::Call { unit, .. } => *unit,
            _ => None,
        }
    }
}

/// What comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ResponseKind {
    /// The service's envelope around JSON of the source.
    Data,
    /// What a model says, whole or as a stream.
    Chat(ChatFormat),
    /// JSON whose format is not published.
    Json,
    /// Pictures.
    Image,
    /// What was said in a recording.
    Transcript,
    /// A file.
    File,
    /// A session over a WebSocket.
    Session,
    /// A task, which is waited for.
    Task,
}

/// A format of chats with models.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ChatFormat {
    /// Chat completions.
    Chat,
    /// Messages.
    Messages,
    /// Responses.
    Responses,
}

/// A field that changes from page to page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Paging {
    /// Its name.
    pub param: &'static str,
    /// Where its next value comes from.
    pub next: NextPage,
}

/// Where the value for the next page comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NextPage {
    /// From a field of the previous reply, passed back as it is.
    Reply(&'static str),
    /// From a field of the first reply, the same for all further pages.
    FirstReply(&'static str),
    /// It counts up from this number, which asks for the first page.
    Counting(i64),
}

/// Whether an endpoint is on sale.
///
/// ```
/// use gatewright_runtime::Status;
///
/// let advice = |status: Option<Status>| match status {
///     Some(Status::Available) => "call it",
///     Some(Status::Paused) => "it would answer 503",
///     _ => "look at the live catalog",
/// };
/// assert_eq!(advice(Some(Status::Paused)), "it would answer 503");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Status {
    /// On sale.
    Available,
    /// Listed, and answers every call with 503.
    Paused,
    /// A status that this version does not know, as published.
    Other(&'static str),
}

impl Status {
    /// As the catalog says it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Available => "available",
            Self::Paused => "paused",
            Self::Other(text) => text,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reserved_places_are_kept_from_all_sides() {
        const SPEC: OperationSpec =
            OperationSpec { reserved: &["images", "metadata.list[].type", "metadata.ratio"], ..OperationSpec::EMPTY };
        for place in [
            "images",
            "images[]",
            "metadata",
            "metadata[]",
            "metadata.list",
            "metadata.list[]",
            "metadata.ratio",
            "metadata.ratio[]",
            "metadata.ratio.x",
        ] {
            assert!(SPEC.reserves(place), "{place}");
        }
        for place in ["image", "imagesque", "metadata.seed", "metadata.ratios", "prompt"] {
            assert!(!SPEC.reserves(place), "{place}");
        }
    }
}
