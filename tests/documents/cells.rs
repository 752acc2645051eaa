//! The endpoints in `cells.txt`, a transcription of the social document that was not made from the specs, against the specs.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use gatewright::Specs;
use gatewright::model::{Assumption, Kind, NamedValues, NextPage, Operation, Param, Presence};
use gatewright_tests::{own_specs, sample_gateway, sample_specs};
use sample_client::{Client, Error};

/// A line of the transcription.
struct Cell {
    /// Platform and capability, such as `P1 search`.
    name: String,
    price: Option<&'static str>,
    groups: Vec<&'static str>,
    params: Vec<Stated>,
}

/// Facts that the document states about a parameter.
#[derive(Default)]
struct Stated {
    name: &'static str,
    required: bool,
    kind: &'static str,
    min: Option<i64>,
    max: Option<i64>,
    /// Values, with their meaning if it is stated.
    values: Vec<(&'static str, Option<&'static str>)>,
    /// Other facts, such as `default=20` and `deprecated`.
    others: Vec<&'static str>,
    /// True if 4.2 says that its value is in the previous response. Rule 6 of 4.1 says so of further parameters.
    pages: bool,
    /// Words of its description.
    says: Vec<&'static str>,
}

fn cells() -> Vec<Cell> {
    let lines = include_str!("cells.txt").lines().filter(|it| it.starts_with('P'));
    lines.map(|it| cell(it).unwrap_or_else(|| panic!("cannot read `{it}`"))).collect()
}

fn cell(line: &'static str) -> Option<Cell> {
    let (head, rest) = line.split_once(" :")?;
    let (name, price) = head.rsplit_once(' ')?;
    let items = rest.split(';').map(str::trim).filter(|it| !it.is_empty());
    let (groups, params): (Vec<_>, Vec<_>) = items.partition(|it| it.starts_with('['));
    Some(Cell {
        name: name.to_owned(),
        price: Some(price).filter(|it| *it != "-"),
        groups: groups.into_iter().map(|it| it.trim_matches(['[', ']'])).collect(),
        params: params.into_iter().map(stated).collect::<Option<_>>()?,
    })
}

fn stated(item: &'static str) -> Option<Stated> {
    let (before, values, after) = match item.split_once('{') {
        Some((before, rest)) => (before, rest.split_once('}')?.0, rest.split_once('}')?.1),
        None => (item, "", ""),
    };
    let mut words = before.split_whitespace();
    let name = words.next()?;
    let mut all = Stated { name: name.trim_end_matches('*'), required: name.ends_with('*'), ..Stated::default() };
    all.kind = words.next().filter(|it| ["s", "i", "b", "is", "?"].contains(it))?;
    let values = values.split_whitespace().filter(|it| *it != "...");
    all.values =
        values.map(|it| it.split_once('=').map_or((it, None), |(value, means)| (value, Some(means)))).collect();
    for word in words.chain(after.split_whitespace()) {
        if let Some((min, max)) = word.strip_prefix('[').and_then(|it| it.strip_suffix(']')?.split_once("..")) {
            (all.min, all.max) = (min.parse().ok(), Some(max.parse().ok()?));
        } else if let Some(says) = word.strip_prefix("says=") {
            all.says = says.split(',').collect();
        } else if word == "of-previous-response" {
            all.pages = true;
        } else {
            all.others.push(word);
        }
    }
    Some(all)
}

impl Cell {
    /// Returns its facts, a line each.
    fn facts(&self) -> Vec<String> {
        let Self { name, price, .. } = self;
        let mut facts = vec![format!("{name}: price {}", price.unwrap_or("not stated"))];
        facts.extend(self.groups.iter().map(|it| format!("{name}: at least one of {}", sorted(it.split('|')))));
        for param in &self.params {
            let fact = |it: &str| format!("{name}: {}: {it}", param.name);
            facts.push(fact(param.kind));
            facts.extend(param.required.then(|| fact("required")));
            facts.extend(limits(param.min, param.max).map(|it| fact(&it)));
            facts.extend(param.values.iter().map(|(value, means)| match means {
                Some(means) if param.kind == "is" => fact(&format!("value {value} or {means}")),
                _ => fact(&format!("value {value}")),
            }));
            facts.extend(param.others.iter().map(|it| fact(it)));
        }
        facts
    }
}

fn sorted<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>().join(",")
}

fn limits(min: Option<i64>, max: Option<i64>) -> Option<String> {
    let text = |it: Option<i64>| it.map(|it| it.to_string()).unwrap_or_default();
    (min.is_some() || max.is_some()).then(|| format!("[{}..{}]", text(min), text(max)))
}

/// Returns the facts of an endpoint of the specs, a line each. Assumptions are none.
fn facts(name: &str, operation: &Operation) -> Vec<String> {
    let price = operation.price().map_or("not stated".to_owned(), |it| it.to_string());
    let mut facts = vec![format!("{name}: price {price}")];
    let sort = |it: &Vec<String>| sorted(it.iter().map(String::as_str));
    let published: BTreeSet<_> = operation.published_groups.iter().map(sort).collect();
    let selectors: BTreeSet<_> = operation.selectors.iter().flat_map(|it| &it.groups).map(sort).collect();
    assert_eq!(selectors, published, "{name}: the client has the groups of the catalog");
    facts.extend(published.iter().map(|it| format!("{name}: at least one of {it}")));
    for param in &operation.params {
        facts.extend(of_param(param).into_iter().map(|it| format!("{name}: {}: {it}", param.wire)));
    }
    facts
}

fn of_param(param: &Param) -> Vec<String> {
    let named = if let Kind::Named(values) = &param.kind { Some(values) } else { None };
    let kind = match &param.kind {
        Kind::Named(values) if values.values.iter().any(|it| it.also.is_some()) => "is",
        kind => match kind.json() {
            Some("string") => "s",
            Some("integer") => "i",
            Some("boolean") => "b",
            Some(other) => other,
            None => "?",
        },
    };
    let published = [("s", "string"), ("i", "integer"), ("b", "boolean")].into_iter().find(|it| it.0 == kind);
    if kind != "is" {
        assert_eq!(param.published_type.as_deref(), published.map(|it| it.1), "{}: {kind}", param.wire);
    }
    assert_eq!(param.required.is_none(), kind == "?", "{}: its required flag is stated", param.wire);
    let is_sent = matches!(param.presence, Presence::Required | Presence::Default);
    assert!(is_sent || param.required != Some(true), "{}: a request can be made without it", param.wire);
    let mut facts = vec![kind.to_owned()];
    facts.extend((param.required == Some(true)).then(|| "required".to_owned()));
    let of = &param.limits;
    facts.extend(limits(of.min.or(of.min_length), of.max.or(of.max_length)));
    facts.extend(param.default.as_ref().map(|it| format!("default={it}")));
    facts.extend(named.and_then(|it| it.separator.as_deref()).map(|it| match it {
        "," => "comma-separated".to_owned(),
        other => format!("separated by {other}"),
    }));
    facts.extend(param.deprecated.is_some().then(|| "deprecated".to_owned()));
    if !param.ignored_with.is_empty() {
        facts.push(format!("ignored-with={}", sorted(param.ignored_with.iter().map(String::as_str))));
    }
    let is_stated = |rule: &str| Assumption::is_documented(&param.assumptions, rule);
    if let Some(named) = named.filter(|_| is_stated("values")) {
        facts.extend(values(named));
    }
    if let Some(paging) = &param.paging {
        let is_counted = paging.next == NextPage::Counting && !is_stated("paging");
        let first = paging.first.as_ref().filter(|_| !is_counted).map(ToString::to_string);
        facts.extend(first.map(|it| if it.is_empty() { "first=\"\"".into() } else { format!("first={it}") }));
        match &paging.next {
            NextPage::PreviousReply(Some(field)) => facts.push(format!("next={field}")),
            NextPage::FirstReply(field) => facts.push(field.as_deref().unwrap_or("of-first-response").to_owned()),
            _ => {}
        }
    }
    facts
}

fn values(named: &NamedValues) -> impl Iterator<Item = String> {
    named.values.iter().map(|it| match &it.also {
        Some(number) => format!("value {number} or {}", it.wire),
        None => format!("value {}", it.wire),
    })
}

/// Returns the descriptions of a parameter and of its values.
fn description(param: &Param) -> String {
    let mut all = String::new();
    for text in [Some(&param.about), param.note.as_ref(), param.deprecated.as_ref()].into_iter().flatten() {
        write!(all, "{} ", text.en().unwrap_or_default()).expect("a text");
    }
    all.to_lowercase()
}

/// Returns every difference between the document and these specs.
fn differences(specs: &Specs) -> Vec<String> {
    let (model, _) = gatewright::read(specs).unwrap_or_else(|report| panic!("{}", report.render(false)));
    if !model.history.is_empty() {
        return Vec::new(); // A refresh took the live catalog, which is the authority.
    }
    let operations: Vec<_> = model
        .platforms
        .iter()
        .flat_map(|platform| platform.operations.iter().map(|it| (platform.label.to_uppercase(), it)))
        .map(|(label, it)| (format!("{label} {}", it.key), it))
        .collect();
    let cells = cells();
    let document: BTreeSet<_> = cells.iter().flat_map(Cell::facts).collect();
    let in_specs: BTreeSet<_> = operations.iter().flat_map(|(name, it)| facts(name, it)).collect();
    let only = |a: &BTreeSet<String>, b: &BTreeSet<String>, side: &str| -> Vec<String> {
        a.difference(b).map(|it| format!("only in the {side}: {it}")).collect()
    };
    let mut all = only(&document, &in_specs, "document");
    all.extend(only(&in_specs, &document, "specs"));
    for cell in &cells {
        let Some((name, operation)) = operations.iter().find(|it| it.0 == cell.name) else { continue };
        for stated in &cell.params {
            let Some(param) = operation.params.iter().find(|it| it.wire == stated.name) else { continue };
            let text = description(param);
            let missing = stated.says.iter().filter(|it| !text.contains(&it.to_lowercase()));
            all.extend(missing.map(|it| format!("{name}: {}: its description has no `{it}`: {text}", stated.name)));
            let next = param.paging.as_ref().map(|it| &it.next);
            if stated.pages && !matches!(next, Some(NextPage::PreviousReply(_))) {
                all.push(format!("{name}: {}: its value is in the previous response", stated.name));
            }
            let Kind::Named(named) = &param.kind else { continue };
            for (value, means) in stated.values.iter().filter(|_| stated.kind != "is") {
                let label = named.values.iter().find(|it| it.wire == *value).map(|it| it.label.as_str());
                if means.is_some() && label.is_some() && *means != label {
                    all.push(format!("{name}: {}: {value} means {means:?}, not {label:?}", stated.name));
                }
            }
        }
    }
    all
}

#[test]
fn every_cell_agrees_with_the_document() {
    assert_eq!(cells().len(), 101);
    for specs in [sample_specs(), own_specs()] {
        let differences = differences(&specs);
        assert!(differences.is_empty(), "{} differences:\n{}", differences.len(), differences.join("\n"));
    }
}

/// Shows that the comparison finds a change of any kind.
#[test]
fn a_changed_cell_is_a_difference() {
    let text = |path: &str| String::from_utf8(sample_specs().files[path].clone()).expect("text");
    let (catalog, facts) = (text(Specs::SOCIAL), text("social/facts.toml"));
    for (path, text, old, new) in [
        (Specs::SOCIAL, &catalog, "\"price_usd\": 0.006", "\"price_usd\": 0.007"),
        (Specs::SOCIAL, &catalog, "\"integer\"", "\"string\""),
        (Specs::SOCIAL, &catalog, "\"required\": true", "\"required\": false"),
        (Specs::SOCIAL, &catalog, "\"sec_user_id\"", "\"secUserId\""),
        ("social/facts.toml", &facts, "max = 50", "max = 51"),
        ("social/facts.toml", &facts, "\"latest_v2\"", "\"latest\""),
        ("social/facts.toml", &facts, "\"next_max_id\"", "\"max_id\""),
    ] {
        assert!(text.contains(old), "{path} has no {old}");
        let mut specs = sample_specs();
        specs.files.insert(path.into(), text.replacen(old, new, 1).into());
        assert!(!differences(&specs).is_empty(), "{old} became {new}");
    }
}

/// Sends the last value within each limit and the first one beyond it.
#[tokio::test]
async fn every_limit_of_the_document_is_checked() {
    let gateway = sample_gateway().start().await.expect("loopback");
    let client = Client::new(&gateway.base_url(), gateway.key()).expect("valid");
    let mut checked = Vec::new();
    for cell in cells() {
        for limited in cell.params.iter().filter(|it| it.max.is_some()) {
            let (platform, capability) = cell.name.split_once(' ').expect("two words");
            let call = |value: String| {
                let others = cell.params.iter().filter(|it| it.required && it.name != limited.name);
                let call = client.social(&platform.to_lowercase(), capability).with(limited.name, value);
                others.fold(call, |call, it| call.with(it.name, "1")).send()
            };
            let value = |number: i64| match limited.kind {
                "s" => "t".repeat(usize::try_from(number).expect("it is small")),
                _ => number.to_string(),
            };
            let max = limited.max.expect("it is there");
            let (fine, over) = (call(value(max)).await, call(value(max + 1)).await);
            // A page that does not exist is accepted, and has no results.
            let is_accepted = matches!(fine, Ok(_) | Err(Error::NoResult(_)));
            assert!(is_accepted, "{}: {}: {max}: {fine:?}", cell.name, limited.name);
            assert!(matches!(over, Err(Error::BadParameter(_))), "{}: {}: {over:?}", cell.name, limited.name);
            if let Some(min) = limited.min {
                let under = call(value(min - 1)).await;
                assert!(matches!(under, Err(Error::BadParameter(_))), "{}: {}: {under:?}", cell.name, limited.name);
            }
            checked.push(format!("{} {}", cell.name, limited.name));
        }
    }
    let expected = "P4 user-posts pn, P4 user-posts ps, P7 search keyword, P8 search keyword, P9 search keyword, P13 user-posts count";
    assert_eq!(checked.join(", "), expected);
}
