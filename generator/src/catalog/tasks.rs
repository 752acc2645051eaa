//! Tasks, requests that the service changes without an error, and assumptions.

use std::ops::RangeInclusive;

use super::Scalar;
use crate::text::Text;

/// A rule that the documents do not show. It is the interpretation that cannot lose money or a reference.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Assumption {
    /// Rule that the assumption is about, such as `required` or `times.std`.
    pub rule: String,
    /// The gap in the documents, then the client's rule.
    pub says: Text,
}

impl Assumption {
    /// Returns true if the documents show a rule: no assumption is about it.
    pub fn is_documented(assumptions: &[Self], rule: &str) -> bool {
        assumptions.iter().all(|it| it.rule != rule)
    }

    /// Returns the texts of some assumptions, each once. One text can be about two rules.
    pub fn say<'a>(assumptions: impl IntoIterator<Item = &'a Self>) -> Vec<&'a Text> {
        let mut all = Vec::new();
        for assumption in assumptions {
            if !all.contains(&&assumption.says) {
                all.push(&assumption.says);
            }
        }
        all
    }
}

/// An assumption that applies to more than one request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedAssumption {
    /// Name of the assumption, and its anchor in the docs.
    pub id: String,
    /// A noun phrase, such as `Error responses`.
    pub applies_to: Text,
    /// The gap in the documents, then the client's rule.
    pub says: Text,
}

/// Requirements on the file behind a URL.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Media {
    /// Minimum duration in seconds.
    pub min_seconds: Option<i64>,
    /// Maximum duration in seconds.
    pub max_seconds: Option<i64>,
    /// Accepted formats, if only some are accepted.
    pub formats: Vec<String>,
}

/// Shape of the responses about tasks on one path.
#[derive(Clone, Debug)]
pub struct TaskShape {
    /// Path that tasks are submitted to. They are polled at this path, followed by a slash and the id.
    pub path: String,
    /// Fields with the id; all of them contain it.
    pub task_id: Vec<String>,
    /// Field with the model.
    pub model: Option<String>,
    /// Field with the status.
    pub status: String,
    /// Field with the progress.
    pub progress: String,
    /// True if the progress is a text such as `42%`.
    pub percent: bool,
    /// Field with the URL of the file.
    pub url: String,
    /// Alternative fields with the URL, which related services use.
    pub also_url: Vec<String>,
    /// Field with the error code of a failed task.
    pub error_code: Option<String>,
    /// Field with the error message of a failed task.
    pub error_text: String,
    /// Alternative fields with the error message, which related services use.
    pub also_error_text: Vec<String>,
    /// Fields with a constant value, unless another rule sets the same field.
    pub constant: Vec<(String, String)>,
    /// Status of a queued task.
    pub queued: String,
    /// Status of a completed task.
    pub done: String,
    /// Alternatives to this status, which related services use.
    pub also_done: Vec<String>,
    /// Status of a failed task.
    pub failed: String,
    /// Rules of the shape that the documents do not show.
    pub assumptions: Vec<Assumption>,
}

impl TaskShape {
    /// Returns the last segment of the path.
    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or_default()
    }

    /// Returns the field that contains everything about the task; empty if that is the whole body.
    pub fn envelope(&self) -> &str {
        let paths = || self.task_id.iter().chain([&self.status, &self.progress, &self.url]);
        let first = self.status.split_once('.').map_or("", |it| it.0);
        let is_in = |path: &String| path.strip_prefix(first).is_some_and(|it| it.starts_with('.'));
        if paths().all(is_in) { first } else { "" }
    }

    /// Returns the path of a field relative to the envelope.
    pub fn in_envelope<'a>(&self, path: &'a str) -> &'a str {
        let inner = path.strip_prefix(self.envelope()).and_then(|it| it.strip_prefix('.'));
        inner.unwrap_or(path)
    }
}

/// A request that the service drops, changes or refuses, and that no operation can create.
#[derive(Clone, Debug)]
pub struct Trap {
    /// Groups of models with this behavior, or the key of an operation for models without a group.
    pub on: Vec<String>,
    /// Fields that must be in the body: one of each list.
    pub sent: Vec<Vec<String>>,
    /// Fields that must be missing.
    pub lacks: Vec<String>,
    /// Accepted values of the last field of `sent`; empty for any value.
    pub values: Vec<Scalar>,
    /// Values that the last field of `sent` must not have.
    pub unless: Vec<Scalar>,
    /// True if the value must not have the format of a size.
    pub no_size: bool,
    /// Range of the shorter side, if the value must be a size.
    pub shorter: Option<RangeInclusive<u32>>,
    /// Problem with the file behind a URL, if the trap depends on the file.
    pub file: Option<String>,
    /// Possible outcomes.
    pub then: Vec<Outcome>,
    /// Message of the error.
    pub text: Option<String>,
    /// Code of the error.
    pub code: Option<String>,
    /// Fields that the service ignores.
    pub drops: Vec<String>,
    /// Fields whose value the service replaces.
    pub becomes: Vec<(String, String)>,
    /// Description of the behavior, in a sentence.
    pub about: Text,
    /// Explanation of how the types prevent the request.
    pub instead: Text,
    /// Parts of the trap that the documents do not show.
    pub assumptions: Vec<Assumption>,
}

impl Trap {
    /// Returns every field that the trap names, up to the first list.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        let becomes = self.becomes.iter().map(|(path, _)| path);
        let all = self.sent.iter().flatten().chain(&self.lacks).chain(&self.drops).chain(becomes);
        all.map(|it| it.split('[').next().unwrap_or(it))
    }
}

/// Outcome of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// No task is created, and nothing is charged.
    Refused,
    /// The task is created, fails and is refunded.
    Fails,
    /// The task runs without a field, and is charged.
    Dropped,
    /// The task runs with another value, and is charged.
    Becomes,
}

/// Outcomes by their names in the specs.
pub static OUTCOMES: [(&str, Outcome); 4] = [
    ("refused", Outcome::Refused),
    ("fails", Outcome::Fails),
    ("dropped", Outcome::Dropped),
    ("becomes", Outcome::Becomes),
];
