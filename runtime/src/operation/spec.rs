//! Operations, and rules about several of their fields.

use super::learned::LearnedShape;
use super::{Field, Location, Paging};
use crate::Usd;

/// Description of one operation. A generated crate has one `static` per operation.
///
/// ```
/// use gatewright_runtime::{Field, OperationSpec};
///
/// static SEARCH: OperationSpec = OperationSpec {
///     id: "p1_search",
///     path: "/p1/search",
///     fields: &[Field::query("keyword").required()],
///     ..OperationSpec::EMPTY
/// };
/// assert!(SEARCH.field("keyword").is_some());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OperationSpec {
    /// Id of the operation, such as `p2_post`. It never changes.
    pub id: &'static str,
    /// Name in the specs: the capability of a social endpoint, or the name in `gateway/*.toml`.
    pub key: &'static str,
    /// HTTP method.
    pub method: &'static str,
    /// Path relative to the base URL; `{model}` stands for the model's name.
    pub path: &'static str,
    /// Summary in one or two sentences.
    pub about: &'static str,
    /// Models that the operation accepts, if it accepts any.
    pub model: Option<ModelSpec>,
    /// Parameters. The client sends values that append to one list in this order, not in the order of the caller.
    pub fields: &'static [Field],
    /// Limits on the number of values. An at-least-one-of group has a minimum of 1.
    pub counts: &'static [Count],
    /// Places in the body that only the fields may fill. The service drops, changes or refuses other values there.
    pub reserved: &'static [&'static str],
    /// Unit of billing.
    pub billing: Billing,
    /// Kind of response.
    pub response: ResponseKind,
    /// Cursors and page numbers. The first one selects the page; others accompany it.
    pub paging: &'static [Paging],
    /// Path of the list of items in a page, such as `data.list`, if it was learned from responses.
    pub items: Option<&'static str>,
    /// Shape of the responses, if it was learned.
    pub shape: Option<LearnedShape>,
    /// Name in the usage log; `None` stands for the name of the model.
    pub usage_log_name: Option<&'static str>,
    /// Status when the client was generated, if it is published.
    pub status: Option<Status>,
}

impl OperationSpec {
    /// A GET request without fields that returns data: the base of other descriptions.
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
        items: None,
        shape: None,
        usage_log_name: None,
        status: None,
    };

    /// Returns the field with this name.
    pub fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|it| it.name == name)
    }

    /// Returns true if a field is nested in an object or a list.
    pub fn is_nested(&self) -> bool {
        let is_nested = |it: &&str| it.contains(['.', '[']);
        self.fields.iter().any(|it| matches!(it.location, Location::Body { paths, .. } if paths.iter().any(is_nested)))
    }

    /// Returns true if a value at this path would overlap with a reserved one.
    pub fn reserves(&self, place: &str) -> bool {
        let lies_in = |inner: &str, outer: &str| {
            inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        // A list would replace an object at the same place, so it overlaps with everything in that object.
        let place = before_brackets(place);
        let reserved = || self.reserved.iter().map(|it| before_brackets(it));
        reserved().any(|it| lies_in(place, it) || lies_in(it, place))
    }
}

fn before_brackets(place: &str) -> &str {
    place.split('[').next().unwrap_or_default()
}

/// Models that an operation accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ModelSpec {
    /// Endpoint type in the records of the models.
    pub endpoint_type: &'static str,
    /// Location of the model's name.
    pub location: Location,
    /// Required prefix of the model's name.
    pub prefix: &'static str,
    /// Names of the models, if the operation accepts only some of the type.
    pub only: &'static [&'static str],
    /// Models that are refused because they have their own operations.
    pub others: &'static [&'static str],
}

/// Limits on the number of values that some fields hold together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Count {
    /// Names of the fields.
    pub of: &'static [&'static str],
    /// Minimum.
    pub min: usize,
    /// Maximum.
    pub max: usize,
}

impl Count {
    /// Creates an at-least-one-of group.
    pub const fn one_of(of: &'static [&'static str]) -> Self {
        Self { of, min: 1, max: usize::MAX }
    }
}

/// Unit of billing of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Billing {
    /// A price per call.
    Call {
        /// Price of one unit, if it is published.
        price: Option<Usd>,
        /// Unit of the price, if it is published.
        unit: Option<&'static str>,
    },
    /// Tokens, which the response reports.
    Tokens,
    /// Images.
    Images,
    /// Characters of the input.
    Characters,
    /// Seconds of a recording.
    Audio,
    /// Seconds of a video, or videos.
    Video,
}

impl Billing {
    /// Creates a published price per unit.
    pub const fn call(price: Usd, unit: &'static str) -> Self {
        Self::Call { price: Some(price), unit: Some(unit) }
    }

    /// Returns the price of one unit, if it is published and does not depend on a model.
    pub const fn price(&self) -> Option<Usd> {
        match self {
            Self::Call { price, .. } => *price,
            _ => None,
        }
    }

    /// Returns the unit of the price, if it is published.
    pub const fn unit(&self) -> Option<&'static str> {
        match self {
            Self::Call { unit, .. } => *unit,
            _ => None,
        }
    }
}

/// Kind of response.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ResponseKind {
    /// JSON of a data source in the service's envelope.
    Data,
    /// Chat response, complete or streamed.
    Chat(ChatFormat),
    /// JSON in an unpublished format.
    Json,
    /// Images.
    Image,
    /// Transcript of a recording.
    Transcript,
    /// A file.
    File,
    /// WebSocket session.
    Session,
    /// Task, to be polled.
    Task,
}

/// Chat format.
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

/// Availability of an endpoint.
///
/// ```
/// use gatewright_runtime::Status;
///
/// let advice = |status: Option<Status>| match status {
///     Some(Status::Available) => "call it",
///     Some(Status::Paused) => "it would return 503",
///     _ => "look at the live catalog",
/// };
/// assert_eq!(advice(Some(Status::Paused)), "it would return 503");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Status {
    /// On sale.
    Available,
    /// Listed, and returns 503 for every call.
    Paused,
    /// Unknown to this version, as published.
    Other(&'static str),
}

impl Status {
    /// Returns the status as published in the catalog.
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
    fn places_that_overlap_with_reserved_ones_are_reserved() {
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
