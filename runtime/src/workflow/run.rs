//! Running a workflow. The client resumes a task, and never starts another one automatically.

use std::fmt::{self, Write as _};
use std::time::Duration;

use super::prepare::Preflight;
use super::{Executable, RecoveryPolicy};
use crate::text::EscapingWriter;
use crate::video::{Task, TaskHandle, Video, Wait, WaitOutcome};
use crate::{Charge, Client, Error, Incoming, Json, Pending, Response, ResponseKind, Result};

impl Preflight {
    /// Confirms that the people concerned have seen this information and agree.
    pub fn approve(self) -> ApprovedRequest {
        ApprovedRequest(self)
    }
}

/// Request that the caller has agreed to. It can be sent once.
#[must_use = "nothing is sent until it is run"]
#[derive(Debug)]
pub struct ApprovedRequest(pub(super) Preflight);

impl ApprovedRequest {
    /// Returns a run that sends the request once, when it is started.
    pub fn run(self) -> Run {
        let recovery = self.0.recovery.clone();
        Run::new(Start::Request(Box::new(self.0)), recovery)
    }
}

impl Executable {
    /// Resumes a task of an earlier run. The client only polls the task.
    pub fn resume(&self, client: &Client, handle: TaskHandle) -> Run {
        let from = Start::Task(client.videos().resume(handle));
        Run::new(from, self.workflow().recovery_policy.clone())
    }
}

/// Start of a run: a new request or an existing task.
enum Start {
    Request(Box<Preflight>),
    Task(Task),
}

/// Callback for the handle of a task, called as soon as the task exists.
type TaskCallback = Box<dyn FnOnce(&TaskHandle) + Send>;

/// Change to the wait for a task.
type ConfigureWait = Box<dyn FnOnce(Wait) -> Wait + Send>;

/// Run that has not been started yet.
#[must_use = "nothing happens until it is started"]
pub struct Run {
    from: Start,
    recovery: RecoveryPolicy,
    on_task: Option<TaskCallback>,
    configure_wait: Vec<ConfigureWait>,
}

impl Run {
    fn new(from: Start, recovery: RecoveryPolicy) -> Self {
        Self { from, recovery, on_task: None, configure_wait: Vec::new() }
    }

    /// Sets a callback that gets the task's handle before the client waits for the task. Store the handle to resume the
    /// run after a restart.
    pub fn on_task(mut self, keep: impl FnOnce(&TaskHandle) + Send + 'static) -> Self {
        self.on_task = Some(Box::new(keep));
        self
    }

    /// Changes the wait for a task, such as its polling interval and progress display.
    pub fn configure_wait(mut self, change: impl FnOnce(Wait) -> Wait + Send + 'static) -> Self {
        self.configure_wait.push(Box::new(change));
        self
    }

    /// Sets the deadline of the wait for a task.
    pub fn deadline(self, deadline: Duration) -> Self {
        self.configure_wait(move |wait| wait.deadline(deadline))
    }

    /// Starts the run. An error means that nothing was charged and no task runs; everything else is an outcome.
    pub fn start(self) -> Pending<Outcome> {
        Pending::new(run(self))
    }
}

impl fmt::Debug for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Run").finish_non_exhaustive()
    }
}

async fn run(run: Run) -> Result<Outcome> {
    let task = match run.from {
        Start::Task(task) => task,
        Start::Request(preflight) => {
            let Preflight { call, path, operation, .. } = *preflight;
            let sent = match operation.response {
                ResponseKind::Task => call.submit(path).await.map(Sent::Task),
                ResponseKind::File => call.incoming().await.map(|it| Sent::Done(Outcome::File(Box::new(it)))),
                _ => call.send_as::<Json>().await.map(|it| Sent::Done(Outcome::Reply(Box::new(it)))),
            };
            match sent {
                Ok(Sent::Done(outcome)) => return Ok(outcome),
                Ok(Sent::Task(task)) => task,
                Err(error) if error.charge() == Charge::No => return Err(error),
                // The charge is unknown, so the client sends nothing more.
                Err(error) => return Ok(Outcome::Failed(Box::new(RunError { error, next: NextStep::CheckUsageLog }))),
            }
        }
    };
    if let Some(keep) = run.on_task {
        keep(task.handle());
    }
    let handle = task.handle().clone();
    let wait = run.configure_wait.into_iter().fold(task.wait(), |wait, change| change(wait));
    match wait.await {
        Ok(WaitOutcome::Done(video)) => Ok(Outcome::Video(Box::new(video))),
        Ok(WaitOutcome::StillRunning(task, None)) => Ok(Outcome::Running(Box::new(task))),
        // Polling failed.
        Ok(WaitOutcome::StillRunning(_, Some(error))) => {
            Ok(Outcome::Failed(Box::new(RunError { error, next: NextStep::Resume(handle) })))
        }
        Err(error) => {
            // A failed task is refunded. After any other error, the same task must be resumed first.
            let next = match error {
                Error::TaskFailed(_) => NextStep::AskApproval(run.recovery.confirmation_required_for.into_vec()),
                _ => NextStep::Resume(handle),
            };
            Ok(Outcome::Failed(Box::new(RunError { error, next })))
        }
    }
}

enum Sent {
    Task(Task),
    Done(Outcome),
}

/// Outcome of a run.
#[derive(Debug)]
#[must_use = "a task that still runs is lost unless you store its handle"]
#[non_exhaustive]
pub enum Outcome {
    /// A video.
    Video(Box<Video>),
    /// A JSON response.
    Reply(Box<Response<Json>>),
    /// A file.
    File(Box<Incoming>),
    /// A task that still runs. Resume it later.
    Running(Box<Task>),
    /// An error, with the next step that the record's policy allows.
    Failed(Box<RunError>),
}

/// Run that ended with an error.
#[derive(Debug)]
#[non_exhaustive]
pub struct RunError {
    /// The error.
    pub error: Error,
    /// Allowed next step.
    pub next: NextStep,
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.error, self.next)
    }
}

/// Allowed next step after an error. The client does none of these automatically.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NextStep {
    /// Resume the same task. This submits and costs nothing.
    Resume(TaskHandle),
    /// Start a second task or use another model, after a person has agreed to the actions that the record lists.
    AskApproval(Vec<String>),
    /// Send nothing until you have checked the usage log: the charge is unknown.
    CheckUsageLog,
}

impl fmt::Display for NextStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let f = &mut EscapingWriter(f);
        match self {
            Self::Resume(handle) => write!(f, "resume the task {handle}"),
            Self::AskApproval(list) => write!(f, "a person must agree before the next attempt: {}", list.join(", ")),
            Self::CheckUsageLog => f.write_str("check the usage log before you send another request"),
        }
    }
}
