//! Videos: request values, tasks and downloads.

mod download;
mod handle;
mod link;
mod read;
mod task;
#[cfg(test)]
mod tests;
mod values;
mod wait;
mod watch;

pub use download::{Download, DownloadProgress, DownloadedFile};
pub use handle::{ParseTaskHandleError, TaskHandle, TaskPath};
pub use link::{AudioUrl, ImageUrl, Link, VideoUrl, media};
pub(crate) use task::id;
pub use task::{Task, TaskEndpoint, TaskFailed, TaskState, Video, Videos};
pub use values::{OutOfRange, Ratio, RatioOrAdaptive, Seconds, Size};
pub use wait::{Tasks, Wait, WaitAll, WaitBuilder, WaitOutcome};
