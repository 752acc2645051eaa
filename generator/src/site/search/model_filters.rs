//! Words of a search that are filters of the models table.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::languages::languages;
use crate::site::lang::Language;
use crate::site::models::abilities;
use crate::site::page::{Page, Site};
use crate::site::search_aliases::{ABILITY_WORDS, BESIDE_MODELS, CHEAP, MODELS};
use crate::text::visible;

/// Returns what the search script needs: all words for filters, the longest first, and which filters a model passes
/// together. A search that consists of such words alone leads to the table with all their filters.
pub(super) fn of(site: &Site<'_>, page: &Page, lang: Language) -> Value {
    // A name that cannot be shown as it is cannot be searched for, either.
    let can_be_shown = |it: &&str| visible(it) == *it;
    let mut words = Vec::new();
    for ability in abilities::all(site.model).into_iter().filter(can_be_shown) {
        let own = ABILITY_WORDS.iter().find(|it| it.0 == ability);
        let (is_enough, more) = own.map_or((false, &[][..]), |it| (it.1, it.2));
        let names = languages().iter().map(|it| abilities::name(ability, *it).to_lowercase());
        let all = names.chain([ability.replace('-', " ")]).chain(more.iter().map(|it| (*it).to_owned()));
        let label = abilities::name(ability, lang);
        words.extend(all.map(|it| json!([it, ["can", ability], label, is_enough])));
    }
    words.extend(CHEAP.iter().map(|it| json!([it, ["sort", "input"], lang.t("filter-by-price"), true])));
    words.extend(MODELS.iter().map(|it| json!([it, "models"])));
    words.extend(BESIDE_MODELS.iter().map(|it| json!([it, ""])));
    words.sort_by_key(|it| (Reverse(it[0].as_str().map_or(0, |it| it.chars().count())), it[0].to_string()));
    words.dedup_by(|later, first| later[0] == first[0]);
    // Of the models with the same abilities, the one with the largest context.
    let mut sets: BTreeMap<Vec<_>, i64> = BTreeMap::new();
    for record in site.model.models.iter().map(|it| &it.record) {
        let most = sets.entry(abilities::of(record).into_iter().filter(can_be_shown).collect()).or_default();
        *most = record.specs.context_window.unwrap_or_default().max(*most);
    }
    json!({
        "words": words,
        "sets": sets.into_iter().collect::<Vec<_>>(),
        "context": lang.t("filter-context"),
        "colon": lang.t("mark-colon"),
        "page": [page.title, page.path, page.group, page.about],
    })
}
