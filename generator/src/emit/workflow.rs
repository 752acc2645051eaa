//! Workflow records as Rust types.

use askama::Template;
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::print::text;
use super::{docs, print};
use crate::model::{Holds, Model, RecordField, RecordKind, RecordType, Workflow};
use crate::output::Output;
use crate::text::doc_note;

#[derive(Template)]
#[template(path = "client/workflow.rs")]
struct Module<'a> {
    header: &'a str,
    embedded: bool,
    library: &'a str,
    name: &'a str,
    executable: &'a str,
    /// All types, by name: named one by one, so that they come before the runtime's.
    types: Vec<&'a str>,
    has_models: bool,
    /// The endpoints that records can be bound to.
    endpoints: Vec<&'a str>,
    /// A model that makes a video from text.
    clip_model: &'a str,
}

/// The module of workflow records, if there are any.
pub(super) fn write(model: &Model, source: &str, embedded: bool, output: &mut Output) {
    let Some(workflow) = &model.workflow else { return };
    let module = Module {
        header: print::HEADER,
        embedded,
        library: &model.client.library,
        name: &workflow.name,
        executable: &workflow.executable,
        types: workflow.types.iter().map(|it| it.name.as_str()).collect(),
        has_models: model.has_models(),
        endpoints: {
            let all = model.interfaces.iter().flat_map(|it| &it.operations);
            all.filter(|it| model.is_bindable(it)).map(|it| it.endpoint.as_str()).collect()
        },
        clip_model: model.clip_model(),
    };
    output.insert(format!("{source}workflow/mod.rs"), text(&module));
    output.insert(format!("{source}workflow/types.rs"), types(workflow));
    output.insert(format!("{source}workflow/workflow.schema.json"), workflow.schema.clone());
}

fn types(workflow: &Workflow) -> String {
    let mut items = vec![quote!(
        use gatewright_runtime as rt;
    )];
    items.extend(workflow.types.iter().map(|it| match &it.kind {
        RecordKind::Object(fields) => object(it, fields, workflow),
        RecordKind::Constant(_) | RecordKind::Text { .. } => alias(it),
        RecordKind::OneOf(values) => {
            let (name, about) = (format_ident!("{}", it.name), about(it));
            let variants: Vec<_> = values.iter().map(|it| format_ident!("{}", it.variant)).collect();
            let wires: Vec<_> = values.iter().map(|it| it.wire.as_str()).collect();
            let value_docs = values.iter().map(|it| format!(" `{}`.", it.wire));
            quote! {
                #about
                #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, rt::serde::Serialize)]
                #[serde(crate = "rt::serde")]
                pub enum #name {
                    #(#[doc = #value_docs] #[serde(rename = #wires)] #variants,)*
                }

                impl<'de> rt::serde::Deserialize<'de> for #name {
                    fn deserialize<D: rt::serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                        rt::workflow::one_of(from, &[#(Self::#variants),*], Self::as_str)
                    }
                }

                impl #name {
                    /// What it is in JSON.
                    pub const fn as_str(self) -> &'static str {
                        match self {
                            #(Self::#variants => #wires,)*
                        }
                    }
                }
            }
        }
    }));
    let rules = workflow.types.iter().filter_map(rule);
    items.push(quote! {
        /// What texts must be, one rule for each kind of them.
        pub mod rules {
            use gatewright_runtime as rt;
            #(#rules)*
        }
    });
    print::file(items)
}

fn about(it: &RecordType) -> TokenStream {
    docs::attributes([doc_note(&it.about)])
}

fn object(it: &RecordType, fields: &[RecordField], workflow: &Workflow) -> TokenStream {
    let (name, about) = (format_ident!("{}", it.name), about(it));
    let names: Vec<_> = fields.iter().map(|it| format_ident!("{}", it.name)).collect();
    let items = fields.iter().zip(&names).map(|(field, name)| {
        let (kind, about) = (holds(&field.holds, workflow), docs::attributes([doc_note(&field.about)]));
        let (kind, left_out) = match (field.required, field.nullable) {
            (true, false) => (kind, None),
            (true, true) => (quote!(Option<#kind>), None),
            (false, _) => (quote!(Option<#kind>), Some(quote!(#[serde(skip_serializing_if = "Option::is_none")]))),
        };
        let wire = &field.wire;
        let rename = (field.name != field.wire).then(|| quote!(#[serde(rename = #wire)]));
        quote!(#about #rename #left_out pub #name: #kind)
    });
    let taken = fields.iter().map(|it| {
        let wire = &it.wire;
        if it.required { quote!(fields.required(#wire)?) } else { quote!(fields.optional(#wire)?) }
    });
    quote! {
        #about
        #[derive(Clone, Debug, PartialEq, rt::serde::Serialize)]
        #[serde(crate = "rt::serde")]
        pub struct #name { #(#items,)* }

        impl<'de> rt::serde::Deserialize<'de> for #name {
            fn deserialize<D: rt::serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let mut fields = rt::workflow::Taken::of(from)?;
                let read = Self { #(#names: #taken,)* };
                fields.end()?;
                Ok(read)
            }
        }
    }
}

fn holds(holds: &Holds, workflow: &Workflow) -> TokenStream {
    match holds {
        Holds::Type(index) => {
            let name = format_ident!("{}", workflow.types[*index].name);
            quote!(#name)
        }
        Holds::Text => quote!(String),
        Holds::Flag => quote!(bool),
        Holds::Always(true) => quote!(rt::workflow::True),
        Holds::Always(false) => quote!(rt::workflow::False),
        Holds::Scalar => quote!(rt::workflow::Scalar),
        Holds::Map => quote!(rt::serde_json::Map<String, rt::serde_json::Value>),
        Holds::List { items, min, unique } => {
            let item = items.as_ref().map_or(quote!(rt::serde_json::Value), |it| self::holds(it, workflow));
            let least = Literal::usize_unsuffixed(*min);
            match (unique, min) {
                (true, _) => quote!(rt::workflow::Distinct<#item, #least>),
                (false, 0) => quote!(Vec<#item>),
                (false, _) => quote!(rt::workflow::List<#item, #least>),
            }
        }
    }
}

/// The name of a text that keeps a rule.
fn alias(it: &RecordType) -> TokenStream {
    let (name, about) = (format_ident!("{}", it.name), about(it));
    let kind = if matches!(it.kind, RecordKind::Constant(_)) { quote!(Constant) } else { quote!(Text) };
    quote! {
        #about
        pub type #name = rt::workflow::#kind<rules::#name>;
    }
}

/// The rule itself.
fn rule(it: &RecordType) -> Option<TokenStream> {
    let (name, about) = (format_ident!("{}", it.name), about(it));
    let keeps = match &it.kind {
        RecordKind::Constant(text) => quote! {
            impl rt::workflow::Fixed for #name {
                const TEXT: &'static str = #text;
            }
        },
        RecordKind::Text { min, pattern, is_date } => {
            let (min, words) = (Literal::usize_unsuffixed(*min), &it.about);
            let pattern = match pattern {
                Some(pattern) => quote!(Some(std::borrow::Cow::Borrowed(#pattern))),
                None => quote!(None),
            };
            quote! {
                impl rt::workflow::Ruled for #name {
                    fn rule() -> &'static rt::workflow::TextRule {
                        static RULE: rt::workflow::TextRule =
                            rt::workflow::TextRule::new(#min, #pattern, #is_date, std::borrow::Cow::Borrowed(#words));
                        &RULE
                    }
                }
            }
        }
        RecordKind::Object(_) | RecordKind::OneOf(_) => return None,
    };
    Some(quote! {
        #about
        #[derive(Debug)]
        pub enum #name {}
        #keeps
    })
}
