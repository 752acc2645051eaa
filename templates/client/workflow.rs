// {{ header }}
{% if !embedded %}
//! Workflow records: types that follow the rules of the schema, and execution of records.
//!
//! Reading a record reports all errors at once. Only a record with a verified binding can be executed, and the client
//! sends nothing before you have agreed to it.
//!
//! ```no_run
//! use {{ library }}::workflow::{self, Outcome, Workflow};
//!
//! # async fn demo(client: {{ library }}::Client, text: &str) -> Result<(), Box<dyn std::error::Error>> {
//! let executable = workflow::executable(&Workflow::parse(text)?)?;
//! let inputs = executable.inputs([("prompt", "A kettle begins to sing.")])?;
//! let preflight = executable.prepare(&client, "{{ example_video_model }}", inputs)?;
//! println!("kept: {}, costs {:?}", preflight.privacy().retention, preflight.cost());
//! match preflight.approve().run().start().await? {
//!     Outcome::Video(video) => println!("{} bytes", video.download("clip.mp4").await?.bytes),
//!     Outcome::Running(task) => println!("later: {}", task.handle()),
//!     Outcome::Failed(stopped) => println!("{stopped}"),
//!     other => println!("{other:?}"),
//! }
//! # Ok(()) }
//! ```
{% endif %}
pub use gatewright_runtime::workflow::*;

use gatewright_runtime::rt;

/// Operations that a record can be bound to.
pub static OPERATIONS: &[&rt::OperationSpec] = &[
{%- for it in endpoints %}
    <super::gateway::{{ it }} as rt::Endpoint>::SPEC,
{%- endfor %}
];

/// Returns the record as an executable. The error contains all unmet requirements, such as a verified binding.
pub fn executable(workflow: &Workflow) -> Result<Executable, NotExecutable> {
    Executable::of(workflow, OPERATIONS, &super::SERVICE)
}
{%- if has_models %}

/// Compares all models of the catalog with a record. Models that fit come first; the others list the reasons why not.
pub fn executors(workflow: &Workflow) -> Vec<Fit<'static>> {
    let at = binding_targets_at(OPERATIONS, &super::SERVICE, workflow);
    rt::workflow::executors(workflow, &at, super::models::RECORDS.iter())
}
{%- endif %}
