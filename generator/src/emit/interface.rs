//! An interface that models answer at: a function on the client for each operation, and what can be added to its
//! request.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::example::{self, Example};
use super::{Options, body, docs, operation, print, typed, values};
use crate::model::{
    Billing, Input, Interface, Kind, Model, ModelKind, Namespace, Need, Offered, Operation, Param, Reply, SOUND,
};
use crate::text::doc_note;

/// The text of an interface's module.
pub(super) fn interface(interface: &Interface, model: &Model, options: &Options) -> String {
    let functions = interface.operations.iter().map(|it| function(interface, it, model, options));
    let mut items = vec![quote! {
        use super::super::Client;
        use super::Request;
        use gatewright_runtime as rt;
        use std::marker::PhantomData;
    }];
    items.push(match &interface.on {
        None => quote!(impl Client { #(#functions)* }),
        Some(on) => namespace(on, !interface.tasks.shapes.is_empty(), functions),
    });
    for operation in &interface.operations {
        items.push(endpoint(interface, operation, model));
        items.extend(operation.selectors.iter().map(|it| body::selector(operation, it)));
        items.extend(operation.params.iter().filter_map(|param| match &param.kind {
            Kind::Named(named) if named.closed => Some(values::closed_enum(param, named)),
            Kind::Named(named) => Some(values::open_enum(param, named)),
            _ => None,
        }));
    }
    print::file(items)
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

/// The kind of model that an operation takes. Every operation of an interface has one.
fn kind(operation: &Operation) -> &'static ModelKind {
    operation.models.expect("an operation of an interface is lowered with its kind of model")
}

/// The type of the models that an operation takes.
fn model_type(operation: &Operation) -> TokenStream {
    match &operation.family {
        Some(family) => {
            let marker = format_ident!("{}", family.models);
            quote!(super::super::models::family::#marker)
        }
        None => {
            let alias = typed::model(kind(operation));
            quote!(rt::#alias)
        }
    }
}

/// The function that begins a request: with the model and the obligations.
fn function(interface: &Interface, operation: &Operation, model: &Model, options: &Options) -> TokenStream {
    let (name, endpoint) = (format_ident!("{}", operation.function), format_ident!("{}", operation.endpoint));
    let about = docs::attributes(about(operation, model, options));
    let model_type = model_type(operation);
    let (params, given): (Vec<_>, Vec<_>) = match (&operation.args, operation.input) {
        (_, Input::Open) => (vec![quote!(body: impl Into<rt::serde_json::Value>)], vec![quote!(.whole(body.into()))]),
        (Some(args), _) => {
            let args = format_ident!("{args}");
            let fields = operation.obligations().map(|param| {
                let name = format_ident!("{}", param.name);
                give_field(param, &quote!(args.#name))
            });
            (vec![quote!(args: #args)], fields.collect())
        }
        (None, _) => operation.obligations().map(argument).unzip(),
    };
    let selectors: Vec<_> = operation.selectors.iter().map(|it| format_ident!("{}", it.argument)).collect();
    let selector_types = operation.selectors.iter().map(|it| format_ident!("{}", it.name));
    let defaults = operation.params.iter().filter_map(body::default);
    let client = match &interface.on {
        Some(_) if !interface.tasks.shapes.is_empty() => quote!(self.0.client()),
        Some(_) => quote!(&self.0),
        None => quote!(self),
    };
    quote! {
        #about
        pub fn #name(&self, model: #model_type, #(#params,)* #(#selectors: #selector_types),*) -> Request<#endpoint> {
            Request(
                rt::ModelCall::new::<#endpoint>(#client, model) #(#given)* #(.fields(#selectors.0))* #(#defaults)*,
                PhantomData,
            )
        }
    }
}

/// An obligation as an argument, and its way into the call.
fn argument(param: &Param) -> (TokenStream, TokenStream) {
    let (name, argument) = (format_ident!("{}", param.name), typed::argument(param));
    (quote!(#name: #argument), give(param, &quote!(#name)))
}

/// The call that takes an argument in.
fn give(param: &Param, value: &TokenStream) -> TokenStream {
    match &param.kind {
        Kind::Image => give_value(param, &quote!(#value.into())),
        _ => give_value(param, &typed::value(param, value)),
    }
}

/// The same for a field, which has its type already.
fn give_field(param: &Param, value: &TokenStream) -> TokenStream {
    give_value(param, &typed::field_value(param, value))
}

fn give_value(param: &Param, value: &TokenStream) -> TokenStream {
    let wire = &param.wire;
    match (&param.placing, &param.kind) {
        (Some(placing), _) => body::give(param, placing, value),
        (None, Kind::File) => quote!(.file(#wire, #value)),
        (None, Kind::Image) => quote!(.image(#wire, #value)),
        (None, _) => quote!(.set(#wire, #value)),
    }
}

fn about(operation: &Operation, model: &Model, options: &Options) -> Vec<String> {
    let mut lines = vec![operation.about.as_deref().map(doc_note).unwrap_or_default()];
    lines.extend(operation.notes.iter().flat_map(|note| [String::new(), doc_note(note)]));
    if operation.args.is_none() && operation.input != Input::Open {
        let items: Vec<_> = operation.obligations().map(|it| format!("- {}", docs::param("", it))).collect();
        if !items.is_empty() {
            lines.push(String::new());
            lines.extend(items);
        }
    }
    lines.extend(example(operation, model, options));
    lines
}

/// The shortest call.
pub(crate) fn call(operation: &Operation, offered: Option<&Offered>, model: &Model) -> Example {
    let (library, kind) = (&model.client.library, kind(operation));
    let name = match (offered, &operation.family) {
        (Some(known), _) => format!("{library}::models::{}::{}", kind.module, known.constant),
        (None, Some(family)) => {
            format!("{library}::models::family::{}::unchecked(\"a-model\")", family.models)
        }
        (None, None) => format!("{library}::{}::unchecked(\"a-model\")", typed::model(kind)),
    };
    let sample = |param: &Param, field: bool| match &param.kind {
        Kind::File => format!(
            "{library}::Upload::file(\"recording.{}\")",
            offered.and_then(Offered::upload_ending).unwrap_or(SOUND)
        ),
        Kind::Written(_) => "\"What is tea?\"".to_owned(), // a dialogue: no other part is an obligation
        _ if param.placing.is_some() => example::placed(param, field, library),
        _ => {
            let text = offered.and_then(|it| it.default_of(param)).unwrap_or_else(|| param.wire.clone());
            format!("{text:?}{}", if field { ".into()" } else { "" })
        }
    };
    let arguments = match (&operation.args, operation.input) {
        (_, Input::Open) => vec!["json!({})".to_owned()],
        (Some(args), _) => {
            let fields: Vec<_> =
                operation.obligations().map(|it| format!("{}: {}", it.name, sample(it, true))).collect();
            vec![format!("{args} {{ {} }}", fields.join(", "))]
        }
        (None, _) => operation.obligations().map(|it| sample(it, false)).collect(),
    };
    let selected = operation.selectors.iter().map(|it| example::selected_first(operation, it, library));
    let arguments: Vec<_> = arguments.into_iter().chain(selected).collect();
    let arguments: String = arguments.iter().map(|it| format!(", {it}")).collect();
    let mut names: Vec<_> = operation.args.iter().map(String::as_str).collect();
    names.extend(operation.selectors.iter().map(|it| it.name.as_str()));
    names.extend(example::given(operation).into_iter().filter_map(|it| match &it.kind {
        Kind::Named(values) => Some(values.name.as_str()),
        _ => None,
    }));
    let uses = match (&names[..], operation.input) {
        (_, Input::Open) => Some(format!("use {library}::serde_json::json;")),
        ([], _) => None,
        ([one], _) => Some(format!("use {library}::gateway::{one};")),
        (several, _) => Some(format!("use {library}::gateway::{{{}}};", several.join(", "))),
    };
    let on = model
        .interface_of(operation)
        .and_then(|it| it.on.as_ref())
        .map(|it| format!("{}().", it.function))
        .unwrap_or_default();
    let shown: String =
        example::shown(operation).map(|it| format!(".{}({})", it.name, example::placed(it, false, library))).collect();
    Example { uses, call: format!("client.{on}{}({name}{arguments}){shown}", operation.function) }
}

/// A doc block with the call.
fn example(operation: &Operation, model: &Model, options: &Options) -> Vec<String> {
    let library = &model.client.library;
    let fence = if options.is_module() { "```ignore" } else { "```no_run" };
    let Example { uses, call } = call(operation, model.sample_for(operation), model);
    let mut lines = vec![String::new(), fence.to_owned()];
    lines.extend(uses);
    lines.push(format!("# async fn demo(client: {library}::Client) -> {library}::Result<()> {{"));
    lines.push(match operation.reply {
        Reply::Session => format!("let session = {call}.connect().await?;"),
        Reply::Task => format!("let task = {call}.submit().await?;"),
        _ => format!("let reply = {call}.send().await?;"),
    });
    lines.extend(["# Ok(()) }".into(), "```".into()]);
    lines
}

/// The endpoint, and a function of its requests for each parameter that is no obligation.
fn endpoint(interface: &Interface, operation: &Operation, model: &Model) -> TokenStream {
    let (name, path) = (format_ident!("{}", operation.endpoint), &operation.route.path);
    let owner = interface.on.as_ref().map_or("Client", |it| &it.name);
    let about = docs::attributes([format!("The endpoint behind [`{owner}::{}`].", operation.function)]);
    let kind = match &operation.family {
        Some(family) => {
            let marker = format_ident!("{}", family.marker);
            quote!(super::super::models::family::#marker)
        }
        None => {
            let marker = format_ident!("{}", kind(operation).marker);
            quote!(rt::kind::#marker)
        }
    };
    let rules = body::rules(operation, interface, model);
    let billing = billing(operation);
    let reply = reply(operation);
    let own = own_functions(operation);
    let setters = operation.params.iter().filter(|it| matches!(it.need, Need::Nobody | Need::Client)).map(setter);
    let heading = docs::attributes([format!("# {}", operation.function)]);
    let args = operation::args(operation, &format!("What [`{owner}::{}`] takes beside the model.", operation.function));
    quote! {
        #about
        pub struct #name;

        impl rt::ModelEndpoint for #name {
            const PATH: &'static str = #path;
            const BILLING: rt::Billing = rt::Billing::#billing;
            #rules
            type Kind = #kind;
        }

        #reply

        #heading
        impl Request<#name> {
            #own
            #(#setters)*
        }

        #args
    }
}

/// What is counted, as the runtime calls it.
pub(super) fn billing(operation: &Operation) -> Ident {
    let name = match operation.billing {
        None | Some(Billing::Tokens) => "Tokens",
        Some(Billing::Images) => "Images",
        Some(Billing::Characters) => "Characters",
        Some(Billing::Audio) => "Audio",
        Some(Billing::Video) => "Video",
    };
    format_ident!("{name}")
}

/// What a reply is read as, and a stream of it.
fn reply(operation: &Operation) -> Option<TokenStream> {
    let name = format_ident!("{}", operation.endpoint);
    let (reply, streams) = match operation.reply {
        Reply::Dialogue(format) => (typed::format(format), true),
        Reply::Image => (quote!(rt::image), false),
        Reply::Json => return Some(quote!(impl rt::ReplyEndpoint for #name { type Reply = rt::Json; })),
        Reply::Transcript => {
            return Some(quote!(impl rt::ReplyEndpoint for #name { type Reply = rt::audio::Transcript; }));
        }
        Reply::Task => return Some(quote!(impl rt::video::TaskEndpoint for #name {})),
        Reply::Social | Reply::File | Reply::Session => return None,
    };
    let stream = streams.then(|| quote!(impl rt::StreamEndpoint for #name { type Protocol = #reply::Protocol; }));
    Some(quote! {
        impl rt::ReplyEndpoint for #name {
            type Reply = #reply::Reply;
        }
        #stream
    })
}

/// Functions that only some kinds of reply have.
fn own_functions(operation: &Operation) -> TokenStream {
    let recording = operation.billing == Some(Billing::Audio);
    let length = recording.then(|| {
        quote! {
            /// Says how long the recording lasts, for its price and its limits. Of a WAV file it is read.
            pub fn length(self, length: std::time::Duration) -> Self {
                Self(self.0.length(length), self.1)
            }
        }
    });
    match operation.reply {
        Reply::File => quote! {
            /// Sends the request; the file comes while it is read or saved.
            pub fn send(self) -> rt::Pending<rt::Incoming> {
                self.0.incoming()
            }
            #length
        },
        Reply::Session => quote! {
            /// Opens the session.
            pub fn connect(self) -> rt::Pending<rt::Session> {
                self.0.connect()
            }
            #length
        },
        _ => quote!(#length),
    }
}

fn setter(param: &Param) -> TokenStream {
    let name = format_ident!("{}", param.name);
    let verb = if matches!(param.kind, Kind::Many(_)) { "Adds" } else { "Sets" };
    let about = docs::attributes([docs::param(verb, param)]);
    let (argument, give) = (typed::argument(param), give(param, &quote!(value)));
    quote! {
        #about
        pub fn #name(self, value: #argument) -> Self {
            Self(self.0 #give, self.1)
        }
    }
}
