//! Workflow records: read, checked, bound to a call, run.
//!
//! A generated client has the types of a record, made from its schema. What is the same for every record is here: the rules
//! of a schema ([`Schema`]), the values that keep them ([`Text`], [`List`], [`Distinct`]), and what can be done with a record
//! that keeps all of them ([`Executable`], [`Fit`], [`Inputs`], [`Preflight`]).

mod check;
#[cfg(feature = "video")]
mod executable;
mod executors;
mod fields;
mod inputs;
mod missing;
#[cfg(feature = "video")]
mod operation;
mod path;
mod pattern;
#[cfg(feature = "video")]
mod prepare;
mod record;
mod rule;
#[cfg(feature = "video")]
mod run;
mod schema;
mod terms;
mod text;
mod tree;
mod values;

pub use check::{Invalid, Rule, Violation};
#[cfg(feature = "video")]
pub use executable::Executable;
pub use executors::{Fit, Lack, Verdict, executors};
pub use fields::{Taken, one_of};
pub use inputs::{InputError, InputErrors, Inputs, Problem};
pub use missing::{Bindable, Missing, NotExecutable};
#[cfg(feature = "video")]
pub use operation::bindable_at;
pub use path::{Path, Step};
#[cfg(feature = "video")]
pub use prepare::{Preflight, RefusedRun};
pub use record::{LazySchema, ReadError, Record, read};
pub use rule::TextRule;
#[cfg(feature = "video")]
pub use run::{Agreed, Next, Outcome, Run, Stopped};
pub use schema::{Field, Kind, Schema, SchemaError, Shape};
pub use terms::{Binding, Evidence, InputTerms, Privacy, Query, Recovery, Terms};
pub use text::{Constant, Fixed, Ruled, Text};
pub use tree::DEEPEST;
pub use values::{Distinct, False, Integer, List, Scalar, True};
