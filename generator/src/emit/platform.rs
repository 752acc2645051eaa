//! One platform: a module with a function for each capability.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::{Options, docs, operation, print, selector, values};
use crate::model::{Kind, Model, Platform};

/// The text of a platform's module.
pub(crate) fn platform(platform: &Platform, model: &Model, options: &Options) -> String {
    let mut items = vec![entry(platform), request(platform)];
    for it in &platform.operations {
        items.push(operation::endpoint(it, docs::endpoint(it, platform, model, options)));
        items.extend(it.selectors.iter().map(|selector| selector::selector(it, selector)));
        items.extend(it.params.iter().filter_map(|param| match &param.kind {
            Kind::Named(named) => Some(values::open_enum(param, named)),
            _ => None,
        }));
    }
    print::file(items)
}

fn entry(platform: &Platform) -> TokenStream {
    let name = format_ident!("{}", platform.function);
    let about = docs::attributes([docs::platform(platform)]);
    let functions = platform.operations.iter().map(operation::function);
    let endpoints = platform.operations.iter().map(|it| format_ident!("{}", it.endpoint));
    quote! {
        use super::super::Client;
        use gatewright_runtime as rt;

        impl Client {
            #about
            pub fn #name(&self) -> Platform<'_> {
                Platform(self)
            }
        }

        #about
        pub struct Platform<'a>(&'a Client);

        impl Platform<'_> {
            #(#functions)*
        }

        /// What the catalog says of each endpoint here.
        pub const LISTINGS: &[rt::Listing] = &[#(<#endpoints as rt::Endpoint>::LISTING),*];
    }
}

/// What all requests of the platform have in common. It is written once and not for each endpoint, since what
/// a compiler spends on a crate goes by the number of its functions.
fn request(platform: &Platform) -> TokenStream {
    let about = docs::attributes([docs::requests(platform)]);
    quote! {
        #about
        #[must_use = "a request does nothing until it is sent"]
        pub struct Request<E>(rt::Call, std::marker::PhantomData<fn() -> E>);

        impl<E> Request<E> {
            /// Gives a parameter that the catalog does not know yet.
            pub fn extra(self, name: &str, value: impl Into<rt::ParamValue>) -> Self {
                Self(self.0.with(name.to_owned(), value), self.1)
            }

            /// Changes time limits, size limits and retries for this request.
            pub fn settings(self, change: impl FnOnce(&mut rt::Settings)) -> Self {
                Self(self.0.settings(change), self.1)
            }

            /// All pages; `next` finds the parameters of the next one in a page, or says that there is none.
            pub fn pages_by(self, next: impl FnMut(&rt::SocialResult) -> Option<rt::Params> + Send + 'static) -> rt::Pages {
                self.0.pages_by(next)
            }

            /// The HTTP request as it would be sent, without the key.
            pub fn request(&self) -> rt::Result<rt::HttpRequest> {
                self.0.request()
            }

            /// Sends the request.
            pub fn send(self) -> rt::Sending {
                self.0.send()
            }
        }

        impl<E: rt::Paged> Request<E> {
            /// All pages, one call each, sent when they are asked for.
            pub fn pages(self) -> rt::Pages {
                self.0.pages(E::PAGING)
            }
        }

        impl<E> Clone for Request<E> {
            fn clone(&self) -> Self {
                Self(self.0.clone(), self.1)
            }
        }

        impl<E> std::fmt::Debug for Request<E> {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_tuple("Request").field(&self.0).finish()
            }
        }
    }
}
