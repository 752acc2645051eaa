//! The model: everything the service offers, as plain finished data.
//!
//! Emitters read this and nothing before it. Names are final, texts are split into languages, obligations
//! and selectors are worked out. Everything is in its canonical order: the order of a catalog means nothing.

use std::sync::Arc;

mod billing;
mod offered;
mod operation;
mod param;
mod tasks;
mod workflow;

pub use billing::*;
pub use offered::*;
pub use operation::*;
pub use param::*;
pub use tasks::*;
pub use workflow::*;

pub use crate::catalog::{
    Assumption, CallKind, Contact, EndpointType, Environment, ErrorBody, ErrorKind, Media, OUTCOMES, Outcome, Recorded,
    Release, Scalar, Service, ServiceError, SharedAssumption, TaskShape, Trap,
};
pub use crate::report::Place;
pub use crate::text::Text;

/// All that a generated client covers.
#[derive(Clone, Debug)]
pub struct Model {
    /// The crate that is generated.
    pub client: ClientInfo,
    /// The gateway: paths, authentication, errors.
    pub service: Service,
    /// Social platforms, in natural order of their keys.
    pub platforms: Vec<Platform>,
    /// Interfaces that models answer at, such as chat.
    pub interfaces: Vec<Interface>,
    /// Models, in natural order of their names.
    pub models: Vec<Offered>,
    /// Models that left the catalog, in the same order: their constants stay for this version.
    pub gone: Vec<Gone>,
    /// Groups that the model catalog lists under `auto_groups`, in its order.
    pub auto_groups: Vec<String>,
    /// Assumptions that apply to more than one request, in the order of their file.
    pub shared_assumptions: Vec<SharedAssumption>,
    /// What the numbers of their records stand for.
    pub units: Units,
    /// Workflow records to show. A client has workflow records if there are some.
    pub records: Vec<ExampleRecord>,
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
            None => self.sample_of(operation.models.as_ref()?),
        }
    }

    /// The operations that take a model.
    pub fn operations_for(&self, model: &Offered) -> impl Iterator<Item = &Operation> {
        self.interfaces.iter().flat_map(|it| &it.operations).filter(|it| it.takes(model))
    }

    /// The one of them that is the closest to what it is for: of its first type, and beginning with what its tasks do.
    pub fn closest_to(&self, model: &Offered) -> Option<&Operation> {
        let is_for = |it: &Operation| {
            TASKS.iter().any(|(task, of)| it.sources.contains(of) && model.record.tasks.iter().any(|it| it == task))
        };
        let types = &model.record.endpoint_types;
        let rank = |it: &Operation| types.iter().position(|of| it.models.as_ref().is_some_and(|kind| kind.key == *of));
        self.operations_for(model)
            .min_by_key(|it| (rank(it).unwrap_or(usize::MAX), !it.sources.is_empty() && !is_for(it), it.sources.len()))
    }

    /// The parameters whose values multiply the price of a model, each once.
    pub fn factors(&self, model: &Offered) -> Vec<&Param> {
        let mut all: Vec<&Param> = Vec::new();
        for param in self.operations_for(model).flat_map(|it| &it.params).filter(|it| it.times.len() > 1) {
            if all.iter().all(|it| it.name != param.name) {
                all.push(param);
            }
        }
        all
    }

    /// The models that an operation could be asked for, although they have requests of their own.
    pub fn others(&self, operation: &Operation) -> impl Iterator<Item = &Offered> {
        let kind = operation.models.as_ref().filter(|_| operation.family.is_none());
        self.models.iter().filter(move |it| it.family.is_some() && kind.is_some_and(|kind| it.kinds.contains(kind)))
    }

    /// The interface that an operation belongs to.
    pub fn interface_of(&self, operation: &Operation) -> Option<&Interface> {
        self.interfaces.iter().find(|it| it.operations.iter().any(|other| other.id == operation.id))
    }

    /// A model to show how a kind of endpoint is called: one that many kinds take says the most.
    pub fn sample_of(&self, kind: &Arc<EndpointType>) -> Option<&Offered> {
        // One of a group has a type of its own.
        let taken = self.models.iter().filter(|it| it.kinds.contains(kind) && it.family.is_none());
        taken.rev().max_by_key(|it| it.kinds.len())
    }
}

/// The generated crate, and what the OpenAPI documents say about the service.
#[derive(Clone, Debug)]
pub struct ClientInfo {
    /// Package name, such as `gatewright-client`.
    pub name: String,
    /// The same as a Rust identifier.
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
}

/// A platform: a module of its own, behind a feature of its own.
#[derive(Clone, Debug, Hash)]
pub struct Platform {
    /// Label in `facts.toml`: the key that it had first. Ids of its operations are made of it.
    pub label: String,
    /// The key on the wire.
    pub key: String,
    /// Text that its Rust names are made of: its key, unless `facts.toml` names it.
    pub name: String,
    /// Module and file stem.
    pub module: String,
    /// Its page in the docs, without an ending.
    pub page: String,
    /// Function on the client.
    pub function: String,
    /// Cargo feature.
    pub feature: String,
    /// Names that it had in the previous version. This version has them, too, deprecated.
    pub alias: Option<Alias>,
    /// What kind of platform it is, as a noun phrase.
    pub about: Option<Text>,
    /// Operations, by capability.
    pub operations: Vec<Operation>,
    /// Where its key stands first.
    pub place: Place,
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

/// What has the operations of an interface that has many.
#[derive(Clone, Debug)]
pub struct Namespace {
    /// The function of the client that leads to it.
    pub function: String,
    /// Its type.
    pub name: String,
}

/// An interface that models answer at: a module of its own, behind a feature of its own.
#[derive(Clone, Debug)]
pub struct Interface {
    /// Module and file stem.
    pub module: String,
    /// Cargo feature.
    pub feature: String,
    /// What has its operations; `None`: the client itself has them.
    pub on: Option<Namespace>,
    /// Operations, in the order of the specs.
    pub operations: Vec<Operation>,
    /// What is known of tasks, where operations begin some.
    pub tasks: Tasks,
}

impl Interface {
    /// Its functions on the client.
    pub fn functions(&self) -> Vec<&str> {
        match &self.on {
            Some(on) => vec![&on.function],
            None => self.operations.iter().map(|it| it.function.as_str()).collect(),
        }
    }

    /// Returns true if its operations begin tasks.
    pub fn has_tasks(&self) -> bool {
        !self.tasks.shapes.is_empty()
    }
}
