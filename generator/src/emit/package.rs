//! Files around the modules of platforms: manifest, README, the root of the crate and its lists.

use askama::Template;
use proc_macro2::Literal;

use super::print::text;
use super::readme::{changelog, example, program};
use super::{Options, Runtime, Shape, docs, interface, models, platform, print, service, workflow};
use crate::model::{Environment, Interface, Model, Reply};
use crate::output::Output;
use crate::skill::skill;
use crate::text::Text;

#[derive(Template)]
#[template(path = "client/Cargo.toml")]
struct Manifest<'a> {
    header: &'a str,
    name: &'a str,
    version: &'a str,
    license: &'a str,
    homepage: Option<&'a str>,
    apart: bool,
    features: Vec<&'a str>,
    /// Earlier names of features, and the features that they now stand for.
    aliases: Vec<(&'a str, &'a str)>,
    interfaces: Vec<Feature<'a>>,
    has_chat: bool,
    has_tasks: bool,
    has_workflow: bool,
    runtime: String,
}

/// A feature of an interface, and the runtime features that it requires.
struct Feature<'a> {
    name: &'a str,
    needs: &'static str,
    /// True if it is a default feature. Most programs need no WebSocket.
    is_default: bool,
    /// True if workflow records can be bound to one of its operations.
    is_binding_target: bool,
    /// Functions of the client that the feature enables.
    functions: Vec<&'a str>,
}

#[derive(Template)]
#[template(path = "client/README.md")]
struct Readme<'a> {
    header: &'a str,
    name: &'a str,
    operations: usize,
    platforms: usize,
    first_feature: &'a str,
    /// Functions that create a request to a model.
    functions: Vec<&'a str>,
    interfaces: Vec<Feature<'a>>,
    has_chat: bool,
    has_tasks: bool,
    has_workflow: bool,
    /// True if the models are invented examples.
    is_sample: bool,
    example: &'a str,
}

#[derive(Template)]
#[template(path = "client/lib.rs")]
struct Lib<'a> {
    header: &'a str,
    /// Types of models.
    kinds: &'a [String],
    example: &'a str,
    has_models: bool,
    /// True if the models are invented examples.
    is_sample: bool,
    has_interfaces: bool,
    has_workflow: bool,
}

#[derive(Template)]
#[template(path = "client/mod.rs")]
struct Mod<'a> {
    header: &'a str,
    /// Types of models.
    kinds: &'a [String],
    has_models: bool,
    has_interfaces: bool,
    has_workflow: bool,
}

#[derive(Template)]
#[template(path = "client/client.rs")]
struct Client<'a> {
    header: &'a str,
    environment: &'a Environment,
    has_models: bool,
    has_interfaces: bool,
}

#[derive(Template)]
#[template(path = "client/social.rs")]
struct Social<'a> {
    header: &'a str,
    embedded: bool,
    library: &'a str,
    /// Feature with conversations that accept tools.
    tools_with: Option<&'a str>,
    modules: Vec<Module<'a>>,
}

/// Interfaces of models.
#[derive(Template)]
#[template(path = "client/gateway.rs")]
struct Gateway<'a> {
    header: &'a str,
    embedded: bool,
    modules: Vec<Module<'a>>,
}

#[derive(Default)]
struct Module<'a> {
    about: String,
    /// Key of a platform, as a Rust literal.
    key: String,
    /// Description of a platform, as a Rust literal.
    summary: String,
    feature: &'a str,
    name: &'a str,
    /// Previous name.
    alias: Option<&'a str>,
}

/// Returns all Rust files of the client, and for a crate the other files that it needs.
pub(crate) fn client(model: &Model, options: &Options) -> Output {
    let header = print::HEADER;
    let (has_models, has_interfaces) = (model.has_models(), !model.interfaces.is_empty());
    let has_workflow = !model.records.is_empty();
    let kinds: Vec<_> = model.service.endpoint_types.iter().map(|it| it.models()).collect();
    let mut output = Output::default();
    match &options.shape {
        Shape::Crate { runtime, apart } => {
            let (program, example) = (program(model), example(model));
            output.insert("Cargo.toml", text(&manifest(model, runtime, *apart)));
            output.insert("README.md", text(&readme(model, &program)));
            output.insert("CHANGELOG.md", changelog(model));
            output.insert("SKILL.md", skill(model, None));
            output.insert(
                "src/lib.rs",
                text(&Lib {
                    header,
                    example: &example,
                    kinds: &kinds,
                    has_models,
                    is_sample: model.has_sample_models,
                    has_interfaces,
                    has_workflow,
                }),
            );
        }
        Shape::Module => {
            output.insert("mod.rs", text(&Mod { header, kinds: &kinds, has_models, has_interfaces, has_workflow }))
        }
    }
    let source = source(options);
    let environment = &model.service.environment;
    output.insert(format!("{source}client.rs"), text(&Client { header, environment, has_models, has_interfaces }));
    output.insert(format!("{source}service.rs"), service::file(model));
    if !kinds.is_empty() {
        output.insert(format!("{source}kind.rs"), models::kinds(model));
    }
    output.insert(format!("{source}social/mod.rs"), text(&social(model, options)));
    if has_interfaces {
        output.insert(format!("{source}gateway/mod.rs"), text(&gateway(model, options)));
    }
    for it in &model.interfaces {
        for (path, text) in interface::interface(it, model, options) {
            output.insert(format!("{source}gateway/{path}"), text);
        }
    }
    models::write(model, source, options.is_module(), &mut output);
    workflow::write(model, source, options.is_module(), &mut output);
    for it in &model.platforms {
        output.insert(format!("{source}social/{}.rs", it.module), platform::platform(it, model, options));
    }
    output
}

fn source(options: &Options) -> &'static str {
    if options.is_module() { "" } else { "src/" }
}

fn manifest<'a>(model: &'a Model, runtime: &Runtime, apart: bool) -> Manifest<'a> {
    Manifest {
        header: print::HEADER,
        name: &model.client.name,
        version: &model.client.version,
        license: &model.client.license,
        homepage: model.client.homepage.as_deref(),
        apart,
        features: model.platforms.iter().map(|it| it.feature.as_str()).collect(),
        aliases: model.platforms.iter().filter_map(|it| Some((&*it.alias.as_ref()?.feature, &*it.feature))).collect(),
        interfaces: features(model),
        has_chat: model.interfaces.iter().any(talks),
        has_workflow: !model.records.is_empty(),
        has_tasks: has_tasks(model),
        runtime: match runtime {
            Runtime::Path(path) => format!("version = {:?}, path = {path:?}", super::RUNTIME_VERSION),
            Runtime::Version(version) => format!("version = {version:?}"),
        },
    }
}

/// Returns the Cargo features of the interfaces.
fn features(model: &Model) -> Vec<Feature<'_>> {
    model.interfaces.iter().map(|it| feature(it, model)).collect()
}

fn feature<'a>(interface: &'a Interface, model: &Model) -> Feature<'a> {
    Feature {
        name: &interface.feature,
        needs: needs(interface),
        is_default: !has(interface, Reply::Session),
        is_binding_target: interface.operations.iter().any(|it| model.is_binding_target(it)),
        functions: interface.functions(),
    }
}

fn has_tasks(model: &Model) -> bool {
    model.interfaces.iter().any(Interface::has_tasks)
}

/// Returns the optional runtime features that an interface requires.
fn needs(interface: &Interface) -> &'static str {
    if has(interface, Reply::Session) {
        "\"gatewright-runtime/realtime\""
    } else if interface.has_tasks() {
        "\"gatewright-runtime/video\""
    } else if talks(interface) {
        "\"gatewright-runtime/chat\""
    } else {
        ""
    }
}

/// Returns true if an operation of the interface has this kind of reply.
fn has(interface: &Interface, reply: Reply) -> bool {
    interface.operations.iter().any(|it| it.reply == reply)
}

/// Returns true if an interface has conversations.
fn talks(interface: &Interface) -> bool {
    interface.operations.iter().any(|it| matches!(it.reply, Reply::Conversation(_)))
}

fn readme<'a>(model: &'a Model, example: &'a str) -> Readme<'a> {
    Readme {
        header: print::HEADER,
        name: &model.client.name,
        operations: model.platforms.iter().map(|it| it.operations.len()).sum(),
        platforms: model.platforms.len(),
        first_feature: model.platforms.first().map_or("", |it| &it.feature),
        functions: model.interfaces.iter().flat_map(Interface::functions).collect(),
        interfaces: features(model),
        has_chat: model.interfaces.iter().any(talks),
        has_tasks: has_tasks(model),
        has_workflow: !model.records.is_empty(),
        is_sample: model.has_sample_models,
        example,
    }
}

fn social<'a>(model: &'a Model, options: &Options) -> Social<'a> {
    let modules = model.platforms.iter().map(|platform| Module {
        about: docs::platform(platform),
        key: literal(&platform.key),
        summary: literal(platform.about.as_ref().and_then(Text::en).unwrap_or_default()),
        feature: &platform.feature,
        name: &platform.module,
        alias: platform.alias.as_ref().map(|it| it.module.as_str()),
    });
    let embedded = options.is_module();
    let tools_with = model.interfaces.iter().find(|it| talks(it)).map(|it| it.feature.as_str());
    Social { header: print::HEADER, embedded, library: &model.client.library, tools_with, modules: modules.collect() }
}

fn gateway<'a>(model: &'a Model, options: &Options) -> Gateway<'a> {
    let module = |it: &'a Interface| Module { feature: &it.feature, name: &it.module, ..Module::default() };
    let modules = model.interfaces.iter().map(module).collect();
    Gateway { header: print::HEADER, embedded: options.is_module(), modules }
}

/// Returns a text as a Rust literal.
fn literal(text: &str) -> String {
    Literal::string(text).to_string()
}
