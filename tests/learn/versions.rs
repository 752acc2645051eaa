//! Compares the version of a client after its shapes have changed with cargo-semver-checks.

mod full {
    use gatewright::{Class, Specs};
    use serde_json::{Value, json};

    use crate::learn::scene::Scene;
    use crate::refresh::versions::{Crates, verdict};

    /// Changes of a second batch: its name, and its responses. The first batch has `{ "id": …, "note": { "likes": 1 } }`.
    fn changes() -> [(&'static str, Vec<Value>); 3] {
        let known = |number: u64| json!({ "id": number, "note": { "likes": number } });
        [
            ("same", vec![known(7)]),
            ("added", vec![json!({ "id": 1, "note": { "likes": 1, "title": "Tea" }, "at": 1763450000 })]),
            ("mixed", vec![json!({ "id": "a", "note": { "likes": "many" } }), known(8)]),
        ]
    }

    /// Learns from the first batch and then from a second one. Adds the crates of both states. Returns both versions.
    fn learn(crates: &Crates, name: &str, responses: &[Value]) -> [String; 2] {
        let scene = Scene::new();
        let batch: Vec<_> = (0..5).map(|it| json!({ "id": it, "note": { "likes": it } })).collect();
        scene.write_recording("first", "p1_search", &batch);
        scene.write_recording("second", "p1_search", responses);
        [("before", "first"), ("after", "second")].map(|(state, batch)| {
            let mut client: Vec<_> = scene.spec(Specs::CLIENT).lines().map(str::to_owned).collect();
            client.retain(|it| !it.starts_with("name"));
            client.insert(0, format!("name = \"{state}-learn-{name}\""));
            scene.write(&format!("specs/{}", Specs::CLIENT), &client.join("\n"));
            scene.learn_to(&crates.path(&format!("{state}-learn-{name}")), batch);
            let version = scene.spec(Specs::CLIENT);
            let version = version.lines().find_map(|it| it.strip_prefix("version = ")).expect("it has a version");
            version.trim_matches('"').to_owned()
        })
    }

    #[test]
    fn each_change_of_a_shape_makes_a_version_that_a_tool_agrees_with() {
        let crates = Crates::new();
        let versions = changes().map(|(name, responses)| (name, learn(&crates, name, &responses)));
        crates.build();
        for (name, [before, after]) in versions {
            let [old, new] = ["before", "after"].map(|it| crates.docs(&format!("{it}-learn-{name}")));
            let theirs = verdict(&old, &new);
            let is_enough = match theirs {
                Class::Patch => true,
                other => [other, Class::Major].iter().any(|it| it.after(&before) == after),
            };
            assert!(is_enough, "{name}: {before} becomes {after}, but the change is {theirs}");
        }
    }
}
