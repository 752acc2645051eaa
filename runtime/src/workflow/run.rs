//! Running a workflow: gone on with, never begun anew by itself.

use std::fmt::{self, Write as _};
use std::time::Duration;

use super::prepare::Preflight;
use super::{Executable, RecoveryPolicy};
use crate::text::Visible;
use crate::video::{Task, TaskHandle, Video, Wait, Waited};
use crate::{Charge, Client, Error, Incoming, Json, Pending, Response, ResponseKind, Result};

impl Preflight {
    /// Says that whoever is concerned has seen all this and agrees.
    pub fn agree(self) -> Agreed {
        Agreed(self)
    }
}

/// A request that was agreed to: once.
#[must_use = "nothing is sent until it is run"]
#[derive(Debug)]
pub struct Agreed(pub(super) Preflight);

impl Agreed {
    /// What sends it when it is started: once.
    pub fn run(self) -> Run {
        let recovery = self.0.recovery.clone();
        Run::new(Begins::Request(Box::new(self.0)), recovery)
    }
}

impl Executable {
    /// Goes on with a task of an earlier run: nothing is sent but the question how it stands.
    pub fn resume(&self, client: &Client, handle: TaskHandle) -> Run {
        let from = Begins::Task(client.videos().resume(handle));
        Run::new(from, self.workflow().recovery_policy.clone())
    }
}

/// What a run begins with.
enum Begins {
    Request(Box<Preflight>),
    Task(Task),
}

/// Called with a task's handle as soon as there is one.
type OnTask = Box<dyn FnOnce(&TaskHandle) + Send>;

/// How a task is waited for.
type Pace = Box<dyn FnOnce(Wait) -> Wait + Send>;

/// A run that has not been started yet.
#[must_use = "nothing happens until it is started"]
pub struct Run {
    from: Begins,
    recovery: RecoveryPolicy,
    on_task: Option<OnTask>,
    pace: Vec<Pace>,
}

impl Run {
    fn new(from: Begins, recovery: RecoveryPolicy) -> Self {
        Self { from, recovery, on_task: None, pace: Vec::new() }
    }

    /// Is called with the task's handle before it is waited for: keep it, and the run can be resumed after a restart.
    pub fn on_task(mut self, keep: impl FnOnce(&TaskHandle) + Send + 'static) -> Self {
        self.on_task = Some(Box::new(keep));
        self
    }

    /// Changes how a task is waited for: its pauses, what is shown meanwhile.
    pub fn waiting(mut self, change: impl FnOnce(Wait) -> Wait + Send + 'static) -> Self {
        self.pace.push(Box::new(change));
        self
    }

    /// How long a task is waited for at the most.
    pub fn deadline(self, deadline: Duration) -> Self {
        self.waiting(move |wait| wait.deadline(deadline))
    }

    /// Starts it. An error means that nothing was charged and nothing runs; everything else is an outcome.
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
        Begins::Task(task) => task,
        Begins::Request(preflight) => {
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
                // Nobody knows whether it was charged, so that nothing more is sent.
                Err(error) => return Ok(Outcome::Stopped(Box::new(Stopped { error, next: Next::FindOut }))),
            }
        }
    };
    if let Some(keep) = run.on_task {
        keep(task.handle());
    }
    let handle = task.handle().clone();
    let wait = run.pace.into_iter().fold(task.wait(), |wait, change| change(wait));
    match wait.await {
        Ok(Waited::Done(video)) => Ok(Outcome::Video(Box::new(video))),
        Ok(Waited::StillRunning(task, None)) => Ok(Outcome::Running(Box::new(task))),
        // Nobody could ask how it stands.
        Ok(Waited::StillRunning(_, Some(error))) => {
            Ok(Outcome::Stopped(Box::new(Stopped { error, next: Next::Resume(handle) })))
        }
        Err(error) => {
            // A failed task is refunded; of every other, the same task is gone on with before anything else.
            let next = match error {
                Error::TaskFailed(_) => Next::Agree(run.recovery.confirmation_required_for.into_vec()),
                _ => Next::Resume(handle),
            };
            Ok(Outcome::Stopped(Box::new(Stopped { error, next })))
        }
    }
}

enum Sent {
    Task(Task),
    Done(Outcome),
}

/// What a run came to.
#[derive(Debug)]
#[must_use = "a task that still runs is lost if nobody keeps its handle"]
#[non_exhaustive]
pub enum Outcome {
    /// A video.
    Video(Box<Video>),
    /// A reply in JSON.
    Reply(Box<Response<Json>>),
    /// A file.
    File(Box<Incoming>),
    /// A task that still runs: resume it later.
    Running(Box<Task>),
    /// It went wrong, and the record's policy says what may come next.
    Stopped(Box<Stopped>),
}

/// A run that went wrong.
#[derive(Debug)]
#[non_exhaustive]
pub struct Stopped {
    /// What went wrong.
    pub error: Error,
    /// What may come next.
    pub next: Next,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.error, self.next)
    }
}

/// What may come next. None of it happens by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Next {
    /// The same task can be gone on with: that sends and costs nothing.
    Resume(TaskHandle),
    /// A second task, or another model, once a person has agreed to what the record lists.
    Agree(Vec<String>),
    /// Nothing, until somebody has looked into the usage log: nobody knows whether it was charged.
    FindOut,
}

impl fmt::Display for Next {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let f = &mut Visible(f);
        match self {
            Self::Resume(handle) => write!(f, "go on with the task {handle}"),
            Self::Agree(list) => write!(f, "a person must agree before anything else is tried: {}", list.join(", ")),
            Self::FindOut => f.write_str("look into the usage log before anything else is sent"),
        }
    }
}
