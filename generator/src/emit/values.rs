//! Named values as open enums.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::docs;
use crate::model::{Kind, NamedValues, Param};

/// Returns the enum of a parameter, if it has named values.
pub(super) fn of_param(param: &Param) -> Option<TokenStream> {
    match &param.kind {
        Kind::Named(named) if named.closed => Some(closed_enum(param, named)),
        Kind::Named(named) => Some(open_enum(param, named)),
        _ => None,
    }
}

/// Returns the enum of a parameter's named values.
fn open_enum(param: &Param, values: &NamedValues) -> TokenStream {
    let name = format_ident!("{}", values.name);
    let about = docs::attributes([docs::values(param)]);
    let variants: Vec<_> = values.values.iter().map(|it| format_ident!("{}", it.variant)).collect();
    let wires: Vec<_> = values.values.iter().map(|it| it.wire.as_str()).collect();
    let value_docs = values.values.iter().map(|it| docs::attributes([docs::value(it)]));
    let conversions = if values.integers { from_integer(values) } else { from_text(values) };
    quote! {
        #about
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum #name {
            #(#value_docs #variants,)*
            /// Any other value, sent unchanged.
            Other(String),
        }

        impl #name {
            /// Returns the value as sent in the request.
            pub fn as_str(&self) -> &str {
                match self {
                    #(Self::#variants => #wires,)*
                    Self::Other(text) => text,
                }
            }
        }

        #conversions
    }
}

/// Returns the enum of a parameter that accepts only these values.
fn closed_enum(param: &Param, values: &NamedValues) -> TokenStream {
    let name = format_ident!("{}", values.name);
    let about = docs::attributes([docs::values(param)]);
    let variants: Vec<_> = values.values.iter().map(|it| format_ident!("{}", it.variant)).collect();
    let wires: Vec<_> = values.values.iter().map(|it| it.wire.as_str()).collect();
    let value_docs = values.values.iter().map(|it| docs::attributes([docs::value(it)]));
    quote! {
        #about
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum #name {
            #(#value_docs #variants,)*
        }

        impl #name {
            /// Returns the value as sent in the request.
            pub fn as_str(self) -> &'static str {
                match self {
                    #(Self::#variants => #wires,)*
                }
            }
        }
    }
}

fn from_text(values: &NamedValues) -> TokenStream {
    let name = format_ident!("{}", values.name);
    let arms = values.values.iter().map(|it| {
        let (variant, wire, also) = (format_ident!("{}", it.variant), &it.wire, it.also.iter());
        quote!(#wire #(| #also)* => Self::#variant)
    });
    quote! {
        impl<T: AsRef<str>> From<T> for #name {
            fn from(text: T) -> Self {
                match text.as_ref() {
                    #(#arms,)*
                    text => Self::Other(text.to_owned()),
                }
            }
        }
    }
}

fn from_integer(values: &NamedValues) -> TokenStream {
    let name = format_ident!("{}", values.name);
    let arms = values.values.iter().filter_map(|it| {
        let (variant, number) = (format_ident!("{}", it.variant), it.wire.parse().ok().map(Literal::i64_unsuffixed)?);
        Some(quote!(#number => Self::#variant))
    });
    quote! {
        impl From<i64> for #name {
            fn from(number: i64) -> Self {
                match number {
                    #(#arms,)*
                    _ => Self::Other(number.to_string()),
                }
            }
        }
    }
}
