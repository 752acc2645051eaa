//! A gateway on this machine that behaves as the service's documents say: to test programs against, without a
//! key that costs money.
//!
//! It is driven by the same model as the generated client, so that every endpoint of the catalog is served and
//! every parameter is checked. What it charges is in its [ledger](Gateway::ledger), what it was asked in its
//! [journal](Gateway::journal), and [faults](Gateway::fault) make it fail in every way a gateway is seen to fail.
//!
//! ```no_run
//! # async fn demo() -> Result<(), Box<dyn std::error::Error>> {
//! use gatewright_mock::{Fault, Gateway};
//!
//! let gateway = Gateway::start().await?;
//! println!("GATEWAY_BASE_URL={} GATEWAY_API_KEY={}", gateway.base_url(), gateway.key());
//!
//! gateway.fault(Fault::cut_in_body(10).times(1)); // the next reply breaks off
//! // … the program under test …
//! assert_eq!(gateway.ledger().total().to_string(), "0.02");
//! # Ok(()) }
//! ```
//!
//! Where the documents are silent it does the least surprising thing, and says so in its README.
#![forbid(unsafe_code)]

mod answer;
mod books;
mod catalogs;
mod control;
mod effect;
mod fault;
mod gateway;
mod interface;
mod models;
mod server;
mod signed;
mod social;
mod state;
mod stream;
mod tasks;
mod video;

pub use books::{Charged, Journal, Ledger, Received};
pub use fault::{Fault, FaultKind, Shape};
pub use gateway::{Gateway, GatewayBuilder, StartError};
pub use tasks::{TaskSeen, TaskSettings};
