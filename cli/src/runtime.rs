//! Runtime of calls.

use crate::exit::Failure;

/// Creates the runtime of a run.
pub(crate) fn runtime() -> Result<tokio::runtime::Runtime, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(|problem| Failure::refused(format!("cannot start: {problem}")))
}
