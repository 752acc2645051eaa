//! `social/aliases.toml`: earlier names of platforms, which stay for one version.

use std::collections::BTreeMap;

use super::node::Node;
use super::reader::Reader;
use crate::catalog::AliasSpec;
use crate::report::At;

pub(super) fn read(tree: &Node<'_>, reader: &mut Reader<'_>) -> BTreeMap<String, At<AliasSpec>> {
    let mut all = BTreeMap::new();
    for (label, node) in reader.table(tree, "the file").unwrap_or_default() {
        let (mut name, mut version) = (None, None);
        for (key, value) in reader.table(node, &format!("`{label}`")).unwrap_or_default() {
            match key.as_ref() {
                "name" => name = reader.text(value, "`name`").map(|it| it.value),
                "version" => version = reader.text(value, "`version`").map(|it| it.value),
                _ => reader.unknown(value, key, "`name` and `version`"),
            }
        }
        for (field, is_there) in [("name", name.is_some()), ("version", version.is_some())] {
            if !is_there {
                reader.missing(node, "the platform", field);
            }
        }
        if let (Some(name), Some(version)) = (name, version) {
            all.insert(label.to_string(), reader.at(node, AliasSpec { name, version }));
        }
    }
    all
}
