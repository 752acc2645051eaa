//! A task: a video in the making.

use std::fmt;
use std::sync::Arc;
use std::time::SystemTime;

use percent_encoding::utf8_percent_encode;
use serde_json::Value;

use super::read::{self, Standing};
use super::{Download, TaskHandle, TaskPath, Wait, WaitAll};
use crate::http::address;
use crate::http::call::RESERVED;
use crate::http::exchange::{self, Order, Terms, Unreadable};
use crate::{Client, Endpoint, Error, HttpRequest, Pending, Result, Service, TaskSpec, Url, Usd};

/// An endpoint that answers with a task.
pub trait TaskEndpoint: Endpoint {}

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
        let path = self.client.task(&self.handle.path)?.path;
        let path = format!("{path}/{}", utf8_percent_encode(id, RESERVED));
        let request = Box::new(HttpRequest::get(address::below(self.client.base_url(), &path)));
        let mut order = Order { request, settings, terms: Terms::Task, open: false };
        let service = self.client.service();
        let read = |reply: &exchange::Received| match report(&reply.body, service)? {
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
pub(crate) fn report(body: &[u8], service: &Service) -> Result<read::Report, Unreadable> {
    let reply: Value = serde_json::from_slice(body).map_err(|problem| Unreadable::Broken(Arc::new(problem)))?;
    let report = read::report(&reply, service).ok_or_else(|| broken("it is no object"))?;
    let failed = service.has_error(&reply) || refused(&reply, service);
    if failed && report.id.is_none() && report.status.is_none() {
        return Err(Unreadable::Refused);
    }
    Ok(report)
}

/// A flat error: a code that says something else than success, and no data.
fn refused(reply: &Value, service: &Service) -> bool {
    let (code, _) = service.code_and_message(reply);
    let says_so = code.is_some_and(|it| !it.eq_ignore_ascii_case("success") && it != "0" && it != "200");
    says_so && reply.get("data").is_none_or(Value::is_null)
}

/// The id in the reply to a submission.
pub(crate) fn id(body: &[u8], service: &Service) -> Result<String, Unreadable> {
    report(body, service)?.id.ok_or_else(|| broken("it names no task"))
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

    /// The description of tasks on a path, which may come from a handle that anyone wrote.
    pub(crate) fn task(&self, path: &TaskPath) -> Result<&'static TaskSpec> {
        let unknown = || Error::Request(format!("the gateway has no tasks at `{}`", crate::visible(path.as_str())));
        self.service().task(path.as_str()).ok_or_else(unknown)
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
