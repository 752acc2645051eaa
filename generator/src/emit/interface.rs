//! An interface that models answer at: a function on the client for each operation, and what can be added to its
//! request.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::spec::{self, Fields};
use super::{Options, docs, operation, platform, print};
use crate::example;
use crate::model::{Interface, Model, Namespace, Operation};
use crate::text::doc_note;

/// The text of an interface's module.
pub(super) fn interface(interface: &Interface, model: &Model, options: &Options) -> String {
    let fields = Fields::of(&interface.operations);
    let has_tasks = !interface.tasks.shapes.is_empty();
    let client = match &interface.on {
        Some(_) if has_tasks => quote!(self.0.client()),
        Some(_) => quote!(&self.0),
        None => quote!(self),
    };
    let functions = interface.operations.iter();
    let functions = functions.map(|it| operation::function(it, about(it, model, options), &client, &fields));
    let mut items = vec![quote! {
        use super::super::{Client, Request};
        use gatewright_runtime as rt;
        use std::marker::PhantomData;
    }];
    items.push(match &interface.on {
        None => quote!(impl Client { #(#functions)* }),
        Some(on) => namespace(on, has_tasks, functions),
    });
    let owner = interface.on.as_ref().map_or("Client", |it| &it.name);
    for it in &interface.operations {
        let about = vec![format!("The endpoint behind [`{owner}::{}`].", it.function)];
        let takes = format!("What [`{owner}::{}`] takes beside the model.", it.function);
        items.push(operation::endpoint(it, about, format!("# {}", it.function), &takes, &fields));
        items.extend(platform::types(it, &fields));
    }
    let (list, specs) = (list(interface), interface.operations.iter().map(spec::name));
    items.push(quote! {
        /// What is known of each operation here.
        pub(crate) static #list: &[&rt::OperationSpec] = &[#(&specs::#specs),*];
    });
    items.extend(fields.module());
    items.push(spec::specs(&interface.operations, Some(interface), model, &fields));
    print::file(items)
}

/// The name of an interface's list of operations.
pub(super) fn list(interface: &Interface) -> proc_macro2::Ident {
    format_ident!("{}_OPERATIONS", interface.module.to_uppercase())
}

/// What has the functions of an interface that has many; where they begin tasks, everything that the runtime does with those.
fn namespace(on: &Namespace, has_tasks: bool, functions: impl Iterator<Item = TokenStream>) -> TokenStream {
    let (function, name) = (format_ident!("{}", on.function), format_ident!("{}", on.name));
    let about = format!(" Everything that has to do with {}: requests begin here.", on.function);
    let (inner, made) = if has_tasks {
        (quote!(rt::video::Videos), quote!(rt::Client::videos(self)))
    } else {
        (quote!(rt::Client), quote!(rt::Client::clone(self)))
    };
    let tasks = has_tasks.then(tasks);
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

        #tasks
    }
}

/// How requests that begin tasks are sent.
fn tasks() -> TokenStream {
    quote! {
        impl<E: rt::video::TaskEndpoint> Request<E> {
            /// Submits the request, and returns the task once the gateway has accepted it. A submission that may have been
            /// accepted is never repeated.
            pub fn submit(self) -> rt::Pending<rt::video::Task> {
                self.submit_to(rt::video::TaskPath::Videos)
            }

            /// The same on a path of one's choice: the task remembers it, and is asked for there.
            pub fn submit_to(self, path: rt::video::TaskPath) -> rt::Pending<rt::video::Task> {
                self.0.submit(path)
            }
        }
    }
}

fn about(operation: &Operation, model: &Model, options: &Options) -> Vec<String> {
    let mut lines = vec![operation.about.as_deref().map(doc_note).unwrap_or_default()];
    lines.extend(operation.notes.iter().flat_map(|note| [String::new(), doc_note(note)]));
    if operation.args.is_none() && !operation.is_open() {
        let items: Vec<_> = operation.obligations().map(|it| format!("- {}", docs::param("", it))).collect();
        if !items.is_empty() {
            lines.push(String::new());
            lines.extend(items);
        }
    }
    lines.extend(docs::example(
        &example::of_model(operation, model.sample_for(operation), model),
        operation,
        model,
        options,
    ));
    lines
}
