//! Reads `models/gone.toml`: constants of removed or renamed models, which are kept for one release.

use std::collections::BTreeMap;

use super::node::Node;
use super::reader::Reader;
use crate::catalog::GoneSpec;
use crate::report::At;

pub(super) fn read(tree: &Node<'_>, reader: &mut Reader<'_>) -> BTreeMap<String, At<GoneSpec>> {
    let gone = |node: &Node<'_>, _: &str, reader: &mut Reader<'_>| {
        let mut fields = reader.fields(node, "the model");
        let gone = GoneSpec {
            endpoint_types: fields.texts("endpoint_types"),
            constant: fields.text("constant"),
            version: fields.required("version").map(|it| it.value),
        };
        fields.finish();
        Some(reader.at(node, gone))
    };
    reader.named(tree, "the file", gone).into_iter().collect()
}
