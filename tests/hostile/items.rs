//! Items of a generated module: as parsed from its code, and as expected from the model.

use gatewright::model::{Kind, NextPage, Operation, Paging, Platform, Scalar, Selector};
use syn::{ImplItem, Item, Type};

/// Returns the items of a file, each with its attributes, its name and the names inside it.
pub(super) fn found(text: &str) -> Vec<String> {
    let file = syn::parse_file(text).unwrap_or_else(|error| panic!("this is not Rust: {error}\n{text}"));
    assert!(file.attrs.is_empty());
    file.items.iter().map(item).collect()
}

fn item(it: &Item) -> String {
    match it {
        Item::Use(_) => "use".into(),
        Item::Const(it) => format!("const {}", it.ident),
        Item::Static(it) => format!("static {}", it.ident),
        Item::Mod(it) => {
            let items: Vec<_> = it.content.iter().flat_map(|(_, items)| items).map(item).collect();
            let is_fields = it.ident == "fields" && items.iter().all(|it| it == "use" || it.starts_with("const "));
            format!("mod {} {}", it.ident, if is_fields { "const".to_owned() } else { items.join(" ") })
        }
        Item::Struct(it) => {
            let fields: Vec<_> = it.fields.iter().filter_map(|it| Some(it.ident.as_ref()?.to_string())).collect();
            format!("{} struct {} {}", attributes(&it.attrs), it.ident, fields.join(" "))
        }
        Item::Enum(it) => {
            let variants: Vec<_> = it.variants.iter().map(|it| it.ident.to_string()).collect();
            format!("{} enum {} {}", attributes(&it.attrs), it.ident, variants.join(" "))
        }
        Item::Impl(it) => {
            let members: Vec<_> = it.items.iter().map(member).collect();
            let of = it.trait_.as_ref().map(|it| format!("{} for ", it.0.segments.last().expect("a path").ident));
            format!("impl {}{} {}", of.unwrap_or_default(), name(&it.self_ty), members.join(" "))
        }
        Item::Macro(it) => format!("{}!({})", it.mac.path.segments.last().expect("a path").ident, it.mac.tokens),
        _ => panic!("nothing of this kind is ever written"),
    }
}

fn member(item: &ImplItem) -> String {
    match item {
        ImplItem::Fn(it) => it.sig.ident.to_string(),
        ImplItem::Const(it) => it.ident.to_string(),
        ImplItem::Type(it) => it.ident.to_string(),
        _ => panic!("nothing of this kind is ever written"),
    }
}

fn name(kind: &Type) -> String {
    let Type::Path(path) = kind else { panic!("an impl of something else") };
    path.path.segments.last().expect("a path").ident.to_string()
}

fn attributes(attributes: &[syn::Attribute]) -> String {
    let path = |it: &syn::Attribute| it.path().get_ident().map(ToString::to_string).unwrap_or_default();
    let mut names: Vec<_> = attributes.iter().map(path).collect();
    names.dedup();
    names.join(" ")
}

/// Returns the expected list from the model.
pub(super) fn expected(platform: &Platform) -> Vec<String> {
    let functions: Vec<_> = platform.operations.iter().map(|it| it.function.as_str()).collect();
    let mut items = vec![
        "use".to_owned(),
        "use".to_owned(),
        format!("impl Client {}", platform.function),
        "doc struct Platform ".to_owned(),
        format!("impl Platform {}", functions.join(" ")),
        "static OPERATIONS".to_owned(),
    ];
    for operation in &platform.operations {
        items.extend(endpoint(operation));
        operation.selectors.iter().for_each(|it| items.extend(selector(it)));
        for param in &operation.params {
            if let Kind::Named(values) = &param.kind {
                let variants: String = values.values.iter().map(|it| format!("{} ", it.variant)).collect();
                items.push(format!("doc derive non_exhaustive enum {} {variants}Other", values.name));
                items.push(format!("impl {} as_str", values.name));
                items.push(format!("impl From for {} from", values.name));
            }
        }
    }
    items.extend(constants(platform));
    items
}

/// Returns the constants of fields, each once, and the statics of operations.
fn constants(platform: &Platform) -> Vec<String> {
    let has_fields = platform.operations.iter().any(|it| !it.params.is_empty());
    let specs: Vec<_> = platform.operations.iter().map(|it| format!("static {}", it.function.to_uppercase())).collect();
    let fields = has_fields.then(|| "mod fields const".to_owned());
    let uses = if has_fields { "use use" } else { "use" };
    fields.into_iter().chain([format!("mod specs {uses} {}", specs.join(" "))]).collect()
}

fn endpoint(operation: &Operation) -> Vec<String> {
    let name = &operation.endpoint;
    let mut items = vec![
        format!("doc derive must_use struct {name} "),
        format!("request!({name})"),
        format!("impl Endpoint for {name} SPEC Model"),
        format!("impl ReplyEndpoint for {name} Reply"),
    ];
    let paged: Vec<_> = operation.params.iter().filter_map(|it| it.paging.as_ref()).map(is_published).collect();
    if !paged.is_empty() && paged.into_iter().all(|it| it) {
        items.push(format!("impl Paged for {name} "));
    }
    let setters: Vec<_> = operation.optional().map(|it| it.name.as_str()).collect();
    if !setters.is_empty() {
        items.push(format!("impl {name} {}", setters.join(" ")));
    }
    if let Some(args) = &operation.args {
        let fields: Vec<_> = operation.required_params().map(|it| it.name.as_str()).collect();
        items.push(format!("doc derive struct {args} {}", fields.join(" ")));
    }
    items
}

fn is_published(paging: &Paging) -> bool {
    match &paging.next {
        NextPage::PreviousReply(field) | NextPage::FirstReply(field) => field.is_some(),
        NextPage::Counting => matches!(paging.first, Some(Scalar::Integer(_))),
    }
}

fn selector(selector: &Selector) -> Vec<String> {
    let choices: String = selector.choices.iter().map(|it| format!("{} ", it.name)).collect();
    let adders = selector.members.iter().filter(|it| it.addable).map(|it| format!("and_{} ", it.name));
    let mut items = vec![
        format!("doc derive struct {} ", selector.name),
        format!("impl {} {choices}{}from_parts", selector.name, adders.collect::<String>()),
    ];
    for choice in &selector.choices {
        if let Some(args) = &choice.args {
            let fields: Vec<_> = choice.members.iter().map(|it| selector.members[*it].name.as_str()).collect();
            items.push(format!("doc derive struct {args} {}", fields.join(" ")));
        }
    }
    let fields: Vec<_> = selector.members.iter().map(|it| it.name.as_str()).collect();
    items.push(format!("doc derive non_exhaustive struct {} {}", selector.parts, fields.join(" ")));
    items
}
