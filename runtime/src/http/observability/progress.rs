//! Progress of one call. Spans, events, hooks and metrics all come from here, so that they agree.

use std::borrow::Cow;
use std::time::Duration;

use tokio::time::Instant;
use tracing::Span;
use tracing::field::Empty;

use super::fields::dollars;
#[cfg(feature = "metrics")]
use super::meters;
use crate::{Attempt, Cancelled, Charge, Client, Error, HttpRequest, Usd};

/// Progress of a call. Dropping it before its end reports a cancelled call.
pub(crate) struct Progress {
    client: Client,
    operation: Cow<'static, str>,
    usage_log_name: Option<Cow<'static, str>>,
    span: Span,
    started: Instant,
    /// Number of the current attempt, and its start.
    attempt: (u32, Instant),
    status: Option<u16>,
    /// Charge if the call were dropped now.
    charge: Charge,
    is_over: bool,
}

impl Progress {
    /// Reports the start of a call.
    pub(crate) fn begin(
        client: &Client,
        request: &HttpRequest,
        operation: Cow<'static, str>,
        usage_log_name: Option<Cow<'static, str>>,
    ) -> Box<Self> {
        let span = tracing::info_span!(
            "gateway call",
            "otel.name" = &*operation,
            "otel.kind" = "client",
            "otel.status_code" = Empty,
            "http.request.method" = request.method.as_str(),
            "server.address" = request.url.host_str(),
            "server.port" = request.url.port_or_known_default(),
            "http.response.status_code" = Empty,
            "http.request.resend_count" = Empty,
            "error.type" = Empty,
            "gateway.operation" = &*operation,
            "gateway.usage_log_name" = usage_log_name.as_deref(),
            "gateway.attempts" = Empty,
            "gateway.charge" = Empty,
            "gateway.cost_usd" = Empty,
            "gateway.elapsed" = Empty,
        );
        #[cfg(feature = "metrics")]
        meters::call_started();
        let started = Instant::now();
        let (client, attempt) = (client.clone(), (0, started));
        let charge = Charge::No;
        Box::new(Self {
            client,
            operation,
            usage_log_name,
            span,
            started,
            attempt,
            status: None,
            charge,
            is_over: false,
        })
    }

    pub(crate) fn span(&self) -> &Span {
        &self.span
    }

    /// Reports the start of an attempt, and returns its number. From here on the gateway may receive the request.
    pub(crate) fn attempt_started(&mut self) -> u32 {
        self.attempt = (self.attempt.0 + 1, Instant::now());
        self.status = None;
        self.charge = if self.usage_log_name.is_some() { Charge::Unknown } else { Charge::No };
        self.attempt.0
    }

    /// Records that the attempt was dropped before the gateway could receive the request.
    pub(crate) fn not_sent(&mut self) {
        self.charge = Charge::No;
    }

    /// Reports the end of an attempt.
    pub(crate) fn attempt_ended(
        &mut self,
        request: &HttpRequest,
        outcome: Result<u16, &Error>,
        (charge, cost): (Charge, Option<Usd>),
        retry_in: Option<Duration>,
    ) {
        let (number, started) = self.attempt;
        let error = outcome.err();
        let status = outcome.map_or_else(|error| error.failure().and_then(|it| it.status), Some);
        let elapsed = started.elapsed();
        (self.status, self.charge) = (status, charge);
        tracing::debug!(
            "http.request.resend_count" = number - 1,
            "http.response.status_code" = status,
            "error.type" = error.map(Error::variant),
            "gateway.charge" = charge.name(),
            "gateway.cost_usd" = cost.map(dollars),
            "gateway.elapsed" = elapsed.as_secs_f64(),
            "gateway.retry_wait" = retry_in.map(|it| it.as_secs_f64()),
            "attempt ended"
        );
        #[cfg(feature = "metrics")]
        if retry_in.is_some() {
            meters::call_retried(self.operation.clone());
        }
        let (operation, usage_log_name) = (&*self.operation, self.usage_log_name.as_deref());
        self.client.inner().hooks.after(&Attempt {
            request,
            status,
            number,
            error,
            operation,
            usage_log_name,
            elapsed,
            charge,
            cost,
            retry_in,
        });
    }

    /// Reports the end of the call, once.
    pub(crate) fn end(&mut self, error: Option<&Error>, charge: (Charge, Option<Usd>)) {
        if !std::mem::replace(&mut self.is_over, true) {
            self.status = error.and_then(Error::failure).map_or(self.status, |it| it.status);
            self.record(error.map(Error::variant), charge);
        }
    }

    fn record(&self, error_type: Option<&'static str>, (charge, cost): (Charge, Option<Usd>)) {
        let elapsed = self.started.elapsed();
        #[cfg(feature = "metrics")]
        meters::call_ended(self.operation.clone(), self.status, (charge, cost), error_type.unwrap_or("ok"), elapsed);
        if self.span.is_disabled() {
            return;
        }
        let attempts = self.attempt.0;
        self.span.record("otel.status_code", error_type.map(|_| "error"));
        self.span.record("http.response.status_code", self.status);
        self.span.record("http.request.resend_count", Some(attempts.saturating_sub(1)).filter(|it| *it > 0));
        self.span.record("error.type", error_type);
        self.span.record("gateway.attempts", attempts);
        self.span.record("gateway.charge", charge.name());
        self.span.record("gateway.cost_usd", cost.map(dollars));
        self.span.record("gateway.elapsed", elapsed.as_secs_f64());
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.is_over {
            return;
        }
        let charge = self.charge;
        self.record(Some("Cancelled"), (charge, (charge == Charge::No).then_some(Usd::ZERO)));
        let (operation, usage_log_name) = (&*self.operation, self.usage_log_name.as_deref());
        let (attempts, status, elapsed) = (self.attempt.0, self.status, self.started.elapsed());
        self.client.inner().hooks.cancelled(&Cancelled {
            operation,
            usage_log_name,
            attempts,
            status,
            elapsed,
            charge,
        });
    }
}
