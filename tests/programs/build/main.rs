//! Generates programs and modules from the sample specs, the goldens, the site's snippets and a catalog of keywords.

mod cases;
mod examples;
mod keywords;
mod model_cases;
#[path = "../../sample/specs.rs"]
mod specs;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use gatewright::model::{Operation, Platform};
use gatewright::{Model, Options, Shape, Specs};
use serde_json::{Value, json};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

fn main() -> Result<()> {
    for input in ["build", "../golden", "../sample/specs", "../../specs"] {
        println!("cargo::rerun-if-changed={input}");
    }
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let (model, _) =
        gatewright::read(&specs::sample_specs(Path::new("../.."))?).map_err(|report| report.render(false))?;
    write(&out.join("wire.rs"), &wire(&model))?;
    write(&out.join("wire.json"), &queries(&model).to_string())?;
    write(&out.join("calls.rs"), &calls(&model))?;
    write(&out.join("pages.rs"), &pages(&model))?;
    write(&out.join("requests.rs"), &requests(&model))?;
    write(&out.join("snippets.rs"), &snippets(&model))?;
    write(&out.join("recipes.rs"), &recipes(&model))?;
    write(&out.join("examples.rs"), &examples::examples(&model))?;
    goldens(&out.join("goldens"))?;
    modules(&out.join("keywords"), &keywords::specs())?;
    modules(&out.join("other_platforms"), &other_platforms()?)?;
    modules(&out.join("renamed"), &renamed())?;
    Ok(())
}

/// A program that prints the URL of every request.
fn wire(model: &Model) -> String {
    let client = "sample_client::Client::new(\"https://gateway.example\", \"key\").expect(\"valid\")";
    program(model, client, |platform, operation| {
        let cases = cases::wire_cases(platform, operation).into_iter();
        cases
            .map(|it| format!("println!(\"{}\\t{{}}\", {}.request().expect(\"valid\").url);", it.name, it.call))
            .collect()
    })
}

/// The query that each of these requests must have.
fn queries(model: &Model) -> Value {
    let operations = model.platforms.iter().flat_map(|it| it.operations.iter().map(move |operation| (it, operation)));
    let queries = operations.flat_map(|(platform, operation)| {
        let query = |it: cases::Case| {
            json!({ "name": it.name, "platform": platform.key, "capability": operation.key, "query": it.query })
        };
        cases::wire_cases(platform, operation).into_iter().map(query)
    });
    queries.collect()
}

/// A program that sends every request to the gateway of its environment and prints their number and the charges.
fn calls(model: &Model) -> String {
    let client = "sample_client::Client::from_env().expect(\"set\");\n    let mut calls = 0";
    let mut text = program(model, client, |platform, operation| {
        let call = |it: cases::Case| {
            let sent =
                format!("if let Err(error) = {}.send().blocking() {{ panic!(\"{}: {{error}}\") }}", it.call, it.name);
            sent + " calls += 1;"
        };
        cases::gateway_cases(platform, operation).into_iter().map(call).collect()
    });
    text.truncate(text.len() - "}\n".len());
    text + "    println!(\"{calls}\\t{}\", client.spent().charged);\n}\n"
}

/// A program that requests all pages of every endpoint that pages.
fn pages(model: &Model) -> String {
    program(model, "sample_client::Client::from_env().expect(\"set\")", |platform, operation| {
        let case = operation.is_paged().then(|| cases::gateway_cases(platform, operation).swap_remove(0));
        let walk = |it: cases::Case| format!("walk({:?}, {1}.pages(), {1}.items());", operation.id, it.call);
        case.into_iter().map(walk).collect()
    })
}

/// A function for each module that makes its requests and records the outcome of each, and a list of these functions.
fn requests(model: &Model) -> String {
    let record = |name: &str, outcome: String| format!("    record({name:?}, {outcome}.blocking().err());\n");
    let social = model.platforms.iter().map(|platform| {
        let cases = platform.operations.iter().flat_map(|it| cases::wire_cases(platform, it));
        let calls: String = cases.map(|it| record(it.name.trim_end(), it.call + ".send()")).collect();
        (&platform.module, format!("social::{}", platform.module), calls)
    });
    let models = model.interfaces.iter().map(|interface| {
        let cases = interface.operations.iter().flat_map(|it| model_cases::cases(model, interface, it));
        let calls: String = cases.map(|(name, call)| record(&name, call)).collect();
        (&interface.module, "gateway".to_owned(), calls)
    });
    let (mut functions, mut names) = (String::new(), Vec::new());
    for (name, module, calls) in social.chain(models) {
        let head = format!("fn {name}(client: &sample_client::Client, record: &Record)");
        let _ = writeln!(functions, "{head} {{\n    use sample_client::{module}::*;\n{calls}}}\n");
        names.push(format!("({name:?}, {name})"));
    }
    let list = "const REQUESTS: &[(&str, Requests)]";
    format!("{functions}{list} = &[{}];\n", names.join(", "))
}

/// `main` with a block of statements per platform.
fn program(model: &Model, client: &str, statements: impl Fn(&Platform, &Operation) -> Vec<String>) -> String {
    let mut main = format!("fn main() {{\n    let client = {client};\n");
    for platform in &model.platforms {
        main += &format!("    {{\n        use sample_client::social::{}::*;\n", platform.module);
        for statement in platform.operations.iter().flat_map(|it| statements(platform, it)) {
            main += &format!("        {statement}\n");
        }
        main += "    }\n";
    }
    main + "}\n"
}

/// Every Rust snippet of the docs site as a function.
fn snippets(model: &Model) -> String {
    let site = gatewright::site(model, "https://docs.example/");
    let (mut functions, mut count) = (String::new(), 0);
    for (path, text) in site.iter().filter(|it| it.0.ends_with(".md")) {
        for block in text.split("```rust\n").skip(1).map(|it| it.split("\n```").next().unwrap_or_default()) {
            count += 1;
            let head = format!("/// {path}\npub async fn snippet_{count}() -> sample_client::Result<()>");
            let _ = writeln!(functions, "{head} {{\n{block}\nOk(())\n}}\n");
        }
    }
    assert!(count > 250, "the site has only {count} Rust snippets");
    functions
}

/// Every recipe as a function, and a list of their headings, functions and expected outputs.
fn recipes(model: &Model) -> String {
    let site = gatewright::site(model, "https://docs.example/");
    let guides = ["guides/pagination.md", "guides/recipes.md"].map(|it| site.get(it).expect("the site has recipes"));
    let block = |text: &str, kind: &str| {
        let text = text.split_once(&format!("```{kind}\n"))?.1;
        Some(text.split_once("\n```")?.0.to_owned())
    };
    let (mut functions, mut list) = (String::new(), Vec::new());
    for section in guides.iter().flat_map(|it| it.split("\n## ").skip(1)) {
        let heading = section.lines().next().unwrap_or_default();
        let (Some(code), Some(output)) = (block(section, "rust"), block(section, "text")) else { continue };
        let name = format!("recipe_{}", list.len());
        let _ = writeln!(functions, "async fn {name}() -> sample_client::Result<()> {{\n{code}\nOk(())\n}}\n");
        list.push(format!("({heading:?}, {output:?}, || Box::pin({name}()))"));
    }
    assert!(list.len() >= 10, "the guide has only {} recipes with an output", list.len());
    format!("{functions}const RECIPES: &[(&str, &str, Recipe)] = &[{}];\n", list.join(", "))
}

/// Every golden as a module.
fn goldens(out: &Path) -> Result<()> {
    let mut list = String::new();
    let mut folders = fs::read_dir("../golden")?.collect::<std::io::Result<Vec<_>>>()?;
    folders.sort_by_key(fs::DirEntry::path);
    for folder in folders {
        let name = folder.file_name().to_string_lossy().replace('-', "_");
        let read = |file: &str, path: &str| Some((path.to_owned(), fs::read(folder.path().join(file)).ok()?));
        let files =
            [read("catalog.json", Specs::SOCIAL), read("facts.toml", Specs::FACTS), read("client.toml", Specs::CLIENT)];
        modules(&out.join(&name), &Specs { folder: String::new(), files: files.into_iter().flatten().collect() })?;
        list += &format!("/// {name}\npub mod {name};\n");
    }
    write(&out.join("mod.rs"), &list)
}

/// Two platforms with interfaces, and without a model that could be shown with them.
fn other_platforms() -> Result<Specs> {
    let cell = |platform: &str, capability: &str| {
        json!({
            "platform": platform, "capability": capability, "model": format!("social-{platform}-{capability}"),
            "method": "GET", "path": format!("/v1/social/{platform}/{capability}"), "params": [], "status": "available",
        })
    };
    let cells = [cell("red", "search"), cell("blue", "post"), cell("blue", "user-posts")];
    let catalog = json!({ "cells": cells }).to_string().into_bytes();
    let mut specs = Specs { folder: String::new(), files: [(Specs::SOCIAL.to_owned(), catalog)].into() };
    for name in ["chat", "image", "audio", "realtime"] {
        let path = format!("gateway/{name}.toml");
        let text = fs::read(Path::new("../../specs").join(&path))?;
        specs.files.insert(path, text);
    }
    Ok(specs)
}

/// A platform that got its real key.
fn renamed() -> Specs {
    let cell = json!({
        "platform": "acme", "capability": "search", "model": "social-acme-search", "method": "GET",
        "path": "/v1/social/acme/search", "params": [], "status": "available",
    });
    let files = [
        (Specs::SOCIAL, json!({ "cells": [cell] }).to_string()),
        (Specs::KEYS, "p1 = \"acme\"\n".to_owned()),
        (Specs::ALIASES, "[p1]\nname = \"p1\"\nversion = \"0.1.0\"\n".to_owned()),
    ];
    Specs { folder: String::new(), files: files.map(|(path, text)| (path.to_owned(), text.into_bytes())).into() }
}

/// Generates the client of some specs as a module.
fn modules(out: &Path, specs: &Specs) -> Result<()> {
    if out.exists() {
        fs::remove_dir_all(out)?; // a file of an earlier client would be in the way
    }
    let generated =
        gatewright::generate(specs, &Options { shape: Shape::Module }).map_err(|report| report.render(false))?;
    generated.output.iter().try_for_each(|(path, text)| write(&out.join(path), text))
}

fn write(path: &Path, text: &str) -> Result<()> {
    fs::create_dir_all(path.parent().unwrap_or(path))?;
    Ok(fs::write(path, text)?)
}
