//! What a refresh changes in the files that people write: line by line, with their comments kept.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result};
use gatewright::model::ModelKind;
use gatewright::{Model, Rename, Specs};
use toml_edit::{Array, DocumentMut, Item, Table, value};

/// The text of a spec file as a document; an empty one if it is not there.
fn document(specs: &Specs, path: &str) -> Result<DocumentMut> {
    let text = specs.files.get(path).map_or("", |bytes| std::str::from_utf8(bytes).unwrap_or_default());
    text.parse().with_context(|| format!("{}/{path} is not TOML", specs.folder))
}

fn put(specs: &mut Specs, path: &str, document: &DocumentMut) {
    specs.files.insert(path.to_owned(), document.to_string().into_bytes());
}

/// Writes the version that the client gets.
pub(super) fn set_version(specs: &mut Specs, version: &str) -> Result<()> {
    let mut client = document(specs, Specs::CLIENT)?;
    match client.get_mut("version") {
        // With what stands around it, such as a comment.
        Some(Item::Value(old)) => {
            let decor = old.decor().clone();
            *old = version.into();
            *old.decor_mut() = decor;
        }
        _ => client["version"] = value(version),
    }
    put(specs, Specs::CLIENT, &client);
    Ok(())
}

/// Writes down the keys that platforms have now.
pub(super) fn set_keys(specs: &mut Specs, renames: &[Rename]) -> Result<()> {
    let is_new = !specs.files.contains_key(Specs::KEYS);
    let mut keys = document(specs, Specs::KEYS)?;
    for it in renames {
        keys[&it.label] = value(&it.now);
    }
    put(specs, Specs::KEYS, &keys);
    if is_new {
        let text = specs.files.get_mut(Specs::KEYS).expect("it was just written");
        text.splice(0..0, KEYS_HEADER.bytes());
    }
    Ok(())
}

const KEYS_HEADER: &str = "\
# The keys that platforms have now, by what facts.toml and the client's functions call them. A refresh finds platforms
# that only got another key and, when told to, writes them here; so can a person.
";

/// Writes down the constants that are gone, so that they stay for one version; those of an earlier version have had
/// theirs. Says whether there were any.
pub(super) fn set_gone(specs: &mut Specs, old: &Model, new: &Model, version: &str) -> Result<bool> {
    let had = !document(specs, Specs::GONE)?.is_empty();
    let mut gone = DocumentMut::new();
    for model in &old.models {
        let same = new.models.iter().find(|it| it.record.name == model.record.name && it.constant == model.constant);
        let stays = |kind: &&&ModelKind| same.is_some_and(|it| it.kinds.contains(*kind));
        let kinds: Array = model.kinds.iter().filter(|kind| !stays(kind)).map(|it| it.endpoint_type).collect();
        if kinds.is_empty() {
            continue;
        }
        let mut entry = Table::new();
        entry["endpoint_types"] = value(kinds);
        entry["constant"] = value(&model.constant);
        entry["version"] = value(version);
        gone[&model.record.name] = Item::Table(entry);
    }
    let any = had || !gone.is_empty();
    if any {
        let text = specs.files.get(Specs::GONE).map(|it| String::from_utf8_lossy(it)).unwrap_or_default();
        let header: String = text.split_inclusive('\n').take_while(|it| it.starts_with('#')).collect();
        specs.files.insert(Specs::GONE.to_owned(), format!("{header}\n{gone}").into_bytes());
    }
    Ok(any)
}

/// A fact that was taken out, since it matches nothing any more.
pub(super) type Stale = BTreeMap<Vec<String>, Item>;

/// Takes out of the facts what makes errors with a new catalog, until nothing does. What is wrong elsewhere stays to be
/// reported.
pub(super) fn take_stale_facts(specs: &mut Specs) -> Result<Stale> {
    let mut stale = Stale::new();
    loop {
        let Err(report) = gatewright::read(specs) else { return Ok(stale) };
        let Some(keys) = report.keys_of_errors(Specs::FACTS).filter(|it| !it.is_empty()) else { return Ok(stale) };
        let mut facts = document(specs, Specs::FACTS)?;
        let before = stale.len();
        for path in keys {
            if let Some(item) = take(facts.as_table_mut(), &path) {
                stale.insert(path, item);
            }
        }
        if stale.len() == before {
            return Ok(stale); // it is not where it should be
        }
        put(specs, Specs::FACTS, &facts);
    }
}

/// Takes out what stands at a path, and the tables that it leaves empty.
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

/// Adds stale facts to those of earlier refreshes, for a person to look at.
pub(super) fn keep_stale_facts(earlier: Option<&str>, stale: &Stale, version: &str) -> Result<String> {
    let mut all: DocumentMut =
        earlier.unwrap_or_default().parse().context("the stale facts of earlier refreshes are not TOML")?;
    for (path, item) in stale {
        let mut table = all.as_table_mut();
        for key in [version].into_iter().chain(path[..path.len() - 1].iter().map(String::as_str)) {
            let item = table.entry(key).or_insert_with(|| {
                let mut table = Table::new();
                table.set_implicit(true);
                Item::Table(table)
            });
            // What was a value there before is in the way of a table.
            if !item.is_table() {
                *item = Item::Table(Table::new());
            }
            table = item.as_table_mut().expect("it is a table by now");
        }
        table.insert(&path[path.len() - 1], elsewhere(item));
    }
    let header = if earlier.is_none() { STALE_HEADER } else { "" };
    Ok(format!("{header}{all}"))
}

/// The same item for another document: tables remember where they stood in theirs.
fn elsewhere(item: &Item) -> Item {
    let Item::Table(table) = item else { return item.clone() };
    let mut fresh = Table::new();
    fresh.extend(table.iter().map(|(key, item)| (key, elsewhere(item))));
    Item::Table(fresh)
}

const STALE_HEADER: &str = "\
# Facts that a refresh took out of facts.toml, since they match nothing in the catalog any more, by the version that went
# without them. Put back there what is still true, under its new name, and remove it here.

";

#[cfg(test)]
mod tests {
    use super::*;

    fn specs(files: &[(&str, &str)]) -> Specs {
        let files = files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect();
        Specs { folder: "specs".into(), files }
    }

    fn text<'a>(specs: &'a Specs, path: &str) -> &'a str {
        std::str::from_utf8(&specs.files[path]).expect("text")
    }

    #[test]
    fn a_version_is_replaced_and_its_comments_stay() {
        let mut specs = specs(&[(Specs::CLIENT, "# The crate.\nname = \"c\"\nversion = \"0.1.0\" # so far\n")]);
        set_version(&mut specs, "0.2.0").expect("it is TOML");
        assert_eq!(text(&specs, Specs::CLIENT), "# The crate.\nname = \"c\"\nversion = \"0.2.0\" # so far\n");
    }

    #[test]
    fn what_people_wrote_above_the_constants_that_are_gone_stays_there() {
        let social = r#"{"cells": [{"platform": "p", "capability": "a", "model": "social-p-a", "method": "GET",
            "path": "/v1/social/p/a", "params": []}]}"#;
        let models = r#"{"data": [{"model_name": "chat-a", "supported_endpoint_types": ["openai"]}]}"#;
        let mut old = specs(&[(Specs::SOCIAL, social), (Specs::MODELS, models), (Specs::GONE, "# Why.\n")]);
        let (before, _) = gatewright::read(&old).expect("it is fine");
        let (after, _) = gatewright::read(&specs(&[(Specs::SOCIAL, social)])).expect("it is fine");
        assert!(set_gone(&mut old, &before, &after, "0.2.0").expect("it is TOML"));
        let text = text(&old, Specs::GONE).to_owned();
        assert!(text.starts_with("# Why.\n\n[chat-a]\n"), "{text}");
        assert!(set_gone(&mut old, &after, &after, "0.3.0").expect("it is TOML"), "it has had its version");
        assert_eq!(self::text(&old, Specs::GONE), "# Why.\n\n");
    }

    #[test]
    fn stale_facts_are_taken_out_and_the_rest_stays_as_it_is() {
        let catalog = r#"{"cells": [{"platform": "p", "capability": "a", "model": "social-p-a", "method": "GET",
            "path": "/v1/social/p/a", "params": [{"name": "x", "type": "string"}]}]}"#;
        let facts = "# Ours.\n[cell.p.a]\nnotes = [\"Fine.\"] # yes\n[cell.p.a.params.x]\nmax_length = 3\n\
                     [cell.p.a.params.y]\nmax = 3\n[cell.p.b]\nnotes = [\"Gone.\"]\n";
        let mut specs = specs(&[(Specs::SOCIAL, catalog), (Specs::FACTS, facts)]);
        assert!(gatewright::read(&specs).is_err());
        let stale = take_stale_facts(&mut specs).expect("it is TOML");
        let paths: Vec<_> = stale.keys().map(|it| it.join(".")).collect();
        assert_eq!(paths, ["cell.p.a.params.y", "cell.p.b"]);
        assert_eq!(
            text(&specs, Specs::FACTS),
            "# Ours.\n[cell.p.a]\nnotes = [\"Fine.\"] # yes\n[cell.p.a.params.x]\nmax_length = 3\n"
        );
        assert!(gatewright::read(&specs).is_ok());
        let kept = keep_stale_facts(None, &stale, "0.2.0").expect("it is TOML");
        assert!(kept.starts_with("# Facts that a refresh took out"), "{kept}");
        assert!(kept.contains("[\"0.2.0\".cell.p.a.params.y]\nmax = 3\n"), "{kept}");
        let again = keep_stale_facts(Some(&kept), &stale, "0.3.0").expect("it is TOML");
        assert!(again.contains("[\"0.2.0\".cell.p.b]") && again.contains("[\"0.3.0\".cell.p.b]"), "{again}");
    }
}
