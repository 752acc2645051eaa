//! Spec file of the video rules: its errors have line and column, and its rules are consistent.

use gatewright::Specs;
use gatewright_tests::{generate, generate_fine, root, sample_specs};

fn changed(path: &str, from: &str, to: &str) -> Specs {
    let mut specs = sample_specs();
    let text = String::from_utf8(specs.files[path].clone()).expect("text");
    assert!(text.contains(from), "{from}");
    specs.files.insert(path.into(), text.replacen(from, to, 1).into());
    specs
}

#[test]
fn mistakes_in_the_video_rules_are_reported() {
    for (from, to, code) in [
        ("assumption = { required = \"prompt\" }", "assumption = { required = \"promt\" }", "unknown-assumption"),
        ("include = [\"prompt\"]", "include = [\"promt\"]", "unknown-set"),
        ("on      = [\"a-reference-to-video\"]", "on      = [\"a-reference\"]", "unknown-group"),
        (
            "of = [\"image\", \"video\"], as = \"references\", min = 1, max = 5",
            "of = [\"image\", \"vdeo\"], min = 1",
            "unknown-member",
        ),
        ("min = 1, max = 5", "min = 6, max = 5", "bad-count"),
        ("default = \"1280*720\"", "default = 7", "default-type"),
        ("default = \"std\"", "default = \"fast\"", "default-type"),
        ("sent = true, default = 5", "sent = true", "no-default"),
        ("pro = \"1.33\"", "pro = \"a third\"", "bad-factor"),
        ("times = { std = \"1\", pro", "times = { standard = \"1\", pro", "unknown-label"),
        ("type = \"seconds-text\"", "type = \"hours\"", "unknown-word"),
        ("from   = \"text\"", "from   = \"nothing\"", "unknown-word"),
        ("then    = [\"dropped\"]", "then    = [\"eaten\"]", "unknown-word"),
        ("wire = \"metadata.ratio\"", "wire = \"metadata ratio\"", "bad-param"),
        ("also = [\"images[]\"", "also = [\"images[\"", "bad-param"),
        ("instead = ", "insted = ", "unknown-key"),
        ("kind    = \"openai-video\"", "kind    = \"video\"", "unknown-word"),
    ] {
        let report = generate(&changed("gateway/video.toml", from, to)).expect_err(to);
        let said: Vec<_> = report.diagnostics().iter().map(|it| it.code).collect();
        assert!(said.contains(&code), "{to}: {said:?}");
    }
    for (from, to, code) in [
        ("b25                  =", "b26                  =", "unknown-group"),
        ("[\"video-b-2.5\"]", "[\"video-b-2.5\", \"video-a-text\"]", "two-families"),
    ] {
        let report = generate(&changed("models/families.toml", from, to)).expect_err(to);
        assert!(report.diagnostics().iter().any(|it| it.code == code), "{to}");
    }
    let stale = generate_fine(&changed("models/families.toml", "\"video-e-text\"", "\"video-e-poem\""));
    assert!(stale.report.diagnostics().iter().any(|it| it.code == "stale-family"));
}

#[test]
fn a_model_without_a_family_has_the_open_request() {
    let output = generate_fine(&changed("models/families.toml", "\"video-e-text\"", "")).output;
    let constants = output.get("src/models/video.rs").expect("generated");
    assert!(constants.contains("pub const VIDEO_E_TEXT: VideoModel"), "{constants}");
    assert!(constants.contains("pub const VIDEO_E_IMAGE: family::EImageToVideoModel"), "{constants}");
}

#[test]
fn the_runtime_knows_the_paths_of_the_specs() {
    let model = generate_fine(&sample_specs()).model;
    let video = model.interfaces.iter().find(|it| it.module == "video").expect("it is there");
    let paths: Vec<_> = video.tasks.shapes.iter().map(|it| it.path.as_str()).collect();
    assert_eq!(paths, sample_client::SERVICE.tasks.iter().map(|it| it.path).collect::<Vec<_>>());
    assert!(video.operations.iter().all(|it| it.route.path == paths[0]));
}

#[test]
fn every_assumption_is_used() {
    for path in ["gateway/video.toml", "service.toml"] {
        let text = std::fs::read_to_string(root().join("specs").join(path)).expect("it is there");
        let (rules, assumptions) = text.split_once("\n[assumptions]").expect("they are there");
        for id in assumptions.lines().filter_map(|it| it.split_once(" = ")).map(|(id, _)| id.trim()) {
            assert!(rules.contains(&format!("\"{id}\"")), "nothing refers to {id}");
        }
    }
}
