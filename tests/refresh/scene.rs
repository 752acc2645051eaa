//! Small service for tests of changes: three cells on two platforms, four models, one interface.

use gatewright::Specs;
use serde_json::{Value, json};

/// Spec files of one version.
#[derive(Clone)]
pub(super) struct Scene {
    pub(super) social: Value,
    pub(super) models: Value,
    pub(super) facts: String,
    pub(super) interface: String,
    pub(super) keys: String,
    pub(super) aliases: String,
    pub(super) retired: String,
    pub(super) rules: String,
    pub(super) units: String,
    /// Video rules, and the groups of video models.
    pub(super) video: String,
    pub(super) families: String,
    /// Shape of the posts.
    pub(super) shape: String,
}

impl Scene {
    pub(super) fn new() -> Self {
        let param =
            |name: &str, kind: &str, required: bool| json!({ "name": name, "type": kind, "required": required });
        let mut region = param("region", "string", true);
        region["default"] = "here".into();
        let mut plain = param("plain", "string", false);
        plain["description"] = "Says something.".into();
        let search = cell(
            "red",
            "search",
            &[
                param("keyword", "string", true),
                param("page", "integer", false),
                param("sort", "string", false),
                region,
                plain,
                json!({ "name": "mark" }),
            ],
        );
        let mut post = cell("red", "post", &["id", "link", "note"].map(|it| param(it, "string", false)));
        post["require_one_of"] = json!([["id", "link"]]);
        let mut user = cell("blue", "user", &[param("name", "string", true), param("size", "integer", true)]);
        user.as_object_mut().expect("a cell").remove("price_usd");
        let model = |name: &str, types: &[&str]| {
            json!({
                "model_name": name, "supported_endpoint_types": types, "billing_unit": "tokens", "model_ratio": 1.5,
                "specs": r#"{"type": "llm", "context_window": 1000}"#, "description": "A model.",
                "book_faces": { "standard": { "input": 10 }, "paid": null, "tiers": [{ "tier": "long", "standard": { "input": 20 },
                    "when": [{ "dim": "context_len", "context_len_gt": 500 }] }] },
                "route_health": { "success_ratio": 0.99 },
            })
        };
        Self {
            social: json!({ "cells": [search, post, user] }),
            models: json!({ "auto_groups": [], "data": [
                model("chat-a", &["openai"]), model("chat-b", &["openai", "anthropic"]), model("odd", &["smell"]),
                model("chat-c", &["openai"]),
            ] }),
            facts: FACTS.to_owned(),
            interface: INTERFACE.to_owned(),
            keys: String::new(),
            aliases: String::new(),
            retired: String::new(),
            rules: String::new(),
            units: String::new(),
            video: String::new(),
            families: String::new(),
            shape: String::new(),
        }
    }

    /// Returns the specs of a client with this name.
    pub(super) fn specs(&self, name: &str) -> Specs {
        let files = [
            (Specs::CLIENT, format!("name = \"{name}\"\nversion = \"0.1.0\"\n")),
            (Specs::SERVICE, gatewright_tests::service()),
            (Specs::SOCIAL, self.social.to_string()),
            (Specs::MODELS, self.models.to_string()),
            (Specs::FACTS, self.facts.clone()),
            (Specs::KEYS, self.keys.clone()),
            (Specs::ALIASES, self.aliases.clone()),
            (Specs::RETIRED, self.retired.clone()),
            ("models/rules.toml", self.rules.clone()),
            ("models/units.toml", self.units.clone()),
            ("gateway/image.toml", self.interface.clone()),
            ("gateway/video.toml", self.video.clone()),
            ("models/families.toml", self.families.clone()),
            ("social/shapes/red_post.json", self.shape.clone()),
        ];
        let files = files.into_iter().filter(|(_, text)| !text.is_empty());
        Specs {
            folder: "specs".into(),
            files: files.map(|(path, text)| (path.to_owned(), text.into_bytes())).collect(),
        }
    }

    pub(super) fn cell(&mut self, path: &str) -> &mut Value {
        let path = format!("/v1/social/{path}");
        let cells = self.social["cells"].as_array_mut().expect("a list");
        cells.iter_mut().find(|it| it["path"] == path.as_str()).expect("there is such a cell")
    }

    /// Changes the key of a platform.
    pub(super) fn rename(&mut self, was: &str, now: &str) {
        let cells = self.social["cells"].as_array_mut().expect("a list");
        for cell in cells.iter_mut().filter(|it| it["platform"] == was) {
            let capability = cell["capability"].as_str().expect("text").to_owned();
            cell["platform"] = now.into();
            cell["path"] = format!("/v1/social/{now}/{capability}").into();
            cell["model"] = format!("social-{now}-{capability}").into();
        }
    }

    /// Changes the key of a platform and accepts the new name.
    pub(super) fn accept_rename(&mut self, was: &str, now: &str) {
        self.rename(was, now);
        self.keys = format!("{was} = \"{now}\"\n");
    }

    /// Returns a parameter of the search.
    pub(super) fn param(&mut self, name: &str) -> &mut Value {
        let params = self.cell("red/search")["params"].as_array_mut().expect("a list");
        params.iter_mut().find(|it| it["name"] == name).expect("there is such a parameter")
    }

    pub(super) fn model(&mut self, name: &str) -> &mut Value {
        let models = self.models["data"].as_array_mut().expect("a list");
        models.iter_mut().find(|it| it["model_name"] == name).expect("there is such a model")
    }

    /// Removes the items with a name from a list.
    pub(super) fn drop_from(list: &mut Value, key: &str, name: &str) {
        list.as_array_mut().expect("a list").retain(|it| it[key] != name);
    }

    pub(super) fn add_to(list: &mut Value, item: Value) {
        list.as_array_mut().expect("a list").push(item);
    }

    /// Changes a line in the facts of a parameter.
    pub(super) fn fact(&mut self, old: &str, new: &str) {
        assert!(self.facts.contains(old), "{old} is in the facts");
        self.facts = self.facts.replacen(old, new, 1);
    }

    /// Replaces a piece of the interface file.
    pub(super) fn interface(&mut self, old: &str, new: &str) {
        assert!(self.interface.contains(old), "{old} is in the interface");
        self.interface = self.interface.replacen(old, new, 1);
    }
}

pub(super) fn cell(platform: &str, capability: &str, params: &[Value]) -> Value {
    json!({
        "platform": platform, "capability": capability, "model": format!("social-{platform}-{capability}"),
        "method": "GET", "path": format!("/v1/social/{platform}/{capability}"), "price_usd": 0.01, "unit": "call",
        "status": "available", "params": params,
    })
}

/// Creates a scene with many endpoints and models, so that percentages matter.
pub(super) fn large() -> Scene {
    let mut scene = Scene::new();
    for number in 0..12 {
        let params = [
            json!({ "name": "id", "type": "string", "required": false }),
            json!({ "name": "link", "type": "string", "required": false }),
            json!({ "name": "word", "type": "string", "required": true }),
        ];
        let mut cell = cell("red", &format!("more-{number}"), &params);
        cell["require_one_of"] = json!([["id", "link"]]);
        cell["price_usd"] = json!(0.01 + 0.001 * f64::from(number));
        Scene::add_to(&mut scene.social["cells"], cell);
        let mut model = scene.model("chat-a").clone();
        model["model_name"] = format!("more-{number}").into();
        model["billing_rate"] = json!(2);
        model["quota_type"] = json!(0);
        model["enable_groups"] = json!(["default"]);
        Scene::add_to(&mut scene.models["data"], model);
    }
    scene
}

/// Changes every cell.
pub(super) fn cells(scene: &mut Scene, change: impl Fn(&mut Value)) {
    scene.social["cells"].as_array_mut().expect("a list").iter_mut().for_each(change);
}

/// Changes every model record.
pub(super) fn models(scene: &mut Scene, change: impl Fn(&mut Value)) {
    scene.models["data"].as_array_mut().expect("a list").iter_mut().for_each(change);
}

const FACTS: &str = r#"# What people know.
[platform.red]
about = "a red one"

[cell.red.search]
notes = ["Finds things."]

[cell.red.search.params]
sort  = { values = { latest = "new", popular = "hot" } }
page  = { paging = { counts_from = 1 }, min = 1 }
plain = { max_length = 20 }
"#;

/// Two groups of video models.
pub(super) const VIDEO: &str = r#"
[all]
on      = "videos"
kind    = "openai-video"
route   = "POST /v1/videos"
body    = "json"
reply   = "task"
billing = "video"

[[operation]]
name   = "one"
models = "one"
doc    = "One."
params = [
  { name = "image",    wire = "images[]", type = "[image]" },
  { name = "clip",     type = "video" },
  { name = "duration", type = "seconds", min = 3, max = 15 },
  { name = "mode",     type = "text", values = { std = "std", pro = "pro" }, times = { std = "1", pro = "2" } },
]
count  = [{ of = ["image", "clip"], as = "references", min = 1, max = 5 }]

[[operation]]
name   = "two"
models = "two"
doc    = "Two."
params = [{ name = "prompt", type = "text", required = true }]
"#;

const INTERFACE: &str = r#"
[[operation]]
name     = "image"
endpoint = "Generation"
route    = "POST /v1/images/generations"
kind     = "image-generation"
body     = "json"
reply    = "image"
billing  = "images"
doc      = "Draws."
params   = [
  { name = "prompt", type = "text", required = true, doc = "What to draw." },
  { name = "size",   type = "text", doc = "How large." },
]
"#;
