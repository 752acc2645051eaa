//! What is beyond single parameters: rules of several, tasks, and what the service does in silence.

use std::collections::BTreeMap;

use gatewright_runtime::Decimal;

use super::{Assumption, Model, Offered, Operation, TaskShape, Trap};
use crate::text::Text;

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
    pub fn assumptions<'a>(&'a self) -> Vec<(Vec<&'a str>, &'a Text)> {
        let mut all = BTreeMap::<&'a Text, Vec<&'a str>>::new();
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
