//! Reads `assumptions.toml`: assumptions that apply to more than one request.

use super::node::Node;
use super::reader::Reader;
use crate::catalog::SharedAssumption;

pub(super) fn read(tree: &Node<'_>, reader: &mut Reader<'_>) -> Vec<SharedAssumption> {
    let assumption = |node: &Node<'_>, id: &str, reader: &mut Reader<'_>| {
        let mut fields = reader.fields(node, "the assumption");
        let (applies_to, says) = (fields.required_localized("applies_to"), fields.required_localized("text"));
        fields.finish();
        if !id.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'-') {
            let span = reader.span(node);
            reader
                .report
                .error("invalid-name", span, format!("invalid id `{id}` of an assumption"))
                .hint("use ASCII letters, digits and `-`: the docs use the id as an anchor");
        }
        Some(SharedAssumption { id: id.to_owned(), applies_to: applies_to?, says: says? })
    };
    reader.named(tree, "the file", assumption).into_iter().map(|(_, it)| it).collect()
}
