//! Putting a run together: nothing is sent before somebody has agreed to it.

use std::fmt::{self, Write as _};

use serde_json::Value;

use super::executors::{Fit, Verdict, fit};
use super::operation::{bindable, field_at};
use super::{Executable, InputErrors, Inputs, Lack, NotExecutable, PrivacyPreflight, ReadError, RecoveryPolicy};
use crate::text::Visible;
use crate::video::TaskPath;
use crate::{Call, Client, Cost, CostUnknown, Error, OperationSpec, Presence, ResponseKind, Result, Usage};

impl Executable {
    /// Puts a request together, and sends nothing: what comes back says what becomes of data and what it costs, and has
    /// to be agreed to.
    pub fn prepare(&self, client: &Client, model: impl Into<String>, inputs: Inputs) -> Result<Preflight, RefusedRun> {
        let (workflow, model) = (self.workflow(), model.into());
        self.suits(client, &model)?;
        // Inputs may have been checked for another record.
        let inputs = workflow.inputs(inputs.into_values()).map_err(|it| RefusedRun::Request(vec![it.to_string()]))?;
        let given: Vec<_> = inputs.iter().map(|(id, value)| Given { id, place: self.place(id), value }).collect();
        let best = self.candidates(&model).into_iter().map(|it| (it, problems(it, &given)));
        let Some((operation, problems)) = best.min_by_key(|(_, problems)| problems.len()) else {
            return Err(RefusedRun::Model { model, lacks: vec![Lack::NoOperation] });
        };
        if !problems.is_empty() {
            return Err(RefusedRun::Request(problems));
        }
        let call = filled(Call::new(client, operation).model(model.clone()), operation, &given);
        // An endpoint that begins tasks has two paths, and the record says which.
        let task = client.service().task(workflow.path());
        let path = task.map(|it| TaskPath::new(it.path)).unwrap_or_default();
        let call = if operation.response == ResponseKind::Task { call.on(&path) } else { call };
        call.request().map_err(|error| RefusedRun::Request(vec![error.to_string()]))?;
        Ok(Preflight {
            cost: call.estimate(),
            call,
            path,
            operation,
            model,
            inputs,
            privacy: workflow.privacy_preflight.clone(),
            recovery: workflow.recovery_policy.clone(),
        })
    }

    /// Whether a model may run it: one that the record is bound to, or, if it names none, one that fits.
    fn suits(&self, client: &Client, model: &str) -> Result<(), RefusedRun> {
        let bound = &self.workflow().runtime_binding.model_ids;
        let record = client.inner().models.and_then(|it| it.find(model));
        let at: Vec<_> = self.operations().iter().map(|it| bindable(it)).collect();
        let lacks = match record.map(|it| fit(self.workflow(), &at, it)) {
            Some(Fit { lacks, .. }) if lacks.is_empty() => return Ok(()),
            // A verified binding knows what a catalog does not publish.
            Some(it) if bound.iter().any(|it| it == model) && it.verdict() == Verdict::Unknown => return Ok(()),
            Some(it) => it.lacks,
            None if bound.iter().any(|it| it == model) => return Ok(()),
            None if bound.is_empty() => return Err(RefusedRun::UnknownModel { model: model.to_owned() }),
            None => vec![Lack::NotBound],
        };
        Err(RefusedRun::Model { model: model.to_owned(), lacks })
    }

    /// The place that an input goes to.
    fn place(&self, id: &str) -> &str {
        self.workflow().runtime_binding.request_field_map.get(id).and_then(Value::as_str).unwrap_or_default()
    }

    /// The operations that a model can be asked for: its own where it has some.
    fn candidates(&self, model: &str) -> Vec<&'static OperationSpec> {
        let all = self.operations();
        let only = |it: &OperationSpec| it.model.map_or(&[][..], |it| it.only);
        let own: Vec<_> = all.iter().copied().filter(|it| only(it).contains(&model)).collect();
        let open = || all.iter().copied().filter(|it| only(it).is_empty()).collect();
        if own.is_empty() { open() } else { own }
    }
}

/// An input with its value, and where it goes.
struct Given<'a> {
    id: &'a str,
    place: &'a str,
    value: &'a Value,
}

/// What keeps inputs from being a request to an operation.
fn problems(operation: &'static OperationSpec, given: &[Given<'_>]) -> Vec<String> {
    let mut problems = Vec::new();
    let mut led_to = Vec::new();
    for Given { id, place, value } in given {
        match field_at(operation, place) {
            Err(problem) => problems.push(format!("{id}: {problem}")),
            Ok(field) => {
                problems.extend(field.takes.refuses(value).map(|it| format!("{id}: {it}")));
                if led_to.contains(&field.name) && !field.many {
                    problems.push(format!("{id}: another input goes to `{}` as well", field.name));
                }
                led_to.push(field.name);
            }
        }
    }
    let places: Vec<_> = given.iter().map(|it| it.place).collect();
    problems.extend(bindable(operation).unmet(&places).iter().map(ToString::to_string));
    problems
}

/// A call with all that is given, and what the client sends beside.
fn filled(mut call: Call, operation: &'static OperationSpec, given: &[Given<'_>]) -> Call {
    for field in operation.fields {
        let own = |it: &&Given<'_>| field_at(operation, it.place).is_ok_and(|it| it.name == field.name);
        let mut values: Vec<_> = given.iter().filter(own).map(|it| it.value.clone()).collect();
        if let (true, Presence::Default(json)) = (values.is_empty(), field.presence) {
            values.extend(serde_json::from_str(json).ok());
        }
        for value in values {
            call = call.set(field, value);
        }
    }
    call
}

/// Why a run cannot be prepared. Nothing was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RefusedRun {
    /// The model does not suit the record.
    Model {
        /// Which.
        model: String,
        /// What speaks against it.
        lacks: Vec<Lack>,
    },
    /// The record is bound to no model, and the catalog does not know this one.
    UnknownModel {
        /// Which.
        model: String,
    },
    /// The inputs are no request that the operation takes.
    Request(Vec<String>),
}

impl fmt::Display for RefusedRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let f = &mut Visible(f);
        match self {
            Self::Model { model, lacks } => {
                let lacks: Vec<_> = lacks.iter().map(ToString::to_string).collect();
                write!(f, "`{model}` cannot run the workflow: {}", lacks.join("; "))
            }
            Self::UnknownModel { model } => {
                write!(f, "the catalog does not know `{model}`, and the workflow is bound to no model by name")
            }
            Self::Request(problems) => write!(f, "the inputs are no request: {}", problems.join("; ")),
        }
    }
}

impl std::error::Error for RefusedRun {}

/// Nothing was sent: what is wrong is wrong with the request.
impl From<RefusedRun> for Error {
    fn from(refused: RefusedRun) -> Self {
        Self::Request(refused.to_string())
    }
}

impl From<ReadError> for Error {
    fn from(error: ReadError) -> Self {
        Self::Request(error.to_string())
    }
}

impl From<NotExecutable> for Error {
    fn from(error: NotExecutable) -> Self {
        Self::Request(error.to_string())
    }
}

impl From<InputErrors> for Error {
    fn from(errors: InputErrors) -> Self {
        Self::Request(errors.to_string())
    }
}

/// What has to be agreed to before anything leaves. Drop it, and nothing is sent.
#[must_use = "nothing is sent until it is agreed to"]
#[derive(Debug)]
pub struct Preflight {
    pub(super) call: Call,
    pub(super) path: TaskPath,
    pub(super) operation: &'static OperationSpec,
    model: String,
    inputs: Inputs,
    cost: Result<Cost, CostUnknown>,
    privacy: PrivacyPreflight,
    pub(super) recovery: RecoveryPolicy,
}

impl Preflight {
    /// What becomes of data.
    pub fn privacy(&self) -> &PrivacyPreflight {
        &self.privacy
    }

    /// Cost of the run, or the reason why it is unknown.
    pub fn cost(&self) -> Result<Cost, CostUnknown> {
        self.cost.clone()
    }

    /// The values that will be sent, by the ids of inputs.
    pub fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    /// The model that will run it.
    pub fn model(&self) -> &str {
        &self.model
    }

    /// The operation that it is bound to.
    pub fn operation(&self) -> &'static OperationSpec {
        self.operation
    }

    /// What the record wants a person to agree to.
    pub fn confirmations(&self) -> &[String] {
        &self.recovery.confirmation_required_for
    }

    /// The HTTP request as it would be sent, without the key.
    pub fn request(&self) -> Result<crate::HttpRequest> {
        self.call.request()
    }

    /// Says what the run is expected to use, for its cost and for a budget: of tokens and characters only the caller can tell.
    pub fn expecting(mut self, usage: Usage) -> Self {
        self.call = self.call.expecting(usage);
        self.cost = self.call.estimate();
        self
    }
}
