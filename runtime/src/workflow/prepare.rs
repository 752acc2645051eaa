//! Preparation of a run. The client sends nothing before the caller has agreed to it.

use std::fmt::{self, Write as _};

use serde_json::Value;

use super::executors::{Fit, Verdict, fit};
use super::operation::{binding_target, field_at};
use super::{Executable, InputErrors, Inputs, Mismatch, NotExecutable, PrivacyPreflight, ReadError, RecoveryPolicy};
use crate::text::EscapingWriter;
use crate::video::TaskPath;
use crate::{Call, Client, Cost, CostUnknown, Error, OperationSpec, Presence, ResponseKind, Result, Usage};

impl Executable {
    /// Builds a request and sends nothing. The returned [`Preflight`] shows the data handling and the cost, and the
    /// caller must approve it.
    pub fn prepare(
        &self,
        client: &Client,
        model: impl Into<String>,
        inputs: Inputs,
    ) -> Result<Preflight, PrepareError> {
        let (workflow, model) = (self.workflow(), model.into());
        self.suits(client, &model)?;
        // Inputs may have been checked for another record.
        let inputs = workflow.inputs(inputs.into_values()).map_err(|it| PrepareError::Request(vec![it.to_string()]))?;
        let given: Vec<_> = inputs.iter().map(|(id, value)| PlacedInput { id, place: self.place(id), value }).collect();
        let best = self.candidates(&model).into_iter().map(|it| (it, problems(it, &given)));
        let Some((operation, problems)) = best.min_by_key(|(_, problems)| problems.len()) else {
            return Err(PrepareError::Model { model, mismatches: vec![Mismatch::NoOperation] });
        };
        if !problems.is_empty() {
            return Err(PrepareError::Request(problems));
        }
        let call = filled(Call::new(client, operation).model(model.clone()), operation, &given);
        // An endpoint that starts tasks has two paths, and the record names one of them.
        let task = client.service().task(workflow.path());
        let path = task.map(|it| TaskPath::new(it.path)).unwrap_or_default();
        let call = if operation.response == ResponseKind::Task { call.on(&path) } else { call };
        call.request().map_err(|error| PrepareError::Request(vec![error.to_string()]))?;
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

    /// Checks that a model may run the record. The record must be bound to the model or, if it names no models, the
    /// model must fit.
    fn suits(&self, client: &Client, model: &str) -> Result<(), PrepareError> {
        let bound = &self.workflow().runtime_binding.model_ids;
        let record = client.inner().models.and_then(|it| it.find(model));
        let at: Vec<_> = self.operations().iter().map(|it| binding_target(it)).collect();
        let mismatches = match record.map(|it| fit(self.workflow(), &at, it)) {
            Some(Fit { mismatches, .. }) if mismatches.is_empty() => return Ok(()),
            // A verified binding counts as evidence for facts that the catalog does not publish.
            Some(it) if bound.iter().any(|it| it == model) && it.verdict() == Verdict::Unknown => return Ok(()),
            Some(it) => it.mismatches,
            None if bound.iter().any(|it| it == model) => return Ok(()),
            None if bound.is_empty() => return Err(PrepareError::UnknownModel { model: model.to_owned() }),
            None => vec![Mismatch::NotBound],
        };
        Err(PrepareError::Model { model: model.to_owned(), mismatches })
    }

    /// Returns the path that an input is mapped to.
    fn place(&self, id: &str) -> &str {
        self.workflow().runtime_binding.request_field_map.get(id).and_then(Value::as_str).unwrap_or_default()
    }

    /// Returns the operations for a model: its own operations if it has any, otherwise those for all models.
    fn candidates(&self, model: &str) -> Vec<&'static OperationSpec> {
        let all = self.operations();
        let only = |it: &OperationSpec| it.model.map_or(&[][..], |it| it.only);
        let own: Vec<_> = all.iter().copied().filter(|it| only(it).contains(&model)).collect();
        let open = || all.iter().copied().filter(|it| only(it).is_empty()).collect();
        if own.is_empty() { open() } else { own }
    }
}

/// Input with its value and its path in the request.
struct PlacedInput<'a> {
    id: &'a str,
    place: &'a str,
    value: &'a Value,
}

/// Returns the reasons why the inputs are not a valid request to an operation.
fn problems(operation: &'static OperationSpec, given: &[PlacedInput<'_>]) -> Vec<String> {
    let mut problems = Vec::new();
    let mut set = Vec::new();
    for PlacedInput { id, place, value } in given {
        match field_at(operation, place) {
            Err(problem) => problems.push(format!("{id}: {problem}")),
            Ok(field) => {
                problems.extend(field.value_type.refuses(value).map(|it| format!("{id}: {it}")));
                if set.contains(&field.name) && !field.many {
                    problems.push(format!("{id}: another input also sets `{}`", field.name));
                }
                set.push(field.name);
            }
        }
    }
    let paths: Vec<_> = given.iter().map(|it| it.place).collect();
    problems.extend(binding_target(operation).unmet(&paths).iter().map(ToString::to_string));
    problems
}

/// Adds the inputs to a call, and the defaults that the client sends.
fn filled(mut call: Call, operation: &'static OperationSpec, given: &[PlacedInput<'_>]) -> Call {
    for field in operation.fields {
        let own = |it: &&PlacedInput<'_>| field_at(operation, it.place).is_ok_and(|it| it.name == field.name);
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

/// Error of preparing a run. The client has sent nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PrepareError {
    /// The model does not fit the record.
    Model {
        /// Name of the model.
        model: String,
        /// Reasons why it does not fit.
        mismatches: Vec<Mismatch>,
    },
    /// The record is bound to no model, and this one is not in the catalog.
    UnknownModel {
        /// Name of the model.
        model: String,
    },
    /// The inputs are not a valid request to the operation. Contains the reasons.
    Request(Vec<String>),
}

impl fmt::Display for PrepareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let f = &mut EscapingWriter(f);
        match self {
            Self::Model { model, mismatches } => {
                let mismatches: Vec<_> = mismatches.iter().map(ToString::to_string).collect();
                write!(f, "cannot run the workflow with `{model}`: {}", mismatches.join("; "))
            }
            Self::UnknownModel { model } => {
                write!(f, "unknown model `{model}`: it is not in the catalog, and the workflow names no models")
            }
            Self::Request(problems) => write!(f, "cannot build a request from the inputs: {}", problems.join("; ")),
        }
    }
}

impl std::error::Error for PrepareError {}

/// Becomes an invalid request, since the client has sent nothing.
impl From<PrepareError> for Error {
    fn from(refused: PrepareError) -> Self {
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

/// Prepared request that the caller must approve before the client sends it. Dropping it sends nothing.
#[must_use = "nothing is sent until you call `approve`"]
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
    /// Returns the information about data handling.
    pub fn privacy(&self) -> &PrivacyPreflight {
        &self.privacy
    }

    /// Returns the cost of the run, or the reason why it is unknown.
    pub fn cost(&self) -> Result<Cost, CostUnknown> {
        self.cost.clone()
    }

    /// Returns the values that the client will send, by input id.
    pub fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    /// Returns the model that will run the workflow.
    pub fn model(&self) -> &str {
        &self.model
    }

    /// Returns the operation that the run calls.
    pub fn operation(&self) -> &'static OperationSpec {
        self.operation
    }

    /// Returns the actions that require a person's consent, according to the record.
    pub fn confirmations(&self) -> &[String] {
        &self.recovery.confirmation_required_for
    }

    /// Returns the HTTP request as the client would send it, without the key.
    pub fn request(&self) -> Result<crate::HttpRequest> {
        self.call.request()
    }

    /// Sets the expected usage of the run, for its cost and for a budget. Only the caller knows the number of tokens
    /// and characters.
    pub fn expecting(mut self, usage: Usage) -> Self {
        self.call = self.call.expecting(usage);
        self.cost = self.call.estimate();
        self
    }
}
