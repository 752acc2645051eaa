//! Compares the class of random changes with the public names of the generated code.

use std::collections::BTreeSet;

use gatewright::{Class, Diff};
use gatewright_tests::generate_fine;
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};
use syn::{Fields, ImplItem, Item, Visibility};

use super::model;
use super::scene::{Scene, cell};

/// Returns all public names of a crate, with their arguments.
fn surface(scene: &Scene) -> BTreeSet<String> {
    let generated = generate_fine(&scene.specs("a-client"));
    let mut all = BTreeSet::new();
    for (path, text) in generated.output.iter().filter(|(path, _)| path.ends_with(".rs")) {
        let file = syn::parse_file(text).unwrap_or_else(|error| panic!("{path}: {error}"));
        file.items.iter().for_each(|item| add(path, item, &mut all));
    }
    all
}

fn is_pub(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

fn add(path: &str, item: &Item, all: &mut BTreeSet<String>) {
    match item {
        Item::Struct(it) if is_pub(&it.vis) => {
            all.insert(format!("{path}: struct {}", it.ident));
            // A field of a struct that programs can construct counts as an argument.
            let open = it.attrs.iter().any(|it| it.path().is_ident("non_exhaustive"));
            if let Fields::Named(fields) = &it.fields {
                let names: Vec<_> =
                    fields.named.iter().filter_map(|it| it.ident.as_ref()).map(ToString::to_string).collect();
                match open {
                    true => all.extend(names.iter().map(|field| format!("{path}: {}.{field}", it.ident))),
                    false => drop(all.insert(format!("{path}: {} {{ {} }}", it.ident, names.join(", ")))),
                }
            }
        }
        Item::Enum(it) if is_pub(&it.vis) => {
            all.extend(it.variants.iter().map(|variant| format!("{path}: {}::{}", it.ident, variant.ident)));
        }
        Item::Const(it) if is_pub(&it.vis) => drop(all.insert(format!("{path}: const {}", it.ident))),
        Item::Mod(it) if is_pub(&it.vis) => drop(all.insert(format!("{path}: mod {}", it.ident))),
        Item::Impl(it) => {
            let of = |it: &syn::Type| match it {
                syn::Type::Path(it) => {
                    format!("{:?}", it.path.segments.last().map(|it| (it.ident.to_string(), arguments(it))))
                }
                _ => String::new(),
            };
            let owner = of(&it.self_ty);
            let implemented = it.trait_.as_ref().and_then(|it| it.0.segments.last()).map(|it| it.ident.to_string());
            all.extend(implemented.map(|name| format!("{path}: impl {name} for {owner}")));
            for item in &it.items {
                if let ImplItem::Fn(it) = item
                    && is_pub(&it.vis)
                {
                    // Compared by name: if a struct replaces one argument, the number of arguments is unchanged.
                    let names = it.sig.inputs.iter().filter_map(|it| match it {
                        syn::FnArg::Typed(it) => match &*it.pat {
                            syn::Pat::Ident(it) => Some(it.ident.to_string()),
                            _ => None,
                        },
                        syn::FnArg::Receiver(_) => None,
                    });
                    let names = names.collect::<Vec<_>>().join(", ");
                    all.insert(format!("{path}: {owner}::{}({names})", it.sig.ident));
                }
            }
        }
        _ => {}
    }
}

/// Returns the text between angle brackets: the endpoint of a request.
fn arguments(segment: &syn::PathSegment) -> String {
    let syn::PathArguments::AngleBracketed(of) = &segment.arguments else { return String::new() };
    let names = of.args.iter().map(|it| match it {
        syn::GenericArgument::Type(syn::Type::Path(it)) => it.path.segments.last().map(|it| it.ident.to_string()),
        _ => None,
    });
    names.flatten().collect::<Vec<_>>().join(",")
}

/// Makes one random change that a live catalog can cause. No model takes over the constant of another model: that
/// compiles, but is a breaking change.
fn mutate(scene: &mut Scene, what: u8, which: Index) {
    let cells = scene.social["cells"].as_array_mut().expect("a list");
    let cell_count = cells.len();
    let at = which.index(cell_count.max(1));
    match what {
        0 => return cells.push(cell("green", &fresh(cells, "capability"), &[])),
        1 if cell_count > 1 => return drop(cells.remove(at)),
        _ => {}
    }
    let it = &mut cells[at];
    let params = it["params"].as_array_mut().expect("a list");
    let names: Vec<Value> = params.iter().map(|it| it["name"].clone()).collect();
    let one = which.index(names.len().max(1));
    match what {
        2 => params.push(json!({ "name": fresh(params, "name"), "type": "string", "required": false })),
        3 => params.push(json!({ "name": fresh(params, "name"), "type": "boolean", "required": true })),
        4 if !names.is_empty() => {
            let gone = params.remove(one)["name"].clone();
            for group in it["require_one_of"].as_array_mut().into_iter().flatten() {
                group.as_array_mut().expect("a list").retain(|it| *it != gone);
            }
        }
        5 if !names.is_empty() => params[one]["required"] = json!(params[one]["required"] != json!(true)),
        6 if !names.is_empty() && params[one]["type"] == "string" => params[one]["default"] = "x".into(),
        7 if !names.is_empty() => {
            let split = which.index(names.len()) + 1;
            it["require_one_of"] = json!([names[..split].to_vec(), names[split / 2..].to_vec()]);
        }
        8 => drop(it.as_object_mut().expect("a cell").remove("require_one_of")),
        9 => it["price_usd"] = json!(0.01 * f64::from(u8::try_from(one % 100).unwrap_or(1) + 1)),
        10 => it["status"] = ["available", "paused"][which.index(2)].into(),
        _ => mutate_models(scene, what, which),
    }
    let empty = |it: &mut Value| it.as_array().is_some_and(Vec::is_empty);
    for cell in scene.social["cells"].as_array_mut().into_iter().flatten() {
        if let Some(groups) = cell["require_one_of"].as_array_mut() {
            groups.retain_mut(|it| !empty(it));
        }
    }
}

/// Returns a name that is not in a list.
fn fresh(list: &[Value], key: &str) -> String {
    let is_free = |name: &String| list.iter().all(|it| it[key] != name.as_str());
    (0..).map(|number| format!("new{number}")).find(is_free).expect("numbers do not end")
}

fn mutate_models(scene: &mut Scene, what: u8, which: Index) {
    let models = scene.models["data"].as_array_mut().expect("a list");
    let (count, at) = (models.len(), which.index(models.len()));
    match what {
        11 if count > 1 => drop(models.remove(at)),
        12 => models.push(json!({ "model_name": fresh(models, "model_name"), "supported_endpoint_types": ["openai"] })),
        13 => {
            let kind = ["openai", "anthropic", "taste"][which.index(3)];
            models[at]["supported_endpoint_types"] = json!([kind]);
        }
        14 => models[at]["model_ratio"] = json!(which.index(9)),
        _ => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_class_of_a_change_agrees_with_the_generated_code(changes in prop::collection::vec((0..15u8, any::<Index>()), 1..5)) {
        let mut old = Scene::new();
        // Facts that match nothing would stop the generation, and this test is not about them.
        old.facts.clear();
        let mut new = old.clone();
        for (what, which) in changes {
            mutate(&mut new, what, which);
        }
        let diff = Diff::of(&model(&old.specs("a-client")), &model(&new.specs("a-client")));
        let (had, has) = (surface(&old), surface(&new));
        let expected = match () {
            () if !had.is_subset(&has) => Class::Major,
            () if had != has => Class::Minor,
            () => Class::Patch,
        };
        let gone: Vec<_> = had.difference(&has).collect();
        let come: Vec<_> = has.difference(&had).collect();
        prop_assert_eq!(diff.class().unwrap_or(Class::Patch), expected, "{}\ngone {:#?}\nnew {:#?}", diff.to_text(), gone, come);
    }
}
