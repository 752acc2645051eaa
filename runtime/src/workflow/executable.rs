//! A record that can be executed: only one whose binding is verified can.

use super::{Missing, NotExecutable, Operation, Record, Terms};

/// A record that can be executed. Only this binds to a call.
#[derive(Clone, Debug)]
pub struct Executable<W> {
    workflow: W,
    terms: Terms,
    /// What answers at its endpoint: the operation that it names, or all of them.
    operations: Vec<&'static Operation>,
}

impl<W: Record + Clone> Executable<W> {
    /// The record, if everything is there that it takes; else all that is missing.
    pub fn of(workflow: &W, operations: &'static [Operation]) -> Result<Self, NotExecutable> {
        let terms = workflow.terms().map_err(|problem| NotExecutable(vec![Missing::Terms(problem.to_string())]))?;
        let binding = &terms.runtime_binding;
        let mut missing = terms.missing(|path| operations.iter().any(|it| it.is_at(path)));
        let path = binding.endpoint.as_deref().unwrap_or_default();
        let mut at: Vec<_> = operations.iter().filter(|it| it.is_at(path)).collect();
        if let (Some(id), false) = (&binding.operation_id, at.is_empty()) {
            at.retain(|it| it.id == id);
            missing.extend(at.is_empty().then(|| Missing::Named { id: id.clone() }));
        }
        if !at.is_empty() {
            missing.extend(unread(&terms, &at));
        }
        if missing.is_empty() {
            Ok(Self { workflow: workflow.clone(), operations: at, terms })
        } else {
            Err(NotExecutable(missing))
        }
    }
}

/// Places that no operation reads, or where it is known not to work, by whatever name.
fn unread(terms: &Terms, at: &[&Operation]) -> Vec<Missing> {
    let binding = &terms.runtime_binding;
    let mapped = binding.request_field_map.iter().filter(|(id, _)| terms.inputs.iter().any(|it| it.id == **id));
    let places = mapped.filter_map(|(_, place)| place.as_str());
    let found = places.filter_map(|place| {
        let parts: Vec<_> = at.iter().flat_map(|it| it.parts).filter(|it| it.is_at(place)).collect();
        let broken = |field: &&String| *field != place && parts.iter().any(|it| it.is_at(field));
        match binding.known_unimplemented_fields.iter().find(broken) {
            _ if parts.is_empty() => Some(Missing::Unread { place: place.to_owned() }),
            Some(field) => Some(Missing::Implementation { field: field.clone() }),
            None => None,
        }
    });
    found.collect()
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
