//! A task: a video in the making.

use std::fmt;
use std::sync::Arc;
use std::time::SystemTime;

use percent_encoding::{percent_decode_str, utf8_percent_encode};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::read::{self, Standing};
use super::{Download, Wait, WaitAll};
use crate::http::address;
use crate::http::call::RESERVED;
use crate::http::exchange::{self, Order, Terms, Unreadable};
use crate::{Client, Endpoint, Error, HttpRequest, Pending, Result, Url, Usd};

/// An endpoint that answers with a task.
pub trait TaskEndpoint: Endpoint {}

/// Where a task was submitted, and so where it is asked for: each path answers in a shape of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum TaskPath {
    /// `/v1/videos`.
    #[default]
    Videos,
    /// `/v1/video/generations`, the older one.
    Generations,
}

impl TaskPath {
    /// All of them.
    const ALL: [Self; 2] = [Self::Videos, Self::Generations];

    /// The path on which tasks are submitted; with a slash and an id behind it, the one on which they are asked for.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Videos => "/v1/videos",
            Self::Generations => "/v1/video/generations",
        }
    }

    /// The one that a path is.
    #[cfg(feature = "workflow")]
    pub(crate) fn of(path: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.as_str() == path)
    }
}

/// What is needed to find a task again, in this program or in another one. Keep it, and nothing that was paid for is lost.
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
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub struct TaskHandle {
    /// The task's id.
    pub id: String,
    /// Where it was submitted.
    #[serde(default)]
    pub path: TaskPath,
    /// The model that makes it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub model: String,
}

impl TaskHandle {
    /// The handle of a task of which only the id is known.
    pub fn new(id: impl Into<String>, path: TaskPath) -> Self {
        Self { id: id.into(), path, model: String::new() }
    }
}

/// Reads what [`Display`](fmt::Display) wrote. Which model makes the task is not in it; nothing else is missing.
///
/// ```
/// use gatewright_runtime::video::TaskHandle;
///
/// let handle: TaskHandle = "/v1/videos/task_1".parse().unwrap();
/// assert_eq!((handle.id.as_str(), handle.to_string().as_str()), ("task_1", "/v1/videos/task_1"));
/// assert!("task_1".parse::<TaskHandle>().is_err());
/// ```
impl std::str::FromStr for TaskHandle {
    type Err = NoHandle;

    fn from_str(text: &str) -> Result<Self, NoHandle> {
        let of = |path: TaskPath| Some((path, text.strip_prefix(path.as_str())?.strip_prefix('/')?));
        let found = TaskPath::ALL.into_iter().find_map(of).filter(|(_, id)| !id.is_empty());
        let (path, id) = found.ok_or(NoHandle)?;
        let id = percent_decode_str(id).decode_utf8().map_err(|_| NoHandle)?;
        Ok(Self::new(id, path))
    }
}

/// A text that is no handle of a task: it must be a path that takes tasks, a slash and an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is no handle of a task, such as `/v1/videos/task_1`")]
#[non_exhaustive]
pub struct NoHandle;

impl fmt::Display for TaskHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.path.as_str(), utf8_percent_encode(&self.id, RESERVED))
    }
}

/// A task that the gateway has taken. Cheap to clone.
#[derive(Clone)]
pub struct Task {
    client: Client,
    handle: Arc<TaskHandle>,
    cost: Option<Usd>,
}

impl Task {
    pub(crate) fn new(client: Client, handle: TaskHandle, cost: Option<Usd>) -> Self {
        Self { client, handle: handle.into(), cost }
    }

    /// What is needed to find it again.
    pub fn handle(&self) -> &TaskHandle {
        &self.handle
    }

    /// What it costs, as far as that was known when it was submitted: of a task that was found again, if this client did
    /// that. A task that fails is refunded.
    pub fn cost(&self) -> Option<Usd> {
        self.cost
    }

    /// Asks once how it stands. That costs nothing.
    pub fn poll(&self) -> Pending<TaskState> {
        let task = self.clone();
        Pending::new(async move { task.ask().await })
    }

    /// Waits until it is done, within a deadline.
    pub fn wait(&self) -> Wait {
        Wait::new(self.clone())
    }

    pub(super) async fn ask(&self) -> Result<TaskState> {
        let settings = &self.client.inner().settings;
        let id = &self.handle.id;
        // What a path would take for a step upwards, or for no step at all, is no id.
        if matches!(id.as_str(), "" | "." | "..") {
            return Err(Error::Request(format!("`{id}` cannot be the id of a task")));
        }
        let path = format!("{}/{}", self.handle.path.as_str(), utf8_percent_encode(id, RESERVED));
        let request = Box::new(HttpRequest::get(address::below(self.client.base_url(), &path)));
        let mut order = Order { request, settings, terms: Terms::Task, open: false };
        let read = |reply: &exchange::Received| match report(&reply.body)? {
            report if report.is_about(id) => Ok(report),
            _ => Err(broken("the reply is about another task")),
        };
        let asked = exchange::send(&self.client, &mut order, read).await;
        let (report, _) = asked.map_err(|error| error.about(&self.handle))?;
        // Whoever sees how it ended sets the books right that its charge stands in, if these are they.
        let books = &self.client.inner().books;
        if let Standing::Completed { .. } = report.standing {
            books.keep(id);
        }
        let clean = |text: &str| self.client.secret().clean(text);
        match report.standing {
            Standing::Running => {
                Ok(TaskState::Running { status: report.status.map(|it| clean(&it)), progress: report.progress })
            }
            Standing::Completed { url: Some(url) } => {
                Ok(TaskState::Done(Video { client: self.client.clone(), handle: self.handle.clone(), url }))
            }
            Standing::Completed { url: None } => Err(Error::NoFile(Box::new((*self.handle).clone()))),
            Standing::Failed { code, message } => {
                books.refund(id);
                let (code, message) = (code.map(|it| clean(&it)), message.map(|it| clean(&it)));
                Err(Error::TaskFailed(Box::new(TaskFailed { handle: (*self.handle).clone(), code, message })))
            }
        }
    }
}

impl fmt::Debug for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Task").field(&self.handle).finish()
    }
}

/// Reads what came of a task; an error in spite of its status is one.
pub(crate) fn report(body: &[u8]) -> Result<read::Report, Unreadable> {
    let reply: Value = serde_json::from_slice(body).map_err(|problem| Unreadable::Broken(Arc::new(problem)))?;
    let report = read::report(&reply).ok_or_else(|| broken("it is no object"))?;
    let failed = reply.get("error").is_some_and(crate::http::says_something) || refused(&reply);
    if failed && report.id.is_none() && report.status.is_none() {
        return Err(Unreadable::Refused);
    }
    Ok(report)
}

/// A flat error: a code that says something else than success, and no data.
fn refused(reply: &Value) -> bool {
    let says_so = match reply.get("code") {
        Some(Value::String(code)) => !code.eq_ignore_ascii_case("success"),
        Some(Value::Number(code)) => !matches!(code.as_u64(), Some(0 | 200)),
        _ => false,
    };
    says_so && reply.get("data").is_none_or(Value::is_null)
}

/// The id in the reply to a submission.
pub(crate) fn id(body: &[u8]) -> Result<String, Unreadable> {
    report(body)?.id.ok_or_else(|| broken("it names no task"))
}

fn broken(problem: &'static str) -> Unreadable {
    Unreadable::Broken(Arc::new(std::io::Error::other(problem)))
}

/// How a task stands.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum TaskState {
    /// It runs, or is in a state that is not known.
    Running {
        /// The gateway's word for it.
        status: Option<String>,
        /// From 0 to 100.
        progress: Option<u8>,
    },
    /// It is done.
    Done(Video),
}

/// A task that failed: the charge is refunded.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TaskFailed {
    /// The task.
    pub handle: TaskHandle,
    /// The provider's code, such as `InvalidParameter`.
    pub code: Option<String>,
    /// The provider's words.
    pub message: Option<String>,
}

impl fmt::Display for TaskFailed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the task {} failed", self.handle)?;
        if let Some(code) = &self.code {
            write!(f, " with {code}")?;
        }
        if let Some(message) = &self.message {
            write!(f, ": {message}")?;
        }
        f.write_str("; the charge is refunded")
    }
}

/// A finished video: at a signed address that does not last. Download it, do not keep the address.
#[derive(Clone)]
pub struct Video {
    client: Client,
    handle: Arc<TaskHandle>,
    url: String,
}

impl Video {
    /// The task that made it.
    pub fn handle(&self) -> &TaskHandle {
        &self.handle
    }

    /// Where the file is, for a while.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Time after which the URL stops working, if it says so.
    ///
    /// Assumption: the parameter `Expires` of the URL is in Unix seconds; the document shows only its name.
    pub fn expires(&self) -> Option<SystemTime> {
        let url = Url::parse(&self.url).ok()?;
        let (_, value) = url.query_pairs().find(|(name, _)| name == "Expires")?;
        SystemTime::UNIX_EPOCH.checked_add(std::time::Duration::from_secs(value.parse().ok()?))
    }

    /// Brings the file home. The key does not go along.
    pub fn download(&self, path: impl Into<std::path::PathBuf>) -> Download {
        Download::new(self.clone(), path.into())
    }

    pub(super) fn client(&self) -> &Client {
        &self.client
    }
}

impl fmt::Debug for Video {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A signed address is leave to fetch the file.
        f.debug_struct("Video").field("handle", &self.handle).finish_non_exhaustive()
    }
}

/// What has to do with videos, of any family.
#[derive(Clone, Debug)]
pub struct Videos {
    client: Client,
}

impl Client {
    /// What has to do with videos.
    pub fn videos(&self) -> Videos {
        Videos { client: self.clone() }
    }
}

impl Videos {
    /// A task that was submitted before, by this program or by another one.
    pub fn resume(&self, handle: TaskHandle) -> Task {
        let cost = self.client.inner().books.cost_of_task(&handle.id);
        Task::new(self.client.clone(), handle, cost)
    }

    /// Waits for many tasks, some at a time.
    pub fn wait_all(&self, tasks: impl IntoIterator<Item = Task>) -> WaitAll {
        WaitAll::new(tasks.into_iter().collect())
    }

    /// The client.
    pub fn client(&self) -> &Client {
        &self.client
    }
}
