//! Emits the model as OpenAPI documents, 3.1 and 3.0.

mod assumed;
mod catalog;
mod document;
mod interface;
mod layout;
mod learned;
mod operation;
mod parts;
mod property;
mod request;
mod rules;
mod tasks;

use crate::model::{Model, Platform};
use crate::output::Output;

/// Versions of OpenAPI that tools need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Version {
    V3_0,
    V3_1,
}

/// Adds both documents to the files.
pub(crate) fn documents(model: &Model, output: &mut Output) {
    let responses = operation::responses(&model.service);
    for (name, version) in [("openapi.json", Version::V3_1), ("openapi-3.0.json", Version::V3_0)] {
        let interfaces = model.interfaces.iter().flat_map(|it| interface::paths(it, model, version));
        let platforms = model.platforms.iter().map(|it| paths(it, &responses, version));
        let catalog = (!model.platforms.is_empty()).then(|| catalog::print(model));
        let paths: Vec<_> = interfaces.chain(platforms).chain(catalog).collect();
        output.insert(name, document::print(model, version, &paths));
    }
}

/// Returns the paths of one platform, as the content of the `paths` object.
fn paths(platform: &Platform, responses: &operation::Responses, version: Version) -> String {
    let print = |it| operation::print(it, platform, responses, version);
    let items: Vec<_> = platform.operations.iter().map(print).collect();
    items.join(",\n")
}
