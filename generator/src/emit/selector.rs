//! At-least-one-of groups as types.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::{docs, typed};
use crate::model::{Choice, Operation, Param, Selector};

/// The selector, its parts, and what its constructors take.
pub(super) fn selector(operation: &Operation, selector: &Selector) -> TokenStream {
    let name = format_ident!("{}", selector.name);
    let about = docs::attributes(docs::selector(operation, selector));
    let constructors = selector.choices.iter().map(|choice| constructor(operation, selector, choice));
    let choice_args = selector.choices.iter().map(|choice| choice_args(operation, selector, choice));
    let adders = adders(operation, selector);
    let from_parts = from_parts(operation, selector);
    let parts = parts(operation, selector);
    quote! {
        #about
        #[derive(Clone, Debug)]
        pub struct #name(rt::Params);

        impl #name {
            #(#constructors)*
            #adders
            #from_parts
        }

        #(#choice_args)*
        #parts
    }
}

fn constructor(operation: &Operation, selector: &Selector, choice: &Choice) -> TokenStream {
    let name = format_ident!("{}", choice.name);
    let members = members(operation, selector, choice);
    let about = docs::attributes([docs::choice(&members)]);
    match (&choice.args, &members[..]) {
        (None, [(_, param)]) => {
            let (argument, give) = (typed::argument(param), typed::give_argument(param, &quote!(value)));
            let deprecated = docs::deprecated(param);
            quote! {
                #about
                #deprecated
                pub fn #name(value: #argument) -> Self {
                    Self(rt::Params::default() #give)
                }
            }
        }
        _ => {
            let args = format_ident!("{}", choice.args.as_deref().unwrap_or(&selector.parts));
            let give = members.iter().map(|(field, param)| {
                let field = format_ident!("{field}");
                typed::give_field(param, &quote!(members.#field))
            });
            quote! {
                #about
                pub fn #name(members: #args) -> Self {
                    Self(rt::Params::default() #(#give)*)
                }
            }
        }
    }
}

/// The struct of a constructor that takes several members: named fields cannot be swapped.
fn choice_args(operation: &Operation, selector: &Selector, choice: &Choice) -> Option<TokenStream> {
    let name = format_ident!("{}", choice.args.as_deref()?);
    let about = format!(" What [`{}::{}`] takes.", selector.name, choice.name);
    let fields = members(operation, selector, choice).into_iter().map(|(field, param)| {
        let (about, field) = (docs::attributes([docs::param("The parameter", param)]), format_ident!("{field}"));
        let kind = typed::field(param);
        quote!(#about pub #field: #kind)
    });
    Some(quote! {
        #[doc = #about]
        #[derive(Clone, Debug)]
        pub struct #name { #(#fields,)* }
    })
}

/// Names and parameters of a choice's members.
fn members<'a>(operation: &'a Operation, selector: &'a Selector, choice: &Choice) -> Vec<(&'a str, &'a Param)> {
    let member = |&index: &usize| {
        let member = &selector.members[index];
        (member.name.as_str(), &operation.params[member.param])
    };
    choice.members.iter().map(member).collect()
}

fn adders(operation: &Operation, selector: &Selector) -> TokenStream {
    let adders = selector.members.iter().filter(|member| member.addable).map(|member| {
        let param = &operation.params[member.param];
        let name = format_ident!("and_{}", member.name);
        let about = docs::attributes([docs::param("Adds", param)]);
        let (argument, give) = (typed::argument(param), typed::give_argument(param, &quote!(value)));
        let deprecated = docs::deprecated(param);
        quote! {
            #about
            #deprecated
            #[must_use]
            pub fn #name(self, value: #argument) -> Self {
                Self(self.0 #give)
            }
        }
    });
    quote!(#(#adders)*)
}

fn from_parts(operation: &Operation, selector: &Selector) -> TokenStream {
    let parts = format_ident!("{}", selector.parts);
    let give = selector.members.iter().map(|member| {
        let field = format_ident!("{}", member.name);
        typed::give_optional(&operation.params[member.param], &quote!(parts.#field))
    });
    let groups = selector.groups.iter().map(|group| quote!(&[#(#group),*]));
    quote! {
        /// Selects by values that are known only at run time. An empty text counts as absent, as it does for the service;
        /// returns `None` when too little is given.
        #[must_use]
        pub fn from_parts(parts: #parts) -> Option<Self> {
            rt::Params::default() #(#give)* .require_one_of(&[#(#groups),*]).map(Self)
        }
    }
}

fn parts(operation: &Operation, selector: &Selector) -> TokenStream {
    let name = format_ident!("{}", selector.parts);
    let about = format!(" What [`{}::from_parts`] takes: set the fields that are known.", selector.name);
    let fields = selector.members.iter().map(|member| {
        let param = &operation.params[member.param];
        let (field, kind) = (format_ident!("{}", member.name), typed::field(param));
        let about = docs::attributes([docs::wire("The parameter", param)]);
        quote!(#about pub #field: Option<#kind>)
    });
    quote! {
        #[doc = #about]
        #[derive(Clone, Debug, Default)]
        #[non_exhaustive]
        pub struct #name { #(#fields,)* }
    }
}
