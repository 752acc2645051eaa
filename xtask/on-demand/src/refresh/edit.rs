//! Edits that a refresh makes in handwritten files. Comments are kept.

use std::sync::Arc;

use anyhow::Result;
use gatewright::model::{EndpointType, Platform};
use gatewright::{Model, Rename, Specs};
use toml_edit::{Array, DocumentMut, Item, Table, value};

use crate::update::edit::document;

/// Writes the new keys of platforms.
pub(super) fn set_keys(specs: &mut Specs, renames: &[Rename]) -> Result<()> {
    let mut keys = document(specs, Specs::KEYS)?;
    // Comments of a file without entries would end up after the new entries, so they are kept as the header.
    let header = match specs.files.get(Specs::KEYS) {
        None => KEYS_HEADER.to_owned(),
        Some(_) if keys.is_empty() => std::mem::take(&mut keys).to_string(),
        Some(_) => String::new(),
    };
    for it in renames {
        keys[&it.label] = value(&it.now);
    }
    let line_end = if header.is_empty() || header.ends_with('\n') { "" } else { "\n" };
    specs.files.insert(Specs::KEYS.to_owned(), format!("{header}{line_end}{keys}").into_bytes());
    Ok(())
}

const KEYS_HEADER: &str = "\
# Current keys of platforms, by their labels in facts.toml. `cargo xtask refresh --accept renames` adds platforms that
# got another key; you can also edit this file. Modules, functions and features are named after the keys.
";

/// Writes the constants of removed models, so that they stay for one version, and drops those of an earlier version.
/// Returns true if there are or were any.
pub(super) fn set_retired(specs: &mut Specs, old: &Model, new: &Model, version: &str) -> Result<bool> {
    let had = !document(specs, Specs::RETIRED)?.is_empty();
    let mut retired = DocumentMut::new();
    for model in &old.models {
        let same = new.models.iter().find(|it| it.record.name == model.record.name && it.constant == model.constant);
        let stays = |kind: &&Arc<EndpointType>| same.is_some_and(|it| it.kinds.contains(kind));
        let kinds: Array = model.kinds.iter().filter(|kind| !stays(kind)).map(|it| it.key.as_str()).collect();
        if kinds.is_empty() {
            continue;
        }
        let mut entry = Table::new();
        entry["endpoint_types"] = value(kinds);
        entry["constant"] = value(&model.constant);
        entry["version"] = value(version);
        retired[&model.record.name] = Item::Table(entry);
    }
    Ok(replace(specs, Specs::RETIRED, "", had, &retired))
}

/// Writes the old names of platforms, so that they stay for one version, and drops those of an earlier version. Returns
/// true if there are or were any.
pub(super) fn set_aliases(specs: &mut Specs, old: &Model, new: &Model, version: &str) -> Result<bool> {
    let had = !document(specs, Specs::ALIASES)?.is_empty();
    let mut aliases = DocumentMut::new();
    for now in &new.platforms {
        let names = |it: &Platform| [&it.module, &it.function, &it.feature].map(Clone::clone);
        let was = old.platforms.iter().find(|it| it.label == now.label);
        let Some(was) = was.filter(|it| names(it) != names(now)) else { continue };
        let mut entry = Table::new();
        entry["name"] = value(&was.name);
        entry["version"] = value(version);
        aliases[&now.label] = Item::Table(entry);
    }
    Ok(replace(specs, Specs::ALIASES, ALIASES_HEADER, had, &aliases))
}

const ALIASES_HEADER: &str = "\
# Old names of platforms, by their labels in facts.toml. The client keeps them, deprecated, for one release: the version
# in this file. The next refresh removes them, which is a breaking change. Written by `cargo xtask refresh`.
";

/// Replaces all entries of a file if it has or gets any, and keeps the comment at its top. Returns true if it did.
fn replace(specs: &mut Specs, path: &str, header: &str, had: bool, entries: &DocumentMut) -> bool {
    let any = had || !entries.is_empty();
    if any {
        let text = specs.files.get(path).map_or(header.into(), |it| String::from_utf8_lossy(it));
        let header: String = text.split_inclusive('\n').take_while(|it| it.starts_with('#')).collect();
        specs.files.insert(path.to_owned(), format!("{header}\n{entries}").into_bytes());
    }
    any
}

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
    fn keys_are_written_after_the_comment_at_the_top() {
        let rename =
            |label: &str, now: &str| Rename { label: label.into(), was: label.into(), now: now.into(), score: 90 };
        let mut specs = specs(&[(Specs::KEYS, "# Keys:\n#\n#   p1 = \"key\"")]);
        set_keys(&mut specs, &[rename("p1", "one")]).expect("it is TOML");
        set_keys(&mut specs, &[rename("p2", "two")]).expect("it is TOML");
        assert_eq!(text(&specs, Specs::KEYS), "# Keys:\n#\n#   p1 = \"key\"\np1 = \"one\"\np2 = \"two\"\n");
    }

    #[test]
    fn the_comment_above_removed_constants_is_kept() {
        let social = r#"{"cells": [{"platform": "p", "capability": "a", "model": "social-p-a", "method": "GET",
            "path": "/v1/social/p/a", "params": []}]}"#;
        let models = r#"{"data": [{"model_name": "chat-a", "supported_endpoint_types": ["openai"]}]}"#;
        let mut old = specs(&[(Specs::SOCIAL, social), (Specs::MODELS, models), (Specs::RETIRED, "# Why.\n")]);
        let (before, _) = gatewright::read(&old).expect("it is fine");
        let (after, _) = gatewright::read(&specs(&[(Specs::SOCIAL, social)])).expect("it is fine");
        assert!(set_retired(&mut old, &before, &after, "0.2.0").expect("it is TOML"));
        let text = text(&old, Specs::RETIRED).to_owned();
        assert!(text.starts_with("# Why.\n\n[chat-a]\n"), "{text}");
        assert!(set_retired(&mut old, &after, &after, "0.3.0").expect("it is TOML"), "it has had its version");
        assert_eq!(self::text(&old, Specs::RETIRED), "# Why.\n\n");
    }
}
