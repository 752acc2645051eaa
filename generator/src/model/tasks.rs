//! What is beyond single parameters: rules of several, tasks, and what the service does in silence.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use gatewright_runtime::Decimal;

use super::{Model, Offered, Operation, Scalar};

/// A rule that the documents do not show: the interpretation of them that cannot lose money or a reference.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Assumption {
    /// Which rule of its line it is, such as `required` or `times.std`.
    pub rule: String,
    /// What the documents leave open, and how it is read.
    pub says: String,
}

/// An assumption that applies to more than one request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedAssumption {
    /// Name of the assumption, and its anchor in the docs.
    pub id: String,
    /// A noun phrase, such as `Error responses`.
    pub applies_to: String,
    /// The gap in the documents, then the client's rule.
    pub says: String,
}

impl Assumption {
    /// Whether the documents show a rule: none of these assumptions is about it.
    pub fn none_about(assumptions: &[Self], rule: &str) -> bool {
        assumptions.iter().all(|it| it.rule != rule)
    }

    /// What several of them say, each once: one sentence can be about two rules.
    pub fn say<'a>(assumptions: impl IntoIterator<Item = &'a Self>) -> Vec<&'a str> {
        let mut all = Vec::new();
        for assumption in assumptions {
            if !all.contains(&assumption.says.as_str()) {
                all.push(&assumption.says);
            }
        }
        all
    }
}

/// What a caller begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// A text alone.
    Text,
    /// A picture to begin with.
    FirstFrame,
    /// Things to go by.
    References,
    /// A clip to change.
    Clip,
}

/// What the specs call them.
pub static SOURCES: [(&str, Source); 4] = [
    ("text", Source::Text),
    ("first-frame", Source::FirstFrame),
    ("references", Source::References),
    ("clip", Source::Clip),
];

/// What records call that which begins with them.
pub static TASKS: [(&str, Source); 4] = [
    ("text-to-video", Source::Text),
    ("image-to-video", Source::FirstFrame),
    ("reference-to-video", Source::References),
    ("video-editing", Source::Clip),
];

/// What of a clip requests are chosen by, beside what one begins with and how long it lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aspect {
    /// How large it is.
    Size,
    /// Whether it has sound.
    Sound,
}

/// What the specs call them.
pub static ASPECTS: [(&str, Aspect); 2] = [("size", Aspect::Size), ("sound", Aspect::Sound)];

/// How many values some parameters hold together.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Count {
    /// The parameters, as indices in the operation.
    pub of: Vec<usize>,
    /// At least so many.
    pub min: usize,
    /// At most so many, if there is a limit.
    pub max: Option<usize>,
    /// Whether the documents show it.
    pub assumptions: Vec<Assumption>,
}

/// Where a value goes in a body, and as what.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct BodyLocation {
    /// The places: dots lead into objects, `[]` at the end appends to a list.
    pub places: Vec<String>,
    /// Where the service reads the same, too, and the client never writes it.
    pub also: Vec<String>,
    /// The object that a value becomes, as JSON in which the text `$` stands for it.
    pub shape: Option<String>,
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

/// What one value multiplies a price by.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Times {
    /// The value on the wire.
    pub value: String,
    /// The factor.
    pub factor: Decimal,
}

/// Tasks of an interface: what their answers look like, and what becomes of requests that no operation can write.
#[derive(Clone, Debug, Default)]
pub struct Tasks {
    /// A shape for each path.
    pub shapes: Vec<TaskShape>,
    /// What the service does in silence.
    pub traps: Vec<Trap>,
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
    /// Where the code of a failure is.
    pub error_code: Option<String>,
    /// Where its words are.
    pub error_text: String,
    /// What is there unless something else is said at the same place.
    pub constant: Vec<(String, String)>,
    /// The word for a task that waits.
    pub queued: String,
    /// The word for a task that is done.
    pub done: String,
    /// The word for a task that failed.
    pub failed: String,
    /// What of it the documents do not show.
    pub assumptions: Vec<Assumption>,
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
    pub about: String,
    /// How the types keep it from being written.
    pub instead: String,
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

impl Model {
    /// The operations that a caller can begin with something.
    pub fn begun_with(&self, source: &Source) -> Vec<&Operation> {
        self.interfaces.iter().flat_map(|it| &it.operations).filter(|it| it.sources.contains(source)).collect()
    }

    /// Name of a model for examples that make a video from text.
    pub fn clip_model(&self) -> &str {
        let first = self.begun_with(&Source::Text).into_iter().next();
        first.and_then(|it| self.sample_for(it)).map_or("a-model", |it| it.record.name.as_str())
    }

    /// The models that an operation takes.
    pub fn taken_by(&self, operation: &Operation) -> Vec<&Offered> {
        self.models.iter().filter(|it| operation.takes(it)).collect()
    }

    /// Everything that the service does in silence.
    pub fn traps(&self) -> impl Iterator<Item = &Trap> {
        self.interfaces.iter().flat_map(|it| &it.tasks.traps)
    }

    /// Every assumption about single requests, with what it is about: operations, groups of models, paths.
    pub fn assumptions<'a>(&'a self) -> Vec<(Vec<&'a str>, &'a str)> {
        let mut all = BTreeMap::<&'a str, Vec<&'a str>>::new();
        let mut add = |assumption: &'a Assumption, about: &'a str| {
            let of = all.entry(&assumption.says).or_default();
            if !of.contains(&about) {
                of.push(about);
            }
        };
        let social = self.platforms.iter().flat_map(|it| &it.operations).map(|it| (it, &it.route.path));
        let models = self.interfaces.iter().flat_map(|it| &it.operations).map(|it| (it, &it.key));
        for (operation, about) in social.chain(models) {
            let of_params = operation.params.iter().flat_map(|it| &it.assumptions);
            let of_counts = operation.counts.iter().flat_map(|it| &it.assumptions);
            operation.assumptions.iter().chain(of_params).chain(of_counts).for_each(|it| add(it, about));
        }
        for shape in self.interfaces.iter().flat_map(|it| &it.tasks.shapes) {
            shape.assumptions.iter().for_each(|it| add(it, &shape.path));
        }
        for trap in self.traps() {
            trap.on.iter().for_each(|on| trap.assumptions.iter().for_each(|it| add(it, on)));
        }
        all.into_iter().map(|(says, of)| (of, says)).collect()
    }
}
