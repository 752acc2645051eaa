//! Videos: values of requests, tasks that are waited for, files that are brought home.

mod download;
mod read;
mod task;
mod values;
mod wait;
mod watch;

pub use download::{Download, Saved, Transferred};
pub(crate) use task::id;
pub use task::{NoHandle, Task, TaskEndpoint, TaskFailed, TaskHandle, TaskPath, TaskState, Video, Videos};
pub use values::{AudioUrl, ImageUrl, Link, OutOfRange, Ratio, RatioOrAdaptive, Seconds, Size, VideoUrl, media};
pub use wait::{Tasks, Wait, WaitAll, Waited, Waiting};
