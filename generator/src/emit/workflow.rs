//! The module of workflow records. Their types are in the runtime.

use askama::Template;

use super::print;
use super::print::text;
use crate::model::Model;
use crate::output::Output;

#[derive(Template)]
#[template(path = "client/workflow.rs")]
struct Module<'a> {
    header: &'a str,
    embedded: bool,
    library: &'a str,
    has_models: bool,
    /// Endpoints that records can be bound to.
    endpoints: Vec<&'a str>,
    /// A model that generates a video from text.
    example_video_model: &'a str,
}

/// Writes the module, if there are workflow records.
pub(super) fn write(model: &Model, source: &str, embedded: bool, output: &mut Output) {
    if model.records.is_empty() {
        return;
    }
    let operations = model.interfaces.iter().flat_map(|it| &it.operations);
    let module = Module {
        header: print::HEADER,
        embedded,
        library: &model.client.library,
        has_models: model.has_models(),
        endpoints: operations.filter(|it| model.is_binding_target(it)).map(|it| it.endpoint.as_str()).collect(),
        example_video_model: model.example_video_model(),
    };
    output.insert(format!("{source}workflow.rs"), text(&module));
}
