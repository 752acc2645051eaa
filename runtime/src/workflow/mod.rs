//! Workflow records: reading, validation, binding to an operation, and execution.
//!
//! A [`Workflow`] follows the rules of its schema. An [`Executable`] is a workflow that can be run.
//! [`Executable::prepare`] returns a [`Preflight`], which the caller must approve before the client sends anything.

mod check;
mod describe;
#[cfg(feature = "video")]
mod executable;
mod executors;
mod inputs;
#[cfg(feature = "video")]
mod operation;
mod part;
mod path;
#[cfg(feature = "video")]
mod prepare;
mod read;
mod record;
mod requirements;
mod rule;
#[cfg(feature = "video")]
mod run;
mod schema;
mod text;
mod tree;
mod values;

pub use check::{Invalid, Rule, Violation};
#[cfg(feature = "video")]
pub use executable::Executable;
pub use executors::{Fit, Mismatch, Verdict, executors};
pub use inputs::{InputError, InputErrors, Inputs, Problem};
#[cfg(feature = "video")]
pub use operation::binding_targets_at;
pub use part::{Field, Kind, Shape};
pub use path::{Path, Step};
#[cfg(feature = "video")]
pub use prepare::{Preflight, PrepareError};
pub use read::{ReadError, read};
pub use record::*;
pub use requirements::{BindingTarget, NotExecutable, UnmetRequirement};
pub use rule::TextRule;
#[cfg(feature = "video")]
pub use run::{ApprovedRequest, NextStep, Outcome, Run, RunError};
pub use text::{Text, TextKind};
pub use tree::MAX_DEPTH;
pub use values::{False, Integer, List, Scalar, True, UniqueList};
