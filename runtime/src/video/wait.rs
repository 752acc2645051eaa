//! Waiting for tasks.

use std::fmt;
use std::future::IntoFuture;
use std::time::Duration;

use futures_util::StreamExt as _;
use tokio::time::{Instant, sleep_until};

use super::watch::{ProgressCallbacks, Step};
use super::{Task, TaskState, Video};
use crate::error::AttemptStats;
use crate::{Charge, Error, Failure, Pending, Result};

/// Default deadline.
const DEADLINE: Duration = Duration::from_secs(30 * 60);
/// Default intervals between polls: the first and the longest.
const INTERVALS: (Duration, Duration) = (Duration::from_secs(2), Duration::from_secs(15));
/// Last polls: the first is at most one second before the deadline, and more follow until less than 100 ms remain.
const LAST_POLLS: (Duration, Duration) = (Duration::from_secs(1), Duration::from_millis(100));
/// Default number of tasks that are polled concurrently.
const CONCURRENCY: usize = 16;

/// Outcome of waiting for a task.
#[derive(Debug)]
#[must_use = "a task that is still running is lost unless its handle is stored"]
#[non_exhaustive]
pub enum WaitOutcome {
    /// The task is done.
    Done(Video),
    /// The task is still running, as far as known: store its handle and poll again later. The error is the reason why
    /// the last poll failed, if it failed.
    StillRunning(Task, Option<Error>),
}

impl WaitOutcome {
    /// Returns the video, if the task was done in time.
    pub fn done(self) -> Option<Video> {
        match self {
            Self::Done(video) => Some(video),
            Self::StillRunning(..) => None,
        }
    }
}

/// Waits for a task and polls it at growing intervals. Await it to get the outcome. A failed task is an error; a task
/// that is still running at the deadline is not.
///
/// ```no_run
/// use std::time::Duration;
/// use gatewright_runtime::video::{Task, WaitOutcome};
///
/// # async fn demo(task: Task) -> gatewright_runtime::Result<()> {
/// match task.wait().deadline(Duration::from_secs(600)).await? {
///     WaitOutcome::Done(video) => println!("{}", video.download("clip.mp4").await?.bytes),
///     WaitOutcome::StillRunning(task, _) => println!("later: {:?}", task.handle()),
///     _ => unreachable!(),
/// }
/// # Ok(()) }
/// ```
pub type Wait = WaitBuilder<Task>;

/// Waits for many tasks, a limited number at a time. The outcomes are in the order of the tasks.
///
/// ```no_run
/// # async fn demo(client: gatewright_runtime::Client, tasks: Vec<gatewright_runtime::video::Task>) {
/// let all = client.videos().wait_all(tasks).concurrency(32);
/// for outcome in all.on_progress(|task, percent| println!("{task}: {percent:?}")).await {
///     println!("{outcome:?}");
/// }
/// # }
/// ```
pub type WaitAll = WaitBuilder<Tasks>;

/// Future that waits for one task ([`Wait`]) or for many tasks ([`WaitAll`]).
#[must_use = "it does nothing unless it is awaited"]
pub struct WaitBuilder<T> {
    of: T,
    schedule: PollSchedule,
    /// Callbacks for the index of a task and its progress in percent, if known.
    callbacks: ProgressCallbacks<(usize, Option<u8>)>,
}

/// Tasks that are waited for together.
#[derive(Debug)]
pub struct Tasks {
    tasks: Vec<Task>,
    concurrency: usize,
}

/// Deadline and intervals of the polls.
#[derive(Clone, Copy, Debug)]
struct PollSchedule {
    deadline: Duration,
    intervals: (Duration, Duration),
}

impl<T> WaitBuilder<T> {
    fn on(of: T) -> Self {
        let schedule = PollSchedule { deadline: DEADLINE, intervals: INTERVALS };
        Self { of, schedule, callbacks: ProgressCallbacks::default() }
    }

    /// Sets the deadline of a task, counted from its first poll. The default is 30 minutes.
    pub fn deadline(mut self, deadline: Duration) -> Self {
        self.schedule.deadline = deadline;
        self
    }

    /// Sets the interval between two polls: the first one, and the longest one that it grows to. Both are at least 10
    /// milliseconds and at most one hour.
    pub fn poll_interval(mut self, first: Duration, longest: Duration) -> Self {
        let within = |pause: Duration| pause.clamp(Duration::from_millis(10), Duration::from_secs(3600));
        self.schedule.intervals = (within(first), within(longest.max(first)));
        self
    }

    fn with_callback(mut self, callback: impl Fn(Step<(usize, Option<u8>)>) + Send + Sync + 'static) -> Self {
        self.callbacks = self.callbacks.and(callback);
        self
    }
}

impl WaitBuilder<Task> {
    pub(super) fn new(task: Task) -> Self {
        Self::on(task)
    }

    /// Calls a function with the percentage after each poll.
    pub fn on_progress(self, show: impl Fn(Option<u8>) + Send + Sync + 'static) -> Self {
        self.with_callback(move |step| match step {
            Step::At((_, percent)) => show(percent),
            Step::Done => {}
        })
    }

    /// Shows the percentage on a bar, whose length should be 100, and finishes the bar when the task is done.
    #[cfg(feature = "indicatif")]
    pub fn bar(self, bar: indicatif::ProgressBar) -> Self {
        self.with_callback(move |step| match step {
            Step::At((_, percent)) => bar.set_position(percent.map_or(bar.position(), u64::from)),
            Step::Done => bar.finish(),
        })
    }

    /// Returns a future that can be stored, or waited for without async code.
    pub fn start(self) -> Pending<WaitOutcome> {
        Pending::new(wait(0, self.of, self.schedule, self.callbacks))
    }
}

impl IntoFuture for WaitBuilder<Task> {
    type Output = Result<WaitOutcome>;
    type IntoFuture = Pending<WaitOutcome>;

    fn into_future(self) -> Pending<WaitOutcome> {
        self.start()
    }
}

impl WaitBuilder<Tasks> {
    pub(super) fn new(tasks: Vec<Task>) -> Self {
        Self::on(Tasks { tasks, concurrency: CONCURRENCY })
    }

    /// Sets the number of tasks that are polled concurrently. The default is 16.
    pub fn concurrency(mut self, tasks: usize) -> Self {
        self.of.concurrency = tasks.max(1);
        self
    }

    /// Calls a function with the index of a task and its percentage after each poll. The index starts at 0 and follows
    /// the order of the tasks.
    pub fn on_progress(self, show: impl Fn(usize, Option<u8>) + Send + Sync + 'static) -> Self {
        self.with_callback(move |step| match step {
            Step::At((task, percent)) => show(task, percent),
            Step::Done => {}
        })
    }

    /// Returns a future that can be stored, or waited for without async code.
    pub fn start(self) -> Pending<Vec<Result<WaitOutcome>>> {
        let Self { of: Tasks { tasks, concurrency }, schedule, callbacks } = self;
        Pending::new(async move {
            let waits = tasks.into_iter().enumerate().map(move |(index, task)| {
                let waited = wait(index, task, schedule, callbacks.clone());
                async move { (index, waited.await) }
            });
            // Each finished task makes room for the next one, even if earlier tasks are still running.
            let mut all: Vec<_> = futures_util::stream::iter(waits).buffer_unordered(concurrency).collect().await;
            all.sort_unstable_by_key(|it| it.0);
            Ok(all.into_iter().map(|it| it.1).collect())
        })
    }
}

impl IntoFuture for WaitBuilder<Tasks> {
    type Output = Vec<Result<WaitOutcome>>;
    type IntoFuture = std::pin::Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        let all = self.start();
        Box::pin(async move { all.await.unwrap_or_default() })
    }
}

impl<T: fmt::Debug> fmt::Debug for WaitBuilder<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WaitBuilder").field("of", &self.of).field("pacing", &self.schedule).finish_non_exhaustive()
    }
}

/// Waits for one task; `index` is its position among all tasks.
async fn wait(
    index: usize,
    task: Task,
    schedule: PollSchedule,
    callbacks: ProgressCallbacks<(usize, Option<u8>)>,
) -> Result<WaitOutcome> {
    let end = Instant::now().checked_add(schedule.deadline);
    let (mut pause, longest) = schedule.intervals;
    // Reason why the last poll failed; a timeout until the first response.
    let no_response = Failure::without_response(AttemptStats::default(), Charge::No, None);
    let mut last_error = Some(Error::Timeout(Box::new(no_response)));
    loop {
        // The deadline also limits the poll: a missing response must not delay the caller.
        let polled = match end {
            Some(end) => tokio::select! {
                biased;
                state = task.ask() => state,
                () = sleep_until(end) => return Ok(WaitOutcome::StillRunning(task, last_error)),
            },
            None => task.ask().await,
        };
        last_error = match polled {
            Ok(TaskState::Done(video)) => {
                callbacks.notify(Step::At((index, Some(100))));
                callbacks.notify(Step::Done);
                return Ok(WaitOutcome::Done(video));
            }
            Ok(TaskState::Running { progress, .. }) => {
                callbacks.notify(Step::At((index, progress)));
                None
            }
            Err(error) if is_transient(&error) => Some(error),
            Err(error) => return Err(error),
        };
        let retry_after = last_error.as_ref().and_then(|it| it.failure()?.retry_after).unwrap_or_default();
        let next = Instant::now() + pause.mul_f64(0.5 + fastrand::f64() / 2.0).max(retry_after.min(longest.max(pause)));
        match end {
            // Poll once more shortly before the deadline, as long as there is time for a response.
            Some(end) if next >= end => {
                let left = end.saturating_duration_since(Instant::now());
                if left < LAST_POLLS.1 {
                    sleep_until(end).await;
                    return Ok(WaitOutcome::StillRunning(task, last_error));
                }
                sleep_until(end - (left / 4).min(LAST_POLLS.0)).await;
            }
            _ => sleep_until(next).await,
        }
        pause = pause.mul_f64(1.5).min(longest);
    }
}

/// Returns true if a failed poll says nothing about the task. The client then polls again.
fn is_transient(error: &Error) -> bool {
    match error {
        Error::Transport(_)
        | Error::LocalResource(_)
        | Error::Timeout(_)
        | Error::SourceFailed(_)
        | Error::Decode(_)
        | Error::Busy(_) => true,
        Error::Refused(failure) => failure.status.is_some_and(|it| it == 408 || it == 429 || it >= 500),
        _ => false,
    }
}
