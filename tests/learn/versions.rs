//! Versions of a client after its shapes have changed.

use std::path::Path;

use gatewright::{Class, Specs};
use serde_json::{Value, json};

use super::scene::Scene;

/// Second batch of recordings. The responses of the first one are `{ "id": …, "note": { "likes": … } }`.
struct Batch {
    name: &'static str,
    responses: Vec<Value>,
    options: &'static [&'static str],
    /// Class of the change; `None` if the API of the client stays the same.
    class: Option<Class>,
}

fn batches() -> [Batch; 4] {
    let known = |number: u64| json!({ "id": number, "note": { "likes": number } });
    let batch = |name, class, responses| Batch { name, responses, options: &[], class };
    let more = json!({ "id": 1, "note": { "likes": 1, "title": "Tea" }, "at": 1763450000 });
    let other_types = json!({ "id": "a", "note": { "likes": "many" } });
    let removed = batch("removed", Some(Class::Major), vec![json!({ "id": 1, "note": {} })]);
    [
        batch("same", None, vec![known(7)]),
        batch("added", Some(Class::Minor), vec![more]),
        batch("untyped", Some(Class::Major), vec![other_types, known(8)]),
        Batch { options: &["--replace"], ..removed },
    ]
}

impl Batch {
    /// Learns from the first batch and then from this one, and writes the clients to folders. Returns their versions and what the
    /// second command printed.
    fn learn(&self, folder: &Path) -> ([String; 2], String) {
        let scene = Scene::new();
        let first: Vec<_> = (0..5).map(|it| json!({ "id": it, "note": { "likes": it } })).collect();
        scene.write_recording("before", "p1_search", &first);
        scene.write_recording("after", "p1_search", &self.responses);
        let mut said = String::new();
        let versions = [("before", &[][..]), ("after", self.options)].map(|(state, options)| {
            let name = self.crate_name(state);
            let mut client: Vec<_> = scene.spec(Specs::CLIENT).lines().map(str::to_owned).collect();
            client.retain(|it| !it.starts_with("name"));
            client.insert(0, format!("name = \"{name}\""));
            scene.write(&format!("specs/{}", Specs::CLIENT), &client.join("\n"));
            said = scene.learn_to(&folder.join(name), state, options);
            let version = scene.spec(Specs::CLIENT);
            let version = version.lines().find_map(|it| it.strip_prefix("version = ")).expect("it has a version");
            version.trim_matches('"').to_owned()
        });
        (versions, said)
    }

    fn crate_name(&self, state: &str) -> String {
        format!("{state}-learn-{}", self.name)
    }
}

#[test]
fn a_second_batch_makes_the_version_of_its_change() {
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    for batch in batches() {
        let ([before, after], said) = batch.learn(folder.path());
        let expected = batch.class.map_or_else(|| before.clone(), |it| it.after(&before));
        assert_eq!(after, expected, "{}: {said}", batch.name);
        let says = batch.class.map(|it| format!("{it}: {before} becomes {after}\n"));
        assert!(says.is_none_or(|it| said.contains(&it)) && said.contains("p1_search: "), "{}: {said}", batch.name);
    }
}

mod full {
    use super::*;
    use crate::refresh::versions::{Crates, verdict};

    #[test]
    fn each_change_of_a_shape_makes_a_version_that_a_tool_agrees_with() {
        let crates = Crates::new();
        let batches = batches();
        batches.iter().for_each(|it| drop(it.learn(&crates.path(""))));
        crates.build();
        for batch in batches {
            let [old, new] = ["before", "after"].map(|it| crates.docs(&batch.crate_name(it)));
            let (ours, theirs) = (batch.class.unwrap_or(Class::Patch), verdict(&old, &new));
            assert!(theirs <= ours, "{}: ours {ours}, theirs {theirs}", batch.name);
            // The tool does not see other types of fields, but it sees that a field was removed.
            assert!(batch.name != "removed" || theirs == Class::Major, "theirs {theirs}");
        }
    }
}
