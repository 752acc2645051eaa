//! Structure of the crates: no import cycles between modules, and a description of existing files.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use gatewright_tests::root;
use syn::{Attribute, Item, UseTree, Visibility};

/// Path of a module.
type Module = Vec<String>;

const CRATES: [&str; 6] = ["generator", "runtime", "mock", "cli", "xtask", "xtask/on-demand"];

/// Collects the items of every file in a folder and its subfolders, by module.
fn modules(folder: &Path, module: &Module, all: &mut BTreeMap<Module, Vec<Item>>) {
    for entry in fs::read_dir(folder).expect("sources") {
        let path = entry.expect("an entry").path();
        let stem = path.file_stem().and_then(|it| it.to_str()).expect("a name").to_owned();
        let own: Module = module.iter().cloned().chain([stem.clone()]).collect();
        if path.is_dir() {
            modules(&path, &own, all);
        } else if path.extension().is_some_and(|it| it == "rs") {
            let file = syn::parse_file(&fs::read_to_string(&path).expect("text")).expect("our own code is Rust");
            let is_root = ["mod", "lib", "main"].contains(&stem.as_str());
            all.entry(if is_root { module.clone() } else { own }).or_default().extend(file.items);
        }
    }
}

/// Collects the paths that items import, as written. Re-exports do not count.
fn imports(items: &[Item], paths: &mut Vec<Vec<String>>) {
    let is_test = |attributes: &[Attribute]| attributes.iter().any(|it| it.path().is_ident("cfg") && is_for_tests(it));
    for item in items {
        match item {
            Item::Use(it) if matches!(it.vis, Visibility::Inherited) && !is_test(&it.attrs) => {
                spread(&it.tree, &mut Vec::new(), paths);
            }
            Item::Mod(it) if !is_test(&it.attrs) => imports(it.content.as_ref().map_or(&[], |it| &it.1), paths),
            _ => {}
        }
    }
}

fn is_for_tests(attribute: &Attribute) -> bool {
    attribute.meta.require_list().is_ok_and(|it| it.tokens.to_string().contains("test"))
}

fn spread(tree: &UseTree, before: &mut Vec<String>, paths: &mut Vec<Vec<String>>) {
    match tree {
        UseTree::Path(it) => {
            before.push(it.ident.to_string());
            spread(&it.tree, before, paths);
            before.pop();
        }
        UseTree::Group(it) => it.items.iter().for_each(|it| spread(it, before, paths)),
        UseTree::Name(it) => paths.push(before.iter().cloned().chain([it.ident.to_string()]).collect()),
        UseTree::Rename(it) => paths.push(before.iter().cloned().chain([it.ident.to_string()]).collect()),
        UseTree::Glob(_) => paths.push(before.clone()),
    }
}

/// Returns the module that a path in another module refers to.
fn target(path: &[String], from: &Module, all: &BTreeMap<Module, Vec<Item>>) -> Option<Module> {
    let mut to = from.clone();
    let mut rest = path;
    match path.first()?.as_str() {
        "crate" => (to, rest) = (Module::new(), &path[1..]),
        "self" => rest = &path[1..],
        "super" => {
            while let Some(after) = rest.strip_prefix(&["super".to_owned()]) {
                to.pop();
                rest = after;
            }
        }
        _ => return None,
    }
    let lengths = (0..=rest.len()).rev();
    lengths.map(|it| [to.as_slice(), &rest[..it]].concat()).find(|it| all.contains_key(it)).filter(|it| it != from)
}

/// Returns all modules that a module imports from, directly or indirectly.
fn reached<'a>(from: &'a Module, imports: &'a BTreeMap<Module, BTreeSet<Module>>) -> BTreeSet<&'a Module> {
    let (mut found, mut left) = (BTreeSet::new(), vec![from]);
    while let Some(module) = left.pop() {
        left.extend(imports.get(module).into_iter().flatten().filter(|it| found.insert(*it)));
    }
    found
}

#[test]
fn no_import_cycles() {
    for name in CRATES {
        let mut all = BTreeMap::new();
        modules(&root().join(name).join("src"), &Module::new(), &mut all);
        let edges: BTreeMap<_, BTreeSet<_>> = all
            .iter()
            .map(|(module, items)| {
                let mut paths = Vec::new();
                imports(items, &mut paths);
                (module.clone(), paths.iter().filter_map(|it| target(it, module, &all)).collect())
            })
            .collect();
        let circles: Vec<_> =
            edges.keys().filter(|it| reached(it, &edges).contains(it)).map(|it| it.join("::")).collect();
        assert!(circles.is_empty(), "{name}: {circles:?}");
        assert!(edges.values().flatten().count() > 10, "{name}");
    }
}

#[test]
fn every_path_in_the_architecture_exists() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("text");
    let folders: Vec<_> = fs::read_dir(root()).expect("the root").flatten().map(|it| it.file_name()).collect();
    let is_path = |it: &&str| {
        it.split_once('/').is_some_and(|(first, _)| folders.iter().any(|it| it == first)) && !it.contains(['*', ' '])
    };
    let paths: Vec<_> = text.split('`').skip(1).step_by(2).filter(is_path).collect();
    assert!(paths.len() > 40, "{paths:?}");
    let missing: Vec<_> = paths.iter().filter(|it| !root().join(it).exists()).collect();
    assert!(missing.is_empty(), "{missing:?}");
    let lines = text.lines().count();
    assert!(lines <= 200, "{lines} lines are too many to read at once");
}

#[test]
fn the_error_guide_lists_every_error() {
    let source = fs::read_to_string(root().join("runtime/src/http/error/mod.rs")).expect("text");
    let items = syn::parse_file(&source).expect("our own code is Rust").items;
    let error = items.into_iter().find_map(|it| match it {
        Item::Enum(it) if it.ident == "Error" => Some(it),
        _ => None,
    });
    let names: Vec<_> = error.expect("the enum").variants.iter().map(|it| format!("`{}`", it.ident)).collect();
    assert!(names.len() > 20, "{names:?}");
    for language in ["en", "zh"] {
        let guide = root().join("templates/languages").join(language).join("guides/errors.md");
        let guide = fs::read_to_string(guide).expect("text");
        let first_cells: Vec<_> = guide.lines().filter_map(|it| it.strip_prefix("| ")?.split(" | ").next()).collect();
        let missing: Vec<_> = names.iter().filter(|name| !first_cells.iter().any(|it| it.contains(*name))).collect();
        assert!(missing.is_empty(), "{language}: {missing:?}");
    }
}
