//! Spans, events, hooks and metrics of calls. This page lists the names of all fields.
//!
//! A *call* is one request to the gateway, including its retries, or one download. The client reports each call once,
//! as a [`tracing`](https://docs.rs/tracing) span, as metrics (feature `metrics`), and to the hooks of the builder:
//! [`after_attempt`](crate::ClientBuilder::after_attempt) after each attempt,
//! [`on_cancel`](crate::ClientBuilder::on_cancel) if the call is dropped. Nothing contains the key. Spans, events and
//! metrics also contain no query values, headers or bodies; `after_attempt` gets the request.
//!
//! Names follow the OpenTelemetry semantic conventions if these define one. Other names begin with `gateway.`.
//!
//! # Span `gateway call`
//!
//! One per call, level INFO. A streamed response keeps it open until the stream ends. To get a span for your own work that
//! contains it, call the client inside that span.
//!
//! | field | contents |
//! |---|---|
//! | `otel.name` | id of the operation |
//! | `otel.kind` | `client` |
//! | `otel.status_code` | `error` if the call failed or was cancelled |
//! | `http.request.method` | method |
//! | `server.address`, `server.port` | host and port of the URL |
//! | `http.response.status_code` | status of the last response |
//! | `http.request.resend_count` | number of retries, if there were any |
//! | `error.type` | variant of the [`Error`](crate::Error), such as `ChargeUnknown`; `Cancelled` if the call was dropped |
//! | `gateway.operation` | id of the operation, such as `p1_search`; `task` for polls, `file` for downloads, `catalog` |
//! | `gateway.usage_log_name` | name in the usage log, if the call can be charged |
//! | `gateway.attempts` | number of attempts |
//! | `gateway.charge` | `yes`, `no` or `unknown` |
//! | `gateway.cost_usd` | cost in US dollars, if it is known |
//! | `gateway.elapsed` | duration in seconds, including pauses |
//!
//! # Event `attempt ended`
//!
//! One per attempt, level DEBUG, inside the span. It has `http.request.resend_count`, `http.response.status_code`,
//! `error.type`, `gateway.charge`, `gateway.cost_usd` and `gateway.elapsed` (of the attempt) with the meaning above, and
//! `gateway.retry_wait`, the pause before the next attempt in seconds, if there is one.
//!
//! # Metrics
//!
//! The feature `metrics` reports to the recorder that the program has installed for the
//! [`metrics`](https://docs.rs/metrics) crate.
//!
//! | metric | kind | labels |
//! |---|---|---|
//! | `gateway.calls` | counter | `operation`, `status` (`none` without a response), `charge`, `outcome` (`ok` or an `error.type`) |
//! | `gateway.retries` | counter | `operation` |
//! | `gateway.cost_usd` | histogram of the known cost of charged calls; its sum is the money spent | `operation` |
//! | `gateway.call.duration` | histogram, in seconds | `operation`, `outcome` |
//! | `gateway.calls_in_flight` | gauge, including calls that wait for [`max_in_flight`](crate::ClientBuilder::max_in_flight) | — |

mod attempt;
mod fields;
#[cfg(feature = "metrics")]
mod meters;
mod progress;

pub use attempt::{Attempt, Cancelled};
pub(crate) use progress::Progress;

#[cfg(all(test, feature = "metrics"))]
mod tests;
