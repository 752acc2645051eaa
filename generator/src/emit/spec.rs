//! What the client knows of its operations: a constant for each field, a static for each operation.

use std::collections::{BTreeMap, BTreeSet};

use gatewright_runtime::{Decimal, Usd, visible};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use crate::model::{
    Billing, Count, Format, Interface, Kind, Location, Method, Model, NamedValue, Need, NextPage, Operation, Param,
    Reply, Scalar, Status, Trap,
};

/// The constants of a module's fields. Fields that are the same in several operations have one.
pub(super) struct Fields<'a> {
    by_param: BTreeMap<(&'a str, &'a str), Ident>,
    items: Vec<TokenStream>,
}

impl<'a> Fields<'a> {
    pub(super) fn of(operations: &[&'a Operation]) -> Self {
        let mut fields = Self { by_param: BTreeMap::new(), items: Vec::new() };
        let (mut by_tokens, mut taken) = (BTreeMap::<String, Ident>::new(), BTreeSet::new());
        let params = operations.iter().flat_map(|it| it.params.iter().map(move |param| (it, param)));
        let params = params.filter(|it| it.1.need != Need::Stream);
        for (operation, param) in params {
            let tokens = field(param);
            let name = by_tokens.entry(tokens.to_string()).or_insert_with(|| {
                let stem = param.name.to_uppercase();
                let numbered = (2..).map(|number| format!("{stem}_{number}"));
                let free = [stem.clone()].into_iter().chain(numbered).find(|it| taken.insert(it.clone()));
                let name = format_ident!("{}", free.unwrap_or(stem));
                fields.items.push(quote!(pub(super) const #name: rt::Field = #tokens;));
                name
            });
            fields.by_param.insert((&operation.id, &param.key), name.clone());
        }
        fields
    }

    /// The constant of a parameter.
    pub(super) fn of_param(&self, operation: &Operation, param: &Param) -> TokenStream {
        match self.by_param.get(&(operation.id.as_str(), param.key.as_str())) {
            Some(name) => quote!(fields::#name),
            None => unreachable!("every parameter of a module has a constant"),
        }
    }

    /// The module that holds them, if there are any.
    pub(super) fn module(&self) -> Option<TokenStream> {
        let items = &self.items;
        (!items.is_empty()).then(|| {
            quote! {
                mod fields {
                    use gatewright_runtime as rt;
                    #(#items)*
                }
            }
        })
    }
}

fn field(param: &Param) -> TokenStream {
    let (key, wire) = (&param.key, &param.wire);
    let usual = usual(param);
    let location = match &param.location {
        Location::Query if usual.is_some() => quote!(#usual(#wire)),
        Location::Query => quote!(query(#wire)),
        Location::Form => quote!(form(#wire)),
        Location::WholeBody => quote!(whole_body(#key)),
        Location::Body(body) => {
            let places = &body.places;
            let shape = body.shape.as_ref().map(|it| quote!(.shaped(#it)));
            quote!(body(#key, &[#(#places),*]) #shape)
        }
    };
    let renamed =
        (matches!(param.location, Location::Query | Location::Form) && key != wire).then(|| quote!(.named(#key)));
    let takes = takes(&param.kind, param).filter(|_| usual.is_none()).map(|it| quote!(.takes(rt::Takes::#it)));
    let presence = match (param.need, &param.default) {
        (Need::Caller, _) => Some(quote!(.required())),
        (Need::Client, Some(default)) => {
            let json = json(default);
            Some(quote!(.default(#json)))
        }
        (_, Some(default)) => {
            let json = json(default);
            Some(quote!(.unset(#json)))
        }
        _ => None,
    };
    let many = matches!(param.kind, Kind::Many(_)).then(|| quote!(.many()));
    let separator = match &param.kind {
        Kind::Named(values) => values.separator.as_ref().map(|it| quote!(.separated(#it))),
        _ => None,
    };
    let factors = (!param.times.is_empty()).then(|| {
        let factors = param.times.iter().map(|it| {
            let (value, factor) = (&it.value, decimal(it.factor));
            quote!((#value, #factor))
        });
        quote!(.factors(&[#(#factors),*]))
    });
    let published = (param.location == Location::Query && usual.is_none()).then(|| {
        let published_type = option(param.published_type.as_ref().map(|it| quote!(#it)));
        let required = option(param.required.map(|it| quote!(#it)));
        quote!(.published(#published_type, #required))
    });
    let about = about(param);
    let about = (!about.is_empty()).then(|| quote!(.about(#about)));
    quote!(rt::Field::#location #renamed #about #takes #presence #many #separator #factors #published)
}

/// The shorter way to say the most usual of a query parameter: a text or whole number that can be left out.
fn usual(param: &Param) -> Option<Ident> {
    if param.required != Some(false) {
        return None;
    }
    let is_text = match &param.kind {
        Kind::Text => true,
        Kind::Named(values) => !values.closed && !values.integers,
        _ => false,
    };
    let is_open = param.limits.min.is_none() && param.limits.max.is_none();
    match param.published_type.as_deref() {
        Some("string") if is_text => Some(format_ident!("text")),
        Some("integer") if param.kind == Kind::Integer && is_open => Some(format_ident!("integer")),
        _ => None,
    }
}

/// What a parameter is for and what its values mean, in plain text.
fn about(param: &Param) -> String {
    let mut sentences: Vec<_> = [&param.about.en, &param.note].into_iter().flatten().map(|it| sentence(it)).collect();
    if let Kind::Named(values) = &param.kind {
        let value = |it: &NamedValue| {
            let about = it.about.as_ref().map(|it| format!(", {it}")).unwrap_or_default();
            if it.label == it.wire { it.wire.clone() } else { format!("{} is {}{about}", it.wire, it.label) }
        };
        let values: Vec<_> = values.values.iter().map(value).collect();
        sentences.push(format!("Values: {}.", values.join("; ")));
    }
    let (min, max) = (param.limits.min_length, param.limits.max_length);
    sentences.extend(min.map(|it| format!("At least {it} characters.")));
    sentences.extend(max.map(|it| format!("At most {it} characters.")));
    sentences.extend(param.example.as_ref().map(|it| format!("Example: {it}.")));
    sentences.extend(param.deprecated.as_ref().map(|it| format!("Deprecated: {it}.")));
    visible(&sentences.join(" ")).into_owned()
}

/// A text that ends as a sentence does.
fn sentence(text: &str) -> String {
    let text = text.trim();
    if text.ends_with(['.', '!', '?', '。', '！', '？']) { text.to_owned() } else { format!("{text}.") }
}

/// A default as JSON.
fn json(default: &Scalar) -> String {
    match default {
        Scalar::Text(text) => serde_json::Value::from(text.as_str()).to_string(),
        Scalar::Integer(number) => number.to_string(),
        Scalar::Flag(flag) => flag.to_string(),
    }
}

/// What values a parameter takes, if that is known.
fn takes(kind: &Kind, param: &Param) -> Option<TokenStream> {
    let bound = |given: Option<i64>, open: TokenStream| match given.map(Literal::i64_unsuffixed) {
        Some(number) => quote!(#number),
        None => open,
    };
    let max = bound(param.limits.max, quote!(i64::MAX));
    Some(match kind {
        Kind::Text => quote!(Text),
        Kind::Named(named) if named.closed && !named.integers && named.separator.is_none() => {
            let values = named.values.iter().map(|it| &it.wire);
            quote!(OneOf(&[#(#values),*]))
        }
        Kind::Named(named) if !named.integers => quote!(Text),
        Kind::Named(_) => quote!(Integer(i64::MIN, i64::MAX)),
        Kind::Integer => {
            let min = bound(param.limits.min, quote!(i64::MIN));
            quote!(Integer(#min, #max))
        }
        Kind::Seconds { as_text } => {
            let min = bound(param.limits.min, quote!(1));
            if *as_text { quote!(SecondsAsText(#min, #max)) } else { quote!(Seconds(#min, #max)) }
        }
        Kind::Flag => quote!(Flag),
        Kind::Number => quote!(Number),
        Kind::Link(_) | Kind::Image => quote!(Address),
        Kind::Size => quote!(Pair('*')),
        Kind::Ratio => quote!(Pair(':')),
        Kind::RatioOrAdaptive => quote!(PairOr(':', "adaptive")),
        Kind::Many(inner) => return takes(inner, param),
        Kind::Any | Kind::Texts | Kind::Json | Kind::File | Kind::Object | Kind::Written(_) => {
            return None;
        }
    })
}

/// The name of an operation's static.
pub(super) fn name(operation: &Operation) -> Ident {
    format_ident!("{}", operation.function.to_uppercase())
}

/// The statics of a module's operations.
pub(super) fn specs(
    operations: &[&Operation],
    interface: Option<&Interface>,
    model: &Model,
    fields: &Fields<'_>,
) -> TokenStream {
    let items = operations.iter().map(|it| spec(it, interface, model, fields));
    let import = operations.iter().any(|it| !it.params.is_empty()).then(|| {
        quote!(
            use super::fields;
        )
    });
    quote! {
        mod specs {
            #import
            use gatewright_runtime as rt;
            #(#items)*
        }
    }
}

fn spec(operation: &Operation, interface: Option<&Interface>, model: &Model, fields: &Fields<'_>) -> TokenStream {
    let name = name(operation);
    let (id, key, path) = (&operation.id, &operation.key, &operation.route.path);
    // A GET that returns data is what a spec begins as.
    let method = (operation.route.method == Method::Post).then(|| quote!(method: "POST",));
    let about = operation_about(operation, model);
    let own = operation.params.iter().filter(|it| it.need != Need::Stream);
    let own: Vec<_> = own.map(|it| fields.of_param(operation, it)).collect();
    let own = (!own.is_empty()).then(|| quote!(fields: &[#(#own),*],));
    let counts: Vec<_> = counts(operation).collect();
    let counts = (!counts.is_empty()).then(|| quote!(counts: &[#(#counts),*],));
    let reserved = interface.map(|it| reserved(operation, it)).unwrap_or_default();
    let reserved = (!reserved.is_empty()).then(|| quote!(reserved: &[#(#reserved),*],));
    let models = models(operation, model).map(|it| quote!(model: Some(#it),));
    let (billing, response) = (billing(operation), response(operation.reply));
    let response = (operation.reply != Reply::Social).then(|| quote!(response: rt::ResponseKind::#response,));
    let paging: Vec<_> = paging(operation).collect();
    let paging = (!paging.is_empty()).then(|| quote!(paging: &[#(#paging),*],));
    let usage_log_name = operation.usage_log_name.as_ref().map(|it| quote!(usage_log_name: Some(#it),));
    let status = operation.status.as_ref().map(|status| match status {
        Status::Available => quote!(status: Some(rt::Status::Available),),
        Status::Paused => quote!(status: Some(rt::Status::Paused),),
        Status::Other(text) => quote!(status: Some(rt::Status::Other(#text)),),
    });
    quote! {
        pub(in super::super) static #name: rt::OperationSpec = rt::OperationSpec {
            id: #id,
            key: #key,
            #method
            path: #path,
            about: #about,
            #models
            #own
            #counts
            #reserved
            billing: rt::Billing::#billing,
            #response
            #paging
            #usage_log_name
            #status
            ..rt::OperationSpec::EMPTY
        };
    }
}

/// What an operation does, in plain text.
fn operation_about(operation: &Operation, model: &Model) -> String {
    let platform = model.platforms.iter().find(|it| it.operations.iter().any(|own| own.id == operation.id));
    let subject = platform.map(|it| {
        let about = it.about.as_ref().map(|it| format!(" ({it})")).unwrap_or_default();
        format!("`{}` of `{}`{about}.", operation.key, it.key)
    });
    let sentences = operation.about.iter().chain(&operation.notes).map(|it| sentence(it));
    visible(&subject.into_iter().chain(sentences).collect::<Vec<_>>().join(" ")).into_owned()
}

/// How many values there can be: as the specs count them, and groups as the social catalog lists them.
fn counts(operation: &Operation) -> impl Iterator<Item = TokenStream> {
    let groups = operation.published_groups.iter().map(|group| quote!(rt::Count::one_of(&[#(#group),*])));
    operation.counts.iter().map(|it| count(operation, it)).chain(groups)
}

fn count(operation: &Operation, count: &Count) -> TokenStream {
    let of = count.of.iter().map(|&index| &operation.params[index].key);
    let min = Literal::usize_unsuffixed(count.min);
    let max = match count.max.map(Literal::usize_unsuffixed) {
        Some(max) => quote!(#max),
        None => quote!(usize::MAX),
    };
    quote!(rt::Count { of: &[#(#of),*], min: #min, max: #max })
}

/// What has to be counted before a selector can be made of parts.
pub(super) fn counts_of_selector(operation: &Operation, groups: &[Vec<String>]) -> Vec<TokenStream> {
    if !operation.counts.is_empty() {
        return operation.counts.iter().map(|it| count(operation, it)).collect();
    }
    groups.iter().map(|group| quote!(rt::Count::one_of(&[#(#group),*]))).collect()
}

fn models(operation: &Operation, model: &Model) -> Option<TokenStream> {
    let endpoint_type = operation.models?.endpoint_type;
    let location = if operation.has_model_in_path() {
        quote!(Path("model"))
    } else if operation.has_query() {
        quote!(Query("model"))
    } else {
        quote!(Body { places: &["model"], shape: None })
    };
    let prefix = if operation.has_model_in_path() { "gemini-" } else { "" };
    let only = operation.family.iter().flat_map(|_| model.taken_by(operation)).map(|it| it.record.name.as_str());
    let others = model.others(operation).map(|it| it.record.name.as_str());
    Some(quote! {
        rt::ModelSpec {
            endpoint_type: #endpoint_type,
            location: rt::Location::#location,
            prefix: #prefix,
            only: &[#(#only),*],
            others: &[#(#others),*],
        }
    })
}

fn billing(operation: &Operation) -> TokenStream {
    match operation.billing {
        None if operation.price.is_some() && operation.unit.is_some() => {
            let (price, unit) = (operation.price.map(usd), &operation.unit);
            quote!(call(#price, #unit))
        }
        None => {
            let price = option(operation.price.map(usd));
            let unit = option(operation.unit.as_ref().map(|it| quote!(#it)));
            quote!(Call { price: #price, unit: #unit })
        }
        Some(Billing::Tokens) => quote!(Tokens),
        Some(Billing::Images) => quote!(Images),
        Some(Billing::Characters) => quote!(Characters),
        Some(Billing::Audio) => quote!(Audio),
        Some(Billing::Video) => quote!(Video),
    }
}

fn response(reply: Reply) -> TokenStream {
    match reply {
        Reply::Social => quote!(Data),
        Reply::Dialogue(Format::Chat) => quote!(Chat(rt::ChatFormat::Chat)),
        Reply::Dialogue(Format::Messages) => quote!(Chat(rt::ChatFormat::Messages)),
        Reply::Dialogue(Format::Responses) => quote!(Chat(rt::ChatFormat::Responses)),
        Reply::Json => quote!(Json),
        Reply::Image => quote!(Image),
        Reply::Transcript => quote!(Transcript),
        Reply::File => quote!(File),
        Reply::Session => quote!(Session),
        Reply::Task => quote!(Task),
    }
}

/// How to turn pages, if everything that changes from page to page is published.
fn paging(operation: &Operation) -> impl Iterator<Item = TokenStream> {
    operation.paging().into_iter().flatten().map(|(param, paging)| {
        let key = &param.key;
        let next = match (&paging.next, &paging.first) {
            (NextPage::PreviousReply(field), _) => quote!(Reply(#field)),
            (NextPage::FirstReply(field), _) => quote!(FirstReply(#field)),
            (NextPage::Counting, first) => {
                let first = first.as_ref().and_then(Scalar::as_integer).unwrap_or_default();
                let first = Literal::i64_unsuffixed(first);
                quote!(Counting(#first))
            }
        };
        quote!(rt::Paging { param: #key, next: rt::NextPage::#next })
    })
}

/// Where only the request's own functions write: its own places, those of files of its relatives, which it would not read,
/// and those where the service does something in silence. A model without a group is described by its record alone.
fn reserved(operation: &Operation, interface: &Interface) -> Vec<String> {
    let Some(family) = &operation.family else { return Vec::new() };
    let leads_to_files = |it: &&Param| matches!(it.kind, Kind::Link(_) | Kind::Many(_));
    let relatives = interface.operations.iter().flat_map(|it| &it.params).filter(leads_to_files);
    let places = operation.params.iter().chain(relatives).flat_map(Param::places);
    let places = places.map(|it| it.trim_end_matches("[]").to_owned());
    let traps = interface.tasks.traps.iter().filter(|it| it.on.contains(&family.key));
    let mut all: Vec<_> = places.chain(traps.flat_map(Trap::places).map(str::to_owned)).collect();
    all.sort();
    all.dedup();
    all
}

fn option(tokens: Option<TokenStream>) -> TokenStream {
    match tokens {
        Some(tokens) => quote!(Some(#tokens)),
        None => quote!(None),
    }
}

/// The shorter spelling where the amount is whole millionths.
fn usd(price: Usd) -> TokenStream {
    let attos = price.as_attos();
    let micros = i64::try_from(attos / Usd::micros(1).as_attos()).ok().filter(|&it| Usd::micros(it) == price);
    match micros {
        Some(micros) => {
            let micros = Literal::i64_unsuffixed(micros);
            quote!(rt::Usd::micros(#micros))
        }
        None => {
            let attos = Literal::i128_unsuffixed(attos);
            quote!(rt::Usd::attos(#attos))
        }
    }
}

fn decimal(decimal: Decimal) -> TokenStream {
    let attos = Literal::i128_unsuffixed(decimal.as_attos());
    quote!(rt::Decimal::attos(#attos))
}
