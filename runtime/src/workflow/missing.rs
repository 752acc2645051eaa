//! What keeps a record from being executed.

use std::collections::BTreeSet;
use std::fmt::{self, Write as _};

use serde_json::Value;

use super::{BindingStatus, ContractStatus, RuntimeEvidence, Workflow};
use crate::text::Visible;

/// Something at an endpoint that a record can be bound to.
#[derive(Clone, Debug)]
pub struct Bindable<'a> {
    /// What the specs call it.
    pub id: &'a str,
    /// The endpoint type of the models that answer.
    pub kind: &'a str,
    /// The only models that it is for; empty: all of the kind.
    pub models: Vec<&'a str>,
    /// What it reads: of each parameter, the names and places that a record can mean it by.
    pub reads: Vec<Vec<&'a str>>,
    /// Groups of parameters, by name: there is no request without one of each.
    pub needs: Vec<Vec<&'a str>>,
}

impl Bindable<'_> {
    /// What keeps a record from being bound to it.
    fn unfit(&self, workflow: &Workflow) -> Vec<Missing> {
        let binding = &workflow.runtime_binding;
        let mapped =
            binding.request_field_map.iter().filter(|(id, _)| workflow.inputs.iter().any(|it| it.id.as_str() == *id));
        let places: Vec<_> = mapped.filter_map(|(_, place)| place.as_str()).collect();
        let found = places.iter().filter_map(|place| {
            let parts: Vec<_> = self.reads.iter().filter(|it| it.contains(place)).collect();
            let broken = |field: &&String| field != place && parts.iter().any(|it| it.contains(&field.as_str()));
            match binding.known_unimplemented_fields.iter().find(broken) {
                _ if parts.is_empty() => {
                    Some(Missing::Unread { place: (*place).to_owned(), operation: self.id.to_owned() })
                }
                Some(field) => Some(Missing::Implementation { field: field.clone() }),
                None => None,
            }
        });
        found.chain(self.unmet(&places)).collect()
    }

    /// The obligations that none of some places leads to.
    pub(super) fn unmet(&self, places: &[&str]) -> Vec<Missing> {
        let is_led_to =
            |name: &&str| self.reads.iter().any(|it| it.contains(name) && places.iter().any(|at| it.contains(at)));
        let unmet = self.needs.iter().filter(|group| !group.iter().any(is_led_to));
        let missing = |group: &Vec<&str>| Missing::Obligation {
            operation: self.id.to_owned(),
            of: group.iter().map(|it| (*it).to_owned()).collect(),
        };
        unmet.map(missing).collect()
    }
}

/// Of what answers at an endpoint, what a record is bound to: by the operation and the models that it names.
pub(super) fn bound_to<'b, 'a>(workflow: &Workflow, at: &'b [Bindable<'a>]) -> Vec<&'b Bindable<'a>> {
    let binding = &workflow.runtime_binding;
    let named: Vec<_> = at.iter().filter(|it| binding.operation_id.as_deref().is_none_or(|id| it.id == id)).collect();
    let own = |model: &String| named.iter().any(|it| it.models.contains(&model.as_str()));
    let takes = |it: &Bindable<'_>, model: &String| match own(model) {
        true => it.models.contains(&model.as_str()),
        false => it.models.is_empty(),
    };
    let bound: Vec<_> =
        named.iter().copied().filter(|it| binding.model_ids.iter().any(|model| takes(it, model))).collect();
    if bound.is_empty() { named } else { bound }
}

impl Workflow {
    /// Everything that the record lacks to be executed, where this is what answers at its endpoint.
    pub fn missing(&self, at: &[Bindable<'_>]) -> Vec<Missing> {
        let binding = &self.runtime_binding;
        let mut missing = Vec::new();
        let (contract, evidence) = (self.contract_status, self.provenance.runtime_evidence);
        if binding.status != BindingStatus::Verified {
            missing.push(Missing::Binding(binding.status));
        }
        if contract != ContractStatus::Verified {
            missing.push(Missing::Contract(contract));
        }
        if evidence != RuntimeEvidence::Verified {
            missing.push(Missing::Evidence(evidence));
        }
        missing.extend(binding.blocking_reason.clone().map(Missing::Blocked));
        match &binding.endpoint {
            None => missing.push(Missing::Endpoint),
            Some(path) if at.is_empty() => missing.push(Missing::Operation { path: path.to_string() }),
            Some(_) => {}
        }
        missing.extend(self.unmapped());
        let bound = bound_to(self, at);
        if let (Some(id), true, false) = (&binding.operation_id, bound.is_empty(), at.is_empty()) {
            missing.push(Missing::Named { id: id.clone() });
        }
        // Of several, one that the record can be bound to is enough.
        let unfit = bound.iter().map(|it| it.unfit(self)).min_by_key(Vec::len);
        missing.extend(unfit.unwrap_or_default());
        missing
    }

    /// What is wrong with the map from inputs to fields.
    fn unmapped(&self) -> Vec<Missing> {
        let binding = &self.runtime_binding;
        let (mut missing, mut ids, mut places) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
        missing.extend(
            self.inputs
                .iter()
                .filter(|it| !ids.insert(it.id.as_str()))
                .map(|it| Missing::Twice { id: it.id.to_string() }),
        );
        for (input, place) in &binding.request_field_map {
            match place {
                _ if !ids.contains(input.as_str()) => missing.push(Missing::Input { id: input.clone() }),
                // A list takes many.
                Value::String(place) if !place.ends_with("[]") && !places.insert(place.as_str()) => {
                    missing.push(Missing::Shared { place: place.clone() });
                }
                Value::String(place) if binding.known_unimplemented_fields.contains(place) => {
                    missing.push(Missing::Implementation { field: place.clone() });
                }
                Value::String(_) => {}
                _ => missing.push(Missing::Place { id: input.clone() }),
            }
        }
        let unmapped = ids.iter().filter(|id| !binding.request_field_map.contains_key(**id));
        missing.extend(unmapped.map(|id| Missing::Place { id: (*id).to_owned() }));
        missing
    }
}

/// Something without which a record cannot be executed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Missing {
    /// The binding is not verified.
    Binding(BindingStatus),
    /// The contract is not verified. That this is needed as well is an assumption.
    Contract(ContractStatus),
    /// The evidence that it runs is not verified. That this is needed as well is an assumption.
    Evidence(RuntimeEvidence),
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
    /// Two inputs have one name.
    Twice {
        /// Which.
        id: String,
    },
    /// Two inputs go to one place.
    Shared {
        /// Which.
        place: String,
    },
    /// The operation does not read what is there.
    Unread {
        /// Where.
        place: String,
        /// Which.
        operation: String,
    },
    /// The operation asks for something that no input leads to.
    Obligation {
        /// Which.
        operation: String,
        /// For what; of several, one is enough.
        of: Vec<String>,
    },
    /// The record names an operation that is not at its endpoint.
    Named {
        /// Which.
        id: String,
    },
    /// The map leads to a field that is known not to work.
    Implementation {
        /// Which.
        field: String,
    },
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let f = &mut Visible(f);
        match self {
            Self::Binding(status) => write!(f, "the runtime binding is `{}`, and must be `verified`", status.as_str()),
            Self::Contract(status) => write!(f, "the contract is `{}`, and must be `verified`", status.as_str()),
            Self::Evidence(status) => {
                write!(f, "the runtime evidence is `{}`, and must be `verified`", status.as_str())
            }
            Self::Blocked(reason) if reason.is_empty() => f.write_str("it is blocked, and does not say why"),
            Self::Blocked(reason) => write!(f, "it is blocked: {reason}"),
            Self::Endpoint => f.write_str("the runtime binding names no endpoint"),
            Self::Operation { path } => {
                write!(f, "this client has no operation at `{path}` that a record can be bound to")
            }
            Self::Input { id } => write!(f, "`request_field_map` has `{id}`, which is no input"),
            Self::Place { id } => write!(f, "`request_field_map` has no place for the input `{id}`"),
            Self::Twice { id } => write!(f, "two inputs are called `{id}`"),
            Self::Shared { place } => write!(f, "two inputs go to `{place}`, and one of them would be lost"),
            Self::Unread { place, operation } => write!(f, "`{operation}` reads nothing at `{place}`"),
            Self::Obligation { operation, of } => {
                let one_of = if of.len() > 1 { "one of " } else { "" };
                write!(f, "`{operation}` asks for {one_of}`{}`, and no input leads there", of.join("`, `"))
            }
            Self::Named { id } => write!(f, "the operation `{id}` is none that this client knows at the endpoint"),
            Self::Implementation { field } => write!(f, "`{field}` is known not to be implemented"),
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
