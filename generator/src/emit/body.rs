//! Parameters that go to their places by rules, as the runtime's data.

use gatewright_runtime::Decimal;
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::{docs, typed};
use crate::model::{Count, Interface, Kind, Model, Need, Operation, Param, Placing, Scalar, Selector, Trap};

/// The call that takes a value in.
pub(super) fn give(param: &Param, placing: &Placing, value: &TokenStream) -> TokenStream {
    let field = field(param, placing);
    quote!(.field(&#field, #value))
}

/// A parameter as data.
pub(super) fn field(param: &Param, placing: &Placing) -> TokenStream {
    let (name, places) = (&param.name, &placing.places);
    let shape = placing.shape.as_ref().map(|it| quote!(.shaped(#it)));
    let many = matches!(param.kind, Kind::Many(_)).then(|| quote!(.many()));
    quote!(rt::Field::new(#name, &[#(#places),*]) #shape #many)
}

/// What the client sends unless the caller says otherwise.
pub(super) fn default(param: &Param) -> Option<TokenStream> {
    let placing = param.placing.as_ref().filter(|_| param.need == Need::Client)?;
    let field = field(param, placing);
    let value = match param.default.as_ref()? {
        Scalar::Text(text) => quote!(#text),
        Scalar::Integer(number) => {
            let number = Literal::i64_unsuffixed(*number);
            quote!(#number)
        }
        Scalar::Flag(flag) => quote!(#flag),
    };
    Some(quote!(.field(&#field, #value)))
}

/// What the endpoint says of its fields, if it says anything.
pub(super) fn rules(operation: &Operation, interface: &Interface, model: &Model) -> Option<TokenStream> {
    if !operation.has_rules() {
        return None;
    }
    let order = operation.params.iter().map(|it| &it.name);
    let counts = operation.counts.iter().map(|it| count(operation, it));
    let lengths = operation.params.iter().filter(|it| matches!(it.kind, Kind::Seconds { .. })).map(|it| &it.name);
    let factors = operation.params.iter().filter(|it| !it.times.is_empty()).map(factor);
    let kept = kept(operation, interface);
    let others = model.others(operation).map(|it| it.record.name.as_str());
    Some(quote! {
        const RULES: &'static rt::FieldRules = &rt::FieldRules {
            order: &[#(#order),*],
            counts: &[#(#counts),*],
            lengths: &[#(#lengths),*],
            factors: &[#(#factors),*],
            kept: &[#(#kept),*],
            others: &[#(#others),*],
        };
    })
}

fn count(operation: &Operation, count: &Count) -> TokenStream {
    let of = count.of.iter().map(|&index| &operation.params[index].name);
    let (min, max) = (Literal::usize_unsuffixed(count.min), maximum(count.max));
    quote!(rt::Count { of: &[#(#of),*], min: #min, max: #max })
}

fn maximum(max: Option<usize>) -> TokenStream {
    match max.map(Literal::usize_unsuffixed) {
        Some(max) => quote!(#max),
        None => quote!(usize::MAX),
    }
}

fn factor(param: &Param) -> TokenStream {
    let name = &param.name;
    let unset = match &param.default {
        Some(Scalar::Text(text)) => quote!(Some(#text)),
        _ => quote!(None),
    };
    let times = param.times.iter().map(|it| {
        let (value, factor) = (&it.value, decimal(it.factor));
        quote!((#value, #factor))
    });
    quote!(rt::Factor { of: #name, unset: #unset, times: &[#(#times),*] })
}

fn decimal(decimal: Decimal) -> TokenStream {
    let attos = Literal::i128_unsuffixed(decimal.as_attos());
    quote!(rt::Decimal::attos(#attos))
}

/// Where only the request's own functions write: its own places, those of files of its relatives, which it would not read,
/// and those where the service does something in silence. A model without a group is described by its record alone.
fn kept(operation: &Operation, interface: &Interface) -> Vec<String> {
    let Some(family) = &operation.family else { return Vec::new() };
    let own = operation.params.iter();
    let relatives = interface.operations.iter().flat_map(|it| &it.params).filter(|it| leads_to_files(&it.kind));
    let places = own.chain(relatives).filter_map(|it| it.placing.as_ref()).flat_map(|it| &it.places);
    let places = places.map(|it| it.trim_end_matches("[]").to_owned());
    let traps = interface.tasks.traps.iter().filter(|it| it.on.contains(&family.key));
    let mut all: Vec<_> = places.chain(traps.flat_map(Trap::places).map(str::to_owned)).collect();
    all.sort();
    all.dedup();
    all
}

/// Whether values are addresses of files, or lists of what can hold such.
fn leads_to_files(kind: &Kind) -> bool {
    matches!(kind, Kind::Link(_) | Kind::Many(_))
}

/// A type that holds at least one of several parameters.
pub(super) fn selector(operation: &Operation, selector: &Selector) -> TokenStream {
    let (name, parts) = (format_ident!("{}", selector.name), format_ident!("{}", selector.parts));
    let about = docs::attributes(docs::selector(operation, selector));
    let members = || selector.members.iter().map(|member| (member, &operation.params[member.param]));
    let give = |param: &Param, value: &TokenStream| {
        let placing = param.placing.clone().unwrap_or_default();
        self::give(param, &placing, value)
    };
    let constructors = members().map(|(member, param)| {
        let (name, about) = (format_ident!("{}", member.name), docs::attributes([docs::param("Begins with", param)]));
        let (argument, give) = (typed::argument(param), give(param, &typed::value(param, &quote!(value))));
        quote! {
            #about
            pub fn #name(value: #argument) -> Self {
                Self(rt::Fields::default() #give)
            }
        }
    });
    let adders = members().filter(|(member, _)| member.addable).map(|(member, param)| {
        let name = format_ident!("and_{}", member.name);
        // Types cannot count: what is given again is told, and never in the place of what was there.
        let once = (!matches!(param.kind, Kind::Many(_)))
            .then(|| ["", "There can be one: with two of it nothing is sent."].map(str::to_owned));
        let about = docs::attributes([docs::param("Adds", param)].into_iter().chain(once.into_iter().flatten()));
        let (argument, give) = (typed::argument(param), give(param, &typed::value(param, &quote!(value))));
        quote! {
            #about
            #[must_use]
            pub fn #name(self, value: #argument) -> Self {
                Self(self.0 #give)
            }
        }
    });
    let given = members().map(|(member, param)| {
        let (field, give) = (format_ident!("{}", member.name), give(param, &typed::field_value(param, &quote!(value))));
        match param.kind {
            Kind::Many(_) => quote!(for value in parts.#field { fields = fields #give; }),
            _ => quote!(if let Some(value) = parts.#field { fields = fields #give; }),
        }
    });
    let counts = operation.counts.iter().map(|it| count(operation, it));
    let fields = members().map(|(member, param)| {
        let (field, about) = (format_ident!("{}", member.name), docs::attributes([docs::wire("The parameter", param)]));
        let kind = match &param.kind {
            Kind::Many(_) => {
                let kind = typed::field(param);
                quote!(Vec<#kind>)
            }
            _ => {
                let kind = typed::field(param);
                quote!(Option<#kind>)
            }
        };
        quote!(#about pub #field: #kind)
    });
    let about_parts = format!(" What [`{}::from_parts`] takes: set the fields that are known.", selector.name);
    quote! {
        #about
        #[derive(Clone, Debug)]
        pub struct #name(rt::Fields);

        impl #name {
            #(#constructors)*
            #(#adders)*

            /// Takes what is known only at run time; `None` when it is too little or too much.
            #[must_use]
            pub fn from_parts(parts: #parts) -> Option<Self> {
                let mut fields = rt::Fields::default();
                #(#given)*
                fields.counted(&[#(#counts),*]).map(Self)
            }
        }

        #[doc = #about_parts]
        #[derive(Clone, Debug, Default)]
        #[non_exhaustive]
        pub struct #parts { #(#fields,)* }
    }
}
