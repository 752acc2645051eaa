//! One operation: the function that begins a request, and the request itself.

use gatewright_runtime::Usd;
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::{docs, typed};
use crate::catalog::Scalar;
use crate::model::{Need, Operation, Param, Status};

/// The function on the platform. It takes the obligations.
pub(super) fn function(operation: &Operation) -> TokenStream {
    let (name, request) = (format_ident!("{}", operation.function), format_ident!("{}", operation.request));
    let about = docs::attributes(docs::function(operation));
    let (arguments, obligations) = match &operation.args {
        Some(args) => {
            let args = format_ident!("{args}");
            (quote!(args: #args), obligations_from_args(operation))
        }
        None => (plain_arguments(operation), plain_obligations(operation)),
    };
    let defaults = operation.params.iter().filter_map(default);
    quote! {
        #about
        pub fn #name(&self, #arguments) -> #request {
            #request(rt::Call::new::<#request>(self.0) #obligations #(#defaults)*)
        }
    }
}

fn obligations(operation: &Operation) -> impl Iterator<Item = &Param> {
    operation.params.iter().filter(|it| it.need == Need::Caller)
}

fn plain_arguments(operation: &Operation) -> TokenStream {
    let params = obligations(operation).map(|param| {
        let (name, argument) = (format_ident!("{}", param.name), typed::argument(param));
        quote!(#name: #argument)
    });
    let selectors = operation.selectors.iter().map(|selector| {
        let (name, kind) = (format_ident!("{}", selector.argument), format_ident!("{}", selector.name));
        quote!(#name: #kind)
    });
    let all = params.chain(selectors);
    quote!(#(#all),*)
}

fn plain_obligations(operation: &Operation) -> TokenStream {
    let params = obligations(operation).map(|param| {
        let name = format_ident!("{}", param.name);
        typed::give_argument(param, &quote!(#name))
    });
    let selectors = operation.selectors.iter().map(|selector| {
        let name = format_ident!("{}", selector.argument);
        quote!(.with_all(#name.0))
    });
    quote!(#(#params)* #(#selectors)*)
}

fn obligations_from_args(operation: &Operation) -> TokenStream {
    let params = obligations(operation).map(|param| {
        let name = format_ident!("{}", param.name);
        typed::give_field(param, &quote!(args.#name))
    });
    let selectors = operation.selectors.iter().map(|selector| {
        let name = format_ident!("{}", selector.argument);
        quote!(.with_all(args.#name.0))
    });
    quote!(#(#params)* #(#selectors)*)
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

/// The request type: what the catalog says of it, and a function for each parameter that is no obligation.
pub(super) fn request(operation: &Operation, about: Vec<String>) -> TokenStream {
    let name = format_ident!("{}", operation.request);
    let about = docs::attributes(about);
    let endpoint = endpoint(operation);
    let setters = operation.params.iter().filter(|it| matches!(it.need, Need::Client | Need::Nobody)).map(setter);
    let args = args(operation);
    quote! {
        #about
        #[derive(Clone, Debug)]
        #[must_use = "a request does nothing until it is sent"]
        pub struct #name(rt::Call);

        #endpoint

        impl #name {
            #(#setters)*

            /// Gives a parameter that the catalog does not know yet.
            pub fn extra(self, name: &str, value: impl Into<rt::ParamValue>) -> Self {
                Self(self.0.with(name.to_owned(), value))
            }

            /// The HTTP request as it would be sent, without the key.
            pub fn request(&self) -> rt::Result<rt::Request> {
                self.0.request()
            }

            /// Sends the request.
            pub fn send(self) -> rt::Sending {
                self.0.send()
            }
        }

        #args
    }
}

fn endpoint(operation: &Operation) -> TokenStream {
    let name = format_ident!("{}", operation.request);
    let (path, usage_log_name) = (&operation.route.path, &operation.usage_log_name);
    let price = option(operation.price.map(usd));
    let unit = option(operation.unit.as_ref().map(|unit| quote!(#unit)));
    let status = option(operation.status.as_ref().map(|status| match status {
        Status::Available => quote!(rt::Status::Available),
        Status::Paused => quote!(rt::Status::Paused),
        Status::Other(text) => quote!(rt::Status::Other(#text)),
    }));
    quote! {
        impl rt::Endpoint for #name {
            const LISTING: rt::Listing = rt::Listing {
                path: #path,
                usage_log_name: #usage_log_name,
                price: #price,
                unit: #unit,
                status: #status,
            };
        }
    }
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
    let deprecated = param.deprecated.as_ref().map(|why| quote!(#[deprecated = #why]));
    let (argument, give) = (typed::argument(param), typed::give_argument(param, &quote!(value)));
    quote! {
        #about
        #deprecated
        pub fn #name(self, value: #argument) -> Self {
            Self(self.0 #give)
        }
    }
}

/// The struct of the obligations, where two of them have the same type: named fields cannot be swapped.
fn args(operation: &Operation) -> Option<TokenStream> {
    let name = format_ident!("{}", operation.args.as_deref()?);
    let about = format!(" What [`Platform::{}`] takes.", operation.function);
    let params = obligations(operation).map(|param| {
        let about = docs::attributes([docs::param("The parameter", param)]);
        let (name, kind) = (format_ident!("{}", param.name), typed::field(param));
        quote!(#about pub #name: #kind)
    });
    let selectors = operation.selectors.iter().map(|selector| {
        let (name, kind) = (format_ident!("{}", selector.argument), format_ident!("{}", selector.name));
        quote!(#[doc = " What it is asked for."] pub #name: #kind)
    });
    Some(quote! {
        #[doc = #about]
        #[derive(Clone, Debug)]
        pub struct #name { #(#params,)* #(#selectors,)* }
    })
}
