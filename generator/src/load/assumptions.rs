//! `assumptions.toml`: assumptions that apply to more than one request.

use super::node::Node;
use super::reader::Reader;
use crate::model::SharedAssumption;

pub(super) fn read(tree: &Node<'_>, reader: &mut Reader<'_>) -> Vec<SharedAssumption> {
    let mut all = Vec::new();
    for (id, node) in reader.table(tree, "the file").unwrap_or_default() {
        let (mut applies_to, mut says) = (None, None);
        for (key, value) in reader.table(node, &format!("`{id}`")).unwrap_or_default() {
            match key.as_ref() {
                "applies_to" => applies_to = reader.text(value, "`applies_to`"),
                "text" => says = reader.text(value, "`text`"),
                _ => reader.unknown(value, key, "`applies_to` and `text`"),
            }
        }
        match (applies_to, says) {
            (Some(applies_to), Some(says)) => {
                all.push(SharedAssumption { id: id.to_string(), applies_to: applies_to.value, says: says.value })
            }
            (None, _) => reader.missing(node, "the assumption", "applies_to"),
            (_, None) => reader.missing(node, "the assumption", "text"),
        }
    }
    all
}
