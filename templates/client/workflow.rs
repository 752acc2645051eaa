// {{ header }}
{% if !embedded %}
//! Workflow records: types made from their schema, so that an invalid one cannot be built, and what can be done with them.
//!
//! Reading says everything that is wrong with a record at once; only one whose binding is verified can be executed; and
//! nothing is sent before somebody has seen what becomes of data.
//!
//! ```no_run
//! use {{ library }}::workflow::{Outcome, {{ name }}};
//!
//! # async fn demo(client: {{ library }}::Client, text: &str) -> Result<(), Box<dyn std::error::Error>> {
//! let workflow = {{ name }}::parse(text)?;
//! let executable = workflow.executable()?;
//! let inputs = executable.terms().inputs([("prompt", "A kettle begins to sing.")])?;
//! let preflight = executable.prepare(&client, "{{ clip_model }}", inputs)?;
//! println!("kept: {}, costs {:?}", preflight.privacy().retention, preflight.cost());
//! match preflight.agree().run().start().await? {
//!     Outcome::Video(video) => println!("{} bytes", video.download("clip.mp4").await?.bytes),
//!     Outcome::Running(task) => println!("later: {}", task.handle()),
//!     Outcome::Stopped(stopped) => println!("{stopped}"),
//!     other => println!("{other:?}"),
//! }
//! # Ok(()) }
//! ```
{% endif %}
mod types;

pub use gatewright_runtime::workflow::*;
pub use types::{rules, {% for it in types %}{{ it }}{% if !loop.last %}, {% endif %}{% endfor %}};

use gatewright_runtime as rt;

/// The operations of this client that a record can be bound to.
pub static OPERATIONS: &[&rt::OperationSpec] = &[
{%- for it in endpoints %}
    <super::gateway::{{ it }} as rt::Endpoint>::SPEC,
{%- endfor %}
];

/// The schema, as the records that it describes are checked with it.
pub static SCHEMA: rt::workflow::LazySchema = rt::workflow::LazySchema::new(include_str!("workflow.schema.json"));

/// A record that can be executed: the only thing that binds to a call.
pub type {{ executable }} = rt::workflow::Executable<{{ name }}>;

impl rt::workflow::Record for {{ name }} {
    fn schema() -> &'static rt::workflow::Schema {
        SCHEMA.get()
    }
}

impl {{ name }} {
    /// Reads a record, or says everything that is wrong with it.
    pub fn parse(text: &str) -> Result<Self, rt::workflow::ReadError> {
        rt::workflow::Record::parse(text)
    }

    /// The record as JSON, its fields in the order of the schema.
    pub fn to_json(&self) -> String {
        rt::serde_json::to_string_pretty(self).unwrap_or_default()
    }

    /// What the record is run by.
    pub fn terms(&self) -> rt::serde_json::Result<rt::workflow::Terms> {
        rt::workflow::Record::terms(self)
    }

    /// The record as something that can be run, if its binding is verified and nothing is missing; else all that is.
    pub fn executable(&self) -> Result<{{ executable }}, rt::workflow::NotExecutable> {
        rt::workflow::Executable::of(self, OPERATIONS, &super::SERVICE)
    }
{%- if has_models %}

    /// All models of the catalog: those that have what the record asks for first, and of the others, why not.
    pub fn executors(&self) -> Vec<rt::workflow::Fit<'static>> {
        let Ok(terms) = self.terms() else { return Vec::new() };
        let at = rt::workflow::bindable_at(OPERATIONS, &super::SERVICE, &terms);
        rt::workflow::executors(&terms, &at, super::models::RECORDS.iter())
    }
{%- endif %}
}
