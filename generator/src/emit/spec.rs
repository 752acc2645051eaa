//! Descriptions of operations: one static per operation.

use gatewright_runtime::Usd;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::data;
use super::field::{Fields, option};
use super::texts;
use crate::model::{
    Billing, Count, Format, Interface, Kind, Method, Model, NextPage, Operation, Param, Presence, Reply, Scalar,
    Status, Trap,
};

/// Returns the name of an operation's static.
pub(super) fn name(operation: &Operation) -> Ident {
    format_ident!("{}", operation.function.to_uppercase())
}

/// Returns the statics of a module's operations.
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
            use gatewright_runtime::rt;
            #(#items)*
        }
    }
}

fn spec(operation: &Operation, interface: Option<&Interface>, model: &Model, fields: &Fields<'_>) -> TokenStream {
    let name = name(operation);
    let (id, key, path) = (&operation.id, &operation.key, &operation.route.path);
    // A spec defaults to a GET request that returns data.
    let method = (operation.route.method == Method::Post).then(|| quote!(method: "POST",));
    let about = texts::operation(operation, model);
    let own = operation.params.iter().filter(|it| it.presence != Presence::Stream);
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
    let learned = operation.learned.as_ref().map(data::spec);
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
            #learned
            #usage_log_name
            #status
            ..rt::OperationSpec::EMPTY
        };
    }
}

/// Returns counts of the specs and at-least-one-of groups of the social catalog.
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

/// Returns the counts that `from_parts` checks.
pub(super) fn counts_of_selector(operation: &Operation, groups: &[Vec<String>]) -> Vec<TokenStream> {
    if !operation.counts.is_empty() {
        return operation.counts.iter().map(|it| count(operation, it)).collect();
    }
    groups.iter().map(|group| quote!(rt::Count::one_of(&[#(#group),*]))).collect()
}

fn models(operation: &Operation, model: &Model) -> Option<TokenStream> {
    let kind = operation.models.as_ref()?;
    let (endpoint_type, prefix) = (&kind.key, &kind.prefix);
    let location = if operation.has_model_in_path() {
        quote!(Path("model"))
    } else if operation.has_query() {
        quote!(Query("model"))
    } else {
        quote!(Body { paths: &["model"], shape: None })
    };
    let only = operation.family.iter().flat_map(|_| model.accepted_models(operation)).map(|it| it.record.name.as_str());
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
    match &operation.billing {
        Billing::Call { price: Some(price), unit: Some(unit) } => {
            let price = usd(*price);
            quote!(call(#price, #unit))
        }
        Billing::Call { price, unit } => {
            let price = option(price.map(usd));
            let unit = option(unit.as_ref().map(|it| quote!(#it)));
            quote!(Call { price: #price, unit: #unit })
        }
        Billing::Tokens => quote!(Tokens),
        Billing::Images => quote!(Images),
        Billing::Characters => quote!(Characters),
        Billing::Audio => quote!(Audio),
        Billing::Video => quote!(Video),
    }
}

fn response(reply: Reply) -> TokenStream {
    match reply {
        Reply::Social => quote!(Data),
        Reply::Conversation(Format::Chat) => quote!(Chat(rt::ChatFormat::Chat)),
        Reply::Conversation(Format::Messages) => quote!(Chat(rt::ChatFormat::Messages)),
        Reply::Conversation(Format::Responses) => quote!(Chat(rt::ChatFormat::Responses)),
        Reply::Json => quote!(Json),
        Reply::Image => quote!(Image),
        Reply::Transcript => quote!(Transcript),
        Reply::File => quote!(File),
        Reply::Session => quote!(Session),
        Reply::Task => quote!(Task),
    }
}

fn paging(operation: &Operation) -> impl Iterator<Item = TokenStream> {
    let cursor = |field: &Option<String>, learned: &Option<String>| match (field, learned) {
        (Some(field), _) => quote!(rt::Cursor::Field(#field)),
        (None, Some(path)) => quote!(rt::Cursor::Path(#path)),
        (None, None) => quote!(rt::Cursor::Unpublished),
    };
    operation.paging().map(move |(param, paging)| {
        let key = &param.key;
        let next = match (&paging.next, &paging.first) {
            (NextPage::PreviousReply(field), _) => {
                let cursor = cursor(field, &paging.learned);
                quote!(Reply(#cursor))
            }
            (NextPage::FirstReply(field), _) => {
                let cursor = cursor(field, &paging.learned);
                quote!(FirstReply(#cursor))
            }
            (NextPage::Counting, first) => {
                let first = first.as_ref().and_then(Scalar::as_integer).unwrap_or_default();
                let first = Literal::i64_unsuffixed(first);
                quote!(Counting(#first))
            }
        };
        quote!(rt::Paging { param: #key, next: rt::NextPage::#next })
    })
}

/// Returns the fields that `extra` rejects: those of the operation's own parameters, of files in related operations,
/// and of traps. Operations for models without a group have none.
fn reserved(operation: &Operation, interface: &Interface) -> Vec<String> {
    let Some(family) = &operation.family else { return Vec::new() };
    let leads_to_files = |it: &&Param| matches!(it.kind, Kind::Link(_) | Kind::List(_));
    let relatives = interface.operations.iter().flat_map(|it| &it.params).filter(leads_to_files);
    let paths = operation.params.iter().chain(relatives).flat_map(Param::paths);
    let paths = paths.map(|it| it.trim_end_matches("[]").to_owned());
    let traps = interface.tasks.traps.iter().filter(|it| it.on.contains(&family.key));
    let mut all: Vec<_> = paths.chain(traps.flat_map(Trap::paths).map(str::to_owned)).collect();
    all.sort();
    all.dedup();
    all
}

/// Returns a price as code, in the shorter form if it is a whole number of millionths.
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
