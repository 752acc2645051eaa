//! Reserved names: names from a catalog never hide a function of the client. `names` must list each such function.

use std::collections::BTreeSet;

use gatewright::model::Model;
use gatewright_tests::{generate_fine, root, specs};
use serde_json::{Value, json};
use syn::{ImplItem, Item, Type, Visibility};

fn cell(platform: &str, params: &[String]) -> Value {
    let params: Vec<_> = params.iter().map(|it| json!({ "name": it, "type": "string" })).collect();
    json!({
        "platform": platform, "capability": "search", "model": format!("social-{platform}-search"), "method": "GET",
        "path": format!("/v1/social/{platform}/search"), "params": params,
    })
}

/// Returns the model and the generated code of the first platform.
fn generate(cells: &[Value]) -> (Model, String) {
    let generated = generate_fine(&specs(json!({ "cells": cells }).to_string()));
    let module = format!("src/social/{}.rs", generated.model.platforms[0].module);
    let text = |path| generated.output.get(path).expect("it is always generated");
    let text = text(&module).to_owned();
    (generated.model, text)
}

/// Returns the public functions in the inherent impls of a type.
fn functions(text: &str, of: &str) -> Vec<String> {
    let is_of =
        |kind: &Type| matches!(kind, Type::Path(path) if path.path.segments.last().is_some_and(|it| it.ident == of));
    let file = syn::parse_file(text).expect("our own code is Rust");
    let impls = file.items.iter().filter_map(|it| match it {
        Item::Impl(it) if it.trait_.is_none() && is_of(&it.self_ty) => Some(&it.items),
        _ => None,
    });
    let public = |it: &ImplItem| match it {
        ImplItem::Fn(it) if matches!(it.vis, Visibility::Public(_)) => Some(it.sig.ident.to_string()),
        _ => None,
    };
    impls.flatten().filter_map(public).collect()
}

#[test]
fn a_platform_never_hides_a_function_of_the_client() {
    let parts = ["client", "live/mod", "blocking"].map(|it| format!("runtime/src/http/{it}.rs"));
    let files = parts.into_iter().chain(["generated-client/src/client.rs".to_owned()]);
    let texts = files.map(|it| std::fs::read_to_string(root().join(it)).expect("it is in the workspace"));
    let taken: Vec<_> = texts.flat_map(|it| functions(&it, "Client")).collect();
    let known = ["from_env", "catalog", "catalog_blocking", "builder"];
    assert!(known.iter().all(|it| taken.iter().any(|taken| taken == it)), "{taken:?}");
    for name in taken {
        let (model, _) = generate(&[cell(&name, &[])]);
        assert_eq!(model.platforms[0].function, format!("{name}_"), "add it to names::CLIENT_METHODS");
    }
}

#[test]
fn a_parameter_never_hides_a_function_of_its_request() {
    // The functions of all requests are in the impls of `Request` and in the macro after them.
    let shared = std::fs::read_to_string(root().join("runtime/src/http/request.rs")).expect("it is in the workspace");
    let (_, shared_macro) = shared.split_once("macro_rules!").expect("it has one");
    let names = shared_macro.split("pub fn ").skip(1).filter_map(|it| it.split('(').next());
    let taken: BTreeSet<_> = functions(&shared, "Request").into_iter().chain(names.map(str::to_owned)).collect();
    let taken: Vec<_> = taken.into_iter().collect();
    let known = ["send", "pages", "extra", "settings"];
    assert!(known.iter().all(|it| taken.iter().any(|taken| taken == it)), "{taken:?}");
    let (_, text) = generate(&[cell("p1", &taken)]);
    let setters = functions(&text, "Search");
    assert!(!setters.is_empty());
    let hidden: Vec<_> = setters.iter().filter(|it| taken.contains(it)).collect();
    assert!(hidden.is_empty(), "add {hidden:?} to names::REQUEST_METHODS");
}
