//! Abilities of models, as their records state them, and the cheapest model that has each.

use std::collections::BTreeMap;

use gatewright_runtime::ModelRecord;

use super::prices::Prices;
use crate::languages::Language;
use crate::model::{CatalogModel, Model};

/// Abilities in the order of the page, each with the words for it in records. Tasks that are not listed follow them.
const ABILITIES: &[(&str, &[&str])] = &[
    ("chat", &["chat"]),
    ("vision", &["vision"]),
    ("reasoning", &["reasoning"]),
    ("tools", &["tools", "tool-use", "tool-calling", "function-calling"]),
    ("code", &["code", "coding"]),
    ("text-to-image", &["text-to-image"]),
    ("image-to-image", &["image-to-image", "image-editing"]),
    ("text-to-video", &["text-to-video"]),
    ("image-to-video", &["image-to-video"]),
    ("reference-to-video", &["reference-to-video"]),
    ("video-editing", &["video-editing"]),
    ("text-to-speech", &["text-to-speech"]),
    ("transcription", &["transcription"]),
    ("translation", &["translation"]),
    ("text-to-music", &["text-to-music"]),
];

/// Returns the abilities that a record states: its tasks, and those of its other words that are abilities.
pub(in crate::site) fn of(record: &ModelRecord) -> Vec<&str> {
    let effort = (!record.specs.reasoning_efforts.is_empty()).then_some("reasoning");
    let words = record.tasks.iter().chain(&record.capabilities).chain(&record.tags).map(String::as_str);
    let words: Vec<_> = words.chain(effort).collect();
    let listed = ABILITIES.iter().filter(|(_, of)| of.iter().any(|it| words.contains(it))).map(|it| it.0);
    let is_listed = |task: &str| ABILITIES.iter().any(|(_, of)| of.contains(&task));
    let mut others: Vec<_> = record.tasks.iter().map(String::as_str).filter(|it| !is_listed(it)).collect();
    others.sort_unstable();
    others.dedup();
    listed.chain(others).collect()
}

/// Returns the name of an ability.
pub(in crate::site) fn name(ability: &str, lang: Language) -> &str {
    lang.find("can", ability).unwrap_or(ability)
}

/// Returns each ability of the models once, in the order of the page.
pub(in crate::site) fn all(model: &Model) -> Vec<&str> {
    let order = |it: &str| ABILITIES.iter().position(|(id, _)| *id == it).unwrap_or(ABILITIES.len());
    let mut all: Vec<_> = model.models.iter().flat_map(|it| of(&it.record)).collect();
    all.sort_by_key(|it| (order(it), *it));
    all.dedup();
    all
}

/// The cheapest model that has an ability.
pub(in crate::site) struct Pick<'a> {
    pub(in crate::site) ability: &'a str,
    pub(in crate::site) model: &'a CatalogModel,
    pub(in crate::site) prices: Prices,
}

/// Returns the cheapest model of each ability, by the price of its input or of its only unit. Of several units, the one
/// that most models with the ability are billed by counts.
pub(in crate::site) fn cheapest(model: &Model) -> Vec<Pick<'_>> {
    let priced: Vec<_> = model.models.iter().filter_map(|it| Some((it, Prices::of(it, &model.units)?))).collect();
    let pick = |ability: &'_ str| {
        let able: Vec<_> = priced.iter().filter(|(it, _)| of(&it.record).contains(&ability)).collect();
        let mut units: BTreeMap<&str, usize> = BTreeMap::new();
        able.iter().for_each(|(_, prices)| *units.entry(prices.unit).or_default() += 1);
        let unit = *units.iter().max_by_key(|it| it.1)?.0;
        let in_unit = able.into_iter().filter(|(_, prices)| prices.unit == unit);
        in_unit.min_by_key(|(it, prices)| (prices.order(), &it.record.name))
    };
    let picks = all(model).into_iter().filter_map(|ability| Some((ability, pick(ability)?)));
    picks.map(|(ability, (model, prices))| Pick { ability, model, prices: *prices }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn abilities_are_the_words_of_the_record() {
        let record = ModelRecord::read(serde_json::json!({
            "model_name": "any", "tasks": ["walk-dog", "chat"], "capabilities": ["function-calling", "text-multimodal"],
            "tags": "flagship,code", "specs": { "reasoning_efforts": ["low"] },
        }));
        assert_eq!(of(&record.expect("it has a name")), ["chat", "reasoning", "tools", "code", "walk-dog"]);
        assert_eq!(name("walk-dog", crate::languages::english()), "walk-dog");
    }
}
