//! The tasks of a gateway.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::{Duration, Instant, SystemTime};

use gatewright::model::TaskShape;
use gatewright_runtime::places;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::signed;

/// How tasks behave.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct TaskSettings {
    /// How long a task takes; `None`: until it is told to end.
    pub takes: Option<Duration>,
    /// Number of polls that a task takes, instead of time.
    pub polls: Option<u32>,
    /// How new tasks fail, if they do: code and words.
    pub failure: Option<(String, String)>,
    /// Whether what the documents let the gateway refuse at once or later is refused later.
    pub refuse_late: bool,
    /// Whether pictures behind addresses are too small.
    pub small_images: bool,
    /// How long the address of a finished file is good.
    pub url_lasts: Duration,
    /// Whether finished tasks keep to themselves where their file is.
    pub hides_url: bool,
    /// How large a finished file is, in bytes.
    pub file_size: usize,
    /// Whether a part of a file can be asked for.
    pub serves_parts: bool,
}

impl Default for TaskSettings {
    fn default() -> Self {
        Self {
            takes: Some(Duration::from_millis(50)),
            polls: None,
            failure: None,
            refuse_late: false,
            small_images: false,
            url_lasts: Duration::from_secs(3600),
            hides_url: false,
            file_size: 100_000,
            serves_parts: true,
        }
    }
}

/// A task as it can be looked at.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct TaskSeen {
    /// Its id.
    pub id: String,
    /// The path that it was submitted on.
    pub path: String,
    /// What runs: the request without what was dropped, and with what was put in its place.
    pub runs: Value,
    /// Whether the charge was refunded.
    pub refunded: bool,
}

/// How a task ends.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Ending {
    Done,
    Failed { code: Option<String>, text: Option<String> },
}

/// All tasks.
#[derive(Default)]
pub(crate) struct Tasks {
    pub(crate) settings: TaskSettings,
    all: BTreeMap<String, Task>,
}

pub(crate) struct Task {
    id: String,
    pub(crate) path: String,
    model: String,
    runs: Value,
    ending: Ending,
    /// The request that was charged for it.
    request_id: String,
    refunded: bool,
    began: Instant,
    settings: TaskSettings,
    /// Told to end, whatever time says.
    ended: bool,
    /// Number of polls so far.
    polled: AtomicU32,
}

impl Tasks {
    pub(super) fn begin(&mut self, model: &str, path: &str, runs: Value, ending: Ending, request_id: &str) -> &Task {
        let id = format!("task_{request_id}");
        let task = Task {
            id: id.clone(),
            path: path.to_owned(),
            model: model.to_owned(),
            runs,
            ending,
            request_id: request_id.to_owned(),
            refunded: false,
            began: Instant::now(),
            settings: self.settings.clone(),
            ended: false,
            polled: AtomicU32::new(0),
        };
        self.all.entry(id).or_insert(task)
    }

    pub(super) fn find(&self, id: &str) -> Option<&Task> {
        self.all.get(id)
    }

    /// Ends all tasks that run.
    pub(crate) fn end(&mut self) {
        self.all.values_mut().for_each(|it| it.ended = true);
    }

    pub(crate) fn seen(&self) -> Vec<TaskSeen> {
        let seen = |it: &Task| TaskSeen {
            id: it.id.clone(),
            path: it.path.clone(),
            runs: it.runs.clone(),
            refunded: it.refunded,
        };
        self.all.values().map(seen).collect()
    }

    /// The requests whose tasks have failed since this was asked last: they are refunded.
    pub(crate) fn failed(&mut self) -> Vec<String> {
        let mut requests = Vec::new();
        for task in self.all.values_mut().filter(|it| !it.refunded) {
            if task.is_over() && task.ending != Ending::Done {
                task.refunded = true;
                requests.push(task.request_id.clone());
            }
        }
        requests
    }
}

impl Task {
    fn is_over(&self) -> bool {
        let (polls, takes) = (self.settings.polls, self.settings.takes);
        let in_time = || takes.is_some_and(|it| self.began.elapsed() >= it);
        self.ended || polls.map_or_else(in_time, |it| self.polled.load(Relaxed) > it)
    }

    /// Whether there is a file of it.
    pub(super) fn is_made(&self) -> bool {
        self.is_over() && self.ending == Ending::Done
    }

    /// From 0 to 100.
    fn progress(&self) -> u8 {
        let share = match (self.settings.polls, self.settings.takes) {
            (Some(polls), _) => f64::from(self.polled.load(Relaxed)) / f64::from(polls).max(1.0),
            (None, Some(takes)) => self.began.elapsed().as_secs_f64() / takes.as_secs_f64().max(f64::MIN_POSITIVE),
            (None, None) => return 0,
        };
        (share.min(0.99) * 100.0) as u8
    }

    /// That it was taken, in a shape: whatever time says, it is queued then.
    pub(super) fn taken(&self, shape: &TaskShape) -> Value {
        self.said(shape, &shape.queued, 0).into()
    }

    /// How it stands, in a shape.
    pub(super) fn answer(&self, shape: &TaskShape, base_url: &str) -> Value {
        self.polled.fetch_add(1, Relaxed);
        if !self.is_over() {
            let progress = self.progress();
            // The documents do not show the word for a task that runs: it is spelled as the others are.
            let is_upper = shape.done.chars().all(char::is_uppercase);
            let running = if is_upper { "IN_PROGRESS" } else { "in_progress" };
            return self.said(shape, if progress == 0 { &shape.queued } else { running }, progress).into();
        }
        match &self.ending {
            Ending::Done => {
                let mut body = self.said(shape, &shape.done, 100);
                if !self.settings.hides_url {
                    places::put(&mut body, &shape.url, self.url(base_url).into());
                }
                body.into()
            }
            Ending::Failed { code, text } => {
                let mut body = self.said(shape, &shape.failed, self.progress());
                if let (Some(place), Some(code)) = (&shape.error_code, code) {
                    places::put(&mut body, place, code.clone().into());
                }
                let said = text.clone().or_else(|| code.clone()).unwrap_or_default();
                places::put(&mut body, &shape.error_text, said.into());
                body.into()
            }
        }
    }

    /// What every answer has.
    fn said(&self, shape: &TaskShape, status: &str, progress: u8) -> Map<String, Value> {
        let mut body = Map::new();
        let mut put = |place: &str, value: Value| places::put(&mut body, place, value);
        shape.constant.iter().for_each(|(place, value)| put(place, value.clone().into()));
        shape.task_id.iter().for_each(|place| put(place, self.id.clone().into()));
        shape.model.iter().for_each(|place| put(place, self.model.clone().into()));
        put(&shape.status, status.into());
        put(&shape.progress, if shape.percent { format!("{progress}%").into() } else { progress.into() });
        body
    }

    /// The signed address of its file.
    fn url(&self, base_url: &str) -> String {
        let expires = SystemTime::now() + self.settings.url_lasts;
        let expires = expires.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs();
        signed::address(base_url, &format!("{}.mp4", self.id), expires)
    }
}
