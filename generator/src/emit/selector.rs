//! At-least-one-of groups as types.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::field::Fields;
use super::{docs, spec, typed};
use crate::model::{Choice, Kind, Operation, Param, Selector};

/// Returns the selector, its parts, and the arguments of its constructors.
pub(super) fn selector(operation: &Operation, selector: &Selector, fields: &Fields<'_>) -> TokenStream {
    let name = format_ident!("{}", selector.name);
    let about = docs::attributes(docs::selector(operation, selector));
    let constructors = selector.choices.iter().map(|choice| constructor(operation, selector, choice, fields));
    let choice_args = selector.choices.iter().map(|choice| choice_args(operation, selector, choice));
    let adders = adders(operation, selector, fields);
    let from_parts = from_parts(operation, selector, fields);
    let parts = parts(operation, selector);
    quote! {
        #about
        #[derive(Clone, Debug)]
        pub struct #name(rt::Params);

        impl #name {
            #(#constructors)*
            #(#adders)*
            #from_parts
        }

        #(#choice_args)*
        #parts
    }
}

fn constructor(operation: &Operation, selector: &Selector, choice: &Choice, fields: &Fields<'_>) -> TokenStream {
    let name = format_ident!("{}", choice.name);
    let members = members(operation, selector, choice);
    let about = docs::attributes([docs::choice(&members, operation)]);
    match (&choice.args, &members[..]) {
        (None, [(_, param)]) => {
            let field = fields.of_param(operation, param);
            let (argument, add) = (typed::argument(param), typed::add(param, &field, &quote!(value)));
            let deprecated = docs::deprecated(param);
            quote! {
                #about
                #deprecated
                pub fn #name(value: #argument) -> Self {
                    Self(rt::Params::default() #add)
                }
            }
        }
        _ => {
            let args = format_ident!("{}", choice.args.as_deref().unwrap_or(&selector.parts));
            let add = members.iter().map(|(name, param)| {
                let (field, name) = (fields.of_param(operation, param), format_ident!("{name}"));
                typed::add_field(param, &field, &quote!(members.#name))
            });
            quote! {
                #about
                pub fn #name(members: #args) -> Self {
                    Self(rt::Params::default() #(#add)*)
                }
            }
        }
    }
}

/// Returns the struct of a constructor that takes several members: named fields cannot be swapped by mistake.
fn choice_args(operation: &Operation, selector: &Selector, choice: &Choice) -> Option<TokenStream> {
    let name = format_ident!("{}", choice.args.as_deref()?);
    let about = format!(" Arguments of [`{}::{}`].", selector.name, choice.name);
    let fields = members(operation, selector, choice).into_iter().map(|(field, param)| {
        let (about, field) = (docs::attributes([docs::field(param, operation)]), format_ident!("{field}"));
        let kind = typed::field(param);
        quote!(#about pub #field: #kind)
    });
    Some(quote! {
        #[doc = #about]
        #[derive(Clone, Debug)]
        pub struct #name { #(#fields,)* }
    })
}

/// Returns names and parameters of a choice's members.
fn members<'a>(operation: &'a Operation, selector: &'a Selector, choice: &Choice) -> Vec<(&'a str, &'a Param)> {
    let member = |&index: &usize| {
        let member = &selector.members[index];
        (member.name.as_str(), &operation.params[member.param])
    };
    choice.members.iter().map(member).collect()
}

fn adders(operation: &Operation, selector: &Selector, fields: &Fields<'_>) -> Vec<TokenStream> {
    let adders = selector.members.iter().filter(|member| member.addable).map(|member| {
        let param = &operation.params[member.param];
        let (name, field) = (format_ident!("and_{}", member.name), fields.of_param(operation, param));
        // Types cannot limit the number of calls. A second value causes an error and never replaces the first.
        let is_told = param.body().is_some() && !matches!(param.kind, Kind::List(_));
        let once = "Set it only once: the client does not send a request with two values.";
        let once = is_told.then(|| ["", once].map(str::to_owned));
        let added = docs::setter("Adds", param, operation);
        let about = docs::attributes([added].into_iter().chain(once.into_iter().flatten()));
        let (argument, add) = (typed::argument(param), typed::add(param, &field, &quote!(value)));
        let deprecated = docs::deprecated(param);
        quote! {
            #about
            #deprecated
            #[must_use]
            pub fn #name(self, value: #argument) -> Self {
                Self(self.0 #add)
            }
        }
    });
    adders.collect()
}

fn from_parts(operation: &Operation, selector: &Selector, fields: &Fields<'_>) -> TokenStream {
    let parts = format_ident!("{}", selector.parts);
    let add = selector.members.iter().map(|member| {
        let param = &operation.params[member.param];
        let (field, name) = (fields.of_param(operation, param), format_ident!("{}", member.name));
        let add = typed::add_field(param, &field, &quote!(value));
        match param.kind {
            Kind::List(_) => quote!(for value in parts.#name { params = params #add; }),
            _ => quote!(if let Some(value) = parts.#name { params = params #add; }),
        }
    });
    let counts = spec::counts_of_selector(operation, &selector.groups);
    let about = docs::attributes([docs::from_parts(operation, selector)]);
    quote! {
        #about
        #[must_use]
        pub fn from_parts(parts: #parts) -> Option<Self> {
            let mut params = rt::Params::default();
            #(#add)*
            params.counted(&[#(#counts),*]).map(Self)
        }
    }
}

fn parts(operation: &Operation, selector: &Selector) -> TokenStream {
    let name = format_ident!("{}", selector.parts);
    let lists = selector.members.iter().filter(|it| matches!(operation.params[it.param].kind, Kind::List(_))).count();
    let unset = match lists {
        0 => "`None`",
        all if all == selector.members.len() => "empty",
        _ => "`None` or empty",
    };
    let about = format!(" Arguments of [`{}::from_parts`]. Leave unknown values {unset}.", selector.name);
    let fields = selector.members.iter().map(|member| {
        let param = &operation.params[member.param];
        let (field, kind) = (format_ident!("{}", member.name), typed::field(param));
        let about = docs::attributes([docs::brief_field(param)]);
        let kind = if matches!(param.kind, Kind::List(_)) { quote!(Vec<#kind>) } else { quote!(Option<#kind>) };
        quote!(#about pub #field: #kind)
    });
    quote! {
        #[doc = #about]
        #[derive(Clone, Debug, Default)]
        #[non_exhaustive]
        pub struct #name { #(#fields,)* }
    }
}
