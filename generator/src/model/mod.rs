//! The model: everything that the service offers, as plain, finished data.
//!
//! Emitters read only the model. Names are final, texts are split into languages, and required parameters and selectors
//! are derived. Everything is in canonical order, which does not depend on the order of a catalog.

use std::sync::Arc;

mod billing;
mod catalog_model;
mod data;
mod operation;
mod paging;
mod param;
mod tasks;
mod workflow;

pub use billing::*;
pub use catalog_model::*;
pub use data::*;
pub use operation::*;
pub use paging::*;
pub use param::*;
pub use tasks::*;
pub use workflow::*;

pub use crate::catalog::{
    Assumption, CallKind, Contact, EndpointType, Environment, ErrorBody, ErrorKind, Media, OUTCOMES, Outcome, Recorded,
    Release, Scalar, Service, ServiceError, SharedAssumption, TaskShape, Trap,
};
pub use crate::report::Span;
pub use crate::text::Text;

/// Contents of a generated client.
#[derive(Clone, Debug)]
pub struct Model {
    /// Generated crate.
    pub client: ClientInfo,
    /// The gateway: paths, authentication, errors.
    pub service: Service,
    /// Social platforms, in natural order of their keys.
    pub platforms: Vec<Platform>,
    /// Interfaces of models, such as chat.
    pub interfaces: Vec<Interface>,
    /// Models, in natural order of their names.
    pub models: Vec<CatalogModel>,
    /// Models that were removed from the catalog, in the same order. Their constants are kept for this version.
    pub retired: Vec<RetiredModel>,
    /// Groups that the model catalog lists under `auto_groups`, in its order.
    pub auto_groups: Vec<String>,
    /// True if the models and their prices are invented examples, not those of an account.
    pub has_sample_models: bool,
    /// Assumptions that apply to more than one request, in the order of their file.
    pub shared_assumptions: Vec<SharedAssumption>,
    /// Units of the numbers in the records.
    pub units: Units,
    /// Example workflow records. The client supports workflow records if there are any.
    pub records: Vec<ExampleRecord>,
    /// Changelog of the catalogs, newest first.
    pub history: Vec<Release>,
}

impl Model {
    /// Returns the groups of video models that have operations.
    pub fn families(&self) -> std::collections::BTreeSet<&Family> {
        self.interfaces.iter().flat_map(|it| &it.operations).filter_map(|it| it.family.as_ref()).collect()
    }

    /// Returns true if the client has models or groups of models.
    pub fn has_models(&self) -> bool {
        !self.models.is_empty() || !self.families().is_empty()
    }

    /// Returns a model for an example of an operation.
    pub fn sample_for(&self, operation: &Operation) -> Option<&CatalogModel> {
        match &operation.family {
            Some(_) => self.models.iter().find(|it| it.family == operation.family && !it.kinds.is_empty()),
            None => self.sample_of(operation.models.as_ref()?),
        }
    }

    /// Returns the operations that accept a model.
    pub fn operations_for(&self, model: &CatalogModel) -> impl Iterator<Item = &Operation> {
        self.interfaces.iter().flat_map(|it| &it.operations).filter(|it| it.accepts(model))
    }

    /// Returns the operation that fits a model best: one of its first endpoint type, with the input that its tasks
    /// have.
    pub fn closest_to(&self, model: &CatalogModel) -> Option<&Operation> {
        let is_for = |it: &Operation| {
            TASKS.iter().any(|(task, of)| it.sources.contains(of) && model.record.tasks.iter().any(|it| it == task))
        };
        let types = &model.record.endpoint_types;
        let rank = |it: &Operation| types.iter().position(|of| it.models.as_ref().is_some_and(|kind| kind.key == *of));
        self.operations_for(model)
            .min_by_key(|it| (rank(it).unwrap_or(usize::MAX), !it.sources.is_empty() && !is_for(it), it.sources.len()))
    }

    /// Returns the parameters whose values multiply the price of a model, each once.
    pub fn factors(&self, model: &CatalogModel) -> Vec<&Param> {
        let mut all: Vec<&Param> = Vec::new();
        for param in self.operations_for(model).flat_map(|it| &it.params).filter(|it| it.times.len() > 1) {
            if all.iter().all(|it| it.name != param.name) {
                all.push(param);
            }
        }
        all
    }

    /// Returns the models that an operation's endpoint also accepts, although they have operations of their own.
    pub fn others(&self, operation: &Operation) -> impl Iterator<Item = &CatalogModel> {
        let kind = operation.models.as_ref().filter(|_| operation.family.is_none());
        self.models.iter().filter(move |it| it.family.is_some() && kind.is_some_and(|kind| it.kinds.contains(kind)))
    }

    /// Returns the interface of an operation.
    pub fn interface_of(&self, operation: &Operation) -> Option<&Interface> {
        self.interfaces.iter().find(|it| it.operations.iter().any(|other| other.id == operation.id))
    }

    /// Returns a model for an example of an endpoint type: the one that most endpoint types accept.
    pub fn sample_of(&self, kind: &Arc<EndpointType>) -> Option<&CatalogModel> {
        // A model in a group has a type of its own.
        let taken = self.models.iter().filter(|it| it.kinds.contains(kind) && it.family.is_none());
        taken.rev().max_by_key(|it| it.kinds.len())
    }
}

/// Metadata of the generated crate and of the OpenAPI documents.
#[derive(Clone, Debug)]
pub struct ClientInfo {
    /// Package name, such as `gatewright-client`.
    pub name: String,
    /// Package name as a Rust identifier.
    pub library: String,
    /// Semantic version.
    pub version: String,
    /// License of the generated files, as an SPDX expression.
    pub license: String,
    /// URL of the service's website.
    pub homepage: Option<String>,
    /// Contact for questions about the service.
    pub contact: Option<Contact>,
    /// Base URL of the gateway.
    pub base_url: Option<String>,
    /// Base URL of the dashboard, which serves the social catalog.
    pub dash_url: Option<String>,
    /// URL of the repository.
    pub repository: Option<String>,
    /// URL of the API reference (rustdoc).
    pub rustdoc: Option<String>,
    /// URL that a path in the repository is appended to, to edit the file.
    pub edit: Option<String>,
}

/// A platform. It has its own module and Cargo feature.
#[derive(Clone, Debug, Hash)]
pub struct Platform {
    /// Label in `facts.toml`, which is its first key. Ids of its operations are derived from it.
    pub label: String,
    /// Key on the wire.
    pub key: String,
    /// Text that its Rust names are derived from: its key, unless `facts.toml` names it.
    pub name: String,
    /// Module and file stem.
    pub module: String,
    /// Page in the docs, without an extension.
    pub page: String,
    /// Function on the client.
    pub function: String,
    /// Cargo feature.
    pub feature: String,
    /// Names in the previous version. This version has them, too, as deprecated.
    pub alias: Option<Alias>,
    /// Kind of platform, as a noun phrase.
    pub about: Option<Text>,
    /// Operations, by capability.
    pub operations: Vec<Operation>,
    /// Location of its first key.
    pub span: Span,
}

/// Earlier names of a platform.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Alias {
    /// Module.
    pub module: String,
    /// Function on the client.
    pub function: String,
    /// Cargo feature.
    pub feature: String,
}

/// Type with the operations of an interface that has many.
#[derive(Clone, Debug)]
pub struct Namespace {
    /// Function on the client that returns it.
    pub function: String,
    /// Name of the type.
    pub name: String,
}

/// An interface of models. It has its own module and Cargo feature.
#[derive(Clone, Debug)]
pub struct Interface {
    /// Module and file stem.
    pub module: String,
    /// Cargo feature.
    pub feature: String,
    /// Type with its operations; `None` if the client itself has them.
    pub on: Option<Namespace>,
    /// Operations, in the order of the specs.
    pub operations: Vec<Operation>,
    /// Facts about tasks, if operations start any.
    pub tasks: Tasks,
}

impl Interface {
    /// Returns its functions on the client.
    pub fn functions(&self) -> Vec<&str> {
        match &self.on {
            Some(on) => vec![&on.function],
            None => self.operations.iter().map(|it| it.function.as_str()).collect(),
        }
    }

    /// Returns true if its operations start tasks.
    pub fn has_tasks(&self) -> bool {
        !self.tasks.shapes.is_empty()
    }
}
