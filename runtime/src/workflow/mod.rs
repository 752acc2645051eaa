//! Workflow records: reading, validation, binding to an operation, and execution.
//!
//! A [`Workflow`] follows the rules of its schema. An [`Executable`] is a workflow that can be run.
//! [`Executable::prepare`] returns a [`Preflight`], which the caller must agree to before the client sends anything.

mod check;
mod describe;
#[cfg(feature = "video")]
mod executable;
mod executors;
mod inputs;
mod missing;
#[cfg(feature = "video")]
mod operation;
mod part;
mod path;
#[cfg(feature = "video")]
mod prepare;
mod read;
mod record;
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
pub use executors::{Fit, Lack, Verdict, executors};
pub use inputs::{InputError, InputErrors, Inputs, Problem};
pub use missing::{Bindable, Missing, NotExecutable};
#[cfg(feature = "video")]
pub use operation::bindable_at;
pub use part::{Field, Kind, Shape};
pub use path::{Path, Step};
#[cfg(feature = "video")]
pub use prepare::{Preflight, RefusedRun};
pub use read::{ReadError, read};
pub use record::*;
pub use rule::TextRule;
#[cfg(feature = "video")]
pub use run::{Agreed, Next, Outcome, Run, Stopped};
pub use text::{Ruled, Text};
pub use tree::DEEPEST;
pub use values::{Distinct, False, Integer, List, Scalar, True};
