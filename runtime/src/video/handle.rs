//! Task handles, which can be stored.

use std::borrow::Cow;
use std::fmt;

use percent_encoding::{percent_decode_str, utf8_percent_encode};
use serde::{Deserialize, Serialize};

use crate::Result;
use crate::http::call::RESERVED;
use crate::http::secret::hide_all_keys;

/// Path on which a task was submitted and is polled, such as `/v1/videos`. The default is the first path of the gateway.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TaskPath(Cow<'static, str>);

impl TaskPath {
    /// Creates a path of the gateway. Generated clients have constants.
    pub const fn new(path: &'static str) -> Self {
        Self(Cow::Borrowed(path))
    }

    /// Returns the path.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Handle of a task: store it, to resume the task in this program or another one.
///
/// ```
/// use gatewright_runtime::serde_json;
/// use gatewright_runtime::video::TaskHandle;
///
/// # fn demo(client: gatewright_runtime::Client, handle: TaskHandle) -> Result<(), serde_json::Error> {
/// let kept = serde_json::to_string(&handle)?;
/// // … and after a restart:
/// let task = client.videos().resume(serde_json::from_str::<TaskHandle>(&kept)?);
/// # Ok(()) }
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub struct TaskHandle {
    /// Id of the task.
    pub id: String,
    /// Path on which it was submitted.
    #[serde(default)]
    pub path: TaskPath,
    /// Model that runs the task.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub model: String,
}

impl TaskHandle {
    /// Creates the handle of a task whose model is unknown.
    pub fn new(id: impl Into<String>, path: TaskPath) -> Self {
        Self { id: id.into(), path, model: String::new() }
    }
}

/// Parses the output of [`Display`](fmt::Display), which contains everything except the model.
///
/// ```
/// use gatewright_runtime::video::TaskHandle;
///
/// let handle: TaskHandle = "/v1/videos/task_1".parse().unwrap();
/// assert_eq!((handle.id.as_str(), handle.to_string().as_str()), ("task_1", "/v1/videos/task_1"));
/// assert!("task_1".parse::<TaskHandle>().is_err());
/// ```
impl std::str::FromStr for TaskHandle {
    type Err = ParseTaskHandleError;

    fn from_str(text: &str) -> Result<Self, ParseTaskHandleError> {
        let (path, id) = text
            .rsplit_once('/')
            .filter(|(path, id)| path.starts_with('/') && !id.is_empty())
            .ok_or(ParseTaskHandleError)?;
        let id = percent_decode_str(id).decode_utf8().map_err(|_| ParseTaskHandleError)?;
        Ok(Self::new(id, TaskPath(path.to_owned().into())))
    }
}

/// Error for a text that is not a task handle. A handle is a path that accepts tasks, a slash and an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot parse the task handle; help: use a path and an id, such as `/v1/videos/task_1`")]
#[non_exhaustive]
pub struct ParseTaskHandleError;

/// Prints the path and the id, without the API key if a gateway has put it into the id.
impl fmt::Display for TaskHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.path.as_str(), utf8_percent_encode(&hide_all_keys(&self.id), RESERVED))
    }
}

impl fmt::Debug for TaskHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TaskHandle")
            .field("id", &hide_all_keys(&self.id))
            .field("path", &self.path)
            .field("model", &self.model)
            .finish()
    }
}
