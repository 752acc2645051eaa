//! One operation: the function that begins a request, its endpoint, and what can be added to the request.

use gatewright_runtime::Usd;
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::{docs, typed};
use crate::model::{Need, NextPage, Operation, Param, Platform, Scalar, Status};

/// Beyond this, `self` aside, clippy wants to be told why.
const MOST_ARGUMENTS: usize = 6;

/// The function on the platform. It takes the obligations.
pub(super) fn function(operation: &Operation) -> TokenStream {
    let (name, endpoint) = (format_ident!("{}", operation.function), format_ident!("{}", operation.endpoint));
    let about = docs::attributes(docs::function(operation));
    let (params, obligations) = match &operation.args {
        Some(args) => {
            let args = format_ident!("{args}");
            (vec![quote!(args: #args)], operation.obligations().map(give_field).collect())
        }
        None => operation.obligations().map(argument).unzip::<_, _, Vec<_>, Vec<_>>(),
    };
    let selectors: Vec<_> = operation.selectors.iter().map(|it| format_ident!("{}", it.argument)).collect();
    let selector_types = operation.selectors.iter().map(|it| format_ident!("{}", it.name));
    let defaults = operation.params.iter().filter_map(default);
    let many = (params.len() + selectors.len() > MOST_ARGUMENTS)
        .then(|| quote!(#[expect(clippy::too_many_arguments, reason = "each is an obligation of another type")]));
    quote! {
        #about
        #many
        pub fn #name(&self, #(#params,)* #(#selectors: #selector_types),*) -> Request<#endpoint> {
            let call = rt::Call::new::<#endpoint>(self.0) #(#obligations)* #(.with_all(#selectors.0))* #(#defaults)*;
            Request(call, PhantomData)
        }
    }
}

/// An obligation as an argument, and its way into the call.
fn argument(param: &Param) -> (TokenStream, TokenStream) {
    let (name, argument) = (format_ident!("{}", param.name), typed::argument(param));
    (quote!(#name: #argument), typed::give_argument(param, &quote!(#name)))
}

fn give_field(param: &Param) -> TokenStream {
    let name = format_ident!("{}", param.name);
    typed::give_field(param, &quote!(args.#name))
}

/// What the client sends unless the caller says otherwise.
fn default(param: &Param) -> Option<TokenStream> {
    let wire = &param.wire;
    match (param.need, param.default.as_ref()?) {
        (Need::Client, Scalar::Text(text)) => Some(quote!(.with(#wire, #text))),
        (Need::Client, Scalar::Integer(number)) => {
            let number = Literal::i64_unsuffixed(*number);
            Some(quote!(.with(#wire, #number)))
        }
        (Need::Client, Scalar::Flag(flag)) => Some(quote!(.with(#wire, #flag))),
        _ => None,
    }
}

/// The endpoint with what the catalog says of it, and a function of its requests for each parameter that is no
/// obligation.
pub(super) fn endpoint(operation: &Operation, platform: &Platform, about: Vec<String>) -> TokenStream {
    let name = format_ident!("{}", operation.endpoint);
    let about = docs::attributes(about);
    let listing = listing(operation);
    let paged = paged(operation);
    let mut setters = operation.optional().map(setter).peekable();
    let setters = setters.peek().is_some().then(|| {
        let about = docs::attributes([docs::options(operation, platform)]);
        quote!(#about impl Request<#name> { #(#setters)* })
    });
    let args = args(operation, &format!("What [`Platform::{}`] takes.", operation.function));
    quote! {
        #about
        pub struct #name;

        impl rt::Endpoint for #name {
            const LISTING: rt::Listing = #listing;
        }

        #paged
        #setters
        #args
    }
}

fn listing(operation: &Operation) -> TokenStream {
    let (path, usage_log_name) = (&operation.route.path, operation.usage_log_name.as_deref().unwrap_or_default());
    let price = option(operation.price.map(usd));
    let unit = option(operation.unit.as_ref().map(|unit| quote!(#unit)));
    let status = option(operation.status.as_ref().map(|status| match status {
        Status::Available => quote!(rt::Status::Available),
        Status::Paused => quote!(rt::Status::Paused),
        Status::Other(text) => quote!(rt::Status::Other(#text)),
    }));
    let params = operation.params.iter().map(|param| {
        let (wire, required) = (&param.wire, option(param.required.map(|it| quote!(#it))));
        let published_type = option(param.published_type.as_ref().map(|it| quote!(#it)));
        quote!(rt::ListedParam::new(#wire, #published_type, #required))
    });
    let groups = operation.published_groups.iter().map(|group| quote!(&[#(#group),*]));
    quote! {
        rt::Listing {
            path: #path,
            usage_log_name: #usage_log_name,
            price: #price,
            unit: #unit,
            status: #status,
            params: &[#(#params),*],
            groups: &[#(#groups),*],
        }
    }
}

/// How to turn pages, if everything that changes from page to page is published.
fn paged(operation: &Operation) -> Option<TokenStream> {
    let rules = operation.paging()?.into_iter().map(|(param, paging)| {
        let wire = &param.wire;
        let next = match (&paging.next, &paging.first) {
            (NextPage::PreviousReply(field), _) => quote!(Reply(#field)),
            (NextPage::FirstReply(field), _) => quote!(FirstReply(#field)),
            (NextPage::Counting, first) => {
                let first = first.as_ref().and_then(Scalar::as_integer).unwrap_or_default();
                let first = Literal::i64_unsuffixed(first);
                quote!(Counting(#first))
            }
        };
        quote!(rt::Paging { param: #wire, next: rt::NextPage::#next })
    });
    let name = format_ident!("{}", operation.endpoint);
    Some(quote! {
        impl rt::Paged for #name {
            const PAGING: &'static [rt::Paging] = &[#(#rules),*];
        }
    })
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

fn setter(param: &Param) -> TokenStream {
    let name = format_ident!("{}", param.name);
    let about = docs::attributes([docs::param("Sets", param)]);
    let deprecated = docs::deprecated(param);
    let (argument, give) = (typed::argument(param), typed::give_argument(param, &quote!(value)));
    quote! {
        #about
        #deprecated
        pub fn #name(self, value: #argument) -> Self {
            Self(self.0 #give, self.1)
        }
    }
}

/// The struct of the obligations, where two of them have the same type: named fields cannot be swapped.
pub(super) fn args(operation: &Operation, about: &str) -> Option<TokenStream> {
    let name = format_ident!("{}", operation.args.as_deref()?);
    let about = docs::attributes([about.to_owned()]);
    let fields = operation.obligations().map(|param| {
        let about = docs::attributes([docs::param("The parameter", param)]);
        let (name, kind) = (format_ident!("{}", param.name), typed::field(param));
        quote!(#about pub #name: #kind)
    });
    Some(quote! {
        #about
        #[derive(Clone, Debug)]
        pub struct #name { #(#fields,)* }
    })
}
