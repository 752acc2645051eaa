//! Reads `models/families.toml`: groups of video models.

use std::collections::BTreeMap;

use super::node::Node;
use super::reader::Reader;
use crate::report::Spanned;

pub(super) fn read(tree: &Node<'_>, reader: &mut Reader<'_>) -> BTreeMap<String, Spanned<String>> {
    let mut families = BTreeMap::<String, Spanned<String>>::new();
    for (group, node) in reader.table(tree, "the file").unwrap_or_default() {
        for model in reader.texts(node, &format!("`{group}`")).unwrap_or_default() {
            let first = families.insert(model.value.clone(), Spanned { value: group.to_string(), span: model.span });
            if let Some(first) = first {
                reader
                    .report
                    .error("two-families", model.span, format!("model `{}` is in two groups", model.value))
                    .label("second entry")
                    .also(first.span, "first entry")
                    .hint("keep the group whose fields the model reads");
            }
        }
    }
    families
}
