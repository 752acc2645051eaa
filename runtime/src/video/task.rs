//! Video tasks.

use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::SystemTime;

use percent_encoding::utf8_percent_encode;
use serde_json::Value;

use super::read::{self, TaskStatus};
use super::{Download, TaskHandle, TaskPath, Wait, WaitAll};
use crate::http::call::RESERVED;
use crate::http::error::is_blank;
use crate::http::exchange::{self, OutgoingRequest, Settlement, Terms, Unreadable};
use crate::http::{address, bounded_json};
use crate::{Client, Endpoint, Error, HttpRequest, Pending, Result, Service, TaskSpec, Url, Usd};

/// Endpoint that returns a task.
pub trait TaskEndpoint: Endpoint {}

/// Task that the gateway has accepted. Cheap to clone.
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

    /// Returns the handle, which is needed to resume the task.
    pub fn handle(&self) -> &TaskHandle {
        &self.handle
    }

    /// Returns the cost, if it was known when the task was submitted. The cost of a resumed task is known only if this
    /// client submitted it. The gateway refunds the cost of a failed task.
    pub fn cost(&self) -> Option<Usd> {
        self.cost
    }

    /// Polls the task once.
    ///
    /// Assumption: polls are not charged. The service's documentation does not mention a charge for them.
    pub fn poll(&self) -> Pending<TaskState> {
        let task = self.clone();
        Pending::new(async move { task.ask().await })
    }

    /// Waits until the task is done, within a deadline.
    pub fn wait(&self) -> Wait {
        Wait::new(self.clone())
    }

    pub(super) async fn ask(&self) -> Result<TaskState> {
        let settings = &self.client.inner().settings;
        let id = &self.handle.id;
        // These are no ids: as a path segment they would name the parent path, or add nothing to the path.
        if matches!(id.as_str(), "" | "." | "..") {
            return Err(Error::Request(format!("cannot use `{id}` as a task id")));
        }
        let path = self.client.task(&self.handle.path)?.path;
        let path = format!("{path}/{}", utf8_percent_encode(id, RESERVED));
        let mut request = Box::new(HttpRequest::get(address::append_path(self.client.base_url(), &path)));
        settings.headers.add_to(&mut request.headers);
        let mut outgoing = OutgoingRequest { request, settings, terms: Terms::Task, open: false };
        let service = self.client.service();
        let read = |reply: &exchange::ReceivedResponse| match report(&reply.body, service)? {
            report if !report.matches_id(id) => Err(broken("the response is about another task")),
            report if report.task_status == TaskStatus::Contradictory => Err(broken("the states of the task differ")),
            report => Ok((report, Settlement::FREE)),
        };
        let received = exchange::send(&self.client, &mut outgoing, read).await;
        let (report, _) = received.map_err(|error| error.about(&self.handle))?;
        // The end of a task settles its charge, if this client recorded it.
        let ledger = self.client.ledger();
        if let TaskStatus::Completed { .. } = report.task_status {
            ledger.keep(id);
        }
        let clean = |text: &str| self.client.secret().clean(text);
        match report.task_status {
            TaskStatus::Running | TaskStatus::Contradictory => {
                Ok(TaskState::Running { status: report.status.map(|it| clean(&it)), progress: report.progress })
            }
            TaskStatus::Completed { url: Some(url) } => {
                Ok(TaskState::Done(Video { client: self.client.clone(), handle: self.handle.clone(), url }))
            }
            TaskStatus::Completed { url: None } => Err(Error::NoFile(Box::new((*self.handle).clone()))),
            TaskStatus::Failed { code, message } => {
                ledger.refund(id);
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

/// Reads a response about a task, and whether it contains an error. An error in the body is an error even if the HTTP
/// status is not, unless the body also names the task or its status.
fn parse(body: &[u8], service: &Service) -> Result<(read::Report, bool), Unreadable> {
    let reply: Value = bounded_json::from_slice(body).map_err(|problem| Unreadable::Broken(Arc::new(problem)))?;
    let report = read::report(&reply, service).ok_or_else(|| broken("the response is not a JSON object"))?;
    if reply.as_object().is_some_and(serde_json::Map::is_empty) {
        return Err(broken("the response is empty"));
    }
    let has_error = service.has_error(&reply);
    let is_refusal = has_error || reply.get("data").is_none_or(is_blank) && service.reports_failure(&reply);
    if is_refusal && report.id.is_none() && report.status.is_none() {
        return Err(Unreadable::Refused);
    }
    Ok((report, has_error))
}

/// Reads the response to a poll.
pub(crate) fn report(body: &[u8], service: &Service) -> Result<read::Report, Unreadable> {
    parse(body, service).map(|it| it.0)
}

/// Returns the id in the response to a submission. A response with an error and an id, but without a status, may be
/// about an accepted task: its id is `refused_task`.
pub(crate) fn id(body: &[u8], service: &Service, refused_task: &OnceLock<String>) -> Result<String, Unreadable> {
    let (report, has_error) = parse(body, service)?;
    let id = report.id.ok_or_else(|| broken("the response contains no task id"))?;
    if has_error && report.status.is_none() {
        refused_task.get_or_init(|| id);
        return Err(broken("the response contains a task id and an error"));
    }
    Ok(id)
}

fn broken(problem: &'static str) -> Unreadable {
    Unreadable::Broken(Arc::new(std::io::Error::other(problem)))
}

/// State of a task.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum TaskState {
    /// The task is running, or in an unknown state.
    Running {
        /// Status as the gateway names it.
        status: Option<String>,
        /// Progress from 0 to 100.
        progress: Option<u8>,
    },
    /// The task is done.
    Done(Video),
}

/// Failed task. The charge is refunded.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TaskFailed {
    /// Handle of the task.
    pub handle: TaskHandle,
    /// Error code of the provider, such as `InvalidParameter`.
    pub code: Option<String>,
    /// Error message of the provider.
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

/// Finished video. Its signed URL expires: download the file instead of storing the URL.
#[derive(Clone)]
pub struct Video {
    client: Client,
    handle: Arc<TaskHandle>,
    url: String,
}

impl Video {
    /// Returns the handle of the task that made the video.
    pub fn handle(&self) -> &TaskHandle {
        &self.handle
    }

    /// Returns the URL of the file, which expires.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Returns the time after which the URL stops working, if the URL states it.
    ///
    /// Assumption: the parameter `Expires` of the URL is in Unix seconds; the document shows only its name.
    pub fn expires(&self) -> Option<SystemTime> {
        let url = Url::parse(&self.url).ok()?;
        let (_, value) = url.query_pairs().find(|(name, _)| name == "Expires")?;
        SystemTime::UNIX_EPOCH.checked_add(std::time::Duration::from_secs(value.parse().ok()?))
    }

    /// Downloads the file. The request does not contain the API key.
    pub fn download(&self, path: impl Into<std::path::PathBuf>) -> Download {
        Download::new(self.clone(), path.into())
    }

    pub(super) fn client(&self) -> &Client {
        &self.client
    }
}

impl fmt::Debug for Video {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Anyone who has the signed URL can download the file.
        f.debug_struct("Video").field("handle", &self.handle).finish_non_exhaustive()
    }
}

/// Video calls and tasks of all model families.
#[derive(Clone, Debug)]
pub struct Videos {
    client: Client,
}

impl Client {
    /// Returns the video calls and tasks.
    pub fn videos(&self) -> Videos {
        Videos { client: self.clone() }
    }

    /// Returns the description of tasks on a path. The path may come from an untrusted handle.
    pub(crate) fn task(&self, path: &TaskPath) -> Result<&'static TaskSpec> {
        let unknown = || Error::Request(format!("unknown task path `{}`", crate::visible(path.as_str())));
        self.service().task(path.as_str()).ok_or_else(unknown)
    }
}

impl Videos {
    /// Resumes a task that this program or another one has submitted.
    pub fn resume(&self, handle: TaskHandle) -> Task {
        let cost = self.client.ledger().cost_of_task(&handle.id);
        Task::new(self.client.clone(), handle, cost)
    }

    /// Waits for many tasks, a limited number at a time.
    pub fn wait_all(&self, tasks: impl IntoIterator<Item = Task>) -> WaitAll {
        WaitAll::new(tasks.into_iter().collect())
    }

    /// Returns the client.
    pub fn client(&self) -> &Client {
        &self.client
    }
}
