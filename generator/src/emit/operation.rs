//! One operation: the function that creates a request, its endpoint, and its setters.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::field::Fields;
use super::{docs, spec, typed};
use crate::model::{Billing, Operation, Param, Presence, Reply};

/// Number of arguments without `self` from which on clippy requires a reason.
const MOST_ARGUMENTS: usize = 6;

/// Type with the function that creates a request.
pub(super) struct Owner {
    /// Expression for the client.
    pub(super) client: TokenStream,
    /// Path to the root module.
    pub(super) root: TokenStream,
}

/// Docs of an endpoint.
pub(super) struct EndpointDocs {
    pub(super) endpoint: Vec<String>,
    /// Docs of the struct of required parameters.
    pub(super) args: String,
}

/// Returns the function that creates a request. It takes the model, if there is one, and the required parameters.
pub(super) fn function(operation: &Operation, about: Vec<String>, owner: &Owner, fields: &Fields<'_>) -> TokenStream {
    let (name, endpoint) = (format_ident!("{}", operation.function), format_ident!("{}", operation.endpoint));
    let about = docs::attributes(about);
    let Owner { client, root } = owner;
    let (model, call) = if operation.takes_model() {
        let kind = model_kind(operation, root);
        let call = quote!(rt::Call::of_model::<#endpoint>(#client, model));
        (Some(quote!(model: impl rt::IntoModel<#kind>)), call)
    } else {
        let spec = spec::name(operation);
        (None, quote!(rt::Call::new(#client, &specs::#spec)))
    };
    let (params, given): (Vec<_>, Vec<_>) = match &operation.args {
        Some(args) => {
            let args = format_ident!("{args}");
            let fields = operation.required_params().map(|param| {
                let (field, name) = (fields.of_param(operation, param), format_ident!("{}", param.name));
                typed::set_field(param, &field, &quote!(args.#name))
            });
            (vec![quote!(args: #args)], fields.collect())
        }
        None => {
            let arguments = operation.required_params().map(|param| {
                let (field, name) = (fields.of_param(operation, param), format_ident!("{}", param.name));
                let argument = typed::argument(param);
                (quote!(#name: #argument), typed::set(param, &field, &quote!(#name)))
            });
            arguments.unzip()
        }
    };
    let selectors: Vec<_> = operation.selectors.iter().map(|it| format_ident!("{}", it.argument)).collect();
    let selector_types = operation.selectors.iter().map(|it| format_ident!("{}", it.name));
    let params: Vec<_> = model.into_iter().chain(params).collect();
    let many = (params.len() + selectors.len() > MOST_ARGUMENTS)
        .then(|| quote!(#[expect(clippy::too_many_arguments, reason = "each is required and of another type")]));
    let defaults = operation.params.iter().any(|it| it.presence == Presence::Default).then(|| quote!(.with_defaults()));
    quote! {
        #about
        #many
        pub fn #name(&self, #(#params,)* #(#selectors: #selector_types),*) -> #endpoint {
            #endpoint(rt::Request::new(#call #(#given)* #(.with_all(#selectors.0))* #defaults))
        }
    }
}

/// Returns the marker of the models that an operation takes.
fn model_kind(operation: &Operation, root: &TokenStream) -> TokenStream {
    match (&operation.family, &operation.models) {
        (Some(family), _) => {
            let marker = format_ident!("{}", family.marker);
            quote!(#root::models::family::#marker)
        }
        (None, Some(kind)) => {
            let marker = format_ident!("{}", kind.name);
            quote!(#root::kind::#marker)
        }
        (None, None) => quote!(()),
    }
}

/// Returns the endpoint, which is also the type of its requests, with a setter for each optional parameter.
pub(super) fn endpoint(
    operation: &Operation,
    about: EndpointDocs,
    root: &TokenStream,
    fields: &Fields<'_>,
) -> TokenStream {
    let (name, spec) = (format_ident!("{}", operation.endpoint), spec::name(operation));
    let EndpointDocs { endpoint, args } = about;
    let about = docs::attributes(endpoint);
    let model = model_kind(operation, root);
    let reply = reply(operation, &name);
    let paged = operation.is_paged().then(|| quote!(impl rt::Paged for #name {}));
    let own = own_functions(operation);
    let setters = operation.optional().map(|it| setter(operation, it, fields));
    let functions: Vec<_> = own.into_iter().chain(setters).collect();
    let functions = (!functions.is_empty()).then(|| quote!(impl #name { #(#functions)* }));
    let args = self::args(operation, &args);
    quote! {
        #about
        #[derive(Clone, Debug)]
        #[must_use = "a request does nothing until it is sent"]
        pub struct #name(rt::Request<Self>);

        rt::request!(#name);

        impl rt::Endpoint for #name {
            const SPEC: &'static rt::OperationSpec = &specs::#spec;
            type Model = #model;
        }

        #reply
        #paged
        #functions
        #args
    }
}

/// Returns the traits for the type of the response and of its stream.
fn reply(operation: &Operation, name: &Ident) -> TokenStream {
    let of = |reply: TokenStream| quote!(impl rt::ReplyEndpoint for #name { type Reply = #reply; });
    let sent = |output: TokenStream, send: TokenStream| {
        quote! {
            impl rt::SendEndpoint for #name {
                type Output = #output;

                fn send(call: rt::Call) -> rt::Pending<Self::Output> {
                    #send
                }
            }
        }
    };
    match operation.reply {
        Reply::Social => of(quote!(rt::Typed<Self>)),
        Reply::Conversation(format) => {
            let (module, reply) = (typed::format(format), typed::format(format));
            let reply = of(quote!(#reply::Reply));
            quote! {
                #reply
                impl rt::StreamEndpoint for #name { type Protocol = #module::Protocol; }
            }
        }
        Reply::Image => of(quote!(rt::image::Reply)),
        Reply::Json => of(quote!(rt::Json)),
        Reply::Transcript => of(quote!(rt::audio::Transcript)),
        Reply::Task => {
            let sent = sent(quote!(rt::video::Task), quote!(call.submit(rt::video::TaskPath::default())));
            quote!(#sent impl rt::video::TaskEndpoint for #name {})
        }
        Reply::File => sent(quote!(rt::Incoming), quote!(call.incoming())),
        Reply::Session => sent(quote!(rt::Session), quote!(call.connect())),
    }
}

/// Returns functions that only some operations have.
fn own_functions(operation: &Operation) -> Vec<TokenStream> {
    let agent = match operation.reply {
        Reply::Conversation(format) => {
            let module = typed::format(format);
            Some(quote! {
                /// Creates an agent: it runs the tools that the model calls until the model is done. See
                /// [`Agent`](rt::Agent).
                pub fn agent(self) -> rt::Agent<#module::Reply> {
                    rt::Agent::new(self.0.into_call())
                }
            })
        }
        _ => None,
    };
    let session = (operation.reply == Reply::Session).then(|| {
        quote! {
            /// Opens the session.
            pub fn connect(self) -> rt::Pending<rt::Session> {
                self.into_future()
            }
        }
    });
    let expecting = operation.takes_model().then(|| {
        quote! {
            /// Sets the expected usage, for the estimate and for a budget. Without it, the estimate of a chat request is an
            /// upper bound from the input and `max_tokens`.
            pub fn expecting(self, usage: rt::Usage) -> Self {
                Self(self.0.expecting(usage))
            }
        }
    });
    let length = (operation.billing == Billing::Audio).then(|| {
        quote! {
            /// Sets the duration of the recording, which prices and limits depend on. The client reads the duration of
            /// a WAV file itself.
            pub fn length(self, length: std::time::Duration) -> Self {
                Self(self.0.length(length))
            }
        }
    });
    agent.into_iter().chain(session).chain(expecting).chain(length).collect()
}

fn setter(operation: &Operation, param: &Param, fields: &Fields<'_>) -> TokenStream {
    let (name, field) = (format_ident!("{}", param.name), fields.of_param(operation, param));
    let about = docs::attributes([docs::setter(docs::verb(param), param, operation)]);
    let deprecated = docs::deprecated(param);
    let (argument, set) = (typed::argument(param), typed::set(param, &field, &quote!(value)));
    quote! {
        #about
        #deprecated
        pub fn #name(self, value: #argument) -> Self {
            Self(self.0 #set)
        }
    }
}

/// Returns the struct of the required parameters if two of them have the same type: named fields cannot be swapped by
/// mistake.
fn args(operation: &Operation, about: &str) -> Option<TokenStream> {
    let name = format_ident!("{}", operation.args.as_deref()?);
    let about = docs::attributes([about.to_owned()]);
    let fields = operation.required_params().map(|param| {
        let about = docs::attributes([docs::field(param, operation)]);
        let (name, kind) = (format_ident!("{}", param.name), typed::field(param));
        quote!(#about pub #name: #kind)
    });
    Some(quote! {
        #about
        #[derive(Clone, Debug)]
        pub struct #name { #(#fields,)* }
    })
}
