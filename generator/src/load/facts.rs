//! `facts.toml`: what people wrote down beside the catalog. A key that is not known is a slip of the pen.

use super::node::{Node, Value};
use super::reader::Reader;
use crate::catalog::{CellFacts, Facts, NamedValue, PagingFacts, ParamFacts, PlatformFacts};
use crate::model::Assumption;
use crate::report::At;

pub(super) fn read(tree: &Node<'_>, reader: &mut Reader<'_>) -> Facts {
    let mut facts = Facts::default();
    for (key, node) in reader.table(tree, "the file").unwrap_or_default() {
        let entries = reader.table(node, &format!("`{key}`")).unwrap_or_default();
        match key.as_ref() {
            "capability" => {
                let texts = entries.iter().filter_map(|(key, node)| Some((key.to_string(), reader.text(node, key)?)));
                facts.capabilities = texts.collect();
            }
            "platform" => {
                facts.platforms =
                    entries.iter().map(|(key, node)| (key.to_string(), placed(node, reader, read_platform))).collect();
            }
            "cell" => {
                for (platform, node) in entries {
                    let cells = reader.table(node, platform).unwrap_or_default();
                    let cells = cells.iter().map(|(key, node)| (key.to_string(), placed(node, reader, read_cell)));
                    facts.cells.insert(platform.to_string(), cells.collect());
                }
            }
            _ => reader.unknown(node, key, "`capability`, `platform` and `cell`"),
        }
    }
    facts
}

fn read_platform(node: &Node<'_>, reader: &mut Reader<'_>) -> PlatformFacts {
    let mut facts = PlatformFacts::default();
    for (key, node) in reader.table(node, "a platform").unwrap_or_default() {
        match key.as_ref() {
            "about" => facts.about = text(node, key, reader),
            "name" => facts.name = text(node, key, reader),
            _ => reader.unknown(node, key, "`about` and `name`"),
        }
    }
    facts
}

fn read_cell(node: &Node<'_>, reader: &mut Reader<'_>) -> CellFacts {
    let mut facts = CellFacts::default();
    for (key, node) in reader.table(node, "a cell").unwrap_or_default() {
        match key.as_ref() {
            "name" => facts.name = text(node, key, reader),
            "notes" => {
                let notes = reader.texts(node, "`notes`").unwrap_or_default();
                facts.notes = notes.into_iter().map(|it| it.value).collect();
            }
            "selectors" => {
                let entries = reader.table(node, "`selectors`").unwrap_or_default();
                let named =
                    entries.iter().filter_map(|(label, node)| Some((label.to_string(), reader.text(node, label)?)));
                facts.selectors = named.collect();
            }
            "params" => {
                let entries = reader.table(node, "`params`").unwrap_or_default();
                let params = entries.iter().map(|(key, node)| (key.to_string(), placed(node, reader, read_param)));
                facts.params = params.collect();
            }
            _ => reader.unknown(node, key, "`name`, `notes`, `selectors` and `params`"),
        }
    }
    facts
}

fn read_param(node: &Node<'_>, reader: &mut Reader<'_>) -> ParamFacts {
    let mut facts = ParamFacts::default();
    for (key, node) in reader.table(node, "the facts of a parameter").unwrap_or_default() {
        match key.as_ref() {
            "name" => facts.name = text(node, key, reader),
            "values" => {
                let entries = reader.table(node, "`values`").unwrap_or_default();
                facts.values = entries.iter().filter_map(|(label, node)| read_value(label, node, reader)).collect();
            }
            "separator" => facts.separator = text(node, key, reader),
            "min" => facts.min = integer(node, key, reader),
            "max" => facts.max = integer(node, key, reader),
            "min_length" => facts.min_length = integer(node, key, reader),
            "max_length" => facts.max_length = integer(node, key, reader),
            "paging" => facts.paging = read_paging(node, reader),
            "note" => facts.note = text(node, key, reader),
            "ignored_with" => facts.ignored_with = reader.texts(node, "`ignored_with`").unwrap_or_default(),
            "deprecated" => facts.deprecated = text(node, key, reader),
            "source" => facts.source = text(node, key, reader),
            "assumptions" => {
                let entries = reader.table(node, "`assumptions`").unwrap_or_default();
                let read = entries.iter().filter_map(|(rule, node)| {
                    Some(Assumption { rule: rule.to_string(), says: text(node, rule, reader)? })
                });
                facts.assumptions = read.collect();
            }
            _ => reader.unknown(
                node,
                key,
                "`values`, `separator`, `min`, `max`, `min_length`, `max_length`, `paging`, `note`, `ignored_with`, \
                 `deprecated`, `name`, `source` and `assumptions`",
            ),
        }
    }
    facts
}

fn read_value(label: &str, node: &Node<'_>, reader: &mut Reader<'_>) -> Option<NamedValue> {
    let label = label.to_owned();
    let Value::Table(entries) = &node.value else {
        return Some(NamedValue { label, value: reader.scalar(node, "a named value")?, also: None, about: None });
    };
    let (mut value, mut also, mut about) = (None, None, None);
    for (key, node) in entries {
        match key.as_ref() {
            "value" => value = reader.scalar(node, "`value`"),
            "also" => also = text(node, key, reader),
            "about" => about = text(node, key, reader),
            _ => reader.unknown(node, key, "`value`, `also` and `about`"),
        }
    }
    if value.is_none() {
        reader.missing(node, "a named value", "value");
    }
    Some(NamedValue { label, value: value?, also, about })
}

fn read_paging(node: &Node<'_>, reader: &mut Reader<'_>) -> Option<PagingFacts> {
    let mut paging = PagingFacts::default();
    for (key, node) in reader.table(node, "`paging`")? {
        match key.as_ref() {
            "field" => paging.field = text(node, key, reader),
            "first" => paging.first = reader.scalar(node, "`first`").map(|it| it.value),
            "counts_from" => paging.counts_from = reader.integer(node, "`counts_from`"),
            "reply" if matches!(&node.value, Value::Text(reply) if reply == "first") => paging.from_first_reply = true,
            _ => reader.unknown(node, key, "`field`, `first`, `counts_from` and `reply = \"first\"`"),
        }
    }
    Some(paging)
}

fn placed<T>(node: &Node<'_>, reader: &mut Reader<'_>, read: fn(&Node<'_>, &mut Reader<'_>) -> T) -> At<T> {
    let value = read(node, reader);
    reader.at(node, value)
}

fn text(node: &Node<'_>, key: &str, reader: &mut Reader<'_>) -> Option<String> {
    reader.text(node, &format!("`{key}`")).map(|it| it.value)
}

fn integer(node: &Node<'_>, key: &str, reader: &mut Reader<'_>) -> Option<At<i64>> {
    let number = reader.integer(node, &format!("`{key}`"))?;
    Some(reader.at(node, number))
}
