//! Which models can run a workflow, and why the others cannot.

use std::collections::BTreeSet;
use std::fmt::{self, Write as _};

use super::missing::bound_to;
use super::{Bindable, Workflow};
use crate::ModelRecord;
use crate::text::Visible;

/// How far a model fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// The catalog says that it can do all that is asked for.
    Fits,
    /// The catalog does not say so of everything, and nothing that it says speaks against it.
    Unknown,
    /// The catalog says that it cannot, or the record is not bound to it.
    Lacks,
}

/// A model, and how far it fits.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Fit<'a> {
    /// The model.
    pub model: &'a ModelRecord,
    /// What it lacks, or what nobody knows of it; empty: it fits.
    pub lacks: Vec<Lack>,
}

impl Fit<'_> {
    /// How far it fits.
    pub fn verdict(&self) -> Verdict {
        match &self.lacks[..] {
            [] => Verdict::Fits,
            lacks if lacks.iter().all(Lack::is_unknown) => Verdict::Unknown,
            _ => Verdict::Lacks,
        }
    }
}

/// What speaks against a model.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Lack {
    /// It does not take this.
    Input(String),
    /// It does not give this.
    Output(String),
    /// It cannot do this.
    Capability(String),
    /// What it takes is not published.
    InputsNotPublished,
    /// What it gives is not published.
    OutputsNotPublished,
    /// What it can do is not published.
    CapabilitiesNotPublished,
    /// It answers at other endpoints: it would have to be of one of these types.
    Endpoint(Vec<String>),
    /// The record is bound to other models.
    NotBound,
    /// None of the operations that the record is bound to is for it.
    NoOperation,
}

impl Lack {
    /// Whether it is only that nobody knows.
    pub fn is_unknown(&self) -> bool {
        matches!(self, Self::InputsNotPublished | Self::OutputsNotPublished | Self::CapabilitiesNotPublished)
    }
}

impl fmt::Display for Lack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let f = &mut Visible(f);
        match self {
            Self::Input(what) => write!(f, "it does not take `{what}`"),
            Self::Output(what) => write!(f, "it does not give `{what}`"),
            Self::Capability(what) => write!(f, "it cannot do `{what}`"),
            Self::InputsNotPublished => f.write_str("what it takes is not published"),
            Self::OutputsNotPublished => f.write_str("what it gives is not published"),
            Self::CapabilitiesNotPublished => f.write_str("what it can do is not published"),
            Self::Endpoint(kinds) => {
                write!(f, "it is not for this endpoint: none of its types is `{}`", kinds.join("`, `"))
            }
            Self::NotBound => f.write_str("the record is bound to other models"),
            Self::NoOperation => f.write_str("none of the operations that the record is bound to is for it"),
        }
    }
}

/// All models: those that fit first, then those of which not enough is known; in each part in the order of the catalog.
/// `at` is what answers at the record's endpoint; empty if nobody knows.
pub fn executors<'a>(
    workflow: &Workflow,
    at: &[Bindable<'_>],
    models: impl IntoIterator<Item = &'a ModelRecord>,
) -> Vec<Fit<'a>> {
    let mut all: Vec<_> = models.into_iter().map(|it| fit(workflow, at, it)).collect();
    all.sort_by_key(Fit::verdict);
    all
}

/// How far one model fits.
pub(super) fn fit<'a>(workflow: &Workflow, at: &[Bindable<'_>], model: &'a ModelRecord) -> Fit<'a> {
    let query = &workflow.executor_query;
    let specs = &model.specs;
    // A capability is what the record of a model lists as one, or as a task: the document does not say which is meant.
    let abilities: Vec<_> = model.capabilities.iter().chain(&model.tasks).cloned().collect();
    let mut lacks = compared(&query.input_modalities, &specs.input_modalities, Lack::Input, Lack::InputsNotPublished);
    lacks.extend(compared(&query.output_modalities, &specs.output_modalities, Lack::Output, Lack::OutputsNotPublished));
    let absent: Vec<_> = query.required_capabilities.iter().filter(|it| !abilities.contains(it)).cloned().collect();
    match model.capabilities.is_empty() {
        // Tasks alone do not say what it cannot do.
        true if !absent.is_empty() || abilities.is_empty() => lacks.push(Lack::CapabilitiesNotPublished),
        _ => lacks.extend(absent.into_iter().map(Lack::Capability)),
    }
    let named = bound_to(workflow, at);
    let is_for = |it: &&Bindable<'_>| it.models.is_empty() || it.models.contains(&model.name.as_str());
    if !at.is_empty() && !at.iter().any(|it| model.endpoint_types.iter().any(|own| own == it.kind)) {
        let kinds: BTreeSet<_> = at.iter().map(|it| it.kind.to_owned()).collect();
        lacks.push(Lack::Endpoint(kinds.into_iter().collect()));
    } else if !named.is_empty() && !named.iter().copied().any(|it| is_for(&it)) {
        lacks.push(Lack::NoOperation);
    }
    let bound = &workflow.runtime_binding.model_ids;
    if !bound.is_empty() && !bound.contains(&model.name) {
        lacks.push(Lack::NotBound);
    }
    Fit { model, lacks }
}

fn compared(wanted: &[String], has: &[String], lack: fn(String) -> Lack, unknown: Lack) -> Vec<Lack> {
    if has.is_empty() {
        return vec![unknown];
    }
    wanted.iter().filter(|it| !has.contains(it)).cloned().map(lack).collect()
}
