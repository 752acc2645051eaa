//! Response that is recorded while the next call waits for the gateway.

use std::borrow::Cow;
use std::sync::{Arc, PoisonError, Weak};

use bytes::Bytes;
use serde_json::Value;
use tokio::runtime::Handle;
use tokio::task::yield_now;

use super::{RecordedCall, Recorder};
use crate::http::exchange;
use crate::{OperationSpec, Reply, Service};

/// Number of turns that other tasks get first, so that the next request is on its way.
const TURNS: usize = 4;

/// Response that is not recorded yet.
pub(crate) struct WaitingResponse {
    operation: Cow<'static, str>,
    spec: &'static OperationSpec,
    params: Vec<(String, String)>,
    body: Bytes,
    service: &'static Service,
    with_payload: WithPayload,
}

/// Calls a function with the payload of a body, if it has one.
type WithPayload = fn(&[u8], &'static Service, &mut dyn FnMut(&Value));

impl WaitingResponse {
    /// Creates the description of a response of type `R`.
    pub(crate) fn new<R: Reply>(
        operation: Cow<'static, str>,
        spec: &'static OperationSpec,
        params: Vec<(String, String)>,
        body: Bytes,
        service: &'static Service,
    ) -> Self {
        let with_payload: WithPayload = |body, service, run| {
            let reply = exchange::read::<R>(body, service).ok();
            reply.as_ref().and_then(|it| it.payload(service)).into_iter().for_each(run);
        };
        Self { operation, spec, params, body, service, with_payload }
    }
}

/// Recorder of a client. The last response is recorded when the client is dropped.
pub(crate) struct ClientRecorder(Arc<Recorder>);

impl ClientRecorder {
    pub(crate) fn new(recorder: Recorder) -> Self {
        Self(Arc::new(recorder))
    }

    /// Records a response soon: while the next call waits for the gateway, before its response is returned, or when the client is
    /// dropped. At most one response waits, so that a killed process loses at most that one.
    pub(crate) fn record_soon(&self, response: WaitingResponse) {
        let mut waiting = self.0.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        // The lock is held while an earlier response is being written, so that this one waits for it.
        waiting.replace(response).iter().for_each(|it| self.0.record_waiting(it));
        drop(waiting);
        let later = Later(Arc::downgrade(&self.0));
        match Handle::try_current() {
            Ok(runtime) => drop(runtime.spawn(later.run())),
            Err(_) => drop(later),
        }
    }
}

impl Drop for ClientRecorder {
    fn drop(&mut self) {
        // If a task is recording the response, this waits for it.
        self.0.record_last();
    }
}

impl Recorder {
    fn record_last(&self) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.take().iter().for_each(|it| self.record_waiting(it));
    }

    fn record_waiting(&self, response: &WaitingResponse) {
        let WaitingResponse { operation, spec, params, body, service, with_payload } = response;
        with_payload(body, service, &mut |data| {
            let params = params.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
            self.record(&RecordedCall { operation, spec, params, data, secret: &self.secret });
        });
    }
}

/// Records the last response when it is dropped: after its task has run, or when the runtime ends before.
struct Later(Weak<Recorder>);

impl Later {
    async fn run(self) {
        for _ in 0..TURNS {
            yield_now().await;
        }
    }
}

impl Drop for Later {
    fn drop(&mut self) {
        if let Some(recorder) = self.0.upgrade() {
            recorder.record_last();
        }
    }
}
