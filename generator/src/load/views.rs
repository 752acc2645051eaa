//! Reads `social/views.toml`: paths of the fields of views, by operation and kind.

use super::node::Node;
use super::reader::Reader;
use crate::catalog::ViewSpec;
use crate::report::Spanned;

pub(super) fn read(tree: &Node<'_>, reader: &mut Reader<'_>) -> Vec<ViewSpec> {
    let operations = reader.named(tree, "the file", |node, operation, reader| {
        let operation = reader.at(node, operation.to_owned());
        Some(reader.named(node, &format!("`{}`", operation.value), |node, kind, reader| {
            let kind = reader.at(node, kind.to_owned());
            let fields = fields(node, "", reader);
            Some(ViewSpec { operation: operation.clone(), kind, fields })
        }))
    });
    operations.into_iter().flat_map(|it| it.1).map(|it| it.1).collect()
}

/// Reads paths by field. A table contains the fields of an author.
fn fields(node: &Node<'_>, prefix: &str, reader: &mut Reader<'_>) -> Vec<(String, Spanned<String>)> {
    let all = reader.named(node, "the view", |node, name, reader| {
        let name = format!("{prefix}{name}");
        match node.value {
            super::node::Value::Table(_) if prefix.is_empty() => Some(fields(node, &format!("{name}."), reader)),
            _ => Some(vec![(name.clone(), reader.text(node, &format!("`{name}`"))?)]),
        }
    });
    all.into_iter().flat_map(|it| it.1).collect()
}
