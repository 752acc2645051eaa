//! One platform: a module with a function for each capability.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::{Options, docs, operation, print, selector, values};
use crate::model::{Kind, Model, Platform};

/// The text of a platform's module.
pub(crate) fn platform(platform: &Platform, model: &Model, options: &Options) -> String {
    let mut items = vec![entry(platform)];
    for it in &platform.operations {
        items.push(operation::endpoint(it, platform, docs::endpoint(it, platform, model, options)));
        items.extend(it.selectors.iter().map(|selector| selector::selector(it, selector)));
        items.extend(it.params.iter().filter_map(|param| match &param.kind {
            Kind::Named(named) => Some(values::open_enum(param, named)),
            _ => None,
        }));
    }
    print::file(items)
}

fn entry(platform: &Platform) -> TokenStream {
    let name = format_ident!("{}", platform.function);
    let about = docs::attributes([docs::platform(platform)]);
    let alias = platform.alias.as_ref().map(|alias| {
        let function = format_ident!("{}", alias.function);
        let about = docs::attributes([format!("Renamed to [`Client::{}`].", platform.function)]);
        let why = format!("renamed to `{}`", platform.function);
        quote! {
            #about
            #[deprecated = #why]
            pub fn #function(&self) -> Platform<'_> {
                self.#name()
            }
        }
    });
    let functions = platform.operations.iter().map(operation::function);
    let endpoints = platform.operations.iter().map(|it| format_ident!("{}", it.endpoint));
    quote! {
        use super::super::Client;
        use super::Request;
        use gatewright_runtime as rt;
        use std::marker::PhantomData;

        impl Client {
            #about
            pub fn #name(&self) -> Platform<'_> {
                Platform(self)
            }

            #alias
        }

        #about
        pub struct Platform<'a>(&'a Client);

        impl Platform<'_> {
            #(#functions)*
        }

        /// What the catalog says of each endpoint here.
        pub const LISTINGS: &[rt::Listing] = &[#(<#endpoints as rt::Endpoint>::LISTING),*];
    }
}
