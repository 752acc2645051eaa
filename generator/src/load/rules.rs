//! `models/rules.toml`: what single models refuse.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json};

use super::node::Node;
use super::reader::Reader;
use crate::report::At;

/// What a rule can say, and what kind of value that takes.
const RULES: [(&str, Takes); 7] = [
    ("tools_need_effort", Takes::Text),
    ("tool_choices", Takes::Texts),
    ("named_roles", Takes::Texts),
    ("stateless", Takes::Flag),
    ("max_characters", Takes::Count),
    ("max_audio_seconds", Takes::Count),
    ("max_upload_bytes", Takes::Count),
];

#[derive(Clone, Copy)]
enum Takes {
    Text,
    Texts,
    Flag,
    Count,
}

/// Rules by model, as the runtime reads them.
pub(super) fn read(tree: &Node<'_>, reader: &mut Reader<'_>) -> BTreeMap<String, At<Map<String, Json>>> {
    let mut all = BTreeMap::new();
    for (model, node) in reader.table(tree, "the file").unwrap_or_default() {
        let mut rules = Map::new();
        for (key, node) in reader.table(node, &format!("`{model}`")).unwrap_or_default() {
            let Some((_, takes)) = RULES.iter().find(|(name, _)| name == key) else {
                let names: Vec<_> = RULES.iter().map(|(name, _)| format!("`{name}`")).collect();
                reader.unknown(node, key, &names.join(", "));
                continue;
            };
            let name = format!("`{key}`");
            let value: Option<Json> = match takes {
                Takes::Text => reader.text(node, &name).map(|it| it.value.into()),
                Takes::Texts => reader.texts(node, &name).map(|it| it.into_iter().map(|it| it.value).collect()),
                Takes::Flag => reader.flag(node, &name).map(Json::from),
                Takes::Count => reader.integer(node, &name).map(Json::from),
            };
            rules.extend(value.map(|value| (key.to_string(), value)));
        }
        all.insert(model.to_string(), reader.at(node, rules));
    }
    all
}
