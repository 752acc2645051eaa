//! Reads `social/keys.toml`: current keys of platforms, by their labels in the facts.

use std::collections::BTreeMap;

use super::node::Node;
use super::reader::Reader;
use crate::report::Spanned;

pub(super) fn read(tree: &Node<'_>, reader: &mut Reader<'_>) -> BTreeMap<String, Spanned<String>> {
    let mut keys = BTreeMap::<String, Spanned<String>>::new();
    for (label, node) in reader.table(tree, "the file").unwrap_or_default() {
        let Some(key) = reader.text(node, &format!("`{label}`")) else { continue };
        if let Some((other, first)) = keys.iter().find(|(_, it)| it.value == key.value) {
            let message = format!("labels `{other}` and `{label}` have the same platform `{}`", key.value);
            let first = first.span;
            reader
                .report
                .error("key-twice", key.span, message)
                .also(first, "first entry")
                .hint("remove the wrong line");
            continue;
        }
        keys.insert(label.to_string(), key);
    }
    keys
}
