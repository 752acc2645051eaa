//! Reads `history/*.json`: changes of an earlier refresh. A program writes these files. Unknown fields are ignored,
//! since a later version may add some.

use super::models::json;
use super::node::{Node, Value};
use super::reader::Reader;
use crate::catalog::{Recorded, Release};
use crate::diff::render::{ARGS, message};
use crate::languages::{Arg, english};
use crate::version::Class;

pub(super) fn read(tree: &Node<'_>, reader: &mut Reader<'_>) -> Option<Release> {
    reader.table(tree, "the file")?;
    let (Some(date), Some(version)) = (field(tree, "date"), field(tree, "version")) else {
        let missing = if field(tree, "date").is_none() { "date" } else { "version" };
        reader.missing_field(tree, "the record", missing);
        return None;
    };
    let changes = match entry(tree, "changes").map(|it| &it.value) {
        Some(Value::List(items)) => items.iter().filter_map(recorded).collect(),
        _ => Vec::new(),
    };
    Some(Release { date, version, from: field(tree, "from"), changes })
}

fn recorded(node: &Node<'_>) -> Option<Recorded> {
    let kind = field(node, "kind")?;
    let args = entry(node, "args").map(json);
    let message = args.map(|args| {
        let args = ARGS.map(|name| args.get(name).and_then(Arg::from_json));
        message(&kind, args.each_ref())
    });
    Some(Recorded {
        message: message.filter(|it| english().has(it.id())),
        kind,
        class: Class::named(&field(node, "class")?)?,
        subject: field(node, "subject")?,
        part: field(node, "part"),
        was: field(node, "was"),
        now: field(node, "now"),
        says: field(node, "says")?,
        reason: field(node, "reason").unwrap_or_default(),
    })
}

fn entry<'n>(node: &'n Node<'n>, name: &str) -> Option<&'n Node<'n>> {
    let Value::Table(entries) = &node.value else { return None };
    entries.iter().find(|(key, _)| key == name).map(|(_, node)| node)
}

fn field(node: &Node<'_>, name: &str) -> Option<String> {
    match &entry(node, name)?.value {
        Value::Text(text) => Some(text.to_string()),
        _ => None,
    }
}
