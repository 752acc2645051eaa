//! What the helpers go by: the parts of a record that say how it is run.

use serde::Deserialize;
use serde_json::{Map, Value};

/// Of a record, what it takes to run it. Everything else in it is for people.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct Terms {
    /// What it is called.
    pub workflow_id: String,
    /// How far its contract is.
    pub contract_status: String,
    /// What it takes.
    pub inputs: Vec<InputTerms>,
    /// What a model must be able to do.
    pub executor_query: Query,
    /// What runs it.
    pub runtime_binding: Binding,
    /// What becomes of data.
    pub privacy_preflight: Privacy,
    /// What may be done when something goes wrong.
    pub recovery_policy: Recovery,
    /// Where it comes from.
    pub provenance: Evidence,
}

/// An input.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct InputTerms {
    /// What it is called.
    pub id: String,
    /// What kind of value it is.
    #[serde(rename = "type")]
    pub kind: String,
    /// Whether it must be given.
    pub required: bool,
    /// What it is for.
    pub description: String,
    /// What it is if nobody gives it.
    pub default: Value,
    /// The only values, where there are some.
    pub allowed_values: Vec<Value>,
    /// Whether it changes what a run costs.
    pub cost_sensitive: bool,
}

/// What a model must be able to do.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct Query {
    /// What it must take.
    pub input_modalities: Vec<String>,
    /// What it must give.
    pub output_modalities: Vec<String>,
    /// What else it must be able to do.
    pub required_capabilities: Vec<String>,
    /// How one is chosen among several, in words.
    pub selection_policy: String,
}

/// What runs a workflow.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct Binding {
    /// How far the binding is.
    pub status: String,
    /// What keeps it from being executed.
    pub blocking_reason: Option<String>,
    /// The operation that it calls.
    pub operation_id: Option<String>,
    /// The path that it calls.
    pub endpoint: Option<String>,
    /// The models that it is bound to.
    pub model_ids: Vec<String>,
    /// Fields that are known not to work yet.
    pub known_unimplemented_fields: Vec<String>,
    /// Which input goes to which field.
    pub request_field_map: Map<String, Value>,
}

/// What becomes of data.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[non_exhaustive]
pub struct Privacy {
    /// Where it is processed.
    pub processing_region: String,
    /// How long it is kept.
    pub retention: String,
    /// Whether models are trained with it.
    pub training_use: String,
    /// How it is deleted.
    pub deletion: String,
    /// Whether results may be sold.
    pub commercial_use: String,
    /// Whether results are marked.
    pub watermark: String,
}

/// What may be done when something goes wrong. The rest of the policy is the same in every record: the same task is gone on
/// with first, no other model is taken by itself, and nothing is sent while nobody knows what was charged.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[non_exhaustive]
pub struct Recovery {
    /// What a person must agree to.
    pub confirmation_required_for: Vec<String>,
}

/// Where a record comes from.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct Evidence {
    /// What shows that it runs.
    pub runtime_evidence: String,
}
