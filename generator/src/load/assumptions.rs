//! Reads `assumptions.toml`: assumptions that apply to more than one request.

use super::node::Node;
use super::reader::Reader;
use crate::catalog::SharedAssumption;

pub(super) fn read(tree: &Node<'_>, reader: &mut Reader<'_>) -> Vec<SharedAssumption> {
    let assumption = |node: &Node<'_>, id: &str, reader: &mut Reader<'_>| {
        let mut fields = reader.fields(node, "the assumption");
        let (applies_to, says) = (fields.required_localized("applies_to"), fields.required_localized("text"));
        fields.finish();
        Some(SharedAssumption { id: id.to_owned(), applies_to: applies_to?, says: says? })
    };
    reader.named(tree, "the file", assumption).into_iter().map(|(_, it)| it).collect()
}
