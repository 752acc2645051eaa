//! Rules about several parameters, tasks, and requests that the service changes without an error.

use std::collections::BTreeMap;

use gatewright_runtime::Decimal;

use super::{Assumption, CatalogModel, Model, Operation, TaskShape, Trap};
use crate::text::Text;

/// Input that a caller starts with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// Only text.
    Text,
    /// Image as the first frame.
    FirstFrame,
    /// Reference files.
    References,
    /// Video to edit.
    Video,
}

/// Sources by their names in the specs.
pub static SOURCES: [(&str, Source); 4] = [
    ("text", Source::Text),
    ("first-frame", Source::FirstFrame),
    ("references", Source::References),
    ("clip", Source::Video),
];

/// Sources by the task names in model records.
pub static TASKS: [(&str, Source); 4] = [
    ("text-to-video", Source::Text),
    ("image-to-video", Source::FirstFrame),
    ("reference-to-video", Source::References),
    ("video-editing", Source::Video),
];

/// Property of a video that operations are chosen by, in addition to source and duration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VideoProperty {
    /// Size.
    Size,
    /// Audio track.
    Audio,
}

/// Properties by their names in the specs.
pub static VIDEO_PROPERTIES: [(&str, VideoProperty); 2] =
    [("size", VideoProperty::Size), ("sound", VideoProperty::Audio)];

/// Limits on the number of values that some parameters have together.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Count {
    /// Parameters as indices in the operation.
    pub of: Vec<usize>,
    /// Minimum number.
    pub min: usize,
    /// Maximum number, if there is one.
    pub max: Option<usize>,
    /// Rules of the count that the documents do not show.
    pub assumptions: Vec<Assumption>,
}

/// Location of a value in a body, and its format there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct BodyLocation {
    /// Paths: dots lead into objects, `[]` at the end appends to a list.
    pub paths: Vec<String>,
    /// Paths that the service also reads, and the client never writes.
    pub also: Vec<String>,
    /// Object that wraps the value, as JSON in which the text `$` stands for the value.
    pub shape: Option<String>,
}

/// Factor by which one value multiplies a price.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PriceFactor {
    /// Value on the wire.
    pub value: String,
    /// Factor.
    pub factor: Decimal,
}

/// Tasks of an interface: shapes of their responses, and outcomes of requests that no operation can create.
#[derive(Clone, Debug, Default)]
pub struct Tasks {
    /// Shapes of the responses, one per path.
    pub shapes: Vec<TaskShape>,
    /// Requests that the service changes, drops or refuses.
    pub traps: Vec<Trap>,
}

impl Model {
    /// Returns the operations that accept a source.
    pub fn operations_with_source(&self, source: &Source) -> Vec<&Operation> {
        self.interfaces.iter().flat_map(|it| &it.operations).filter(|it| it.sources.contains(source)).collect()
    }

    /// Returns the name of a model for examples that generate a video from text.
    pub fn example_video_model(&self) -> &str {
        let first = self.operations_with_source(&Source::Text).into_iter().next();
        first.and_then(|it| self.sample_for(it)).map_or("a-model", |it| it.record.name.as_str())
    }

    /// Returns the models that an operation accepts.
    pub fn accepted_models(&self, operation: &Operation) -> Vec<&CatalogModel> {
        self.models.iter().filter(|it| operation.accepts(it)).collect()
    }

    /// Returns the traps of all interfaces.
    pub fn traps(&self) -> impl Iterator<Item = &Trap> {
        self.interfaces.iter().flat_map(|it| &it.tasks.traps)
    }

    /// Returns every assumption about single requests, with its subjects: operations, groups of models, paths.
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
