//! `models/gone.toml`: constants of models that are gone, or go by another name, and that stay for one release.

use std::collections::BTreeMap;

use super::node::Node;
use super::reader::Reader;
use crate::catalog::GoneSpec;
use crate::report::At;

pub(super) fn read(tree: &Node<'_>, reader: &mut Reader<'_>) -> BTreeMap<String, At<GoneSpec>> {
    let mut all = BTreeMap::new();
    for (model, node) in reader.table(tree, "the file").unwrap_or_default() {
        let mut gone = GoneSpec::default();
        for (key, value) in reader.table(node, &format!("`{model}`")).unwrap_or_default() {
            match key.as_ref() {
                "endpoint_types" => gone.endpoint_types = reader.texts(value, "`endpoint_types`").unwrap_or_default(),
                "constant" => gone.constant = reader.text(value, "`constant`"),
                "version" => gone.version = reader.text(value, "`version`").map(|it| it.value),
                _ => reader.unknown(value, key, "`endpoint_types`, `constant` and `version`"),
            }
        }
        if gone.version.is_none() {
            reader.missing(node, "the model", "version");
        }
        all.insert(model.to_string(), reader.at(node, gone));
    }
    all
}
