//! Whether a record can be executed: only a verified binding can.

use std::fmt;

use serde_json::Value;

use super::{Operation, Record, Terms};

/// The word for a contract, a binding and evidence that can be relied on.
const VERIFIED: &str = "verified";

/// A record that can be executed. Only this binds to a call.
#[derive(Clone, Debug)]
pub struct Executable<W> {
    workflow: W,
    terms: Terms,
    /// What answers at its endpoint.
    operations: Vec<&'static Operation>,
}

impl<W: Record + Clone> Executable<W> {
    /// The record, if everything is there that it takes; else all that is missing.
    pub fn of(workflow: &W, operations: &'static [Operation]) -> Result<Self, NotExecutable> {
        let terms = workflow.terms().map_err(|problem| NotExecutable(vec![Missing::Terms(problem.to_string())]))?;
        let binding = &terms.runtime_binding;
        let mut missing = Vec::new();
        if binding.status != VERIFIED {
            missing.push(Missing::Binding { status: binding.status.clone() });
        }
        if terms.contract_status != VERIFIED {
            missing.push(Missing::Contract { status: terms.contract_status.clone() });
        }
        if terms.provenance.runtime_evidence != VERIFIED {
            missing.push(Missing::Evidence { status: terms.provenance.runtime_evidence.clone() });
        }
        missing.extend(binding.blocking_reason.clone().map(Missing::Blocked));
        let at: Vec<_> =
            operations.iter().filter(|it| binding.endpoint.as_deref().is_some_and(|path| it.is_at(path))).collect();
        match &binding.endpoint {
            None => missing.push(Missing::Endpoint),
            Some(path) if at.is_empty() => missing.push(Missing::Operation { path: path.clone() }),
            Some(_) => {}
        }
        missing.extend(unmapped(&terms));
        if missing.is_empty() {
            Ok(Self { workflow: workflow.clone(), operations: at, terms })
        } else {
            Err(NotExecutable(missing))
        }
    }
}

impl<W> Executable<W> {
    /// The record.
    pub fn workflow(&self) -> &W {
        &self.workflow
    }

    /// What it is run by.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    pub(super) fn operations(&self) -> &[&'static Operation] {
        &self.operations
    }
}

/// What is wrong with the map from inputs to fields.
fn unmapped(terms: &Terms) -> Vec<Missing> {
    let binding = &terms.runtime_binding;
    let is_input = |id: &str| terms.inputs.iter().any(|it| it.id == id);
    let mut missing = Vec::new();
    for (input, place) in &binding.request_field_map {
        match place {
            _ if !is_input(input) => missing.push(Missing::Input { id: input.clone() }),
            Value::String(place) if binding.known_unimplemented_fields.iter().any(|it| it == place) => {
                missing.push(Missing::Implementation { field: place.clone() });
            }
            Value::String(_) => {}
            _ => missing.push(Missing::Place { id: input.clone() }),
        }
    }
    let unmapped = terms.inputs.iter().filter(|it| !binding.request_field_map.contains_key(&it.id));
    missing.extend(unmapped.map(|it| Missing::Place { id: it.id.clone() }));
    missing
}

/// Something without which a record cannot be executed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Missing {
    /// The binding is not verified.
    Binding {
        /// What it is.
        status: String,
    },
    /// The contract is not verified. That this is needed as well is our reading.
    Contract {
        /// What it is.
        status: String,
    },
    /// The evidence that it runs is not verified. That this is needed as well is our reading.
    Evidence {
        /// What it is.
        status: String,
    },
    /// The record says what blocks it.
    Blocked(String),
    /// The record names no endpoint.
    Endpoint,
    /// This client calls nothing there.
    Operation {
        /// Where.
        path: String,
    },
    /// The map has an input that the record has not.
    Input {
        /// Which.
        id: String,
    },
    /// An input goes nowhere: the map does not have it, or has no place for it.
    Place {
        /// Which.
        id: String,
    },
    /// The map leads to a field that is known not to work.
    Implementation {
        /// Which.
        field: String,
    },
    /// The record is of a schema that the helpers do not know.
    Terms(String),
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Binding { status } => write!(f, "the runtime binding is `{status}`, and must be `{VERIFIED}`"),
            Self::Contract { status } => write!(f, "the contract is `{status}`, and must be `{VERIFIED}`"),
            Self::Evidence { status } => write!(f, "the runtime evidence is `{status}`, and must be `{VERIFIED}`"),
            Self::Blocked(reason) => write!(f, "it is blocked: {reason}"),
            Self::Endpoint => f.write_str("the runtime binding names no endpoint"),
            Self::Operation { path } => {
                write!(f, "this client has no operation at `{path}` that a record can be bound to")
            }
            Self::Input { id } => write!(f, "`request_field_map` has `{id}`, which is no input"),
            Self::Place { id } => write!(f, "`request_field_map` has no place for the input `{id}`"),
            Self::Implementation { field } => write!(f, "`{field}` is known not to be implemented"),
            Self::Terms(problem) => write!(f, "the record is of a schema that is not known: {problem}"),
        }
    }
}

/// Why a record cannot be executed: everything that is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotExecutable(pub Vec<Missing>);

impl fmt::Display for NotExecutable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the workflow cannot be executed:")?;
        self.0.iter().try_for_each(|it| write!(f, "\n  {it}"))
    }
}

impl std::error::Error for NotExecutable {}
