use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use gatewright_runtime::workflow::{Kind, Workflow};

use super::*;

/// Arguments of each message, by its id.
fn arguments(text: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut all = BTreeMap::<String, BTreeSet<String>>::new();
    let mut id = String::new();
    for line in text.lines().filter(|it| !it.starts_with('#')) {
        if line.starts_with(|c: char| c.is_ascii_alphabetic()) {
            id = line.split_once('=').expect("a message").0.trim().to_owned();
            assert!(!all.contains_key(&id), "{id} is there twice");
        }
        let names =
            line.split('$').skip(1).map(|it| it.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default());
        all.entry(id.clone()).or_default().extend(names.filter(|it| !it.is_empty()).map(str::to_owned));
    }
    all.remove("");
    all
}

/// Messages about the runtime's own texts, which have no English message.
fn texts_of_the_runtime() -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    for shape in Workflow::rules().types() {
        let name = shape.name.expect("types have names");
        ids.insert(format!("record-{name}"));
        if let Kind::Object(fields) = &shape.kind {
            ids.extend(fields.iter().map(|it| format!("record-{name}-{}", it.name.trim_start_matches('$'))));
        }
    }
    ids
}

#[test]
fn all_languages_have_the_same_messages_and_arguments() {
    assert_eq!(FILES[0].code, "en");
    let english = arguments(FILES[0].messages);
    for File { code, messages, guides } in &FILES[1..] {
        let mut own = arguments(messages);
        for id in texts_of_the_runtime() {
            assert!(own.remove(&id).is_some(), "{code}.ftl lacks {id}");
        }
        for (id, arguments) in &english {
            assert_eq!(own.get(id), Some(arguments), "{id} in {code}.ftl");
        }
        let superfluous: Vec<_> = own.keys().filter(|it| !english.contains_key(*it)).collect();
        assert!(superfluous.is_empty(), "only in {code}.ftl: {superfluous:?}");
        assert!(Language::parse(code, messages, guides).is_ok(), "{code}.ftl");
        let placeholders = |text: &'static str| text.lines().filter(|it| it.starts_with("{{")).collect::<Vec<_>>();
        for (name, text) in FILES[0].guides {
            let own = guides.iter().find(|it| it.0 == *name).unwrap_or_else(|| panic!("no guide {name} in {code}")).1;
            assert_eq!(placeholders(own), placeholders(text), "blocks of the guide {name} in {code}");
        }
        assert_eq!(guides.len(), FILES[0].guides.len());
    }
}

/// Texts in quotes of all sources and templates.
fn quoted(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            quoted(&path, found);
        } else if path.extension().is_some_and(|it| ["rs", "html", "md"].iter().any(|ending| it == *ending)) {
            let text = fs::read_to_string(&path).expect("text");
            found.extend(text.split('"').map(str::to_owned));
        }
    }
}

#[test]
fn every_message_is_used_and_every_used_one_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut words = BTreeSet::new();
    quoted(&root.join("src"), &mut words);
    quoted(&root.join("../templates/site"), &mut words);
    // Found by a name at run time.
    let by_name = [
        "can-",
        "change-",
        "counted-",
        "unit-",
        "face-",
        "file-",
        "guide-",
        "interface-",
        "modality-",
        "source-",
        "task-",
    ];
    let english = arguments(FILES[0].messages);
    for id in english.keys().filter(|it| by_name.iter().all(|prefix| !it.starts_with(prefix))) {
        assert!(words.contains(id), "nothing uses {id}");
    }
    for kind in crate::diff::ChangeKind::all() {
        assert!(english.contains_key(&format!("change-{}", kind.name())), "{}", kind.name());
    }
    let ids = |prefix: &str| words.iter().filter(|it| it.starts_with(prefix) && is_id(it)).cloned().collect::<Vec<_>>();
    for prefix in
        ["reason-", "mark-", "type-", "field-", "error-", "advice-", "record-", "unmet-", "rule-", "part-", "need-"]
    {
        for id in ids(prefix).into_iter().filter(|it| it.len() > prefix.len()) {
            assert!(english.contains_key(&id), "there is no message {id}");
        }
    }
}

fn is_id(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

#[test]
fn counts_are_singular_and_plural() {
    let endpoints = |count: usize| Message::new("count-endpoints").with("count", count).render(english());
    assert_eq!((endpoints(1).as_str(), endpoints(2).as_str()), ("one endpoint", "2 endpoints"));
}

#[test]
fn arguments_are_never_read_as_messages() {
    let text = "{ $now } {\"x\"} <b>";
    let message = Message::of_kind("change", "price-published").with("now", text);
    assert_eq!(message.render(english()), format!("price published: {text}"));
}

#[test]
fn messages_are_read_back_from_json() {
    let nested = Message::new("price-face").with("face", Arg::Name("face".into(), "cache_read".into()));
    let text = crate::text::Text::english("for speech").with("zh", "用于语音合成");
    let all = Arg::List(vec![Arg::from("a"), Arg::from(3), nested.into(), Arg::from(&text)]);
    assert_eq!(Arg::from_json(&all.to_json()), Some(all.clone()));
    assert_eq!(all.render(english()), "a, 3, cache read, for speech");
    for other in
        [serde_json::json!(null), serde_json::json!(true), serde_json::json!({ "args": {} }), serde_json::json!(-1)]
    {
        assert_eq!(Arg::from_json(&other), None, "{other}");
    }
}
