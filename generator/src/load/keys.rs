//! `social/keys.toml`: the keys that platforms have now, by their labels in the facts.

use std::collections::BTreeMap;

use super::node::Node;
use super::reader::Reader;
use crate::report::At;

pub(super) fn read(tree: &Node<'_>, reader: &mut Reader<'_>) -> BTreeMap<String, At<String>> {
    let mut keys = BTreeMap::<String, At<String>>::new();
    for (label, node) in reader.table(tree, "the file").unwrap_or_default() {
        let Some(key) = reader.text(node, &format!("`{label}`")) else { continue };
        if let Some((other, first)) = keys.iter().find(|(_, it)| it.value == key.value) {
            let message = format!("`{other}` and `{label}` cannot both be the platform `{}`", key.value);
            let first = first.place;
            reader
                .report
                .error("key-twice", key.place, message)
                .also(first, "the first one")
                .hint("keep the line that is right");
            continue;
        }
        keys.insert(label.to_string(), key);
    }
    keys
}
