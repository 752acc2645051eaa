//! Contents of the specs as published. Every value has its location; nothing is derived yet.

mod facts;
mod history;
mod interface;
mod learned;
mod service;
mod tasks;

use std::collections::BTreeMap;

use gatewright_runtime::workflow::Workflow;
use gatewright_runtime::{ModelRecord, Units, Usd};
use serde_json::{Map, Value};

use crate::report::{Span, Spanned};
use crate::text::Text;

pub(crate) use facts::{CellFacts, Facts, NamedValue, PagingFacts, ParamFacts, PlatformFacts};
pub use history::{Recorded, Release};
pub(crate) use interface::{AssumptionSpec, CountSpec, InterfaceParam, InterfaceSpec, OperationSpec, TrapSpec};
pub(crate) use learned::{RecordingSpec, ViewSpec};
pub(crate) use service::ShapeSpec;
pub use service::{CallKind, EndpointType, Environment, ErrorBody, ErrorKind, Service, ServiceError};
pub use tasks::{Assumption, Media, OUTCOMES, Outcome, SharedAssumption, TaskShape, Trap};

/// All spec files together.
#[derive(Debug, Default)]
pub(crate) struct Catalog {
    pub(crate) client: ClientSpec,
    /// `None` without a `service.toml`.
    pub(crate) service: Option<Service>,
    pub(crate) cells: Vec<Cell>,
    pub(crate) facts: Facts,
    pub(crate) models: ModelList,
    pub(crate) units: Units,
    /// Assumptions that apply to more than one request.
    pub(crate) assumptions: Vec<SharedAssumption>,
    /// Rules of models, by model, as the runtime reads them.
    pub(crate) rules: BTreeMap<String, Spanned<Map<String, Value>>>,
    pub(crate) interfaces: Vec<InterfaceSpec>,
    /// The group of a video model, by its name.
    pub(crate) families: BTreeMap<String, Spanned<String>>,
    /// Current keys of platforms, by their labels in the facts.
    pub(crate) keys: BTreeMap<String, Spanned<String>>,
    /// Earlier names of platforms, by their labels.
    pub(crate) aliases: BTreeMap<String, Spanned<AliasSpec>>,
    /// Changes of earlier refreshes.
    pub(crate) history: Vec<Release>,
    /// Example workflow records.
    pub(crate) records: Vec<RecordSpec>,
    /// Translations of their texts, by record name.
    pub(crate) record_texts: BTreeMap<String, Spanned<RecordTexts>>,
    /// Models that were removed from the catalog.
    pub(crate) retired: BTreeMap<String, Spanned<RetiredModelSpec>>,
    /// Shapes of responses.
    pub(crate) recordings: Vec<RecordingSpec>,
    /// Views of responses.
    pub(crate) views: Vec<ViewSpec>,
    /// True if a file could not be read completely. A fact that matches nothing is then not reported as stale.
    pub(crate) incomplete: bool,
}

/// The model catalog.
#[derive(Debug, Default)]
pub(crate) struct ModelList {
    pub(crate) records: Vec<ModelSpec>,
    /// Groups that the catalog itself lists.
    pub(crate) auto_groups: Vec<String>,
    /// True if the catalog is not that of an account but an example with invented models and prices.
    pub(crate) is_sample: bool,
}

/// Metadata of the generated crate and of the OpenAPI documents.
#[derive(Debug)]
pub(crate) struct ClientSpec {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) license: String,
    pub(crate) homepage: Option<String>,
    pub(crate) contact: Option<Contact>,
    pub(crate) base_url: Option<String>,
    pub(crate) dash_url: Option<String>,
    pub(crate) repository: Option<String>,
    pub(crate) rustdoc: Option<String>,
    pub(crate) edit: Option<String>,
}

impl Default for ClientSpec {
    fn default() -> Self {
        Self {
            name: "gatewright-client".into(),
            version: "0.1.0".into(),
            license: "MIT OR Apache-2.0".into(),
            homepage: None,
            contact: None,
            base_url: None,
            dash_url: None,
            repository: None,
            rustdoc: None,
            edit: None,
        }
    }
}

/// Contact for questions about the service.
#[derive(Clone, Debug, Default)]
pub struct Contact {
    /// Name of a person or an organization.
    pub name: Option<String>,
    /// URL of a page with contact information.
    pub url: Option<String>,
    /// Email address.
    pub email: Option<String>,
}

/// An example workflow record.
#[derive(Debug)]
pub(crate) struct RecordSpec {
    /// File name without its extension.
    pub(crate) name: String,
    pub(crate) workflow: Workflow,
    pub(crate) text: String,
    pub(crate) span: Span,
}

/// Texts of a workflow record in other languages. The record itself has only English texts.
#[derive(Clone, Debug, Default)]
pub struct RecordTexts {
    /// Title.
    pub title: Text,
    /// Summary.
    pub summary: Text,
    /// Reason why it cannot be executed.
    pub blocking_reason: Text,
    /// Descriptions of inputs, by their ids.
    pub inputs: BTreeMap<String, Text>,
}

/// One endpoint of the social catalog.
#[derive(Debug)]
pub(crate) struct Cell {
    pub(crate) span: Span,
    pub(crate) platform: Spanned<String>,
    pub(crate) capability: Spanned<String>,
    /// These three are required, too. `None` has been reported already and does not hide other errors.
    pub(crate) model: Option<Spanned<String>>,
    pub(crate) method: Option<Spanned<String>>,
    pub(crate) path: Option<Spanned<String>>,
    pub(crate) params: Vec<Param>,
    pub(crate) require_one_of: Vec<Spanned<Vec<Spanned<String>>>>,
    pub(crate) price: Option<Usd>,
    pub(crate) unit: Option<String>,
    pub(crate) status: Option<Spanned<String>>,
}

#[derive(Debug)]
pub(crate) struct Param {
    pub(crate) name: Spanned<String>,
    pub(crate) kind: Option<Spanned<String>>,
    pub(crate) required: Option<bool>,
    /// `Some` with a `None` inside: the default has a type that a query string cannot contain.
    pub(crate) default: Option<Spanned<Option<Scalar>>>,
    pub(crate) example: Option<String>,
    pub(crate) description: Option<String>,
}

/// A value that a query string can contain.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// Text.
    Text(String),
    /// A whole number.
    Integer(i64),
    /// True or false.
    Flag(bool),
}

impl Scalar {
    /// Returns the value if it is a whole number.
    pub fn as_integer(&self) -> Option<i64> {
        if let Self::Integer(number) = self { Some(*number) } else { None }
    }
}

impl std::fmt::Display for Scalar {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Integer(number) => write!(f, "{number}"),
            Self::Flag(flag) => write!(f, "{flag}"),
        }
    }
}

/// A record of the model catalog.
#[derive(Debug)]
pub(crate) struct ModelSpec {
    pub(crate) record: Spanned<ModelRecord>,
    /// The record as JSON on one line.
    pub(crate) json: String,
}

/// A model that was removed from the catalog.
#[derive(Debug, Default)]
pub(crate) struct RetiredModelSpec {
    pub(crate) endpoint_types: Vec<Spanned<String>>,
    /// Name of its constant, if it differs from the name that the model name gives.
    pub(crate) constant: Option<Spanned<String>>,
    /// Version of the client that still has its constant.
    pub(crate) version: Option<String>,
}

/// An earlier name of a platform.
#[derive(Debug, Default)]
pub(crate) struct AliasSpec {
    /// Text that its names were derived from.
    pub(crate) name: String,
    /// Version of the client that still has these names.
    pub(crate) version: String,
}
