//! Responses about tasks, in the shapes of all paths and in mixtures of them.

use serde_json::Value;

use crate::{Service, TaskSpec, places};

/// How a task stands.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Standing {
    /// Still running, or in a state that is not known.
    Running,
    Completed {
        url: Option<String>,
    },
    Failed {
        code: Option<String>,
        message: Option<String>,
    },
}

/// One answer about a task.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Report {
    pub(super) id: Option<String>,
    /// All ids in the reply; a provider may have one of its own for the task.
    ids: Vec<String>,
    pub(super) standing: Standing,
    /// The word for it, as it came.
    pub(super) status: Option<String>,
    /// From 0 to 100.
    pub(super) progress: Option<u8>,
}

impl Report {
    /// Returns false if the reply names other tasks only.
    pub(super) fn is_about(&self, id: &str) -> bool {
        self.ids.is_empty() || self.ids.iter().any(|it| it == id)
    }
}

/// Reads a response about a task, by the places and words of all paths of the service.
pub(super) fn report(reply: &Value, service: &Service) -> Option<Report> {
    let tasks = service.tasks;
    let layers = layers(reply, tasks);
    let inmost = *layers.last()?;
    let ids = || tasks.iter().flat_map(|it| it.id).copied();
    let id = |layer: &Value| first(layer, ids());
    // Around a task there can be a word for the call alone: the one beside the id is the task's.
    let (named, others): (Vec<&Value>, Vec<&Value>) = layers.iter().partition(|it| id(it).is_some());
    let status = named.iter().chain(&others).find_map(|it| first(it, tasks.iter().map(|it| it.status)));
    let is = |words: fn(&TaskSpec) -> &'static [&'static str]| {
        let mut words = tasks.iter().flat_map(words);
        status.as_deref().is_some_and(|status| words.any(|it| it.eq_ignore_ascii_case(status)))
    };
    // The first place that says something, in any layer.
    let found = |places: fn(&TaskSpec) -> &'static [&'static str]| {
        let mut places = tasks.iter().flat_map(places);
        places.find_map(|place| layers.iter().find_map(|it| first(it, [*place])))
    };
    let standing = if is(|it| it.failed) {
        let own = |places: &[&'static str]| first(inmost, places.iter().copied());
        Standing::Failed {
            code: found(|it| it.error_code).or_else(|| own(service.error_code)),
            message: found(|it| it.error_text).or_else(|| own(service.error_message)),
        }
    } else if is(|it| it.done) {
        Standing::Completed { url: found(|it| it.url) }
    } else {
        Standing::Running
    };
    let progress = |layer: &&Value| tasks.iter().find_map(|it| progress(places::find(layer, it.progress).first()?));
    Some(Report {
        id: layers.iter().find_map(|it| id(it)),
        ids: layers.iter().flat_map(|it| ids().filter_map(|place| first(it, [place]))).collect(),
        progress: layers.iter().find_map(progress),
        standing,
        status,
    })
}

/// The objects that a task can be in, the outermost first.
fn layers<'a>(reply: &'a Value, tasks: &[TaskSpec]) -> Vec<&'a Value> {
    let mut layers = Vec::new();
    let mut inner = Some(reply);
    while let Some(it) = inner.filter(|it| it.is_object() && layers.len() < 4) {
        layers.push(it);
        inner = tasks.iter().filter(|it| !it.envelope.is_empty()).find_map(|task| it.get(task.envelope));
    }
    layers
}

/// The first of some places that has a text.
fn first(layer: &Value, places: impl IntoIterator<Item = &'static str>) -> Option<String> {
    places.into_iter().flat_map(|it| places::find(layer, it)).find_map(text)
}

/// A text that says something; numbers are texts, too.
fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) if !text.trim().is_empty() => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// A number, or a text such as `42%`.
fn progress(value: &Value) -> Option<u8> {
    let number = match value {
        Value::String(text) => text.trim().trim_end_matches('%').trim_end().parse::<f64>().ok()?,
        other => other.as_f64()?,
    };
    // In range after the clamp, and whole enough to be shown.
    number.is_finite().then(|| number.clamp(0.0, 100.0) as u8)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const TASKS: TaskSpec = TaskSpec {
        path: "/tasks",
        name: "tasks",
        envelope: "",
        id: &["task_id", "id"],
        status: "status",
        progress: "progress",
        url: &["metadata.url"],
        error_code: &["error.code"],
        error_text: &["error.message", "error"],
        done: &["completed"],
        failed: &["failed"],
    };

    static GATEWAY: Service = Service {
        tasks: &[
            TASKS,
            TaskSpec {
                envelope: "data",
                url: &["result_url"],
                error_text: &["fail_reason"],
                done: &["SUCCESS", "succeeded"],
                failed: &["FAILURE"],
                ..TASKS
            },
        ],
        ..Service::EMPTY
    };

    fn read(reply: Value) -> Report {
        report(&reply, &GATEWAY).expect("an object")
    }

    #[test]
    fn both_shapes_are_read() {
        let queued = read(json!({ "id": "t1", "task_id": "t1", "object": "video", "status": "queued", "progress": 0 }));
        assert_eq!((queued.id.as_deref(), queued.progress, queued.standing), (Some("t1"), Some(0), Standing::Running));
        let done =
            read(json!({ "id": "t1", "status": "completed", "progress": 100, "metadata": { "url": "https://x" } }));
        assert_eq!(done.standing, Standing::Completed { url: Some("https://x".into()) });
        for failed in [
            json!({ "status": "failed", "error": { "code": "InvalidParameter", "message": "no" } }),
            json!({ "status": "failed", "code": "InvalidParameter", "message": "no" }),
        ] {
            let (code, message) = (Some("InvalidParameter".into()), Some("no".into()));
            assert_eq!(read(failed).standing, Standing::Failed { code, message });
        }

        let legacy = |status: &str, more: Value| {
            let mut data = json!({ "task_id": "t2", "status": status, "progress": "42%", "fail_reason": "" });
            data.as_object_mut().expect("an object").extend(more.as_object().cloned().expect("an object"));
            read(json!({ "code": "success", "message": "", "data": data }))
        };
        let running = legacy("IN_PROGRESS", json!({}));
        assert_eq!((running.id.as_deref(), running.progress), (Some("t2"), Some(42)));
        assert_eq!(running.standing, Standing::Running);
        // A finished task may carry text where reasons of failures go.
        let done = legacy("SUCCESS", json!({ "result_url": "https://y", "fail_reason": "https://y" }));
        assert_eq!(done.standing, Standing::Completed { url: Some("https://y".into()) });
        let failed = legacy("FAILURE", json!({ "fail_reason": "too dark" }));
        assert_eq!(failed.standing, Standing::Failed { code: None, message: Some("too dark".into()) });
    }

    #[test]
    fn words_of_either_shape_can_come_on_either_path_and_unknown_ones_mean_that_it_runs() {
        for word in ["NOT_START", "SUBMITTED", "QUEUED", "processing", "unknown", "UNKNOWN", "in_progress", "", "??"] {
            assert_eq!(read(json!({ "status": word })).standing, Standing::Running, "{word}");
        }
        assert_eq!(read(json!({ "status": "SUCCESS" })).standing, Standing::Completed { url: None });
        assert_eq!(read(json!({ "data": { "status": "succeeded" } })).standing, Standing::Completed { url: None });
        assert!(matches!(read(json!({ "data": { "status": "failed" } })).standing, Standing::Failed { .. }));
        assert_eq!(read(json!({})).standing, Standing::Running);
        assert_eq!(read(json!({ "status": null, "progress": { "a": 1 } })).progress, None);
        assert_eq!(report(&json!([1]), &GATEWAY), None);
    }

    #[test]
    fn a_reply_about_another_task_is_found() {
        assert!(read(json!({ "status": "queued" })).is_about("t"));
        assert!(read(json!({ "id": 7, "data": { "task_id": "t", "id": "provider-1" } })).is_about("t"));
        assert!(!read(json!({ "id": "other", "status": "completed" })).is_about("t"));
        assert!(!read(json!({ "data": { "task_id": "other" } })).is_about("t"));
    }

    #[test]
    fn a_word_around_a_task_is_not_the_word_for_it() {
        let read = |status: &str| read(json!({ "status": "success", "data": { "task_id": "t", "status": status } }));
        assert_eq!(read("IN_PROGRESS").standing, Standing::Running);
        assert!(matches!(read("FAILURE").standing, Standing::Failed { .. }));
        assert_eq!(read("").standing, Standing::Completed { url: None });
    }

    #[test]
    fn progress_is_a_number_or_a_text() {
        for (given, percent) in
            [(json!(7), Some(7)), (json!("7%"), Some(7)), (json!(" 99.9 % "), Some(99)), (json!(1e9), Some(100))]
        {
            assert_eq!(read(json!({ "progress": given })).progress, percent, "{given}");
        }
        for given in [json!("soon"), json!(null), json!("NaN")] {
            assert_eq!(read(json!({ "progress": given })).progress, None, "{given}");
        }
    }
}
