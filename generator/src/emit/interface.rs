//! An interface that models answer at: a function on the client for each operation, and what can be added to its
//! request.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::example::Example;
use super::{Options, docs, operation, print, typed, values};
use crate::model::{Billing, Input, Interface, Kind, Model, ModelKind, Need, Operation, Param, Reply};
use crate::text::doc_note;

/// The text of an interface's module.
pub(super) fn interface(interface: &Interface, model: &Model, options: &Options) -> String {
    let functions = interface.operations.iter().map(|it| function(it, model, options));
    let mut items = vec![quote! {
        use super::super::Client;
        use super::Request;
        use gatewright_runtime as rt;
        use std::marker::PhantomData;

        impl Client {
            #(#functions)*
        }
    }];
    for operation in &interface.operations {
        items.push(endpoint(operation));
        items.extend(operation.params.iter().filter_map(|param| match &param.kind {
            Kind::Named(named) => Some(values::open_enum(param, named)),
            _ => None,
        }));
    }
    print::file(items)
}

/// The kind of model that an operation takes. Every operation of an interface has one.
fn kind(operation: &Operation) -> &'static ModelKind {
    operation.models.expect("an operation of an interface is lowered with its kind of model")
}

/// The function that begins a request: with the model and the obligations.
fn function(operation: &Operation, model: &Model, options: &Options) -> TokenStream {
    let (name, endpoint) = (format_ident!("{}", operation.function), format_ident!("{}", operation.endpoint));
    let about = docs::attributes(about(operation, model, options));
    let alias = typed::model(kind(operation));
    let (params, given): (Vec<_>, Vec<_>) = match (&operation.args, operation.input) {
        (_, Input::Open) => (vec![quote!(body: impl Into<rt::serde_json::Value>)], vec![quote!(.whole(body.into()))]),
        (Some(args), _) => {
            let args = format_ident!("{args}");
            let fields = operation.obligations().map(|param| {
                let name = format_ident!("{}", param.name);
                match param.kind {
                    // A field has its type already.
                    Kind::Text | Kind::Image => give_as_is(param, &quote!(args.#name)),
                    _ => give(param, &quote!(args.#name)),
                }
            });
            (vec![quote!(args: #args)], fields.collect())
        }
        (None, _) => operation.obligations().map(argument).unzip(),
    };
    quote! {
        #about
        pub fn #name(&self, model: rt::#alias, #(#params),*) -> Request<#endpoint> {
            Request(rt::ModelCall::new::<#endpoint>(self, model) #(#given)*, PhantomData)
        }
    }
}

/// An obligation as an argument, and its way into the call.
fn argument(param: &Param) -> (TokenStream, TokenStream) {
    let (name, argument) = (format_ident!("{}", param.name), typed::argument(param));
    (quote!(#name: #argument), give(param, &quote!(#name)))
}

/// The call that takes a value in, whether it comes as an argument or as a field.
fn give(param: &Param, value: &TokenStream) -> TokenStream {
    let wire = &param.wire;
    match &param.kind {
        Kind::File => quote!(.file(#wire, #value)),
        Kind::Image => quote!(.image(#wire, #value.into())),
        Kind::Text => quote!(.set(#wire, Into::<String>::into(#value))),
        Kind::Texts => quote!(.set(#wire, #value.into_iter().map(Into::into).collect::<Vec<String>>())),
        Kind::Json => quote!(.set(#wire, Into::<rt::serde_json::Value>::into(#value))),
        Kind::Named(values) => {
            let name = format_ident!("{}", values.name);
            quote!(.set(#wire, Into::<#name>::into(#value).as_str()))
        }
        Kind::Written(written) => {
            let (_, encode) = typed::part(written);
            quote!(.set(#wire, #encode(#value)))
        }
        Kind::Integer | Kind::Number | Kind::Flag | Kind::Any => quote!(.set(#wire, #value)),
    }
}

/// The same for a value that has its type already.
fn give_as_is(param: &Param, value: &TokenStream) -> TokenStream {
    let wire = &param.wire;
    if param.kind == Kind::Image { quote!(.image(#wire, #value)) } else { quote!(.set(#wire, #value)) }
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
pub(crate) fn call(operation: &Operation, model: &Model) -> Example {
    let (library, kind) = (&model.client.library, kind(operation));
    let name = match model.sample_of(kind) {
        Some(known) => format!("{library}::models::{}::{}", kind.module, known.constant),
        None => format!("{library}::{}::unchecked(\"a-model\")", typed::model(kind)),
    };
    let sample = |param: &Param, field: bool| match &param.kind {
        Kind::File => format!("{library}::Upload::file(\"recording.mp3\")"),
        Kind::Written(_) => "\"What is tea?\"".to_owned(), // a dialogue: no other part is an obligation
        _ if field => format!("\"{}\".into()", param.wire),
        _ => format!("\"{}\"", param.wire),
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
    let arguments: String = arguments.iter().map(|it| format!(", {it}")).collect();
    let uses = match (&operation.args, operation.input) {
        (_, Input::Open) => Some(format!("use {library}::serde_json::json;")),
        (Some(args), _) => Some(format!("use {library}::gateway::{args};")),
        _ => None,
    };
    Example { uses, call: format!("client.{}({name}{arguments})", operation.function) }
}

/// A doc block with the call.
fn example(operation: &Operation, model: &Model, options: &Options) -> Vec<String> {
    let library = &model.client.library;
    let fence = if options.is_module() { "```ignore" } else { "```no_run" };
    let Example { uses, call } = call(operation, model);
    let mut lines = vec![String::new(), fence.to_owned()];
    lines.extend(uses);
    lines.push(format!("# async fn demo(client: {library}::Client) -> {library}::Result<()> {{"));
    lines.push(match operation.reply {
        Reply::Session => format!("let session = {call}.connect().await?;"),
        _ => format!("let reply = {call}.send().await?;"),
    });
    lines.extend(["# Ok(()) }".into(), "```".into()]);
    lines
}

/// The endpoint, and a function of its requests for each parameter that is no obligation.
fn endpoint(operation: &Operation) -> TokenStream {
    let (name, path) = (format_ident!("{}", operation.endpoint), &operation.route.path);
    let about = docs::attributes([format!("The endpoint behind [`Client::{}`].", operation.function)]);
    let kind = format_ident!("{}", kind(operation).marker);
    let billing = format_ident!(
        "{}",
        match operation.billing {
            None | Some(Billing::Tokens) => "Tokens",
            Some(Billing::Images) => "Images",
            Some(Billing::Characters) => "Characters",
            Some(Billing::Audio) => "Audio",
        }
    );
    let reply = reply(operation);
    let own = own_functions(operation);
    let setters = operation.params.iter().filter(|it| it.need == Need::Nobody).map(setter);
    let heading = docs::attributes([format!("# {}", operation.function)]);
    let args = operation::args(operation, &format!("What [`Client::{}`] takes beside the model.", operation.function));
    quote! {
        #about
        pub struct #name;

        impl rt::ModelEndpoint for #name {
            const PATH: &'static str = #path;
            const BILLING: rt::Billing = rt::Billing::#billing;
            type Kind = rt::kind::#kind;
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
    let about = docs::attributes([docs::param("Sets", param)]);
    let (argument, give) = (typed::argument(param), give(param, &quote!(value)));
    quote! {
        #about
        pub fn #name(self, value: #argument) -> Self {
            Self(self.0 #give, self.1)
        }
    }
}
