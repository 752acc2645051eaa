//! Requirements that a record must meet before it can be executed.

use std::collections::BTreeSet;
use std::fmt::{self, Write as _};

use serde_json::Value;

use super::{BindingStatus, ContractStatus, RuntimeEvidence, Workflow};
use crate::text::EscapingWriter;

/// Operation at an endpoint that a record can be bound to.
#[derive(Clone, Debug)]
pub struct BindingTarget<'a> {
    /// Name in the specs.
    pub id: &'a str,
    /// Endpoint type of the models that it accepts.
    pub kind: &'a str,
    /// Names of the models, if it accepts only some of the kind.
    pub models: Vec<&'a str>,
    /// Names and paths of each parameter that a record can use for it.
    pub reads: Vec<Vec<&'a str>>,
    /// Groups of parameter names. A request must contain at least one parameter of each group.
    pub needs: Vec<Vec<&'a str>>,
}

impl BindingTarget<'_> {
    /// Returns the reasons why a record cannot be bound to it.
    fn binding_problems(&self, workflow: &Workflow) -> Vec<UnmetRequirement> {
        let binding = &workflow.runtime_binding;
        let mapped =
            binding.request_field_map.iter().filter(|(id, _)| workflow.inputs.iter().any(|it| it.id.as_str() == *id));
        let paths: Vec<_> = mapped.filter_map(|(_, place)| place.as_str()).collect();
        let found = paths.iter().filter_map(|place| {
            let parts: Vec<_> = self.reads.iter().filter(|it| it.contains(place)).collect();
            let broken = |field: &&String| field != place && parts.iter().any(|it| it.contains(&field.as_str()));
            match binding.known_unimplemented_fields.iter().find(broken) {
                _ if parts.is_empty() => {
                    Some(UnmetRequirement::UnknownPath { place: (*place).to_owned(), operation: self.id.to_owned() })
                }
                Some(field) => Some(UnmetRequirement::UnimplementedField { field: field.clone() }),
                None => None,
            }
        });
        found.chain(self.unmet(&paths)).collect()
    }

    /// Returns the required parameters and groups that none of these paths refers to.
    pub(super) fn unmet(&self, paths: &[&str]) -> Vec<UnmetRequirement> {
        let is_mapped =
            |name: &&str| self.reads.iter().any(|it| it.contains(name) && paths.iter().any(|at| it.contains(at)));
        let unmet = self.needs.iter().filter(|group| !group.iter().any(is_mapped));
        let missing = |group: &Vec<&str>| UnmetRequirement::RequiredParameter {
            operation: self.id.to_owned(),
            of: group.iter().map(|it| (*it).to_owned()).collect(),
        };
        unmet.map(missing).collect()
    }
}

/// Returns the operations that a record is bound to, by the operation and the models that it names.
pub(super) fn bound_to<'b, 'a>(workflow: &Workflow, at: &'b [BindingTarget<'a>]) -> Vec<&'b BindingTarget<'a>> {
    let binding = &workflow.runtime_binding;
    let named: Vec<_> = at.iter().filter(|it| binding.operation_id.as_deref().is_none_or(|id| it.id == id)).collect();
    let own = |model: &String| named.iter().any(|it| it.models.contains(&model.as_str()));
    let accepts = |it: &BindingTarget<'_>, model: &String| match own(model) {
        true => it.models.contains(&model.as_str()),
        false => it.models.is_empty(),
    };
    let bound: Vec<_> =
        named.iter().copied().filter(|it| binding.model_ids.iter().any(|model| accepts(it, model))).collect();
    if bound.is_empty() { named } else { bound }
}

impl Workflow {
    /// Returns all unmet requirements for executing the record. `at` lists the operations at its endpoint.
    pub fn unmet_requirements(&self, at: &[BindingTarget<'_>]) -> Vec<UnmetRequirement> {
        let binding = &self.runtime_binding;
        let mut unmet = Vec::new();
        let (contract, evidence) = (self.contract_status, self.provenance.runtime_evidence);
        if binding.status != BindingStatus::Verified {
            unmet.push(UnmetRequirement::Binding(binding.status));
        }
        if contract != ContractStatus::Verified {
            unmet.push(UnmetRequirement::Contract(contract));
        }
        if evidence != RuntimeEvidence::Verified {
            unmet.push(UnmetRequirement::Evidence(evidence));
        }
        unmet.extend(binding.blocking_reason.clone().map(UnmetRequirement::Blocked));
        match &binding.endpoint {
            None => unmet.push(UnmetRequirement::Endpoint),
            Some(path) if at.is_empty() => unmet.push(UnmetRequirement::NoOperation { path: path.to_string() }),
            Some(_) => {}
        }
        unmet.extend(self.unmapped());
        let bound = bound_to(self, at);
        if let (Some(id), true, false) = (&binding.operation_id, bound.is_empty(), at.is_empty()) {
            unmet.push(UnmetRequirement::UnknownOperation { id: id.clone() });
        }
        // One matching operation is enough: report the closest one.
        let problems = bound.iter().map(|it| it.binding_problems(self)).min_by_key(Vec::len);
        unmet.extend(problems.unwrap_or_default());
        unmet
    }

    /// Returns the errors in the map from inputs to fields.
    fn unmapped(&self) -> Vec<UnmetRequirement> {
        let binding = &self.runtime_binding;
        let (mut unmet, mut ids, mut paths) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
        unmet.extend(
            self.inputs
                .iter()
                .filter(|it| !ids.insert(it.id.as_str()))
                .map(|it| UnmetRequirement::DuplicateInput { id: it.id.to_string() }),
        );
        for (input, place) in &binding.request_field_map {
            match place {
                _ if !ids.contains(input.as_str()) => unmet.push(UnmetRequirement::UnknownInput { id: input.clone() }),
                // A list accepts several values.
                Value::String(place) if !place.ends_with("[]") && !paths.insert(place.as_str()) => {
                    unmet.push(UnmetRequirement::DuplicatePath { place: place.clone() });
                }
                Value::String(place) if binding.known_unimplemented_fields.contains(place) => {
                    unmet.push(UnmetRequirement::UnimplementedField { field: place.clone() });
                }
                Value::String(_) => {}
                _ => unmet.push(UnmetRequirement::UnmappedInput { id: input.clone() }),
            }
        }
        let unmapped = ids.iter().filter(|id| !binding.request_field_map.contains_key(**id));
        unmet.extend(unmapped.map(|id| UnmetRequirement::UnmappedInput { id: (*id).to_owned() }));
        unmet
    }
}

/// Unmet requirement for executing a record.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnmetRequirement {
    /// The binding is not verified.
    Binding(BindingStatus),
    /// The contract is not verified. Requiring this is an assumption.
    Contract(ContractStatus),
    /// The runtime evidence is not verified. Requiring this is an assumption.
    Evidence(RuntimeEvidence),
    /// The record has a `blocking_reason`, which is this text.
    Blocked(String),
    /// The record names no endpoint.
    Endpoint,
    /// The client has no operation for records at the endpoint.
    NoOperation {
        /// Path of the endpoint.
        path: String,
    },
    /// The map contains an input that the record does not have.
    UnknownInput {
        /// Id of the input.
        id: String,
    },
    /// An input is not mapped: the map does not contain it, or its value is not a path.
    UnmappedInput {
        /// Id of the input.
        id: String,
    },
    /// Two inputs have the same id.
    DuplicateInput {
        /// The id.
        id: String,
    },
    /// Two inputs are mapped to the same path.
    DuplicatePath {
        /// The path.
        place: String,
    },
    /// The operation has no parameter at a path that an input is mapped to.
    UnknownPath {
        /// The path.
        place: String,
        /// Name of the operation.
        operation: String,
    },
    /// No input is mapped to a required parameter of the operation.
    RequiredParameter {
        /// Name of the operation.
        operation: String,
        /// Name of the required parameter, or the names of an at-least-one-of group.
        of: Vec<String>,
    },
    /// The record names an operation that does not exist at its endpoint.
    UnknownOperation {
        /// Id of the operation in the record.
        id: String,
    },
    /// An input is mapped to a field that is not implemented yet, according to the record.
    UnimplementedField {
        /// The field.
        field: String,
    },
}

impl fmt::Display for UnmetRequirement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let f = &mut EscapingWriter(f);
        match self {
            Self::Binding(status) => write!(f, "the runtime binding is `{}`; it must be `verified`", status.as_str()),
            Self::Contract(status) => write!(f, "the contract is `{}`; it must be `verified`", status.as_str()),
            Self::Evidence(status) => {
                write!(f, "the runtime evidence is `{}`; it must be `verified`", status.as_str())
            }
            Self::Blocked(reason) if reason.is_empty() => {
                f.write_str("the record is blocked, but `blocking_reason` is empty")
            }
            Self::Blocked(reason) => write!(f, "the record is blocked: {reason}"),
            Self::Endpoint => f.write_str("the runtime binding has no endpoint"),
            Self::NoOperation { path } => write!(f, "this client has no operation for workflow records at `{path}`"),
            Self::UnknownInput { id } => write!(f, "unknown input `{id}` in `request_field_map`"),
            Self::UnmappedInput { id } => write!(f, "`request_field_map` does not map the input `{id}` to a field"),
            Self::DuplicateInput { id } => write!(f, "duplicate input `{id}`"),
            Self::DuplicatePath { place } => write!(f, "two inputs are mapped to `{place}`; one of them would be lost"),
            Self::UnknownPath { place, operation } => write!(f, "`{operation}` has no parameter `{place}`"),
            Self::RequiredParameter { operation, of } => {
                let one_of = if of.len() > 1 { "one of " } else { "" };
                write!(f, "`{operation}` requires {one_of}`{}`, but no input provides it", of.join("`, `"))
            }
            Self::UnknownOperation { id } => write!(f, "unknown operation `{id}` at this endpoint"),
            Self::UnimplementedField { field } => write!(f, "`{field}` is listed in `known_unimplemented_fields`"),
        }
    }
}

/// Error of a record that cannot be executed, with all unmet requirements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotExecutable(pub Vec<UnmetRequirement>);

impl fmt::Display for NotExecutable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("cannot execute the workflow:")?;
        self.0.iter().try_for_each(|it| write!(f, "\n  {it}"))
    }
}

impl std::error::Error for NotExecutable {}
