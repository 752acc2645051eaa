//! Summary of what was learned, on stderr.

use std::collections::BTreeMap;

use gatewright::visible;
use gatewright_runtime::shape::{JsonType, Shape};
use xtask::generate::plural;

use super::merge::Learned;

/// Number of fields in a list, unless all are shown.
pub(super) const SHOWN: usize = 10;

/// Prints what was learned about one operation, with lists of at most `shown` fields.
pub(super) fn print(learned: &Learned, shown: usize) {
    let Learned { before, replaces_sample, after, added, known } = learned;
    let responses = added.iter().fold(0_u64, |sum, it| sum.saturating_add(it.recording.samples));
    let (new, recordings) = (count(responses, "new response"), count(added.len() as u64, "recording"));
    anstream::eprintln!("{}: {new} in {recordings}, {} in all", after.operation, count(after.samples, "response"));
    if *replaces_sample {
        anstream::eprintln!("  a sample is replaced");
    }
    let fields = Fields::of(before.as_ref().map(|it| &it.data), &after.data);
    for (became, fields) in [
        ("added", &fields.added),
        ("with different types, so untyped", &fields.mixed),
        ("in every object so far, but not in all new ones", &fields.rarer),
        ("not in these recordings, so removed", &fields.removed),
        ("with objects whose keys were in too few different calls to be learned", &fields.unnamed),
    ] {
        list(became, fields, shown);
    }
    for (file, newer) in known {
        match newer {
            0 => anstream::eprintln!("  {file} was learned already"),
            newer => anstream::eprintln!(
                "warning: {file} was learned already; {} not counted\n\
                 help: record to a new folder, or pass all folders with --replace",
                if *newer == 1 { "1 newer response is".to_owned() } else { format!("{newer} newer responses are") }
            ),
        }
    }
    let real = before.iter().filter(|_| !replaces_sample);
    let lost = real.flat_map(|it| it.sources.keys()).filter(|it| !after.sources.contains_key(*it)).count();
    if lost > 0 {
        anstream::eprintln!(
            "warning: {}: {} in other folders no longer counted",
            after.operation,
            if lost == 1 { "1 recording".to_owned() } else { format!("{lost} recordings") }
        );
    }
}

fn count(number: u64, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

fn list(became: &str, fields: &[String], shown: usize) {
    if fields.is_empty() {
        return;
    }
    anstream::eprintln!("  {} field{} {became}:", fields.len(), plural(fields.len()));
    for field in fields.iter().take(shown) {
        anstream::eprintln!("    {}", visible(field));
    }
    if let Some(more @ 1..) = fields.len().checked_sub(shown) {
        anstream::eprintln!("    and {more} more");
    }
}

/// Differences between two shapes, as lines.
#[derive(Debug, Default, PartialEq, Eq)]
struct Fields {
    added: Vec<String>,
    /// Fields whose types differ now, and did not before.
    mixed: Vec<String>,
    /// Fields that all objects had before.
    rarer: Vec<String>,
    removed: Vec<String>,
    /// Values with more objects of which no field is known.
    unnamed: Vec<String>,
}

impl Fields {
    fn of(before: Option<&Shape>, after: &Shape) -> Self {
        let (mut old, mut new) = (BTreeMap::new(), BTreeMap::new());
        before.into_iter().for_each(|it| collect(it, it.count, "data", &mut old));
        collect(after, after.count, "data", &mut new);
        let mut fields = Self::default();
        for (path, (shape, of)) in &new {
            let was = old.get(path).map(|it| it.0);
            if shape.count < *of && old.get(path).is_some_and(|(was, of)| was.count == *of) {
                fields.rarer.push(format!("{path}: {} of {of}", shape.count));
            }
            if shape.unnamed > was.map_or(0, |it| it.unnamed) {
                fields.unnamed.push(format!("{path}: {}", count(shape.unnamed, "object")));
            }
            let line = format!("{path}: {}", types(shape));
            if is_mixed(shape) {
                fields.mixed.extend((!was.is_some_and(is_mixed)).then(|| line.clone()));
            }
            // Items of lists and values of maps are parts of a field.
            let is_field = !path.ends_with("[]") && !path.ends_with(".*") && path != "data";
            fields.added.extend((was.is_none() && is_field).then_some(line));
        }
        fields.removed = old.into_keys().filter(|it| !new.contains_key(it)).collect();
        fields
    }
}

/// Adds all shapes in a shape by path, each with the number of objects that could have had it.
fn collect<'a>(shape: &'a Shape, of: u64, path: &str, all: &mut BTreeMap<String, (&'a Shape, u64)>) {
    all.insert(path.to_owned(), (shape, of));
    let objects = shape.objects();
    shape.fields.iter().for_each(|(name, it)| collect(it, objects, &format!("{path}.{name}"), all));
    shape.keys.iter().for_each(|it| collect(it, it.count, &format!("{path}.*"), all));
    shape.items.iter().for_each(|it| collect(it, it.count, &format!("{path}[]"), all));
}

/// Returns true if the values have several types. An integer counts as a number, and null as an absent value.
fn is_mixed(shape: &Shape) -> bool {
    let kind = |of: &JsonType| if *of == JsonType::Integer { JsonType::Number } else { *of };
    let mut kinds: Vec<_> = shape.types.keys().filter(|it| **it != JsonType::Null).map(kind).collect();
    kinds.dedup();
    kinds.len() > 1
}

fn types(shape: &Shape) -> String {
    let types: Vec<_> = match is_mixed(shape) {
        true => shape.types.iter().map(|(of, count)| format!("{} ({count})", of.name())).collect(),
        false => shape.types.keys().map(|it| it.name().to_owned()).collect(),
    };
    types.join(", ")
}

#[cfg(test)]
mod tests {
    use gatewright_runtime::serde_json::json;

    use super::*;

    #[test]
    fn added_and_mixed_fields_are_listed() {
        let before = Shape::of(&json!({ "id": 1, "list": [{ "n": 1 }], "old": null }));
        let mut after = before.clone();
        after.observe(&json!({ "id": 1.5, "list": [{ "n": "1", "title": null }], "map": { "a.b": true } }));
        let fields = Fields::of(Some(&before), &after);
        assert_eq!(fields.added, ["data.list[].title: null", "data.map: object"]);
        assert_eq!(fields.mixed, ["data.list[].n: integer (1), text (1)"]);
        assert!(fields.removed.is_empty());
        assert_eq!(fields.rarer, ["data.old: 1 of 2"]);
        let fields = Fields::of(Some(&after), &before);
        assert_eq!(fields.removed, ["data.list[].title", "data.map", "data.map.*"]);
        assert_eq!(Fields::of(None, &before).added.len(), 4);
    }
}
