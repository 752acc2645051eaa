//! The client follows the live catalog: what a change is called, what it means, and that a refresh is whole or not at all.

mod cases;
mod live;
mod scene;
mod surface;
mod versions;
mod whole;

use std::collections::BTreeSet;

use gatewright::{Diff, Model, Specs, What};

use cases::{CASES, Case};
use scene::Scene;

fn model(specs: &Specs) -> Model {
    let (model, _) = gatewright::read(specs).unwrap_or_else(|report| panic!("{}", report.render(false)));
    model
}

fn diff(case: &Case) -> Diff {
    let (before, after) = case.scenes();
    Diff::of(&model(&before.specs("a-client")), &model(&after.specs("a-client")))
}

/// Kinds and classes of all changes, in order of their names.
fn said(diff: &Diff) -> BTreeSet<(&'static str, &'static str)> {
    diff.changes.iter().map(|it| (it.what.name(), it.class.name())).collect()
}

#[test]
fn every_kind_of_change_is_named_and_classified() {
    let mut seen = BTreeSet::new();
    for case in CASES {
        let diff = diff(case);
        let expected = case.says.iter().map(|(kind, class)| (*kind, class.name())).collect::<BTreeSet<_>>();
        assert_eq!(said(&diff), expected, "{}: {}", case.name, diff.to_text());
        seen.extend(diff.changes.iter().map(|it| it.what));
    }
    // What becomes of facts is for a refresh to say, and tested there.
    seen.insert(What::FactStale);
    let missing: Vec<_> = What::all().filter(|it| !seen.contains(it)).map(What::name).collect();
    assert!(missing.is_empty(), "no case for {missing:?}");
}

#[test]
fn what_did_not_change_is_no_change() {
    let scene = Scene::new();
    let mut shuffled = scene.clone();
    shuffled.social["cells"].as_array_mut().expect("a list").reverse();
    shuffled.model("chat-a")["route_health"]["success_ratio"] = 0.5.into();
    let diff = Diff::of(&model(&scene.specs("a")), &model(&shuffled.specs("a")));
    assert_eq!(diff, Diff::default(), "{}", diff.to_text());
    assert_eq!(diff.to_text(), "nothing changed\n");
}
