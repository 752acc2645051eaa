//! Changes of models and video rules.

use gatewright::Class::{Major, Minor, Patch};
use serde_json::json;

use super::super::scene::{Scene, VIDEO};
use super::{Case, live, remove};

/// Adds video models to a scene.
fn videos(scene: &mut Scene) {
    scene.video = VIDEO.into();
    scene.families = "one = [\"clip\"]\n".into();
    let mut clip = scene.model("chat-a").clone();
    clip["model_name"] = "clip".into();
    clip["supported_endpoint_types"] = json!(["openai-video"]);
    Scene::add_to(&mut scene.models["data"], clip);
}

const RETIRED: &str = "[chat-old]\nendpoint_types = [\"openai\"]\nversion = \"0.1.0\"\n";

pub(super) const MODELS: &[Case] = &[
    live("model-added", &[("model-added", Minor)], |it| {
        Scene::add_to(
            &mut it.models["data"],
            json!({ "model_name": "chat-d", "supported_endpoint_types": ["openai"] }),
        );
    }),
    live("model-added-for-nothing", &[("model-added", Patch)], |it| {
        Scene::add_to(&mut it.models["data"], json!({ "model_name": "odder", "supported_endpoint_types": ["taste"] }));
    }),
    live("model-removed", &[("model-removed", Minor)], |it| {
        Scene::drop_from(&mut it.models["data"], "model_name", "chat-a");
        it.retired = RETIRED.replace("chat-old", "chat-a");
    })
    .tool_sees(Minor),
    live("model-back", &[("model-back", Patch)], |it| {
        Scene::add_to(
            &mut it.models["data"],
            json!({ "model_name": "chat-old", "supported_endpoint_types": ["openai"] }),
        );
        it.retired.clear();
    })
    .before(|it| it.retired = RETIRED.into()),
    live("constant-dropped", &[("constant-dropped", Major), ("price-up", Patch)], |it| {
        it.cell("red/post")["price_usd"] = 0.02.into();
        it.retired.clear();
    })
    .before(|it| it.retired = RETIRED.into()),
    live("constant-renamed", &[("constant-renamed", Minor), ("model-added", Minor)], |it| {
        Scene::add_to(
            &mut it.models["data"],
            json!({ "model_name": "chat.a", "supported_endpoint_types": ["openai"] }),
        );
        it.retired = RETIRED.replace("chat-old", "chat-a");
    })
    .tool_sees(Minor),
    live("model-price-up", &[("model-price-up", Patch)], |it| it.model("chat-a")["model_ratio"] = 2.into()),
    live("model-price-down", &[("model-price-down", Patch)], |it| it.model("chat-a")["model_ratio"] = 1.into()),
    live("model-price-published", &[("model-price-published", Patch)], |it| {
        it.model("chat-a")["cache_ratio"] = 0.1.into();
    }),
    live("model-price-withdrawn", &[("model-price-withdrawn", Patch)], |it| remove(it.model("chat-a"), "model_ratio")),
    live("model-tiers", &[("model-tiers", Patch)], |it| {
        it.model("chat-a")["book_faces"]["tiers"][0]["standard"]["input"] = 30.into();
    }),
    live("model-billing", &[("model-billing", Patch)], |it| it.model("chat-a")["billing_unit"] = "per_call".into()),
    live("model-context", &[("model-context", Patch)], |it| {
        it.model("chat-a")["specs"] = r#"{"type": "llm", "context_window": 2000}"#.into();
    }),
    live("model-field", &[("model-field", Patch)], |it| it.model("chat-a")["login_required"] = 1.into()),
    live("model-endpoint-added", &[("model-endpoint-added", Minor)], |it| {
        it.model("chat-a")["supported_endpoint_types"] = json!(["openai", "anthropic"]);
    }),
    live("model-endpoint-removed", &[("model-endpoint-removed", Minor)], |it| {
        it.model("chat-b")["supported_endpoint_types"] = json!(["openai"]);
        it.retired = RETIRED.replace("chat-old", "chat-b").replace("openai", "anthropic");
    })
    .tool_sees(Minor),
    live("model-details", &[("model-details", Patch)], |it| it.model("chat-a")["description"] = "Another.".into()),
    live("model-rules", &[("model-rules", Patch)], |it| it.rules = "[chat-a]\nstateless = true\n".into()).written(),
    live("model-family", &[("model-family", Major)], |it| it.families = "two = [\"clip\"]\n".into())
        .before(videos)
        .tool_sees(Patch)
        .written(),
    live("video-length", &[("param-type", Major), ("param-limits", Patch)], |it| {
        it.video = it.video.replace("max = 15", "max = 20");
    })
    .before(videos)
    .tool_sees(Patch)
    .written(),
    live("video-place", &[("endpoint-format", Patch)], |it| {
        it.video = it.video.replace("images[]", "metadata.images[]")
    })
    .before(videos)
    .written(),
    live("video-factor", &[("endpoint-format", Patch)], |it| it.video = it.video.replace("pro = \"2\"", "pro = \"3\""))
        .before(videos)
        .written(),
    live("video-count", &[("endpoint-format", Patch)], |it| it.video = it.video.replace("max = 5", "max = 6"))
        .before(videos)
        .written(),
    live("video-group", &[("endpoint-format", Major)], |it| {
        it.video = it.video.replace("models = \"two\"", "models = \"three\"");
    })
    .before(videos)
    .written(),
    live("units-changed", &[("units-changed", Patch)], |it| it.units = "model_ratio = \"2\"\n".into()).written(),
];
