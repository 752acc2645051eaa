//! Tasks, what the service does in silence, and what the documents leave open.

use std::ops::RangeInclusive;

use super::Scalar;
use crate::text::Text;

/// A rule that the documents do not show: the interpretation of them that cannot lose money or a reference.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Assumption {
    /// Which rule of its line it is, such as `required` or `times.std`.
    pub rule: String,
    /// What the documents leave open, and how it is read.
    pub says: Text,
}

impl Assumption {
    /// Whether the documents show a rule: none of these assumptions is about it.
    pub fn none_about(assumptions: &[Self], rule: &str) -> bool {
        assumptions.iter().all(|it| it.rule != rule)
    }

    /// What several of them say, each once: one sentence can be about two rules.
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

/// What the file behind an address must be.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Media {
    /// The shortest.
    pub min_seconds: Option<i64>,
    /// The longest.
    pub max_seconds: Option<i64>,
    /// The formats, if only some are taken.
    pub formats: Vec<String>,
}

/// What an answer about a task looks like on one path.
#[derive(Clone, Debug)]
pub struct TaskShape {
    /// Where tasks are submitted, and, with a slash and an id behind it, asked for.
    pub path: String,
    /// Where the id is; all of these hold it.
    pub task_id: Vec<String>,
    /// Where the model is.
    pub model: Option<String>,
    /// Where the word for its state is.
    pub status: String,
    /// Where the progress is.
    pub progress: String,
    /// Whether that is a text such as `42%`.
    pub percent: bool,
    /// Where the address of the file is.
    pub url: String,
    /// Other places of it, which relatives of the service use.
    pub also_url: Vec<String>,
    /// Where the code of a failure is.
    pub error_code: Option<String>,
    /// Where its words are.
    pub error_text: String,
    /// Other places of them, which relatives of the service use.
    pub also_error_text: Vec<String>,
    /// What is there unless something else is said at the same place.
    pub constant: Vec<(String, String)>,
    /// The word for a task that waits.
    pub queued: String,
    /// The word for a task that is done.
    pub done: String,
    /// Other words for it, which relatives of the service use.
    pub also_done: Vec<String>,
    /// The word for a task that failed.
    pub failed: String,
    /// What of it the documents do not show.
    pub assumptions: Vec<Assumption>,
}

impl TaskShape {
    /// Last segment of the path.
    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or_default()
    }

    /// Field that contains everything about the task; empty if that is the body.
    pub fn envelope(&self) -> &str {
        let places = || self.task_id.iter().chain([&self.status, &self.progress, &self.url]);
        let first = self.status.split_once('.').map_or("", |it| it.0);
        let is_in = |place: &String| place.strip_prefix(first).is_some_and(|it| it.starts_with('.'));
        if places().all(is_in) { first } else { "" }
    }

    /// A place without the envelope.
    pub fn in_envelope<'a>(&self, place: &'a str) -> &'a str {
        let inner = place.strip_prefix(self.envelope()).and_then(|it| it.strip_prefix('.'));
        inner.unwrap_or(place)
    }
}

/// What the service does with a request that no operation can write.
#[derive(Clone, Debug)]
pub struct Trap {
    /// The groups of models that do so; the key of the operation for models without a group.
    pub on: Vec<String>,
    /// What is in the body: of each, one of these places.
    pub sent: Vec<Vec<String>>,
    /// What is not.
    pub lacks: Vec<String>,
    /// The value of the last place of `sent` is one of these, if there are any.
    pub values: Vec<Scalar>,
    /// It is none of these.
    pub unless: Vec<Scalar>,
    /// It is not spelled as a size is.
    pub no_size: bool,
    /// It is a size whose shorter side is one of these.
    pub shorter: Option<RangeInclusive<u32>>,
    /// It depends on the file behind an address: what is wrong with that.
    pub file: Option<String>,
    /// What becomes of it: one of these.
    pub then: Vec<Outcome>,
    /// The words of the error.
    pub text: Option<String>,
    /// The code of the error.
    pub code: Option<String>,
    /// Places that are not read.
    pub drops: Vec<String>,
    /// Places that get another value.
    pub becomes: Vec<(String, String)>,
    /// What happens, in a sentence.
    pub about: Text,
    /// How the types keep it from being written.
    pub instead: Text,
    /// What of it the documents do not show.
    pub assumptions: Vec<Assumption>,
}

impl Trap {
    /// Every place that it names, without what stands behind a list.
    pub fn places(&self) -> impl Iterator<Item = &str> {
        let becomes = self.becomes.iter().map(|(place, _)| place);
        let all = self.sent.iter().flatten().chain(&self.lacks).chain(&self.drops).chain(becomes);
        all.map(|it| it.split('[').next().unwrap_or(it))
    }
}

/// What becomes of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// No task and no charge.
    Refused,
    /// It is taken, fails and is refunded.
    Fails,
    /// It runs without something, and is charged.
    Dropped,
    /// It runs with another value, and is charged.
    Becomes,
}

/// What the specs call them.
pub static OUTCOMES: [(&str, Outcome); 4] = [
    ("refused", Outcome::Refused),
    ("fails", Outcome::Fails),
    ("dropped", Outcome::Dropped),
    ("becomes", Outcome::Becomes),
];
