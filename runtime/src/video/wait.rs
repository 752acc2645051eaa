//! Waiting for tasks.

use std::fmt;
use std::future::IntoFuture;
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt as _;
use tokio::time::{Instant, sleep_until};

use super::{Task, TaskState, Video};
use crate::{Error, Pending, Result};

/// How long a task is waited for if nobody says otherwise.
const DEADLINE: Duration = Duration::from_secs(30 * 60);
/// The pause behind the first question, and the longest one.
const PAUSES: (Duration, Duration) = (Duration::from_secs(2), Duration::from_secs(15));
/// How many tasks are waited for at once if nobody says otherwise.
const AT_ONCE: usize = 16;

/// What waiting came to.
#[derive(Debug)]
#[must_use = "a task that still runs is lost if nobody keeps its handle"]
#[non_exhaustive]
pub enum Waited {
    /// It is done.
    Done(Video),
    /// It still runs, as far as anybody knows: keep its handle and ask again. The last answer could not be had if
    /// there is an error.
    StillRunning(Task, Option<Error>),
}

impl Waited {
    /// The video, if it is done in time.
    pub fn done(self) -> Option<Video> {
        match self {
            Self::Done(video) => Some(video),
            Self::StillRunning(..) => None,
        }
    }
}

/// Called with the percentage, as far as it is known.
type OnProgress = Arc<dyn Fn(Option<u8>) + Send + Sync>;

/// Waits for a task: asks now and then, less often as time goes by. Awaited, it says what it came to; a failed task is an
/// error, one that still runs at the deadline is not.
///
/// ```no_run
/// use std::time::Duration;
/// use gatewright_runtime::video::{Task, Waited};
///
/// # async fn demo(task: Task) -> gatewright_runtime::Result<()> {
/// match task.wait().deadline(Duration::from_secs(600)).await? {
///     Waited::Done(video) => println!("{}", video.download("clip.mp4").await?.bytes),
///     Waited::StillRunning(task, _) => println!("later: {:?}", task.handle()),
///     _ => unreachable!(),
/// }
/// # Ok(()) }
/// ```
#[must_use = "it waits when it is awaited"]
pub struct Wait {
    task: Task,
    pacing: Pacing,
}

/// How it is waited.
#[derive(Clone)]
struct Pacing {
    deadline: Duration,
    pauses: (Duration, Duration),
    on_progress: Option<OnProgress>,
}

impl Default for Pacing {
    fn default() -> Self {
        Self { deadline: DEADLINE, pauses: PAUSES, on_progress: None }
    }
}

impl Wait {
    pub(super) fn new(task: Task) -> Self {
        Self { task, pacing: Pacing::default() }
    }

    /// How long to wait at the most: 30 minutes if nobody says otherwise.
    pub fn deadline(mut self, deadline: Duration) -> Self {
        self.pacing.deadline = deadline;
        self
    }

    /// The pause between two questions: the first, and the longest that it grows to.
    pub fn every(mut self, first: Duration, longest: Duration) -> Self {
        self.pacing.pauses = (first, longest.max(first));
        self
    }

    /// Is called with the percentage after each question.
    pub fn on_progress(mut self, show: impl Fn(Option<u8>) + Send + Sync + 'static) -> Self {
        self.pacing.on_progress = Some(Arc::new(show));
        self
    }

    /// Shows the percentage on a bar, which should count to 100.
    #[cfg(feature = "indicatif")]
    pub fn bar(self, bar: indicatif::ProgressBar) -> Self {
        self.on_progress(move |percent| bar.set_position(percent.map_or(bar.position(), u64::from)))
    }

    /// The same as something that can be stored, or waited for without async code.
    pub fn start(self) -> Pending<Waited> {
        Pending::new(wait(self.task, self.pacing))
    }
}

impl IntoFuture for Wait {
    type Output = Result<Waited>;
    type IntoFuture = Pending<Waited>;

    fn into_future(self) -> Pending<Waited> {
        self.start()
    }
}

impl fmt::Debug for Wait {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Wait")
            .field("task", &self.task)
            .field("deadline", &self.pacing.deadline)
            .finish_non_exhaustive()
    }
}

async fn wait(task: Task, pacing: Pacing) -> Result<Waited> {
    let end = Instant::now().checked_add(pacing.deadline);
    let (mut pause, longest) = pacing.pauses;
    loop {
        // A question is within the deadline, too: an answer that does not come must not hold anybody up.
        let asked = match end {
            Some(end) => tokio::select! {
                biased;
                answer = task.ask() => answer,
                () = sleep_until(end) => return Ok(Waited::StillRunning(task, None)),
            },
            None => task.ask().await,
        };
        let trouble = match asked {
            Ok(TaskState::Done(video)) => {
                pacing.on_progress.iter().for_each(|it| it(Some(100)));
                return Ok(Waited::Done(video));
            }
            Ok(TaskState::Running { progress, .. }) => {
                pacing.on_progress.iter().for_each(|it| it(progress));
                None
            }
            Err(error) if may_pass(&error) => Some(error),
            Err(error) => return Err(error),
        };
        let asked_to_wait = trouble.as_ref().and_then(|it| it.failure()?.retry_after).unwrap_or_default();
        let next =
            Instant::now() + pause.mul_f64(0.5 + fastrand::f64() / 2.0).max(asked_to_wait.min(longest.max(pause)));
        match end {
            Some(end) if next >= end => {
                sleep_until(end).await;
                return Ok(Waited::StillRunning(task, trouble));
            }
            _ => sleep_until(next).await,
        }
        pause = pause.mul_f64(1.5).min(longest);
    }
}

/// Whether a question that got no answer says nothing of its task: then it is asked again.
fn may_pass(error: &Error) -> bool {
    match error {
        Error::Transport(_) | Error::Timeout(_) | Error::SourceFailed(_) | Error::Decode(_) | Error::Busy(_) => true,
        Error::Refused(failure) => failure.status.is_some_and(|it| it == 408 || it == 429 || it >= 500),
        _ => false,
    }
}

/// Waits for many tasks, some at a time; what they came to stands in the order of the tasks.
///
/// ```no_run
/// # async fn demo(client: gatewright_runtime::Client, tasks: Vec<gatewright_runtime::video::Task>) {
/// for waited in client.videos().wait_all(tasks).at_once(32).await {
///     println!("{waited:?}");
/// }
/// # }
/// ```
#[must_use = "it waits when it is awaited"]
pub struct WaitAll {
    tasks: Vec<Task>,
    at_once: usize,
    pacing: Pacing,
}

impl WaitAll {
    pub(super) fn new(tasks: Vec<Task>) -> Self {
        Self { tasks, at_once: AT_ONCE, pacing: Pacing::default() }
    }

    /// How many tasks are asked for at the same time: 16 if nobody says otherwise.
    pub fn at_once(mut self, tasks: usize) -> Self {
        self.at_once = tasks.max(1);
        self
    }

    /// How long to wait for each at the most, counted from when it is first asked for.
    pub fn deadline(mut self, deadline: Duration) -> Self {
        self.pacing.deadline = deadline;
        self
    }

    /// The pause between two questions: the first, and the longest that it grows to.
    pub fn every(mut self, first: Duration, longest: Duration) -> Self {
        self.pacing.pauses = (first, longest.max(first));
        self
    }

    /// The same as something that can be stored, or waited for without async code.
    pub fn start(self) -> Pending<Vec<Result<Waited>>> {
        let Self { tasks, at_once, pacing } = self;
        Pending::new(async move {
            let waits = tasks.into_iter().map(move |task| wait(task, pacing.clone()));
            Ok(futures_util::stream::iter(waits).buffered(at_once).collect().await)
        })
    }
}

impl IntoFuture for WaitAll {
    type Output = Vec<Result<Waited>>;
    type IntoFuture = std::pin::Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        let all = self.start();
        Box::pin(async move { all.await.unwrap_or_default() })
    }
}

impl fmt::Debug for WaitAll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WaitAll").field("tasks", &self.tasks).field("at_once", &self.at_once).finish_non_exhaustive()
    }
}
