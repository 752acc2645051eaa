//! The client itself: how a call is sent, sent again, paid for and brought home.

mod address;
#[cfg(feature = "blocking")]
mod blocking;
mod builder;
mod call;
mod client;
mod error;
mod exchange;
mod hooks;
mod live;
mod outbound;
mod paging;
mod response;
mod retry;
mod settings;
mod social;
mod spending;
mod transport;

#[cfg(feature = "blocking")]
pub use blocking::BlockingPages;
pub use builder::ClientBuilder;
pub use call::{Call, Sending};
pub use client::Client;
pub use error::{Cause, Charge, ChargeUnknown, Error, Failure, Result};
pub use exchange::Attempt;
pub use live::{CatalogChange, LiveCatalog, LiveCell};
pub use paging::{PageState, Pages};
pub use reqwest::{Method, Url, header};
pub use response::Response;
pub use settings::Settings;
pub use social::SocialResult;
pub use spending::{Spent, SpentOn};
pub use transport::{Body, HttpReply, HttpRequest, Transport, TransportError, TransportFuture};
