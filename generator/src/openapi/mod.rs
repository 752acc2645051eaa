//! The model as OpenAPI documents, 3.1 and 3.0.
//!
//! Each platform's paths are printed on their own and joined as text, so that they can be kept between runs.

mod document;
mod interface;
mod layout;
mod operation;
mod request;
mod rules;
mod tasks;

use crate::model::{Model, Platform};
use crate::output::Output;
use crate::parts::Parts;

/// The two versions that tools ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Version {
    V3_0,
    V3_1,
}

/// Adds both documents to the files.
pub(crate) fn documents(model: &Model, parts: &Parts, output: &mut Output) {
    let print = |version: Version, of: fn(&crate::parts::Part) -> &str| {
        let interfaces: Vec<_> = model.interfaces.iter().flat_map(|it| interface::paths(it, model, version)).collect();
        let paths: Vec<_> = interfaces.iter().map(String::as_str).chain(parts.current().map(of)).collect();
        document::print(model, version, &paths)
    };
    let (new, old) =
        rayon::join(|| print(Version::V3_1, |it| &it.openapi), || print(Version::V3_0, |it| &it.openapi_3_0));
    output.insert("openapi.json", new);
    output.insert("openapi-3.0.json", old);
}

/// The paths of one platform, as the inside of the `paths` object.
pub(crate) fn paths(platform: &Platform, version: Version) -> String {
    let items: Vec<_> = platform.operations.iter().map(|it| operation::print(it, platform, version)).collect();
    items.join(",\n")
}
