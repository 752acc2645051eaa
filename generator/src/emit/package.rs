//! What surrounds the platforms' modules: manifest, README, the root of the crate and its lists.

use askama::Template;

use super::{Options, Runtime, Shape, docs, example, print};
use crate::model::Model;
use crate::output::Output;
use crate::parts::Parts;

#[derive(Template)]
#[template(path = "client/Cargo.toml")]
struct Manifest<'a> {
    header: &'a str,
    name: &'a str,
    version: &'a str,
    apart: bool,
    features: Vec<&'a str>,
    runtime: String,
}

#[derive(Template)]
#[template(path = "client/README.md")]
struct Readme<'a> {
    header: &'a str,
    name: &'a str,
    operations: usize,
    platforms: usize,
    first_feature: &'a str,
    example: &'a str,
}

#[derive(Template)]
#[template(path = "client/lib.rs")]
struct Lib<'a> {
    header: &'a str,
    example: &'a str,
}

#[derive(Template)]
#[template(path = "client/mod.rs")]
struct Mod<'a> {
    header: &'a str,
}

#[derive(Template)]
#[template(path = "client/client.rs")]
struct Client<'a> {
    header: &'a str,
}

#[derive(Template)]
#[template(path = "client/social.rs")]
struct Social<'a> {
    header: &'a str,
    embedded: bool,
    modules: Vec<Module<'a>>,
}

struct Module<'a> {
    about: String,
    feature: &'a str,
    name: &'a str,
}

/// All Rust files of the client, and what a crate needs beside them.
pub(crate) fn client(model: &Model, parts: &Parts, options: &Options) -> Output {
    let header = print::HEADER;
    let mut output = Output::default();
    let source = match &options.shape {
        Shape::Crate { runtime, apart } => {
            let example = first_call(model);
            output.insert("Cargo.toml", text(&manifest(model, runtime, *apart)));
            // What rustdoc hides is plain text elsewhere.
            let shown: Vec<_> = example.lines().filter(|it| !it.starts_with("# ")).collect();
            output.insert("README.md", text(&readme(model, &shown.join("\n"))));
            output.insert("src/lib.rs", text(&Lib { header, example: &example }));
            "src/"
        }
        Shape::Module => {
            output.insert("mod.rs", text(&Mod { header }));
            ""
        }
    };
    output.insert(format!("{source}client.rs"), text(&Client { header }));
    output.insert(format!("{source}social/mod.rs"), text(&social(model, options)));
    for (platform, part) in parts.of(model) {
        output.insert(format!("{source}social/{}.rs", platform.module), part.module.clone());
    }
    output
}

fn manifest<'a>(model: &'a Model, runtime: &Runtime, apart: bool) -> Manifest<'a> {
    Manifest {
        header: print::HEADER,
        name: &model.client.name,
        version: &model.client.version,
        apart,
        features: model.platforms.iter().map(|it| it.feature.as_str()).collect(),
        runtime: match runtime {
            Runtime::Path(path) => format!("version = {:?}, path = {path:?}", super::RUNTIME_VERSION),
            Runtime::Version(version) => format!("version = {version:?}"),
        },
    }
}

fn readme<'a>(model: &'a Model, example: &'a str) -> Readme<'a> {
    Readme {
        header: print::HEADER,
        name: &model.client.name,
        operations: model.platforms.iter().map(|it| it.operations.len()).sum(),
        platforms: model.platforms.len(),
        first_feature: model.platforms.first().map_or("", |it| &it.feature),
        example,
    }
}

/// The whole of a first program, with the first call there is.
fn first_call(model: &Model) -> String {
    let library = &model.client.library;
    let first = model.platforms.iter().find_map(|platform| Some((platform, platform.operations.first()?)));
    let Some((platform, operation)) = first else { return String::new() };
    [
        format!("# use {library}::social::{}::*;", platform.module),
        format!("# async fn demo() -> {library}::Result<()> {{"),
        format!("let client = {library}::Client::from_env()?; // GATEWAY_BASE_URL and GATEWAY_API_KEY"),
        format!("let reply = {}.send().await?;", example::call(operation, platform)),
        "println!(\"{}\", reply.data);".into(),
        "# Ok(()) }".into(),
    ]
    .join("\n")
}

fn social<'a>(model: &'a Model, options: &Options) -> Social<'a> {
    let modules = model.platforms.iter().map(|platform| Module {
        about: docs::platform(platform),
        feature: &platform.feature,
        name: &platform.module,
    });
    Social { header: print::HEADER, embedded: options.is_module(), modules: modules.collect() }
}

fn text(template: &impl Template) -> String {
    template.render().expect("templates write to a string, which does not fail") + "\n"
}
