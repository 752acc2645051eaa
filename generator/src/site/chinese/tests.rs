use toml::de::{DeTable, DeValue};

/// The keys whose texts people read on a page.
const READ: [&str; 8] = ["doc", "note", "notes", "about", "instead", "assumptions", "deprecated", "source"];

/// Every text below such a key.
fn sentences<'a>(value: &'a DeValue<'a>, is_read: bool, all: &mut Vec<&'a str>) {
    match value {
        DeValue::String(text) if is_read => all.push(text),
        DeValue::Array(items) => items.iter().for_each(|it| sentences(it.get_ref(), is_read, all)),
        DeValue::Table(fields) => {
            for (key, value) in fields {
                sentences(value.get_ref(), is_read || READ.contains(&key.get_ref().as_ref()), all);
            }
        }
        _ => {}
    }
}

fn facts() -> DeValue<'static> {
    let facts = DeTable::parse(include_str!("../../../../specs/social/facts.toml")).expect("TOML");
    DeValue::Table(facts.into_inner())
}

fn assert_known<'a>(all: impl IntoIterator<Item = &'a str>) {
    let unknown: Vec<_> = all.into_iter().filter(|it| super::of(it).is_none()).collect();
    assert!(unknown.is_empty(), "not known in Chinese: {unknown:#?}");
}

#[test]
fn what_is_said_of_interfaces_is_known_in_chinese() {
    let specs = crate::Specs::open(concat!(env!("CARGO_MANIFEST_DIR"), "/../specs")).expect("the project's specs");
    let files = specs.files.iter().filter(|it| it.0.starts_with(crate::Specs::INTERFACES));
    let texts: Vec<_> = files.map(|it| String::from_utf8(it.1.clone()).expect("text")).collect();
    let files: Vec<_> = texts.iter().map(|it| DeValue::Table(DeTable::parse(it).expect("TOML").into_inner())).collect();
    let mut all = Vec::new();
    files.iter().for_each(|it| sentences(it, false, &mut all));
    assert!(all.len() > 250, "{} sentences", all.len());
    assert_known(all);
}

#[test]
fn assumptions_are_known_in_chinese() {
    let file = DeTable::parse(include_str!("../../../../specs/assumptions.toml")).expect("TOML");
    let file = DeValue::Table(file.into_inner());
    let mut all = Vec::new();
    sentences(&file, true, &mut all);
    assert!(all.len() > 20, "{} sentences", all.len());
    assert_known(all);
}

#[test]
fn what_is_said_of_platforms_is_known_in_chinese() {
    let facts = facts();
    let mut all = Vec::new();
    sentences(&facts, false, &mut all);
    sentences(facts.get("capability").expect("it is there").get_ref(), true, &mut all);
    assert!(all.len() > 50, "{} sentences", all.len());
    assert_known(all);
}

#[test]
fn capabilities_have_a_name_in_chinese() {
    let facts = facts();
    let capabilities = facts.get("capability").and_then(|it| it.get_ref().as_table()).expect("a table");
    for name in capabilities.keys() {
        assert!(super::capability(name.get_ref()).is_some(), "{}", name.get_ref());
    }
}

/// The labels of values that do not say themselves what they mean.
fn labels(value: &DeValue<'_>, all: &mut Vec<String>) {
    let Some(fields) = value.as_table() else { return };
    for (key, value) in fields {
        let values = value.get_ref().as_table().filter(|_| key.get_ref() == "values");
        for (label, value) in values.into_iter().flatten() {
            let wire = value.get_ref().get("value").unwrap_or(value).get_ref();
            let speaks = wire.as_str().is_some_and(|it| it.contains(char::is_alphabetic));
            all.extend((!speaks).then(|| label.get_ref().replace('_', " ")));
        }
        labels(value.get_ref(), all);
    }
}

#[test]
fn values_without_letters_have_a_meaning_in_chinese() {
    let mut all = Vec::new();
    labels(&facts(), &mut all);
    assert!(all.len() > 30, "{} labels", all.len());
    assert_known(all.iter().map(String::as_str));
}
