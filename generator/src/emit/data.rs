//! Types of responses.

use gatewright_runtime::JsonType;
use gatewright_runtime::shape::Format;
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::docs;
use crate::model::{DataField, DataNode, DataStruct, DataType, DataView, LearnedData, Operation, Share, ViewKind};
use crate::text::doc_code;

/// Returns the structs of an operation's responses, and their links to the endpoint.
pub(super) fn types(operation: &Operation) -> Vec<TokenStream> {
    let Some(data) = &operation.learned else { return Vec::new() };
    let structs = data.structs.iter().map(|it| data_struct(operation, data, it));
    let views = data.views.iter().map(|it| view(operation, it));
    structs.chain([learned(operation, data)]).chain(views).collect()
}

fn learned(operation: &Operation, data: &LearnedData) -> TokenStream {
    let endpoint = format_ident!("{}", operation.endpoint);
    let own = kind(&data.data, data);
    let item = kind(data.items.as_ref().map_or(&DataType::Any, |it| &it.item), data);
    quote! {
        impl rt::Learned for #endpoint {
            type Data = #own;
            type Item = #item;
        }
    }
}

fn data_struct(operation: &Operation, data: &LearnedData, of: &DataStruct) -> TokenStream {
    let name = format_ident!("{}", of.name);
    let about = docs::attributes(struct_docs(operation, data, of));
    let names: Vec<_> = of.fields.iter().map(|it| format_ident!("{}", it.name)).collect();
    let keys: Vec<_> = of.fields.iter().map(|it| it.key.as_str()).collect();
    let kinds = of.fields.iter().map(|it| kind(&it.kind, data));
    let field_docs = of.fields.iter().map(|it| docs::attributes([field_docs(it, of)]));
    quote! {
        #about
        #[derive(Clone, Debug, Default, PartialEq)]
        #[non_exhaustive]
        pub struct #name {
            #(#field_docs pub #names: Option<#kinds>,)*
            /// All other fields, `null`, and values of other types than above.
            pub other: rt::serde_json::Map<String, rt::serde_json::Value>,
        }

        impl rt::data::Data for #name {
            fn fields(&mut self, fields: &mut rt::data::Fields) {
                #(fields.field(#keys, &mut self.#names);)*
                fields.other(&mut self.other);
            }
        }

        rt::data!(#name);
    }
}

/// Returns the Rust type of a field.
fn kind(of: &DataType, data: &LearnedData) -> TokenStream {
    let named = |index: &usize| format_ident!("{}", data.structs[*index].name);
    match of {
        DataType::Any => quote!(rt::serde_json::Value),
        DataType::Flag => quote!(bool),
        DataType::Integer => quote!(i64),
        DataType::Number => quote!(rt::serde_json::Number),
        DataType::Text => quote!(String),
        DataType::Digits => quote!(rt::data::Digits),
        DataType::List(inner) => {
            let inner = kind(inner, data);
            quote!(Vec<#inner>)
        }
        DataType::Map(inner) => {
            let inner = kind(inner, data);
            quote!(std::collections::BTreeMap<String, #inner>)
        }
        DataType::Struct(index) => {
            let name = named(index);
            quote!(#name)
        }
        DataType::Boxed(index) => {
            let name = named(index);
            quote!(Box<#name>)
        }
        DataType::Optional(inner) => {
            let inner = kind(inner, data);
            quote!(Option<#inner>)
        }
    }
}

fn struct_docs(operation: &Operation, data: &LearnedData, of: &DataStruct) -> Vec<String> {
    let path = doc_code(&of.path);
    let samples = count(data.recording.samples, "response");
    let endpoint = &operation.endpoint;
    let what = if of.is_data() { "Data" } else { "Object" };
    let mut lines = vec![format!("{what} at {path} in responses of [`{endpoint}`], learned from {samples}.")];
    if data.is_sample {
        lines.extend([
            String::new(),
            "**Sample**: this shape is invented. Real shapes come from recordings.".to_owned(),
        ]);
    }
    lines
}

fn field_docs(field: &DataField, of: &DataStruct) -> String {
    let noun = if of.is_data() { "response" } else { "object" };
    let objects = count(of.objects, noun);
    let share = match of.share(field) {
        Share::All => format!("in all of {objects}"),
        Share::Few => format!("in less than 1 % of {objects}"),
        Share::Percent(percent) => format!("in {percent} % of {objects}"),
    };
    let format = match field.format {
        Some(Format::Url) => " URL.",
        Some(Format::Time) => " RFC 3339 time.",
        Some(Format::UnixTime) => " Unix time.",
        Some(Format::Base64) => " Base64.",
        _ => "",
    };
    format!("{}, {share}.{format}", doc_code(&field.key))
}

fn count(number: u64, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// Returns the learned part of an operation's description.
pub(super) fn spec(data: &LearnedData) -> TokenStream {
    let items = data.items.as_ref().map(|it| {
        let path = &it.path;
        quote!(items: Some(#path),)
    });
    let samples = Literal::u64_unsuffixed(data.recording.samples);
    let nodes = data.nodes.iter().map(node);
    quote! {
        #items
        shape: Some(rt::LearnedShape { samples: #samples, nodes: &[#(#nodes),*] }),
    }
}

fn node(node: &DataNode) -> TokenStream {
    let types = node.types.iter().map(|it| match it {
        JsonType::Null => quote!(rt::JsonType::Null),
        JsonType::Boolean => quote!(rt::JsonType::Boolean),
        JsonType::Integer => quote!(rt::JsonType::Integer),
        JsonType::Number => quote!(rt::JsonType::Number),
        JsonType::Text => quote!(rt::JsonType::Text),
        JsonType::Array => quote!(rt::JsonType::Array),
        _ => quote!(rt::JsonType::Object),
    });
    let create = if node.digits { quote!(digits) } else { quote!(of) };
    let leaf = quote!(rt::LearnedNode::#create(&[#(#types),*]));
    if node.fields.is_empty() && node.keys.is_none() && node.items.is_none() {
        return leaf;
    }
    let position = |it: usize| Literal::usize_unsuffixed(it);
    let fields = node.fields.iter().map(|(name, node, always)| {
        let node = position(*node);
        quote!(rt::LearnedField { name: #name, node: #node, always: #always })
    });
    let fields = (!node.fields.is_empty()).then(|| quote!(fields: &[#(#fields),*],));
    let part = |name: &str, it: Option<usize>| {
        let (name, it) = (format_ident!("{name}"), position(it?));
        Some(quote!(#name: Some(#it),))
    };
    let (keys, items) = (part("keys", node.keys), part("items", node.items));
    let holds_null = node.holds_null.then(|| quote!(holds_null: true,));
    quote!(rt::LearnedNode { #fields #keys #items #holds_null ..#leaf })
}

fn view(operation: &Operation, view: &DataView) -> TokenStream {
    let endpoint = format_ident!("{}", operation.endpoint);
    let kind = match view.kind {
        ViewKind::Post => quote!(rt::view::Post),
        ViewKind::Author => quote!(rt::view::Author),
        ViewKind::Comment => quote!(rt::view::Comment),
    };
    let (of_items, missing) = (view.of_items, &view.missing);
    let fields = view.fields.iter().map(|(name, path)| quote!((#name, #path)));
    let about = match &missing[..] {
        [] => "Has all fields.".to_owned(),
        some => {
            let names: Vec<_> = some.iter().map(|it| doc_code(it)).collect();
            format!("Without {}.", names.join(", "))
        }
    };
    let about = docs::attributes([about]);
    let item = of_items.then(|| quote!(impl rt::view::ItemView<#kind> for #endpoint {}));
    quote! {
        #about
        impl rt::view::View<#kind> for #endpoint {
            const VIEW: rt::view::ViewSpec =
                rt::view::ViewSpec { of_items: #of_items, fields: &[#(#fields),*], missing: &[#(#missing),*] };
        }
        #item
    }
}
