//! Mock gateway on this machine that behaves as the service's documents describe. Use it to test programs without a
//! paid key.
//!
//! It uses the same model as the generated client: it serves every endpoint of the catalog and checks every parameter.
//! The [ledger](Gateway::ledger) lists its charges, the [journal](Gateway::journal) lists the requests it received, and
//! [faults](Gateway::fault) make it fail in all the ways that gateways fail.
//!
//! ```no_run
//! # async fn demo() -> Result<(), Box<dyn std::error::Error>> {
//! use gatewright_mock::{Fault, Gateway};
//!
//! let gateway = Gateway::start().await?;
//! println!("GATEWAY_BASE_URL={} GATEWAY_API_KEY={}", gateway.base_url(), gateway.key());
//!
//! gateway.fault(Fault::cut_in_body(10).times(1)); // interrupts the next response
//! // … the program under test …
//! assert_eq!(gateway.ledger().total().to_string(), "0.02");
//! # Ok(()) }
//! ```
//!
//! To test a client of your own specs, pass them: `Gateway::builder().specs(Specs::open("specs")?)`.
//!
//! For cases that the documents do not cover, it does the least surprising thing. The README lists these assumptions.
#![forbid(unsafe_code)]

mod catalogs;
mod control;
mod effect;
mod fault;
mod gateway;
mod interface;
mod ledger;
mod model_reply;
mod models;
mod origin;
mod response;
mod server;
mod signed;
mod social;
mod state;
mod stream;
mod tasks;
mod video;

pub use fault::{Fault, FaultKind, Shape};
pub use gateway::{Gateway, GatewayBuilder, StartError};
/// Specs of a gateway, from `gatewright`.
pub use gatewright::Specs;
pub use ledger::{ChargeEntry, Journal, Ledger, ReceivedRequest};
pub use model_reply::ModelReply;
pub use tasks::{SubmittedTask, TaskSettings};
