//! What the specs say, as published: nothing worked out yet, everything with its place.

mod history;
mod tasks;

use std::collections::BTreeMap;

use gatewright_runtime::workflow::{Path, Schema, Terms};
use gatewright_runtime::{ModelRecord, Units, Usd};
use serde_json::{Map, Value};

use crate::report::{At, Place};

pub use history::{Recorded, Release};
pub use tasks::{Assumption, Media, OUTCOMES, Outcome, SharedAssumption, TaskShape, Trap};

/// All spec files together.
#[derive(Debug, Default)]
pub(crate) struct Catalog {
    pub(crate) client: ClientSpec,
    pub(crate) cells: Vec<Cell>,
    pub(crate) facts: Facts,
    pub(crate) models: Vec<ModelSpec>,
    /// The catalog's own list of groups.
    pub(crate) auto_groups: Vec<String>,
    pub(crate) units: Units,
    /// Assumptions that apply to more than one request.
    pub(crate) assumptions: Vec<SharedAssumption>,
    /// Rules of models, by model, as the runtime reads them.
    pub(crate) rules: BTreeMap<String, At<Map<String, Value>>>,
    pub(crate) interfaces: Vec<InterfaceSpec>,
    /// The group of a video model, by its name.
    pub(crate) families: BTreeMap<String, At<String>>,
    /// Keys that platforms have now, by their labels in the facts.
    pub(crate) keys: BTreeMap<String, At<String>>,
    /// Earlier names of platforms, by their labels.
    pub(crate) aliases: BTreeMap<String, At<AliasSpec>>,
    /// What earlier refreshes changed.
    pub(crate) history: Vec<Release>,
    /// The schema of workflow records.
    pub(crate) schema: Option<SchemaSpec>,
    /// Workflow records to show.
    pub(crate) records: Vec<RecordSpec>,
    /// Models that left the catalog.
    pub(crate) gone: BTreeMap<String, At<GoneSpec>>,
    /// Something could not be read: what is missing then is no proof that something else is stale.
    pub(crate) incomplete: bool,
}

/// The generated crate, and what the OpenAPI documents say about the service.
#[derive(Debug)]
pub(crate) struct ClientSpec {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) license: String,
    pub(crate) homepage: Option<String>,
    pub(crate) contact: Option<Contact>,
    pub(crate) base_url: Option<String>,
    pub(crate) dash_url: Option<String>,
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

/// The schema of workflow records.
#[derive(Debug)]
pub(crate) struct SchemaSpec {
    pub(crate) schema: Schema,
    pub(crate) text: String,
    /// Where everything in it stands.
    pub(crate) places: BTreeMap<Path, Place>,
}

/// A workflow record to show.
#[derive(Debug)]
pub(crate) struct RecordSpec {
    /// The stem of its file.
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) summary: String,
    pub(crate) terms: Terms,
    pub(crate) text: String,
    pub(crate) indexable: bool,
    pub(crate) in_sitemap: bool,
    pub(crate) place: Place,
}

/// One endpoint of the social catalog.
#[derive(Debug)]
pub(crate) struct Cell {
    pub(crate) place: Place,
    pub(crate) platform: At<String>,
    pub(crate) capability: At<String>,
    /// These three must be there too; `None` is a complaint already, and hides no other.
    pub(crate) model: Option<At<String>>,
    pub(crate) method: Option<At<String>>,
    pub(crate) path: Option<At<String>>,
    pub(crate) params: Vec<Param>,
    pub(crate) require_one_of: Vec<At<Vec<At<String>>>>,
    pub(crate) price: Option<Usd>,
    pub(crate) unit: Option<String>,
    pub(crate) status: Option<String>,
}

#[derive(Debug)]
pub(crate) struct Param {
    pub(crate) name: At<String>,
    pub(crate) kind: Option<At<String>>,
    pub(crate) required: Option<bool>,
    /// `None` inside: there is one, of a kind that no query can carry.
    pub(crate) default: Option<At<Option<Scalar>>>,
    pub(crate) example: Option<String>,
    pub(crate) description: Option<String>,
}

/// A value that can stand in a query.
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
    /// The whole number that it is.
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

/// One record of the model catalog.
#[derive(Debug)]
pub(crate) struct ModelSpec {
    pub(crate) record: At<ModelRecord>,
    /// The same as JSON, on one line.
    pub(crate) json: String,
}

/// A model that left the catalog.
#[derive(Debug, Default)]
pub(crate) struct GoneSpec {
    pub(crate) endpoint_types: Vec<At<String>>,
    /// What its constant was called, if that is not what its name becomes.
    pub(crate) constant: Option<At<String>>,
    /// The version of the client that still has its constant.
    pub(crate) version: Option<String>,
}

/// An earlier name of a platform.
#[derive(Debug, Default)]
pub(crate) struct AliasSpec {
    /// Text that its names were made of.
    pub(crate) name: String,
    /// Version of the client that still has them.
    pub(crate) version: String,
}

/// One file of interfaces.
#[derive(Debug, Default)]
pub(crate) struct InterfaceSpec {
    pub(crate) name: String,
    pub(crate) on: Option<String>,
    pub(crate) operations: Vec<OperationSpec>,
    pub(crate) shapes: Vec<ShapeSpec>,
    pub(crate) traps: Vec<TrapSpec>,
    /// What the documents leave open, and how it is read.
    pub(crate) assumptions: BTreeMap<String, At<String>>,
}

/// A rule that is an assumption, and which one.
pub(crate) type AssumptionSpec = (String, At<String>);

/// One operation of an interface.
#[derive(Debug)]
pub(crate) struct OperationSpec {
    pub(crate) name: At<String>,
    pub(crate) endpoint: String,
    pub(crate) route: At<String>,
    pub(crate) kind: At<String>,
    /// The group of models, of some.
    pub(crate) group: Option<At<String>>,
    pub(crate) body: At<String>,
    pub(crate) reply: At<String>,
    pub(crate) billing: At<String>,
    pub(crate) doc: String,
    pub(crate) notes: Vec<String>,
    pub(crate) sources: Vec<At<String>>,
    pub(crate) always: Vec<At<String>>,
    /// Objects that take further fields.
    pub(crate) open: Vec<String>,
    pub(crate) params: Vec<InterfaceParam>,
    pub(crate) counts: Vec<CountSpec>,
    pub(crate) assumptions: Vec<AssumptionSpec>,
}

/// One parameter of it.
#[derive(Clone, Debug, Default)]
pub(crate) struct InterfaceParam {
    pub(crate) name: At<String>,
    pub(crate) kind: At<String>,
    pub(crate) required: bool,
    /// Whether the default is always sent.
    pub(crate) sent: bool,
    pub(crate) default: Option<At<Scalar>>,
    pub(crate) example: Option<String>,
    /// Label and value.
    pub(crate) values: Vec<(String, At<String>)>,
    pub(crate) open: bool,
    /// Label and factor.
    pub(crate) times: Vec<(String, At<String>)>,
    pub(crate) min: Option<i64>,
    pub(crate) max: Option<i64>,
    pub(crate) doc: Option<String>,
    pub(crate) source: Option<String>,
    pub(crate) mode: Option<At<String>>,
    pub(crate) rename: Option<String>,
    pub(crate) places: Vec<At<String>>,
    pub(crate) also: Vec<At<String>>,
    pub(crate) shape: Option<String>,
    pub(crate) media: Option<Media>,
    pub(crate) decides: Option<At<String>>,
    pub(crate) assumptions: Vec<AssumptionSpec>,
}

/// How many values some parameters hold together.
#[derive(Debug)]
pub(crate) struct CountSpec {
    pub(crate) place: Place,
    pub(crate) of: Vec<At<String>>,
    /// What the type is called that holds them, where at least one is needed.
    pub(crate) label: Option<String>,
    pub(crate) min: usize,
    pub(crate) max: Option<usize>,
    pub(crate) assumptions: Vec<AssumptionSpec>,
}

/// The shape of answers about tasks on one path.
#[derive(Debug)]
pub(crate) struct ShapeSpec {
    pub(crate) shape: TaskShape,
    pub(crate) assumptions: Vec<AssumptionSpec>,
}

/// What the service does in silence.
#[derive(Debug)]
pub(crate) struct TrapSpec {
    pub(crate) trap: Trap,
    pub(crate) on: Vec<At<String>>,
    pub(crate) assumptions: Vec<AssumptionSpec>,
}

/// What people wrote down beside the catalog.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    pub(crate) capabilities: BTreeMap<String, At<String>>,
    pub(crate) platforms: BTreeMap<String, At<PlatformFacts>>,
    /// By platform, then capability.
    pub(crate) cells: BTreeMap<String, BTreeMap<String, At<CellFacts>>>,
}

#[derive(Debug, Default)]
pub(crate) struct PlatformFacts {
    pub(crate) about: Option<String>,
    pub(crate) name: Option<String>,
}

#[derive(Debug, Default)]
pub(crate) struct CellFacts {
    pub(crate) name: Option<String>,
    pub(crate) notes: Vec<String>,
    /// Selector label, and a member of the group that it names.
    pub(crate) selectors: Vec<(String, At<String>)>,
    pub(crate) params: BTreeMap<String, At<ParamFacts>>,
}

#[derive(Debug, Default)]
pub(crate) struct ParamFacts {
    pub(crate) name: Option<String>,
    pub(crate) values: Vec<NamedValue>,
    pub(crate) separator: Option<String>,
    pub(crate) min: Option<At<i64>>,
    pub(crate) max: Option<At<i64>>,
    pub(crate) min_length: Option<At<i64>>,
    pub(crate) max_length: Option<At<i64>>,
    pub(crate) paging: Option<PagingFacts>,
    pub(crate) note: Option<String>,
    pub(crate) ignored_with: Vec<At<String>>,
    pub(crate) deprecated: Option<String>,
    pub(crate) source: Option<String>,
    /// Texts of assumptions, by rule.
    pub(crate) assumptions: Vec<Assumption>,
}

#[derive(Debug)]
pub(crate) struct NamedValue {
    pub(crate) label: String,
    pub(crate) value: At<Scalar>,
    pub(crate) also: Option<String>,
    pub(crate) about: Option<String>,
}

#[derive(Debug, Default)]
pub(crate) struct PagingFacts {
    pub(crate) field: Option<String>,
    pub(crate) first: Option<Scalar>,
    pub(crate) from_first_reply: bool,
    pub(crate) counts_from: Option<i64>,
}
