//! One platform: a module with a function for each capability.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::field::Fields;
use super::operation::{EndpointDocs, Owner};
use super::{Options, data, docs, operation, print, selector, spec, values};
use crate::model::{Model, Operation, Platform};

/// Returns the text of a platform's module.
pub(crate) fn platform(platform: &Platform, model: &Model, options: &Options) -> String {
    let operations: Vec<_> = platform.operations.iter().collect();
    let fields = Fields::of(&operations);
    let (root, mut items) = (quote!(super::super), vec![entry(platform, &fields)]);
    for it in &platform.operations {
        let about = docs::endpoint(it, platform, model, options);
        let takes = format!("Arguments of [`Platform::{}`].", it.function);
        items.push(operation::endpoint(it, EndpointDocs { endpoint: about, args: takes }, &root, &fields));
        items.extend(types(it, &fields));
        items.extend(data::types(it));
    }
    items.extend(fields.module());
    items.push(spec::specs(&operations, None, model, &fields));
    print::file(items)
}

/// Returns the types of an operation: selectors and named values.
pub(super) fn types(operation: &Operation, fields: &Fields<'_>) -> Vec<TokenStream> {
    let selectors = operation.selectors.iter().map(|it| selector::selector(operation, it, fields));
    selectors.chain(operation.params.iter().filter_map(values::of_param)).collect()
}

fn entry(platform: &Platform, fields: &Fields<'_>) -> TokenStream {
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
    let owner = Owner { client: quote!(self.0), root: quote!(super::super) };
    let functions = platform.operations.iter();
    let functions = functions.map(|it| operation::function(it, docs::function(it), &owner, fields));
    let specs = platform.operations.iter().map(spec::name);
    quote! {
        use super::super::Client;
        use gatewright_runtime::rt;

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

        /// Descriptions of the operations of this platform.
        pub static OPERATIONS: &[&rt::OperationSpec] = &[#(&specs::#specs),*];
    }
}
