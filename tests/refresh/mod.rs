//! Updates from the live catalogs: names and classes of changes, and refreshes that write everything or nothing.

mod cases;
mod edits;
mod field_guards;
mod guards;
mod keys;
mod live;
mod price_guards;
mod renames;
mod scene;
mod surface;
pub(crate) mod versions;

use std::collections::BTreeSet;

use gatewright::{ChangeKind, Diff, Model, Specs};
use serde_json::json;

use cases::Case;
use scene::Scene;

fn model(specs: &Specs) -> Model {
    let (model, _) = gatewright::read(specs).unwrap_or_else(|report| panic!("{}", report.render(false)));
    model
}

fn diff(case: &Case) -> Diff {
    let (before, after) = case.scenes();
    Diff::of(&model(&before.specs("a-client")), &model(&after.specs("a-client")))
}

/// Returns kinds and classes of all changes, sorted by name.
fn said(diff: &Diff) -> BTreeSet<(&'static str, &'static str)> {
    diff.changes.iter().map(|it| (it.what.name(), it.class.name())).collect()
}

#[test]
fn every_kind_of_change_is_named_and_classified() {
    let mut seen = BTreeSet::new();
    for case in cases::all() {
        let diff = diff(case);
        let expected = case.says.iter().map(|(kind, class)| (*kind, class.name())).collect::<BTreeSet<_>>();
        assert_eq!(said(&diff), expected, "{}: {}", case.name, diff.to_text());
        seen.extend(diff.changes.iter().map(|it| it.what));
    }
    // Stale facts are reported by `refresh` and tested there.
    seen.insert(ChangeKind::FactStale);
    let missing: Vec<_> = ChangeKind::all().filter(|it| !seen.contains(it)).map(ChangeKind::name).collect();
    assert!(missing.is_empty(), "no case for {missing:?}");
}

#[test]
fn every_change_has_a_chinese_description() {
    let changes: Vec<_> = cases::all().flat_map(|it| diff(it).changes).map(|it| it.to_json()).collect();
    let history =
        json!({ "format": 1, "date": "2026-01-31", "version": "0.2.0", "class": "major", "changes": changes });
    let mut specs = Scene::new().specs("a-client");
    specs.files.insert("history/2026-01-31-0.2.0.json".into(), history.to_string().into());
    let site = gatewright::site(&model(&specs), "https://docs.example/");
    let read: Vec<_> =
        site.get("zh/changelog.md").expect("a page").lines().filter_map(|it| it.strip_prefix("- ")).collect();
    assert!(read.len() > changes.len(), "prices are listed twice");
    for line in read {
        let (_, says) = line.split_once('：').expect("a subject and what became of it");
        let english = says.split(|c: char| !c.is_ascii_alphabetic()).find(|it| ENGLISH.contains(it));
        assert!(says.contains(|c: char| !c.is_ascii()) && english.is_none(), "{line}: {english:?}");
    }
}

/// English words that almost every description contains; no name in a scene is one of them.
const ENGLISH: [&str; 14] =
    ["the", "is", "it", "its", "was", "of", "by", "and", "not", "new", "before", "when", "required", "optional"];

/// Returns the descriptions of all changes that `change` causes.
fn sentences(change: impl Fn(&mut Scene)) -> Vec<String> {
    let mut after = Scene::new();
    change(&mut after);
    let diff = Diff::of(&model(&Scene::new().specs("a")), &model(&after.specs("a")));
    diff.changes.iter().map(|it| format!("{}: {}", it.subject, it.says())).collect()
}

#[test]
fn changes_are_described_in_words() {
    let said = sentences(|it| it.param("mark")["type"] = "array".into());
    assert!(said.is_empty(), "it was not known before, and is not known now: {said:?}");
    let said = sentences(|it| it.param("keyword")["type"] = "array".into());
    assert_eq!(said, ["red/search: type of parameter keyword changed from string to unknown type"]);
    let said = sentences(|it| drop(it.param("keyword").as_object_mut().expect("an object").remove("required")));
    assert_eq!(said[0], "red/search: parameter keyword is now not marked as required");
    let said = sentences(|it| drop(it.cell("red/post").as_object_mut().expect("an object").remove("unit")));
    assert_eq!(said, ["red/post: unit of the price changed from call to unpublished"]);
    let said = sentences(|it| {
        it.model("chat-a")["quota_type"] = 1.into();
        it.model("chat-a")["enable_groups"] = json!(["vip"]);
    });
    assert_eq!(said, ["chat-a: documentation changed: enable_groups, quota_type"]);
    let said = sentences(|it| it.models["auto_groups"] = json!(["vip"]));
    assert_eq!(said, ["models: auto_groups changed from none to vip"]);
}

#[test]
fn a_parameter_is_renamed_if_only_one_new_parameter_fits() {
    let added = |name: &str, kind: &str| json!({ "name": name, "type": kind, "required": false });
    let renamed = |new: &[serde_json::Value]| {
        let said = sentences(|it| {
            let params = it.cell("red/post")["params"].as_array_mut().expect("a list");
            params.splice(2..3, new.iter().cloned());
        });
        said.iter().any(|it| it == "red/post: parameter note renamed to memo")
    };
    assert!(renamed(&[added("memo", "string")]));
    assert!(renamed(&[added("memo", "string"), added("size", "integer")]), "the other is of another type");
    assert!(!renamed(&[added("memo", "string"), added("text", "string")]), "it could be either");
    assert!(!renamed(&[added("memo", "integer")]), "it is of another type");
}

#[test]
fn endpoints_of_a_platform_that_was_added_or_removed_are_listed() {
    let said = sentences(|it| {
        Scene::drop_from(&mut it.social["cells"], "platform", "red");
        for capability in ["search", "post"] {
            let keyword = json!({ "name": "keyword", "type": "string", "required": true });
            Scene::add_to(&mut it.social["cells"], scene::cell("green", capability, &[keyword]));
        }
    });
    let expected = [
        "red: removed: platform with 2 endpoints",
        "red/post: removed: endpoint",
        "red/search: removed: endpoint",
        "green: added: platform with 2 endpoints",
        "green/post: added: endpoint, requires keyword, 0.01 USD",
        "green/search: added: endpoint, requires keyword, 0.01 USD",
    ];
    assert_eq!(said, expected);
}

#[test]
fn an_amount_has_its_own_field() {
    let case = cases::all().find(|it| it.name == "price-up").expect("there is one");
    let change = diff(case).changes[0].to_json();
    assert_eq!((&change["by"], change.get("part")), (&"100 %".into(), None));
}

#[test]
fn a_text_explains_the_class_of_a_change() {
    let case = cases::all().find(|it| it.name == "platform-key").expect("there is one");
    assert!(diff(case).to_text().contains("(its name in Rust stays the same)"));
    let case = cases::all().find(|it| it.name == "platform-renamed").expect("there is one");
    assert!(diff(case).to_text().contains("renamed from blue to azure"), "{}", diff(case).to_text());
}

/// Renames all parameters of a platform.
fn drift(scene: &mut Scene, platform: &str, name: &str) {
    let cells = scene.social["cells"].as_array_mut().expect("a list");
    for (index, cell) in cells.iter_mut().enumerate().filter(|(_, it)| it["platform"] == platform) {
        cell.as_object_mut().expect("a cell").remove("require_one_of");
        cell["params"] = json!([{ "name": format!("{name}{index}"), "type": "string" }]);
    }
}

#[test]
fn the_only_unmatched_platforms_may_be_a_rename_if_they_have_the_same_endpoints() {
    let mut after = Scene::new();
    after.rename("red", "green.one");
    drift(&mut after, "green.one", "new");
    after.facts.clear();
    let diff = Diff::of(&model(&Scene::new().specs("a")), &model(&after.specs("a")));
    assert!(diff.renames.is_empty(), "{:?}", diff.renames);
    let lines: Vec<_> = diff.guesses.iter().map(gatewright::Rename::line).collect();
    assert_eq!(lines, ["red = \"green.one\""]);
    // With a second new platform the match is ambiguous.
    Scene::add_to(&mut after.social["cells"], scene::cell("brown", "post", &[]));
    let diff = Diff::of(&model(&Scene::new().specs("a")), &model(&after.specs("a")));
    assert!(diff.guesses.is_empty(), "{:?}", diff.guesses);
}

#[test]
fn an_unchanged_catalog_has_no_changes() {
    let scene = Scene::new();
    let mut shuffled = scene.clone();
    shuffled.social["cells"].as_array_mut().expect("a list").reverse();
    shuffled.model("chat-a")["route_health"]["success_ratio"] = 0.5.into();
    let diff = Diff::of(&model(&scene.specs("a")), &model(&shuffled.specs("a")));
    assert_eq!(diff, Diff::default(), "{}", diff.to_text());
    assert_eq!(diff.to_text(), "nothing changed\n");
}
