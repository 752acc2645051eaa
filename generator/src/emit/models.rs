//! Models: a constant for each, in the module of every endpoint type that accepts it.

use std::collections::BTreeSet;

use askama::Template;
use gatewright_runtime::{ModelRecord, Usd};
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::prices::{prices, tiers};
use super::print::text;
use super::{docs, print, typed};
use crate::model::{CatalogModel, EndpointType, Family, Model, RetiredModel, Units};
use crate::output::Output;
use crate::text::{doc, doc_code, doc_note, grouped};

#[derive(Template)]
#[template(path = "client/models.rs")]
struct Models<'a> {
    header: &'a str,
    embedded: bool,
    library: &'a str,
    /// Constant for the example, with its module.
    example: String,
    kinds: Vec<&'a EndpointType>,
    is_sample: bool,
    /// Items of a list of texts, as Rust code.
    auto_groups: String,
    units: String,
    has_rules: bool,
    has_families: bool,
}

/// Writes the modules of the models, and their records.
pub(super) fn write(model: &Model, source: &str, embedded: bool, output: &mut Output) {
    if !model.has_models() {
        return;
    }
    let families = model.families();
    if !families.is_empty() {
        output.insert(format!("{source}models/family.rs"), family_module(&families, model));
    }
    let mut example = String::new();
    let mut kinds = Vec::new();
    for kind in &model.service.endpoint_types {
        let models: Vec<_> = model.models.iter().filter(|it| it.kinds.contains(kind)).collect();
        let retired: Vec<_> = model.retired.iter().filter(|it| it.kinds.contains(kind)).collect();
        if models.is_empty() && retired.is_empty() {
            continue;
        }
        if let (true, Some(first)) = (example.is_empty(), models.first()) {
            example = format!("{}::{}", kind.module, first.constant);
        }
        output.insert(format!("{source}models/{}.rs", kind.module), module(kind, &models, &retired));
        kinds.push(&**kind);
    }
    let records: Vec<_> = model.models.iter().map(|it| it.json.as_str()).collect();
    output.insert(format!("{source}models/records.json"), format!("[\n{}\n]\n", records.join(",\n")));
    let rules: Vec<_> = model.models.iter().filter_map(|it| it.rules.to_json(&it.record.name)).collect();
    let has_rules = !rules.is_empty();
    if has_rules {
        output.insert(format!("{source}models/rules.json"), format!("[\n{}\n]\n", rules.join(",\n")));
    }
    let (header, library, units) = (print::HEADER, model.client.library.as_str(), units(&model.units));
    let has_families = !families.is_empty();
    let auto_groups: Vec<_> = model.auto_groups.iter().map(|it| Literal::string(it).to_string()).collect();
    let auto_groups = auto_groups.join(", ");
    let list = Models {
        header,
        embedded,
        library,
        example,
        kinds,
        is_sample: model.has_sample_models,
        auto_groups,
        units,
        has_rules,
        has_families,
    };
    output.insert(format!("{source}models/mod.rs"), text(&list));
}

/// Returns the units as setter calls, one for each known unit.
fn units(units: &Units) -> String {
    let usd = |usd: Usd| format!("gatewright_runtime::Usd::attos({})", usd.as_attos());
    let all = [
        ("ratio", units.ratio.map(usd)),
        ("price", units.price.map(usd)),
        ("book_face", units.book_face.map(usd)),
        ("monday", units.monday.map(|it| it.to_string())),
        ("paid", units.paid.then(String::new)),
    ];
    let texts = units.texts.iter().map(|it| {
        let (text, unit) = (&it.text, it.of);
        Some(format!("\n        .with_unit_text({text:?}, {}, gatewright_runtime::CountedUnit::{unit:?})", it.quantity))
    });
    let set = all.into_iter().map(|(name, value)| Some(format!(".with_{name}({})", value?)));
    set.chain(texts).flatten().collect()
}

fn module(kind: &EndpointType, models: &[&CatalogModel], retired: &[&RetiredModel]) -> String {
    let alias = typed::model(kind);
    // Most video models have a type of their own.
    let families = models.iter().map(|it| &it.family).chain(retired.iter().map(|it| &it.family));
    let all: Vec<_> = families.map(|it| type_of(kind, it)).collect();
    let plain = all.iter().any(|it| !it.0).then(|| quote!(use super::super::kind::#alias;));
    let grouped = all.iter().any(|it| it.0).then(|| {
        quote!(
            use super::family;
        )
    });
    let constants = models.iter().map(|it| constant(kind, it));
    let items = [plain, grouped].into_iter().flatten().chain(constants);
    print::file(items.chain(retired.iter().map(|it| retired_constant(kind, it))).collect())
}

/// Returns the type of a constant, and true if it is that of a group.
fn type_of(kind: &EndpointType, family: &Option<Family>) -> (bool, TokenStream) {
    match family {
        Some(family) if *family.kind == *kind => {
            let alias = format_ident!("{}", family.models);
            (true, quote!(family::#alias))
        }
        _ => {
            let alias = typed::model(kind);
            (false, quote!(#alias))
        }
    }
}

/// Returns the endpoint types: a marker for each, and the type of its models.
pub(super) fn kinds(model: &Model) -> String {
    let kinds = model.service.endpoint_types.iter().map(|kind| {
        let about = format!(" Endpoint type {}.", doc_code(&kind.key));
        let own = model.models.iter().filter(|it| it.kinds.contains(kind) && !type_of(kind, &it.family).0);
        marker(&kind.name, &kind.models(), &about, &format!(" A model {}.", doc(kind.purpose())), own)
    });
    print::file(kinds.collect())
}

/// Returns the groups of video models: a marker for each, and the type of its models.
fn family_module(families: &BTreeSet<&Family>, model: &Model) -> String {
    let markers = families.iter().map(|family| {
        let key = doc_code(&family.key);
        marker(
            &family.marker,
            &family.models,
            &format!(" Group {key} of video models."),
            &format!(" A model of group {key}."),
            model.models.iter().filter(|it| it.family.as_ref() == Some(family)),
        )
    });
    print::file(markers.collect())
}

/// Returns a marker type without values, the type of its models, and their names.
fn marker<'a>(
    name: &str,
    models: &str,
    about: &str,
    about_models: &str,
    own: impl Iterator<Item = &'a CatalogModel>,
) -> TokenStream {
    let (name, models) = (format_ident!("{name}"), format_ident!("{models}"));
    let own = own.map(|it| &it.record.name);
    quote! {
        #[doc = #about]
        #[derive(Debug)]
        pub enum #name {}
        #[doc = #about_models]
        pub type #models = gatewright_runtime::ModelId<#name>;
        impl gatewright_runtime::ModelKind for #name {
            const MODELS: &'static [&'static str] = &[#(#own),*];
        }
    }
}

/// Returns the deprecated constant of a removed model. Programs still compile, with a warning that explains the
/// removal.
fn retired_constant(kind: &EndpointType, retired: &RetiredModel) -> TokenStream {
    let (name, (_, alias), wire) =
        (format_ident!("{}", retired.constant), type_of(kind, &retired.family), &retired.name);
    let (about, why) = match &retired.now {
        None => ("removed from the catalog".to_owned(), "the model was removed from the catalog".to_owned()),
        Some(now) if *now == retired.constant => {
            ("no longer accepted here".to_owned(), "the model is no longer accepted here".to_owned())
        }
        Some(now) => (format!("renamed to `{now}`"), format!("renamed to `{now}`")),
    };
    let about = docs::attributes([format!("{}, {about}.", doc_code(wire))]);
    let why = format!("{why}; the next version of this client removes this constant");
    quote! {
        #about
        #[deprecated = #why]
        pub const #name: #alias = #alias::from_catalog(#wire);
    }
}

fn constant(kind: &EndpointType, model: &CatalogModel) -> TokenStream {
    let (name, (_, alias)) = (format_ident!("{}", model.constant), type_of(kind, &model.family));
    let about = docs::attributes(about(model));
    let wire = &model.record.name;
    quote! {
        #about
        pub const #name: #alias = #alias::from_catalog(#wire);
    }
}

/// Returns the docs of a constant: description, capabilities and price.
fn about(model: &CatalogModel) -> Vec<String> {
    let record = &model.record;
    let mut lines = vec![match &record.description {
        Some(description) => format!("{}: {}", doc_code(&record.name), doc_note(description)),
        None => format!("{}.", doc_code(&record.name)),
    }];
    let rules: Vec<_> = model.rules.sentences().iter().map(|it| doc_note(it)).collect();
    for sentence in [abilities(record), rules.join(" "), prices(record)] {
        if !sentence.is_empty() {
            lines.extend([String::new(), sentence]);
        }
    }
    let tiers = tiers(model);
    if !tiers.is_empty() {
        lines.push(String::new());
        lines.extend(tiers);
    }
    lines
}

fn abilities(record: &ModelRecord) -> String {
    let specs = &record.specs;
    let number = |what: &str, number: Option<i64>, unit: &str| {
        let number = grouped(number?, ',');
        Some(format!("{what}: {number} {unit}."))
    };
    let list = |what: &str, items: &[String]| {
        let items: Vec<_> = items.iter().map(|it| doc(it)).collect();
        (!items.is_empty()).then(|| format!("{what}: {}.", items.join(", ")))
    };
    let sentences = [
        number("Context", specs.context_window, "tokens"),
        number("Maximum input", specs.max_input_tokens, "tokens"),
        number("Maximum output", specs.max_output_tokens, "tokens"),
        list("Input", &specs.input_modalities),
        list("Output", &specs.output_modalities),
        list("Reasoning efforts", &specs.reasoning_efforts),
        list("Resolutions", &specs.resolutions),
        specs.max_duration_seconds.map(|it| {
            let seconds = grouped(it, ',');
            format!("Maximum duration ([assumption](gatewright_runtime::ModelSpecs::max_duration_seconds)): {seconds} seconds.")
        }),
        list("Upload formats", &record.accepted_upload_formats),
        record.default_voice.as_ref().map(|it| format!("Default voice: {}.", doc_code(it))),
    ];
    sentences.into_iter().flatten().collect::<Vec<_>>().join(" ")
}
