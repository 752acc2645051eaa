//! Interfaces of models, as `gateway/*.toml` describes them.

use std::collections::BTreeMap;

use super::{Media, Scalar, Trap};
use crate::report::{Span, Spanned};
use crate::text::Text;

/// A file of interfaces.
#[derive(Debug, Default)]
pub(crate) struct InterfaceSpec {
    pub(crate) name: String,
    pub(crate) on: Option<String>,
    pub(crate) operations: Vec<OperationSpec>,
    pub(crate) traps: Vec<TrapSpec>,
    /// Assumptions, by id.
    pub(crate) assumptions: BTreeMap<String, Spanned<Text>>,
}

/// A rule, and the id of the assumption that it rests on.
pub(crate) type AssumptionSpec = (String, Spanned<String>);

/// An operation of an interface.
#[derive(Debug)]
pub(crate) struct OperationSpec {
    pub(crate) name: Spanned<String>,
    pub(crate) endpoint: String,
    pub(crate) route: Spanned<String>,
    pub(crate) kind: Spanned<String>,
    /// Group of video models, if the operation is for one.
    pub(crate) group: Option<Spanned<String>>,
    pub(crate) body: Spanned<String>,
    pub(crate) reply: Spanned<String>,
    pub(crate) billing: Spanned<String>,
    pub(crate) doc: Text,
    pub(crate) notes: Vec<Text>,
    pub(crate) sources: Vec<Spanned<String>>,
    pub(crate) always: Vec<Spanned<String>>,
    /// Objects that take further fields.
    pub(crate) open: Vec<String>,
    /// Paths with which the upper limits do not apply.
    pub(crate) limits_unless: Vec<String>,
    /// Content types of a response that is a file.
    pub(crate) content_types: Vec<String>,
    pub(crate) params: Vec<InterfaceParam>,
    pub(crate) counts: Vec<CountSpec>,
    pub(crate) assumptions: Vec<AssumptionSpec>,
}

/// A parameter of an operation.
#[derive(Clone, Debug, Default)]
pub(crate) struct InterfaceParam {
    pub(crate) name: Spanned<String>,
    pub(crate) kind: Spanned<String>,
    pub(crate) required: bool,
    /// True if the client always sends the default.
    pub(crate) sent: bool,
    pub(crate) default: Option<Spanned<Scalar>>,
    pub(crate) example: Option<String>,
    /// Label and value.
    pub(crate) values: Vec<(String, Spanned<String>)>,
    pub(crate) open: bool,
    /// Label and factor.
    pub(crate) times: Vec<(String, Spanned<String>)>,
    pub(crate) min: Option<i64>,
    pub(crate) max: Option<i64>,
    pub(crate) doc: Option<Text>,
    pub(crate) source: Option<String>,
    pub(crate) mode: Option<Spanned<String>>,
    pub(crate) rename: Option<String>,
    pub(crate) paths: Vec<Spanned<String>>,
    pub(crate) also: Vec<Spanned<String>>,
    pub(crate) shape: Option<String>,
    pub(crate) media: Option<Media>,
    pub(crate) decides: Option<Spanned<String>>,
    pub(crate) assumptions: Vec<AssumptionSpec>,
}

/// Limits on the number of values that some parameters have together.
#[derive(Debug)]
pub(crate) struct CountSpec {
    pub(crate) span: Span,
    pub(crate) of: Vec<Spanned<String>>,
    /// Name of the selector type, if at least one is required.
    pub(crate) label: Option<String>,
    pub(crate) min: usize,
    pub(crate) max: Option<usize>,
    pub(crate) assumptions: Vec<AssumptionSpec>,
}

/// A request that the service drops, changes or refuses.
#[derive(Debug)]
pub(crate) struct TrapSpec {
    pub(crate) trap: Trap,
    pub(crate) on: Vec<Spanned<String>>,
    pub(crate) assumptions: Vec<AssumptionSpec>,
}
