//! Stale facts: facts that no longer match the catalog. A refresh moves them to a file of their own, and reports when
//! they match again.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, bail};
use gatewright::{ChangeKind, Model, Specs};
use toml_edit::{DocumentMut, Item, Table};

use crate::update::edit;

/// File of the stale facts.
pub(super) const PATH: &str = "social/facts.stale.toml";

/// Stale facts by their keys.
pub(super) type Stale = BTreeMap<Vec<String>, Item>;

/// Removes all facts that cause errors with the new catalog. Errors in other files stay, to be reported.
pub(super) fn remove_stale(specs: &mut Specs) -> Result<Stale> {
    let mut stale = Stale::new();
    loop {
        let Err(report) = gatewright::read(specs) else { return Ok(stale) };
        let Some(keys) = report.keys_of_errors(Specs::FACTS).filter(|it| !it.is_empty()) else { return Ok(stale) };
        let mut facts = edit::document(specs, Specs::FACTS)?;
        let before = stale.len();
        for path in keys {
            if let Some(item) = take(facts.as_table_mut(), &path) {
                stale.insert(path, item);
            }
        }
        if stale.len() == before {
            return Ok(stale); // the errors are about something else
        }
        edit::put(specs, Specs::FACTS, &facts);
    }
}

/// Refuses facts that match neither the old nor the new catalog: they are typos. `unmatched` are the facts that do not
/// match the old catalog, which is in `before`; `stale` are those that do not match the new one.
pub(super) fn refuse_typos(before: &Specs, unmatched: &Stale, stale: &Stale, new: &Model) -> Result<()> {
    let overlap = |a: &[String], b: &[String]| a.starts_with(b) || b.starts_with(a);
    let has_platform = |path: &[String]| match path {
        [table, platform, ..] if table == "cell" => new.platforms.iter().any(|it| it.label == *platform),
        _ => true,
    };
    let is_typo = |path: &&Vec<String>| !has_platform(path) || stale.keys().any(|it| overlap(it, path));
    let typos: Vec<_> = unmatched.keys().filter(is_typo).collect();
    if typos.is_empty() {
        return Ok(());
    }
    if let Err(mut report) = gatewright::read(before) {
        report.keep_errors(Specs::FACTS, |keys| typos.iter().any(|it| **it == keys));
        anstream::eprint!("{}", report.render(true));
    }
    let paths: Vec<_> = typos.iter().map(|it| format!("`{}`", it.join("."))).collect();
    bail!(
        "unknown in the old and in the new catalog: {}; nothing was written\nhelp: correct {}/{}",
        paths.join(", "),
        before.folder,
        Specs::FACTS
    );
}

/// Refuses facts about platforms that are in none of the catalogs, have no line in the keys file, and were never removed:
/// their names are typos.
pub(super) fn refuse_unknown_platforms(specs: &Specs, catalogs: &[&Model]) -> Result<()> {
    let keys = edit::document(specs, Specs::KEYS)?;
    let of_catalogs = catalogs.iter().flat_map(|it| &it.platforms).map(|it| it.label.as_str());
    let changes = catalogs.iter().flat_map(|it| &it.history).flat_map(|it| &it.changes);
    let removed = changes.filter(|it| it.kind == ChangeKind::PlatformRemoved.name()).map(|it| it.subject.as_str());
    let known = of_catalogs.chain(removed).chain(keys.iter().map(|it| it.0)).collect();
    let report = gatewright::facts_of_unknown_platforms(specs, &known);
    if report.errors() == 0 {
        return Ok(());
    }
    anstream::eprint!("{}", report.render(true));
    bail!("unknown platforms in the facts; nothing was written\nhelp: correct {}/{}", specs.folder, Specs::FACTS);
}

/// Removes the item at a path, and the tables that it leaves empty.
fn take(table: &mut dyn toml_edit::TableLike, path: &[String]) -> Option<Item> {
    let (first, rest) = path.split_first()?;
    if rest.is_empty() {
        return table.remove(first);
    }
    let inner = table.get_mut(first)?.as_table_like_mut()?;
    let item = take(inner, rest)?;
    if inner.is_empty() {
        table.remove(first);
    }
    Some(item)
}

/// Adds stale facts to those of earlier refreshes.
pub(super) fn keep(earlier: Option<&str>, stale: &Stale, version: &str) -> Result<String> {
    let mut all: DocumentMut = earlier.unwrap_or_default().parse().context(NOT_TOML)?;
    for (path, item) in stale {
        let mut table = all.as_table_mut();
        for key in [version].into_iter().chain(path[..path.len() - 1].iter().map(String::as_str)) {
            let item = table.entry(key).or_insert_with(|| {
                let mut table = Table::new();
                table.set_implicit(true);
                Item::Table(table)
            });
            // An earlier value at this key is replaced by a table.
            if !item.is_table() {
                *item = Item::Table(Table::new());
            }
            table = item.as_table_mut().expect("it is a table by now");
        }
        table.insert(&path[path.len() - 1], without_positions(item));
    }
    let header = if earlier.is_none() { STALE_HEADER } else { "" };
    Ok(format!("{header}{all}"))
}

/// Copies an item for another document, without the positions that tables have in their document.
fn without_positions(item: &Item) -> Item {
    let Item::Table(table) = item else { return item.clone() };
    let mut fresh = Table::new();
    fresh.extend(table.iter().map(|(key, item)| (key, without_positions(item))));
    Item::Table(fresh)
}

/// Returns the stale facts of earlier refreshes that match the new catalog and did not match the old one, as paths in
/// the file of stale facts.
pub(super) fn matching_again(earlier: &str, old: &Model, new: &Model) -> Result<Vec<String>> {
    let all: DocumentMut = earlier.parse().context(NOT_TOML)?;
    let mut found = Vec::new();
    for (version, facts) in all.iter() {
        for (platform, cells) in entries(facts.get("cell")) {
            for (capability, cell) in entries(Some(cells)) {
                let matches_again = |param: Option<&str>| {
                    has(new, platform, capability, param) && !has(old, platform, capability, param)
                };
                let place = ["cell", platform, capability];
                if entries(Some(cell)).any(|(key, _)| key != "params") && matches_again(None) {
                    found.push(path(version, &place));
                    continue;
                }
                let params = entries(cell.get("params")).filter(|(name, _)| matches_again(Some(name)));
                found.extend(params.map(|(name, _)| path(version, &[&place[..], &["params", name]].concat())));
            }
        }
    }
    Ok(found)
}

fn entries(item: Option<&Item>) -> impl Iterator<Item = (&str, &Item)> {
    item.and_then(Item::as_table_like).into_iter().flat_map(|it| it.iter())
}

/// Returns true if a model has a cell, or a parameter of a cell.
fn has(model: &Model, platform: &str, capability: &str, param: Option<&str>) -> bool {
    let mut platforms = model.platforms.iter().filter(|it| it.label == platform);
    let cell = platforms.find_map(|it| it.operations.iter().find(|it| it.key == capability));
    cell.is_some_and(|cell| param.is_none_or(|name| cell.params.iter().any(|it| it.wire == name)))
}

/// Formats a path in a TOML file.
fn path(version: &str, keys: &[&str]) -> String {
    let keys = [version].into_iter().chain(keys.iter().copied()).map(|it| toml_edit::Key::new(it).to_string());
    keys.collect::<Vec<_>>().join(".")
}

const NOT_TOML: &str = "social/facts.stale.toml is not TOML";

const STALE_HEADER: &str = "\
# Facts that a refresh removed from facts.toml, since they no longer match the catalog, by the version that removed
# them. Move facts that are still true back to facts.toml, under their new names.

";

#[cfg(test)]
mod tests {
    use super::*;

    fn specs(catalog: &str, facts: &str) -> Specs {
        let files = [(Specs::SOCIAL, catalog), (Specs::FACTS, facts)];
        Specs {
            folder: "specs".into(),
            files: files.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec())).into(),
        }
    }

    #[test]
    fn stale_facts_are_removed_and_the_rest_is_unchanged() {
        let catalog = r#"{"cells": [{"platform": "p", "capability": "a", "model": "social-p-a", "method": "GET",
            "path": "/v1/social/p/a", "params": [{"name": "x", "type": "string"}]}]}"#;
        let facts = "# Ours.\n[cell.p.a]\nnotes = [\"Fine.\"] # yes\n[cell.p.a.params.x]\nmax_length = 3\n\
                     [cell.p.a.params.y]\nmax = 3\n[cell.p.b]\nnotes = [\"Gone.\"]\n";
        let mut specs = specs(catalog, facts);
        assert!(gatewright::read(&specs).is_err());
        let stale = remove_stale(&mut specs).expect("it is TOML");
        let paths: Vec<_> = stale.keys().map(|it| it.join(".")).collect();
        assert_eq!(paths, ["cell.p.a.params.y", "cell.p.b"]);
        assert_eq!(
            String::from_utf8_lossy(&specs.files[Specs::FACTS]),
            "# Ours.\n[cell.p.a]\nnotes = [\"Fine.\"] # yes\n[cell.p.a.params.x]\nmax_length = 3\n"
        );
        assert!(gatewright::read(&specs).is_ok());
        let kept = keep(None, &stale, "0.2.0").expect("it is TOML");
        assert!(kept.starts_with("# Facts that a refresh removed"), "{kept}");
        assert!(kept.contains("[\"0.2.0\".cell.p.a.params.y]\nmax = 3\n"), "{kept}");
        let again = keep(Some(&kept), &stale, "0.3.0").expect("it is TOML");
        assert!(again.contains("[\"0.2.0\".cell.p.b]") && again.contains("[\"0.3.0\".cell.p.b]"), "{again}");
    }

    #[test]
    fn stale_facts_that_match_again_are_listed() {
        let cell = |capability: &str, params: &str| {
            format!(
                r#"{{"platform": "p", "capability": "{capability}", "model": "social-p-{capability}", "method": "GET",
                "path": "/v1/social/p/{capability}", "params": [{params}]}}"#
            )
        };
        let model = |cells: &[String]| {
            let catalog = format!(r#"{{"cells": [{}]}}"#, cells.join(", "));
            gatewright::read(&specs(&catalog, "")).expect("it is fine").0
        };
        let [old, new] =
            [("a", r#"{"name": "x"}"#), ("a", r#"{"name": "x"}, {"name": "y"}"#)].map(|it| cell(it.0, it.1));
        let (old, new) = (model(&[old]), model(&[new, cell("b", "")]));
        let stale = "[\"0.2.0\".cell.p.a.params]\nx = { max = 3 }\ny = { max = 3 }\n\
                     [\"0.2.0\".cell.p.b]\nnotes = [\"Gone.\"]\n[\"0.2.0\".cell.p.c]\nnotes = [\"Gone.\"]\n";
        let found = matching_again(stale, &old, &new).expect("it is TOML");
        assert_eq!(found, ["\"0.2.0\".cell.p.a.params.y", "\"0.2.0\".cell.p.b"]);
        assert!(matching_again(stale, &new, &new).expect("it is TOML").is_empty(), "only once");
    }
}
