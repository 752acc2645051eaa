//! HTTP client: sends and retries calls, records their cost and reads their responses.

pub(crate) mod address;
#[cfg(feature = "blocking")]
pub(crate) mod blocking;
pub(crate) mod bounded_json;
mod builder;
pub(crate) mod call;
mod chunks;
mod client;
mod drift;
pub(crate) mod error;
pub(crate) mod exchange;
pub(crate) mod files;
mod headers;
mod hooks;
mod in_flight;
mod internal;
#[cfg(feature = "budget-file")]
mod journal;
mod layers;
mod learned;
mod live;
pub mod observability;
mod outbound;
mod paging;
mod pending;
#[cfg(feature = "realtime")]
mod realtime;
#[cfg(feature = "record")]
mod record;
mod request;
mod response;
pub(crate) mod retry;
pub(crate) mod secret;
mod settings;
#[cfg(any(feature = "budget-file", feature = "record"))]
mod shared_file;
mod social;
mod spending;
mod stream;
pub(crate) mod tables;
mod transport;
mod typed;
mod upload;
mod views;

#[cfg(feature = "blocking")]
pub use blocking::{BlockingEvents, BlockingItems, BlockingPages};
pub use builder::ClientBuilder;
#[cfg(feature = "video")]
pub(crate) use call::content_type;
pub use call::{Call, Integer, Json, ParamValue, Params, Reply, ReplyEndpoint, StreamEndpoint};
pub use client::Client;
pub use drift::{Drift, DriftChange, DriftKind};
pub use error::{Cause, Charge, ChargeUnknown, Error, Failure, PaginationError, PaginationProblem, Result};
pub use headers::Headers;
#[cfg(feature = "budget-file")]
pub use journal::{BudgetFile, DailySum, Journal, JournalEntry};
pub use layers::{Cache, Cassette, RateLimit};
pub use learned::Outcome;
pub use live::{CatalogChange, ChangeKind, LiveCatalog, LiveCell, LiveParam};
pub use observability::{Attempt, Cancelled};
pub use paging::{Items, PageState, Pages};
pub use pending::{Pending, SendFuture};
#[cfg(feature = "realtime")]
pub use realtime::{Frame, Session, SessionReceiver, SessionSender};
pub use request::{Request, SendEndpoint};
/// HTTP library of the default transport, for its proxies, certificates and other settings.
pub use reqwest;
pub use reqwest::{Method, Url, header};
pub use response::Response;
pub use retry::RetryBucket;
pub use settings::Settings;
pub use social::SocialResult;
pub use spending::{Spent, SpentOn};
pub use stream::{Events, Incoming, StreamProtocol};
pub use transport::{
    Body, BodyCheck, HttpReply, HttpRequest, Layer, ReqwestTransport, Transport, TransportError, TransportFuture,
    Upgraded,
};
pub use typed::{Item, Typed, Untyped};
pub use upload::{Form, RequestBody, Upload, UploadChunks};
