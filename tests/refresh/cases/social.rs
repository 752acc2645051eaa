//! Changes of platforms, endpoints and parameters.

use gatewright::Class::{Major, Minor, Patch};
use serde_json::{Value, json};

use super::super::scene::{Scene, cell};
use super::{Case, live, remove};

fn cells(scene: &mut Scene) -> &mut Value {
    &mut scene.social["cells"]
}

fn params<'s>(scene: &'s mut Scene, path: &str) -> &'s mut Value {
    &mut scene.cell(path)["params"]
}

const ALIAS: &str = "[blue]\nname = \"blue\"\nversion = \"0.1.0\"\n";

const PLAIN: &str = r#"{ "object": 9, ".likes": { "integer": 9 } }"#;

/// Returns a recording of posts whose data has a shape.
fn shape(data: &str) -> String {
    format!(r#"{{ "format": 1, "operation": "red_post", "samples": 9, "data": {data} }}"#)
}

pub(super) const SOCIAL: &[Case] = &[
    live("platform-added", &[("platform-added", Minor), ("endpoint-added", Minor)], |it| {
        Scene::add_to(cells(it), cell("green", "user", &[]));
    }),
    live("platform-removed", &[("platform-removed", Major), ("endpoint-removed", Major)], |it| {
        Scene::drop_from(cells(it), "platform", "blue");
    }),
    live("platform-key", &[("platform-key", Patch)], |it| it.accept_rename("blue", "azure"))
        .before(|it| it.facts += "\n[platform.blue]\nname = \"blue\"\n"),
    live("platform-renamed", &[("platform-name", Minor)], |it| {
        it.accept_rename("blue", "azure");
        it.aliases = ALIAS.into();
    })
    .tool_sees(Minor),
    live("alias-removed", &[("alias-removed", Major), ("price-up", Patch)], |it| {
        it.cell("red/post")["price_usd"] = 0.02.into();
        it.aliases.clear();
    })
    .before(|it| {
        it.accept_rename("blue", "azure");
        it.aliases = ALIAS.into();
    }),
    live("platform-name", &[("platform-name", Major)], |it| {
        it.fact("about = \"a red one\"", "about = \"a red one\"\nname = \"crimson\"");
    })
    .written(),
    live("platform-about", &[("docs-changed", Patch)], |it| it.fact("a red one", "a very red one")).written(),
    live("interface-added", &[("interface-added", Minor), ("endpoint-added", Minor)], |it| {
        it.interface = Scene::new().interface;
    })
    .before(|it| it.interface.clear())
    .written(),
    live("interface-removed", &[("interface-removed", Major), ("endpoint-removed", Major)], |it| {
        it.interface.clear();
    })
    .written(),
    live("endpoint-added", &[("endpoint-added", Minor)], |it| Scene::add_to(cells(it), cell("blue", "post", &[]))),
    live("endpoint-removed", &[("endpoint-removed", Major)], |it| Scene::drop_from(cells(it), "capability", "post")),
    live("endpoint-paused", &[("endpoint-paused", Patch)], |it| it.cell("red/post")["status"] = "paused".into()),
    live("endpoint-back", &[("endpoint-back", Patch)], |it| it.cell("red/post")["status"] = "available".into())
        .before(|it| it.cell("red/post")["status"] = "paused".into()),
    live("endpoint-status", &[("endpoint-status", Patch)], |it| it.cell("red/post")["status"] = "soon".into()),
    live("endpoint-name", &[("endpoint-name", Major)], |it| {
        it.fact("notes = [\"Finds things.\"]", "notes = [\"Finds things.\"]\nname = \"seek\"");
    })
    .written(),
    live("endpoint-route", &[("endpoint-route", Patch)], |it| it.interface("/v1/images/generations", "/v1/pictures"))
        .written(),
    live("endpoint-spelling", &[("endpoint-route", Patch)], |it| {
        Scene::drop_from(cells(it), "capability", "user-posts");
        Scene::add_to(cells(it), cell("blue", "user_posts", &[]));
    })
    .before(|it| Scene::add_to(cells(it), cell("blue", "user-posts", &[]))),
    live("endpoint-billing", &[("endpoint-format", Patch)], |it| {
        it.interface("billing  = \"images\"", "billing = \"tokens\"")
    })
    .written(),
    live("endpoint-reply", &[("endpoint-format", Major)], |it| {
        it.interface("reply    = \"image\"", "reply = \"json\"")
    })
    .tool_sees(Patch)
    .written(),
    live("usage-log-name", &[("usage-log-name", Patch)], |it| it.cell("red/post")["model"] = "social-other".into()),
    live("price-up", &[("price-up", Patch)], |it| it.cell("red/post")["price_usd"] = 0.02.into()),
    live("price-down", &[("price-down", Patch)], |it| it.cell("red/post")["price_usd"] = 0.005.into()),
    live("price-published", &[("price-published", Patch)], |it| it.cell("blue/user")["price_usd"] = 0.02.into()),
    live("price-withdrawn", &[("price-withdrawn", Patch)], |it| remove(it.cell("red/post"), "price_usd")),
    live("unit-changed", &[("unit-changed", Patch)], |it| it.cell("red/post")["unit"] = "page".into()),
    live("param-added", &[("param-added", Minor)], |it| {
        Scene::add_to(params(it, "red/search"), json!({ "name": "size", "type": "integer", "required": false }));
    }),
    live("param-added-required", &[("param-added", Major)], |it| {
        Scene::add_to(params(it, "red/search"), json!({ "name": "size", "type": "integer", "required": true }));
    }),
    live("param-added-with-default", &[("param-added", Minor)], |it| {
        let size = json!({ "name": "size", "type": "integer", "required": true, "default": 5 });
        Scene::add_to(params(it, "red/search"), size);
    }),
    live("param-removed", &[("param-removed", Major)], |it| Scene::drop_from(params(it, "red/search"), "name", "mark")),
    live("param-removed-required", &[("param-removed", Major)], |it| {
        Scene::drop_from(params(it, "blue/user"), "name", "size");
    }),
    live("param-renamed", &[("param-renamed", Major)], |it| it.param("mark")["name"] = "label".into()),
    live("param-renamed-by-place", &[("param-renamed", Patch)], |it| {
        it.cell("blue/user")["params"][0]["name"] = "label".into();
    }),
    live("param-renamed-past-another", &[("param-renamed", Major)], |it| {
        it.cell("blue/user")["params"][0]["name"] = "title".into();
    })
    .tool_sees(Patch),
    live("param-renamed-beside-a-new-one", &[("param-renamed", Major), ("param-added", Minor)], |it| {
        it.param("plain")["name"] = "simple".into();
        it.fact("plain =", "simple =");
        Scene::add_to(params(it, "red/search"), json!({ "name": "size", "type": "integer", "required": false }));
    })
    .written(),
    live("param-renamed-beside-one-that-left", &[("param-renamed", Major), ("param-removed", Major)], |it| {
        it.param("mark")["name"] = "label".into();
        Scene::drop_from(params(it, "red/search"), "name", "region");
    }),
    live("param-required", &[("param-required", Major)], |it| it.param("plain")["required"] = true.into()),
    live("param-optional", &[("param-optional", Major)], |it| it.param("keyword")["required"] = false.into()),
    live("param-not-said-to-be-required", &[("param-optional", Major), ("docs-changed", Patch)], |it| {
        remove(it.param("keyword"), "required");
    }),
    live("param-default-added", &[("param-default", Patch), ("param-required", Patch)], |it| {
        it.param("page")["required"] = true.into();
        it.param("page")["default"] = 1.into();
    }),
    live("param-type", &[("param-type", Major)], |it| it.param("keyword")["type"] = "integer".into()).tool_sees(Patch),
    live("param-type-learned", &[("param-type", Major)], |it| it.param("mark")["type"] = "integer".into())
        .tool_sees(Patch),
    live("param-values", &[("param-type", Minor)], |it| {
        it.fact("plain = { max_length = 20 }", "plain = { max_length = 20, values = { one = \"1\" } }");
    })
    .written(),
    live("param-default", &[("param-default", Patch)], |it| it.param("region")["default"] = "there".into()),
    live("param-limits", &[("param-limits", Patch)], |it| it.fact("max_length = 20", "max_length = 30")).written(),
    live("param-name", &[("param-name", Major)], |it| {
        it.fact("plain = { max_length = 20 }", "plain = { max_length = 20, name = \"simple\" }");
    })
    .written(),
    live("param-deprecated", &[("param-deprecated", Minor)], |it| {
        it.fact("plain = { max_length = 20 }", "plain = { max_length = 20, deprecated = \"Do not.\" }");
    })
    .tool_sees(Minor)
    .written(),
    live("param-restored", &[("param-restored", Patch)], |it| it.fact(", deprecated = \"Do not.\"", ""))
        .before(|it| it.fact("max_length = 20", "max_length = 20, deprecated = \"Do not.\""))
        .written(),
    live("param-described", &[("docs-changed", Patch)], |it| {
        it.param("plain")["description"] = "Says something else.".into();
    }),
    live("group-added", &[("group-added", Major)], |it| {
        it.cell("red/search")["require_one_of"] = json!([["plain", "page"]]);
    }),
    live("group-removed", &[("group-removed", Major)], |it| remove(it.cell("red/post"), "require_one_of")),
    live("group-changed", &[("group-changed", Major)], |it| {
        it.cell("red/post")["require_one_of"] = json!([["id", "link"], ["link", "note"]]);
    })
    .before(|it| it.cell("red/post")["require_one_of"] = json!([["id", "link", "note"]])),
    live("member-added", &[("param-added", Minor)], |it| {
        Scene::add_to(params(it, "red/post"), json!({ "name": "code", "type": "string", "required": false }));
        it.cell("red/post")["require_one_of"] = json!([["id", "link", "code"]]);
    }),
    live("member-taken-in", &[("member-added", Major)], |it| {
        it.cell("red/post")["require_one_of"] = json!([["id", "link", "note"]]);
    }),
    live("member-removed", &[("member-removed", Major)], |it| {
        it.cell("red/post")["require_one_of"] = json!([["id", "link"]]);
    })
    .before(|it| it.cell("red/post")["require_one_of"] = json!([["id", "link", "note"]])),
    live("value-added", &[("value-added", Minor)], |it| it.fact("latest =", "first = \"old\", latest =")).written(),
    live("value-removed", &[("value-removed", Major)], |it| it.fact(", popular = \"hot\"", "")).written(),
    live("value-changed", &[("value-changed", Patch)], |it| it.fact("\"hot\"", "\"top\"")).written(),
    live("paging-added", &[("paging-changed", Minor)], |it| it.fact("{ min = 1 }", "{ paging = {}, min = 1 }"))
        .before(|it| it.fact("paging = { counts_from = 1 }, ", ""))
        .written(),
    live("paging-changed", &[("paging-changed", Patch)], |it| it.fact("paging = { counts_from = 1 }", "paging = {}"))
        .written(),
    live("paging-removed", &[("paging-changed", Major)], |it| it.fact("paging = { counts_from = 1 }, ", ""))
        .tool_sees(Patch)
        .written(),
    live("data-added", &[("data-added", Minor)], |it| it.shape = shape(PLAIN)).written(),
    live("data-removed", &[("data-removed", Major)], |it| it.shape.clear())
        .before(|it| it.shape = shape(PLAIN))
        .written(),
    live("data-field-added", &[("data-field-added", Minor), ("data-added", Minor)], |it| {
        it.shape =
            shape(r#"{ "object": 9, ".likes": { "integer": 9 }, ".user": { "object": 9, ".id": { "text": 9 } } }"#);
    })
    .before(|it| it.shape = shape(PLAIN))
    .written(),
    live("data-field-removed", &[("data-field-removed", Major)], |it| {
        it.shape = shape(r#"{ "object": 9 , ".x": {} }"#)
    })
    .before(|it| it.shape = shape(r#"{ "object": 9, ".x": {}, ".likes": { "integer": 9 } }"#))
    .written(),
    live("data-field-type", &[("data-field-type", Major)], |it| {
        it.shape = shape(r#"{ "object": 9, ".likes": { "text": 9 } }"#);
    })
    .before(|it| it.shape = shape(PLAIN))
    .tool_sees(Patch)
    .written(),
    live("notes", &[("docs-changed", Patch)], |it| it.fact("Finds things.", "Finds all things.")).written(),
];
