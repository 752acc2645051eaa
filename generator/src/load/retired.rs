//! Reads `models/retired.toml`: constants of removed or renamed models, which are kept for one release.

use std::collections::BTreeMap;

use super::node::Node;
use super::reader::Reader;
use crate::catalog::RetiredModelSpec;
use crate::report::Spanned;

pub(super) fn read(tree: &Node<'_>, reader: &mut Reader<'_>) -> BTreeMap<String, Spanned<RetiredModelSpec>> {
    let retired = |node: &Node<'_>, _: &str, reader: &mut Reader<'_>| {
        let mut fields = reader.fields(node, "the model");
        let retired = RetiredModelSpec {
            endpoint_types: fields.texts("endpoint_types"),
            constant: fields.text("constant"),
            version: fields.required("version").map(|it| it.value),
        };
        fields.finish();
        Some(reader.at(node, retired))
    };
    reader.named(tree, "the file", retired).into_iter().collect()
}
