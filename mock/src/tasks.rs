//! Tasks of the gateway.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::{Duration, Instant, SystemTime};

use gatewright::model::TaskShape;
use gatewright_runtime::json_path;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::signed;

/// Settings of tasks and their files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct TaskSettings {
    /// Duration of a task; `None`: until [`Gateway::end_tasks`](crate::Gateway::end_tasks) is called.
    pub duration: Option<Duration>,
    /// Number of polls until a task ends, instead of a duration.
    pub polls: Option<u32>,
    /// Error code and message of new tasks, if they fail.
    pub failure: Option<(String, String)>,
    /// True if a request that the gateway may refuse at once or later becomes a task that fails.
    pub refuse_late: bool,
    /// True if images at URLs are too small.
    pub small_images: bool,
    /// Time until the URL of a finished file expires.
    pub url_lasts: Duration,
    /// True if finished tasks do not contain the URL of their file.
    pub hides_url: bool,
    /// Size of a finished file in bytes.
    pub file_size: usize,
    /// True if range requests are supported.
    pub serves_parts: bool,
}

impl Default for TaskSettings {
    fn default() -> Self {
        Self {
            duration: Some(Duration::from_millis(50)),
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

/// Task that was submitted.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct SubmittedTask {
    /// Id of the task.
    pub id: String,
    /// Path that it was submitted to.
    pub path: String,
    /// Request as the gateway runs it: without dropped fields, and with replaced values.
    pub runs: Value,
    /// True if the charge was refunded.
    pub refunded: bool,
}

/// Result of a task.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum TaskResult {
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
    result: TaskResult,
    /// Id of the charged request.
    request_id: String,
    refunded: bool,
    began: Instant,
    settings: TaskSettings,
    /// True if the task was ended before its time.
    ended: bool,
    /// Number of polls so far.
    polled: AtomicU32,
}

impl Tasks {
    pub(super) fn begin(
        &mut self,
        model: &str,
        path: &str,
        runs: Value,
        result: TaskResult,
        request_id: &str,
    ) -> &Task {
        let id = format!("task_{request_id}");
        let task = Task {
            id: id.clone(),
            path: path.to_owned(),
            model: model.to_owned(),
            runs,
            result,
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

    /// Ends all running tasks.
    pub(crate) fn end(&mut self) {
        self.all.values_mut().for_each(|it| it.ended = true);
    }

    pub(crate) fn seen(&self) -> Vec<SubmittedTask> {
        let seen = |it: &Task| SubmittedTask {
            id: it.id.clone(),
            path: it.path.clone(),
            runs: it.runs.clone(),
            refunded: it.refunded,
        };
        self.all.values().map(seen).collect()
    }

    /// Returns the ids of requests whose tasks have failed since the last call, and marks the tasks as refunded.
    pub(crate) fn failed(&mut self) -> Vec<String> {
        let mut requests = Vec::new();
        for task in self.all.values_mut().filter(|it| !it.refunded) {
            if task.is_over() && task.result != TaskResult::Done {
                task.refunded = true;
                requests.push(task.request_id.clone());
            }
        }
        requests
    }
}

impl Task {
    fn is_over(&self) -> bool {
        let (polls, duration) = (self.settings.polls, self.settings.duration);
        let in_time = || duration.is_some_and(|it| self.began.elapsed() >= it);
        self.ended || polls.map_or_else(in_time, |it| self.polled.load(Relaxed) > it)
    }

    /// Returns true if the task has a file.
    pub(super) fn has_file(&self) -> bool {
        self.is_over() && self.result == TaskResult::Done
    }

    /// Returns the progress in percent.
    fn progress(&self) -> u8 {
        let share = match (self.settings.polls, self.settings.duration) {
            (Some(polls), _) => f64::from(self.polled.load(Relaxed)) / f64::from(polls).max(1.0),
            (None, Some(duration)) => {
                self.began.elapsed().as_secs_f64() / duration.as_secs_f64().max(f64::MIN_POSITIVE)
            }
            (None, None) => return 0,
        };
        (share.min(0.99) * 100.0) as u8
    }

    /// Returns the response to the submission, in which the task is always queued.
    pub(super) fn taken(&self, shape: &TaskShape) -> Value {
        self.common_fields(shape, &shape.queued, 0).into()
    }

    /// Returns the response to a poll.
    pub(super) fn answer(&self, shape: &TaskShape, base_url: &str) -> Value {
        self.polled.fetch_add(1, Relaxed);
        if !self.is_over() {
            let progress = self.progress();
            // The documents do not show the status of a running task. It is in upper case if the others are.
            let is_upper = shape.done.chars().all(char::is_uppercase);
            let running = if is_upper { "IN_PROGRESS" } else { "in_progress" };
            return self.common_fields(shape, if progress == 0 { &shape.queued } else { running }, progress).into();
        }
        match &self.result {
            TaskResult::Done => {
                let mut body = self.common_fields(shape, &shape.done, 100);
                if !self.settings.hides_url {
                    json_path::put(&mut body, &shape.url, self.url(base_url).into());
                }
                body.into()
            }
            TaskResult::Failed { code, text } => {
                let mut body = self.common_fields(shape, &shape.failed, self.progress());
                if let (Some(place), Some(code)) = (&shape.error_code, code) {
                    json_path::put(&mut body, place, code.clone().into());
                }
                let message = text.clone().or_else(|| code.clone()).unwrap_or_default();
                json_path::put(&mut body, &shape.error_text, message.into());
                body.into()
            }
        }
    }

    /// Returns the fields of every response.
    fn common_fields(&self, shape: &TaskShape, status: &str, progress: u8) -> Map<String, Value> {
        let mut body = Map::new();
        let mut put = |place: &str, value: Value| json_path::put(&mut body, place, value);
        shape.constant.iter().for_each(|(place, value)| put(place, value.clone().into()));
        shape.task_id.iter().for_each(|place| put(place, self.id.clone().into()));
        shape.model.iter().for_each(|place| put(place, self.model.clone().into()));
        put(&shape.status, status.into());
        put(&shape.progress, if shape.percent { format!("{progress}%").into() } else { progress.into() });
        body
    }

    /// Returns the signed URL of the file.
    fn url(&self, base_url: &str) -> String {
        let expires = SystemTime::now() + self.settings.url_lasts;
        let expires = expires.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs();
        signed::address(base_url, &format!("{}.mp4", self.id), expires)
    }
}
