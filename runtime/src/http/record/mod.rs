//! Recorder: writes the shapes of data responses to a folder.

mod call;
mod cursors;
mod file;
mod line;
mod names;
#[cfg(test)]
mod tests;
mod waiting;
mod walk;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::secret::Secret;
use crate::shape::recording::is_operation;
use file::{Locked, OperationFile, Problem};

pub(crate) use call::RecordedCall;
pub(crate) use waiting::{ClientRecorder, WaitingResponse};

/// Files of an operation; `None` until they are opened.
type Slot = Arc<Mutex<Option<OperationFile>>>;

/// Recorder of a client and its clones.
pub(crate) struct Recorder {
    folder: PathBuf,
    /// Key of the client, which is not recorded even if a response contains it.
    secret: Arc<Secret>,
    /// Last response, if it is not recorded yet.
    waiting: Mutex<Option<WaitingResponse>>,
    operations: Mutex<HashMap<String, Slot>>,
    /// End of a pause in which nothing is recorded, so that calls do not wait for a stopped process.
    paused_until: Mutex<Option<Instant>>,
    has_warned: AtomicBool,
}

/// Pause after a timeout of a lock that another process holds.
const PAUSE: Duration = Duration::from_secs(60);

impl Recorder {
    /// Creates a recorder. The folder is created with the first response.
    pub(crate) fn new(folder: PathBuf, secret: Arc<Secret>) -> Self {
        Self {
            folder,
            secret,
            waiting: Mutex::default(),
            operations: Mutex::default(),
            paused_until: Mutex::default(),
            has_warned: AtomicBool::new(false),
        }
    }

    /// Records the response of a call. A problem never affects the call; only the first one is logged.
    pub(crate) fn record(&self, call: &RecordedCall<'_>) {
        if self.paused_until().is_some_and(|it| Instant::now() < it) {
            return;
        }
        let Some(slot) = self.slot(call) else { return };
        let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
        let recorded = self.open(&mut slot, call.operation).and_then(|it| it.record(call));
        if let Err(error) = recorded {
            // The next response opens the files again.
            *slot = None;
            if error.is::<Locked>() {
                *self.paused_until() = Instant::now().checked_add(PAUSE);
            }
            if !self.has_warned.swap(true, Ordering::Relaxed) {
                tracing::warn!(folder = %self.folder.display(), %error, "cannot record the shape of a response");
            }
        }
    }

    fn paused_until(&self) -> MutexGuard<'_, Option<Instant>> {
        self.paused_until.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn open<'a>(&self, slot: &'a mut Option<OperationFile>, operation: &str) -> Result<&'a mut OperationFile, Problem> {
        if slot.is_none() {
            *slot = Some(OperationFile::open(&self.folder, operation)?);
        }
        slot.as_mut().ok_or_else(|| "the files are not open".into())
    }

    /// Returns the files of an operation; `None` if its id cannot be the name of a file.
    fn slot(&self, call: &RecordedCall<'_>) -> Option<Slot> {
        let mut operations = self.operations.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(slot) = operations.get(call.operation) {
            return Some(slot.clone());
        }
        let is_allowed = is_operation(call.operation) && call.secret.hide(call.operation) == call.operation;
        is_allowed.then(|| operations.entry(call.operation.to_owned()).or_default().clone())
    }
}
