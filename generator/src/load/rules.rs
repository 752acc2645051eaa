//! Reads `models/rules.toml`: restrictions of single models.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json};

use super::node::Node;
use super::reader::Reader;
use crate::report::Spanned;

/// Returns the rules by model, in the format of the runtime.
pub(super) fn read(tree: &Node<'_>, reader: &mut Reader<'_>) -> BTreeMap<String, Spanned<Map<String, Json>>> {
    reader.named(tree, "the file", |node, model, reader| Some(rules(node, model, reader))).into_iter().collect()
}

fn rules(node: &Node<'_>, model: &str, reader: &mut Reader<'_>) -> Spanned<Map<String, Json>> {
    let mut fields = reader.fields(node, format!("`{model}`"));
    let mut rules = Map::new();
    let mut add = |key: &str, value: Option<Json>| rules.extend(value.map(|value| (key.to_owned(), value)));
    add("tools_need_effort", fields.string("tools_need_effort").map(Json::from));
    for key in ["tool_choices", "named_roles"] {
        let texts = fields.strings(key);
        add(key, (!texts.is_empty()).then(|| texts.into()));
    }
    add("stateless", fields.flag("stateless").map(Json::from));
    for key in ["max_characters", "max_audio_seconds", "max_upload_bytes", "wav_bits"] {
        add(key, fields.integer(key).map(|it| it.value.into()));
    }
    fields.finish();
    reader.at(node, rules)
}
