//! Waiting for tasks.

use std::fmt;
use std::future::IntoFuture;
use std::time::Duration;

use futures_util::StreamExt as _;
use tokio::time::{Instant, sleep_until};

use super::watch::{Step, Watchers};
use super::{Task, TaskState, Video};
use crate::error::Tally;
use crate::{Charge, Error, Failure, Pending, Result};

/// How long a task is waited for if nobody says otherwise.
const DEADLINE: Duration = Duration::from_secs(30 * 60);
/// The pause behind the first question, and the longest one.
const PAUSES: (Duration, Duration) = (Duration::from_secs(2), Duration::from_secs(15));
/// Before a deadline a task is asked for at the latest so long before it, then again, until so little is left.
const LAST: (Duration, Duration) = (Duration::from_secs(1), Duration::from_millis(100));
/// How many tasks are waited for at once if nobody says otherwise.
const AT_ONCE: usize = 16;

/// What waiting came to.
#[derive(Debug)]
#[must_use = "a task that still runs is lost if nobody keeps its handle"]
#[non_exhaustive]
pub enum Waited {
    /// It is done.
    Done(Video),
    /// It still runs, as far as anybody knows: keep its handle and ask again. The error says why the last question got no
    /// answer, if it got none.
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
pub type Wait = Waiting<Task>;

/// Waits for many tasks, some at a time; what they came to stands in the order of the tasks.
///
/// ```no_run
/// # async fn demo(client: gatewright_runtime::Client, tasks: Vec<gatewright_runtime::video::Task>) {
/// let all = client.videos().wait_all(tasks).at_once(32);
/// for waited in all.on_progress(|task, percent| println!("{task}: {percent:?}")).await {
///     println!("{waited:?}");
/// }
/// # }
/// ```
pub type WaitAll = Waiting<Tasks>;

/// Waiting for one task, a [`Wait`], or for many of them, a [`WaitAll`].
#[must_use = "it waits when it is awaited"]
pub struct Waiting<T> {
    of: T,
    pacing: Pacing,
    /// Told which of the tasks is how far, in percent, where that is known.
    watchers: Watchers<(usize, Option<u8>)>,
}

/// Tasks that are waited for together.
#[derive(Debug)]
pub struct Tasks {
    tasks: Vec<Task>,
    at_once: usize,
}

/// How it is waited.
#[derive(Clone, Copy, Debug)]
struct Pacing {
    deadline: Duration,
    pauses: (Duration, Duration),
}

impl<T> Waiting<T> {
    fn on(of: T) -> Self {
        let pacing = Pacing { deadline: DEADLINE, pauses: PAUSES };
        Self { of, pacing, watchers: Watchers::default() }
    }

    /// How long to wait for a task at the most, counted from when it is first asked for: 30 minutes if nobody says
    /// otherwise.
    pub fn deadline(mut self, deadline: Duration) -> Self {
        self.pacing.deadline = deadline;
        self
    }

    /// The pause between two questions: the first, and the longest that it grows to. Both are at least 10 milliseconds,
    /// and an hour at the most.
    pub fn every(mut self, first: Duration, longest: Duration) -> Self {
        let within = |pause: Duration| pause.clamp(Duration::from_millis(10), Duration::from_secs(3600));
        self.pacing.pauses = (within(first), within(longest.max(first)));
        self
    }

    fn watched(mut self, watcher: impl Fn(Step<(usize, Option<u8>)>) + Send + Sync + 'static) -> Self {
        self.watchers = self.watchers.and(watcher);
        self
    }
}

impl Waiting<Task> {
    pub(super) fn new(task: Task) -> Self {
        Self::on(task)
    }

    /// Is called with the percentage after each question.
    pub fn on_progress(self, show: impl Fn(Option<u8>) + Send + Sync + 'static) -> Self {
        self.watched(move |step| match step {
            Step::At((_, percent)) => show(percent),
            Step::Done => {}
        })
    }

    /// Shows the percentage on a bar, which should count to 100, and finishes it when the task is done.
    #[cfg(feature = "indicatif")]
    pub fn bar(self, bar: indicatif::ProgressBar) -> Self {
        self.watched(move |step| match step {
            Step::At((_, percent)) => bar.set_position(percent.map_or(bar.position(), u64::from)),
            Step::Done => bar.finish(),
        })
    }

    /// The same as something that can be stored, or waited for without async code.
    pub fn start(self) -> Pending<Waited> {
        Pending::new(wait(0, self.of, self.pacing, self.watchers))
    }
}

impl IntoFuture for Waiting<Task> {
    type Output = Result<Waited>;
    type IntoFuture = Pending<Waited>;

    fn into_future(self) -> Pending<Waited> {
        self.start()
    }
}

impl Waiting<Tasks> {
    pub(super) fn new(tasks: Vec<Task>) -> Self {
        Self::on(Tasks { tasks, at_once: AT_ONCE })
    }

    /// How many tasks are asked for at the same time: 16 if nobody says otherwise.
    pub fn at_once(mut self, tasks: usize) -> Self {
        self.of.at_once = tasks.max(1);
        self
    }

    /// Is called after each question: with the number of the task, from 0 in the order of the tasks, and the percentage.
    pub fn on_progress(self, show: impl Fn(usize, Option<u8>) + Send + Sync + 'static) -> Self {
        self.watched(move |step| match step {
            Step::At((task, percent)) => show(task, percent),
            Step::Done => {}
        })
    }

    /// The same as something that can be stored, or waited for without async code.
    pub fn start(self) -> Pending<Vec<Result<Waited>>> {
        let Self { of: Tasks { tasks, at_once }, pacing, watchers } = self;
        Pending::new(async move {
            let waits = tasks.into_iter().enumerate().map(move |(index, task)| {
                let waited = wait(index, task, pacing, watchers.clone());
                async move { (index, waited.await) }
            });
            // One that is done makes room for the next, whatever those before it do.
            let mut all: Vec<_> = futures_util::stream::iter(waits).buffer_unordered(at_once).collect().await;
            all.sort_unstable_by_key(|it| it.0);
            Ok(all.into_iter().map(|it| it.1).collect())
        })
    }
}

impl IntoFuture for Waiting<Tasks> {
    type Output = Vec<Result<Waited>>;
    type IntoFuture = std::pin::Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        let all = self.start();
        Box::pin(async move { all.await.unwrap_or_default() })
    }
}

impl<T: fmt::Debug> fmt::Debug for Waiting<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Waiting").field("of", &self.of).field("pacing", &self.pacing).finish_non_exhaustive()
    }
}

/// Waits for the task that is `index` in the order of all.
async fn wait(index: usize, task: Task, pacing: Pacing, watchers: Watchers<(usize, Option<u8>)>) -> Result<Waited> {
    let end = Instant::now().checked_add(pacing.deadline);
    let (mut pause, longest) = pacing.pauses;
    // Why the last question got no answer; until one comes, that none did.
    let silence = Failure::without_reply(Tally::default(), Charge::No, None);
    let mut trouble = Some(Error::Timeout(Box::new(silence)));
    loop {
        // A question is within the deadline, too: an answer that does not come must not hold anybody up.
        let asked = match end {
            Some(end) => tokio::select! {
                biased;
                answer = task.ask() => answer,
                () = sleep_until(end) => return Ok(Waited::StillRunning(task, trouble)),
            },
            None => task.ask().await,
        };
        trouble = match asked {
            Ok(TaskState::Done(video)) => {
                watchers.tell(Step::At((index, Some(100))));
                watchers.tell(Step::Done);
                return Ok(Waited::Done(video));
            }
            Ok(TaskState::Running { progress, .. }) => {
                watchers.tell(Step::At((index, progress)));
                None
            }
            Err(error) if may_pass(&error) => Some(error),
            Err(error) => return Err(error),
        };
        let asked_to_wait = trouble.as_ref().and_then(|it| it.failure()?.retry_after).unwrap_or_default();
        let next =
            Instant::now() + pause.mul_f64(0.5 + fastrand::f64() / 2.0).max(asked_to_wait.min(longest.max(pause)));
        match end {
            // What comes of it until then is not missed: as long as there is time for one more answer.
            Some(end) if next >= end => {
                let left = end.saturating_duration_since(Instant::now());
                if left < LAST.1 {
                    sleep_until(end).await;
                    return Ok(Waited::StillRunning(task, trouble));
                }
                sleep_until(end - (left / 4).min(LAST.0)).await;
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
