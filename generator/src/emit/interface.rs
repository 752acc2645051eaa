//! An interface of models: a function on the client for each operation, and the setters of its requests.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::field::Fields;
use super::operation::{EndpointDocs, Owner};
use super::{Options, docs, operation, platform, print, spec};
use crate::example;
use crate::model::{Interface, Model, Namespace, Operation, TaskShape};
use crate::names::{self, Scope};
use crate::text::Text;
use crate::text::{doc_code, doc_note};

/// Returns the files of an interface, by their paths in the folder of interfaces: one file, or one for each group of
/// models.
pub(super) fn interface(interface: &Interface, model: &Model, options: &Options) -> Vec<(String, String)> {
    let groups: BTreeSet<_> = interface.operations.iter().filter_map(|it| it.family.as_ref()).collect();
    let names: Vec<_> = groups.iter().map(|it| names::snake(&it.key, Scope::Client)).collect();
    let own: Vec<_> = interface.operations.iter().filter(|it| it.family.is_none()).collect();
    let module = &interface.module;
    let text = print::file(root_module(interface, &own, &names, model, options));
    if names.is_empty() {
        return vec![(format!("{module}.rs"), text)];
    }
    let mut files = vec![(format!("{module}/mod.rs"), text)];
    for (group, name) in groups.iter().zip(&names) {
        let own = interface.operations.iter().filter(|it| it.family.as_ref() == Some(group)).collect();
        files.push((format!("{module}/{name}.rs"), print::file(group_module(interface, own, model, options))));
    }
    files
}

/// Returns the module of an interface: functions that create requests, and its operations, except those of groups.
fn root_module(
    interface: &Interface,
    own: &[&Operation],
    groups: &[String],
    model: &Model,
    options: &Options,
) -> Vec<TokenStream> {
    let fields = Fields::of(own);
    let owner = Owner { client: client(interface), root: quote!(super::super) };
    let functions: Vec<_> =
        own.iter().map(|it| operation::function(it, about(it, model, options), &owner, &fields)).collect();
    let has_tasks = interface.has_tasks();
    let mut items = vec![quote! {
        use super::super::Client;
        use gatewright_runtime::rt;
    }];
    items.extend(groups.iter().map(|it| {
        let name = format_ident!("{it}");
        quote! {
            mod #name;
            pub use #name::*;
        }
    }));
    items.push(match &interface.on {
        None => quote!(impl Client { #(#functions)* }),
        Some(on) => namespace(on, has_tasks, &functions),
    });
    if has_tasks {
        items.push(task_paths(&interface.tasks.shapes));
    }
    let endpoints = interface.operations.iter().map(|it| format_ident!("{}", it.endpoint));
    let list = format_ident!("{}_OPERATIONS", interface.module.to_uppercase());
    items.push(quote! {
        /// Descriptions of the operations of this interface.
        pub(crate) static #list: &[&rt::OperationSpec] = &[#(<#endpoints as rt::Endpoint>::SPEC),*];
    });
    items.extend(operations(interface, own, &owner.root, model, &fields));
    items
}

/// Returns the module of a group of models.
fn group_module(interface: &Interface, own: Vec<&Operation>, model: &Model, options: &Options) -> Vec<TokenStream> {
    let fields = Fields::of(&own);
    let owner = Owner { client: client(interface), root: quote!(super::super::super) };
    let functions = own.iter().map(|it| operation::function(it, about(it, model, options), &owner, &fields));
    let name = format_ident!("{}", interface.on.as_ref().map_or("Client", |it| &it.name));
    let import = match &interface.on {
        Some(_) => quote!(use super::#name;),
        None => quote!(
            use super::super::super::Client;
        ),
    };
    let mut items = vec![quote! {
        #import
        use gatewright_runtime::rt;

        impl #name {
            #(#functions)*
        }
    }];
    items.extend(operations(interface, &own, &owner.root, model, &fields));
    items
}

/// Returns endpoints, their types and their descriptions.
fn operations(
    interface: &Interface,
    own: &[&Operation],
    root: &TokenStream,
    model: &Model,
    fields: &Fields<'_>,
) -> Vec<TokenStream> {
    let owner = interface.on.as_ref().map_or("Client", |it| &it.name);
    let mut items = Vec::new();
    for it in own {
        let mut endpoint = vec![format!("Request that [`{owner}::{}`] creates.", it.function)];
        endpoint.extend(docs::undocumented(it));
        let about = EndpointDocs {
            endpoint,
            args: format!("Arguments of [`{owner}::{}`], in addition to the model.", it.function),
        };
        items.push(operation::endpoint(it, about, root, fields));
        items.extend(platform::types(it, fields));
    }
    items.extend(fields.module());
    if !own.is_empty() {
        items.push(spec::specs(own, Some(interface), model, fields));
    }
    items
}

/// Returns the expression for the client in functions of an interface.
fn client(interface: &Interface) -> TokenStream {
    match &interface.on {
        Some(_) if interface.has_tasks() => quote!(self.0.client()),
        Some(_) => quote!(&self.0),
        None => quote!(self),
    }
}

/// Returns the type with the functions of an interface that has many. If they start tasks, it also has all task
/// functions of the runtime.
fn namespace(on: &Namespace, has_tasks: bool, functions: &[TokenStream]) -> TokenStream {
    let (function, name) = (format_ident!("{}", on.function), format_ident!("{}", on.name));
    let about = format!(" Creates requests for {}.", on.function);
    let (inner, made) = if has_tasks {
        (quote!(rt::video::Videos), quote!(rt::Client::videos(self)))
    } else {
        (quote!(rt::Client), quote!(rt::Client::clone(self)))
    };
    quote! {
        impl Client {
            #[doc = #about]
            pub fn #function(&self) -> #name {
                #name(#made)
            }
        }

        #[doc = #about]
        #[derive(Clone, Debug)]
        pub struct #name(#inner);

        impl #name {
            #(#functions)*
        }

        impl std::ops::Deref for #name {
            type Target = #inner;

            fn deref(&self) -> &Self::Target {
                &self.0
            }
        }
    }
}

/// Returns a constant for each path that accepts tasks.
fn task_paths(shapes: &[TaskShape]) -> TokenStream {
    let paths = shapes.iter().map(|it| {
        let (name, path) = (format_ident!("{}", names::constant(it.name())), &it.path);
        let about = format!(" {}.", doc_code(path));
        quote! {
            #[doc = #about]
            pub const #name: TaskPath = TaskPath::new(#path);
        }
    });
    quote! {
        /// Paths that accept tasks.
        pub mod task_path {
            use gatewright_runtime::video::TaskPath;
            #(#paths)*
        }
    }
}

fn about(operation: &Operation, model: &Model, options: &Options) -> Vec<String> {
    let mut lines = vec![operation.about.as_ref().and_then(Text::en).map(doc_note).unwrap_or_default()];
    lines.extend(operation.notes.iter().filter_map(Text::en).flat_map(|note| [String::new(), doc_note(note)]));
    if !operation.is_open() {
        lines.extend(docs::required(operation));
    }
    lines.extend(docs::options(operation));
    lines.extend(docs::example(
        &example::of_model(operation, model.sample_for(operation), model),
        operation,
        model,
        options,
    ));
    lines
}
