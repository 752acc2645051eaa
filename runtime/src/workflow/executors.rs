//! Models that can run a workflow, and the reasons why the others cannot.

use std::collections::BTreeSet;
use std::fmt::{self, Write as _};

use super::requirements::bound_to;
use super::{BindingTarget, Workflow};
use crate::ModelRecord;
use crate::text::EscapingWriter;

/// Result of comparing a model with a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// According to the catalog, the model meets all requirements.
    Fits,
    /// The catalog does not publish enough, and nothing in it rules the model out.
    Unknown,
    /// According to the catalog, the model does not meet a requirement, or the record is not bound to it.
    DoesNotFit,
}

/// Model compared with a record.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Fit<'a> {
    /// The model.
    pub model: &'a ModelRecord,
    /// Unmet and unknown requirements; empty if the model fits.
    pub mismatches: Vec<Mismatch>,
}

impl Fit<'_> {
    /// Returns the result of the comparison.
    pub fn verdict(&self) -> Verdict {
        match &self.mismatches[..] {
            [] => Verdict::Fits,
            mismatches if mismatches.iter().all(Mismatch::is_unknown) => Verdict::Unknown,
            _ => Verdict::DoesNotFit,
        }
    }
}

/// Reason why a model does not fit, or may not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mismatch {
    /// The model does not accept this input modality.
    Input(String),
    /// The model does not produce this output modality.
    Output(String),
    /// The model does not have this capability.
    Capability(String),
    /// The input modalities are not published.
    InputsNotPublished,
    /// The output modalities are not published.
    OutputsNotPublished,
    /// The capabilities are not published.
    CapabilitiesNotPublished,
    /// The model is for other endpoints. This endpoint requires one of these endpoint types.
    Endpoint(Vec<String>),
    /// The record is bound to other models.
    NotBound,
    /// No operation that the record is bound to accepts the model.
    NoOperation,
}

impl Mismatch {
    /// Returns true if the catalog does not publish the fact, so that the model may fit.
    pub fn is_unknown(&self) -> bool {
        matches!(self, Self::InputsNotPublished | Self::OutputsNotPublished | Self::CapabilitiesNotPublished)
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let f = &mut EscapingWriter(f);
        match self {
            Self::Input(what) => write!(f, "it does not accept `{what}` input"),
            Self::Output(what) => write!(f, "it does not produce `{what}` output"),
            Self::Capability(what) => write!(f, "it does not have the capability `{what}`"),
            Self::InputsNotPublished => f.write_str("its inputs are not published"),
            Self::OutputsNotPublished => f.write_str("its outputs are not published"),
            Self::CapabilitiesNotPublished => f.write_str("its capabilities are not published"),
            Self::Endpoint(kinds) => {
                write!(f, "it is not for this endpoint: none of its endpoint types is one of `{}`", kinds.join("`, `"))
            }
            Self::NotBound => f.write_str("the record is bound to other models"),
            Self::NoOperation => f.write_str("no operation that the record is bound to accepts it"),
        }
    }
}

/// Compares all models with a record. Models that fit come first, then those with unpublished facts, then the others.
/// Each group has the order of the catalog. `at` lists the operations at the record's endpoint; it is empty if they are
/// unknown.
pub fn executors<'a>(
    workflow: &Workflow,
    at: &[BindingTarget<'_>],
    models: impl IntoIterator<Item = &'a ModelRecord>,
) -> Vec<Fit<'a>> {
    let mut all: Vec<_> = models.into_iter().map(|it| fit(workflow, at, it)).collect();
    all.sort_by_key(Fit::verdict);
    all
}

/// Compares one model with a record.
pub(super) fn fit<'a>(workflow: &Workflow, at: &[BindingTarget<'_>], model: &'a ModelRecord) -> Fit<'a> {
    let query = &workflow.executor_query;
    let specs = &model.specs;
    // Assumption: a capability is listed in the `capabilities` or the `tasks` of a model. The document names neither.
    let abilities: Vec<_> = model.capabilities.iter().chain(&model.tasks).cloned().collect();
    let mut mismatches =
        compared(&query.input_modalities, &specs.input_modalities, Mismatch::Input, Mismatch::InputsNotPublished);
    mismatches.extend(compared(
        &query.output_modalities,
        &specs.output_modalities,
        Mismatch::Output,
        Mismatch::OutputsNotPublished,
    ));
    let absent: Vec<_> = query.required_capabilities.iter().filter(|it| !abilities.contains(it)).cloned().collect();
    match model.capabilities.is_empty() {
        // A list of tasks alone does not rule out other capabilities.
        true if !absent.is_empty() || abilities.is_empty() => mismatches.push(Mismatch::CapabilitiesNotPublished),
        _ => mismatches.extend(absent.into_iter().map(Mismatch::Capability)),
    }
    let named = bound_to(workflow, at);
    let is_for = |it: &&BindingTarget<'_>| it.models.is_empty() || it.models.contains(&model.name.as_str());
    if !at.is_empty() && !at.iter().any(|it| model.endpoint_types.iter().any(|own| own == it.kind)) {
        let kinds: BTreeSet<_> = at.iter().map(|it| it.kind.to_owned()).collect();
        mismatches.push(Mismatch::Endpoint(kinds.into_iter().collect()));
    } else if !named.is_empty() && !named.iter().copied().any(|it| is_for(&it)) {
        mismatches.push(Mismatch::NoOperation);
    }
    let bound = &workflow.runtime_binding.model_ids;
    if !bound.is_empty() && !bound.contains(&model.name) {
        mismatches.push(Mismatch::NotBound);
    }
    Fit { model, mismatches }
}

fn compared(wanted: &[String], has: &[String], mismatch: fn(String) -> Mismatch, unknown: Mismatch) -> Vec<Mismatch> {
    if has.is_empty() {
        return vec![unknown];
    }
    wanted.iter().filter(|it| !has.contains(it)).cloned().map(mismatch).collect()
}
