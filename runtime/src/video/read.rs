//! Parser of responses about tasks, in the shapes of all paths and in mixtures of them.

use serde_json::Value;

use crate::{Service, TaskSpec, json_path};

/// State of a task.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum TaskStatus {
    /// Running, or in an unknown state.
    Running,
    Completed {
        url: Option<String>,
    },
    Failed {
        code: Option<String>,
        message: Option<String>,
    },
    /// Both completed and failed, or completed with an error.
    Contradictory,
}

/// Parsed response about a task.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Report {
    pub(super) id: Option<String>,
    /// Ids in the response, at the first paths only if it has some there. At the others, a provider may have its own id for
    /// the task.
    ids: Vec<String>,
    /// True if `ids` are from the first paths, so that none may be the id of another task.
    are_exact: bool,
    pub(super) task_status: TaskStatus,
    /// Status in the response, unchanged.
    pub(super) status: Option<String>,
    /// Progress from 0 to 100.
    pub(super) progress: Option<u8>,
}

impl Report {
    /// Returns false if the response is about another task, or also about another task.
    pub(super) fn matches_id(&self, id: &str) -> bool {
        let mut ids = self.ids.iter();
        ids.len() == 0 || if self.are_exact { ids.all(|it| it == id) } else { ids.any(|it| it == id) }
    }
}

/// Reads a response about a task. The JSON paths and status words of all task paths of the service apply.
pub(super) fn report(reply: &Value, service: &Service) -> Option<Report> {
    let tasks = service.tasks;
    let layers = layers(reply, tasks);
    let inmost = *layers.last()?;
    let ids = || tasks.iter().flat_map(|it| it.id).copied();
    let id = |layer: &Value| first(layer, ids());
    // The envelope may have a status of the call. The status next to the id is the status of the task.
    let (named, others): (Vec<&Value>, Vec<&Value>) = layers.iter().partition(|it| id(it).is_some());
    let status_of = |layer: &&Value| first(layer, tasks.iter().map(|it| it.status));
    let status = named.iter().chain(&others).find_map(status_of);
    let has_word = |status: &str, words: fn(&TaskSpec) -> &'static [&'static str]| {
        tasks.iter().flat_map(words).any(|it| it.eq_ignore_ascii_case(status))
    };
    let is = |words| status.as_deref().is_some_and(|it| has_word(it, words));
    let is_any = |words| named.iter().filter_map(status_of).any(|it| has_word(&it, words));
    let has_error = || layers.iter().any(|it| service.has_error(it) && !service.reports_success(it));
    // The first place that has a text, in any layer.
    let found = |paths: fn(&TaskSpec) -> &'static [&'static str]| {
        let mut paths = tasks.iter().flat_map(paths);
        paths.find_map(|place| layers.iter().find_map(|it| first(it, [*place])))
    };
    let task_status = if is_any(|it| it.failed) && is_any(|it| it.done) || is(|it| it.done) && has_error() {
        TaskStatus::Contradictory
    } else if is(|it| it.failed) {
        let own = |paths: &[&'static str]| first(inmost, paths.iter().copied());
        TaskStatus::Failed {
            code: found(|it| it.error_code).or_else(|| own(service.error_code)),
            message: found(|it| it.error_text).or_else(|| own(service.error_message)),
        }
    } else if is(|it| it.done) {
        TaskStatus::Completed { url: found(|it| it.url) }
    } else {
        TaskStatus::Running
    };
    let progress = |layer: &&Value| tasks.iter().find_map(|it| progress(json_path::find(layer, it.progress).first()?));
    let at = |paths: Vec<&'static str>| -> Vec<String> {
        layers.iter().flat_map(|it| paths.iter().filter_map(|path| first(it, [*path]))).collect()
    };
    let exact = at(tasks.iter().filter_map(|it| it.id.first().copied()).collect());
    Some(Report {
        id: layers.iter().find_map(|it| id(it)),
        are_exact: !exact.is_empty(),
        ids: if exact.is_empty() { at(ids().collect()) } else { exact },
        progress: layers.iter().find_map(progress),
        task_status,
        status,
    })
}

/// Returns the objects that may contain the task, the outermost first.
fn layers<'a>(reply: &'a Value, tasks: &[TaskSpec]) -> Vec<&'a Value> {
    let mut layers = Vec::new();
    let mut inner = Some(reply);
    while let Some(it) = inner.filter(|it| it.is_object() && layers.len() < 4) {
        layers.push(it);
        inner = tasks.iter().filter(|it| !it.envelope.is_empty()).find_map(|task| it.get(task.envelope));
    }
    layers
}

/// Returns the first text at one of these paths.
fn first(layer: &Value, paths: impl IntoIterator<Item = &'static str>) -> Option<String> {
    paths.into_iter().flat_map(|it| json_path::find(layer, it)).find_map(text)
}

/// Returns a text that is not blank. Numbers count as texts.
fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) if !text.trim().is_empty() => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Reads the progress: a number, or a text such as `42%`.
fn progress(value: &Value) -> Option<u8> {
    let number = match value {
        Value::String(text) => text.trim().trim_end_matches('%').trim_end().parse::<f64>().ok()?,
        other => other.as_f64()?,
    };
    // In range after the clamp. The fraction is dropped.
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
    fn both_response_shapes_are_read() {
        let queued = read(json!({ "id": "t1", "task_id": "t1", "object": "video", "status": "queued", "progress": 0 }));
        assert_eq!(
            (queued.id.as_deref(), queued.progress, queued.task_status),
            (Some("t1"), Some(0), TaskStatus::Running)
        );
        let done =
            read(json!({ "id": "t1", "status": "completed", "progress": 100, "metadata": { "url": "https://x" } }));
        assert_eq!(done.task_status, TaskStatus::Completed { url: Some("https://x".into()) });
        for failed in [
            json!({ "status": "failed", "error": { "code": "InvalidParameter", "message": "no" } }),
            json!({ "status": "failed", "code": "InvalidParameter", "message": "no" }),
        ] {
            let (code, message) = (Some("InvalidParameter".into()), Some("no".into()));
            assert_eq!(read(failed).task_status, TaskStatus::Failed { code, message });
        }

        let legacy = |status: &str, more: Value| {
            let mut data = json!({ "task_id": "t2", "status": status, "progress": "42%", "fail_reason": "" });
            data.as_object_mut().expect("an object").extend(more.as_object().cloned().expect("an object"));
            read(json!({ "code": "success", "message": "", "data": data }))
        };
        let running = legacy("IN_PROGRESS", json!({}));
        assert_eq!((running.id.as_deref(), running.progress), (Some("t2"), Some(42)));
        assert_eq!(running.task_status, TaskStatus::Running);
        // A finished task may have a text in the field for failure reasons.
        let done = legacy("SUCCESS", json!({ "result_url": "https://y", "fail_reason": "https://y" }));
        assert_eq!(done.task_status, TaskStatus::Completed { url: Some("https://y".into()) });
        let failed = legacy("FAILURE", json!({ "fail_reason": "too dark" }));
        assert_eq!(failed.task_status, TaskStatus::Failed { code: None, message: Some("too dark".into()) });
    }

    #[test]
    fn each_path_may_use_any_status_word_and_unknown_words_mean_running() {
        for word in ["NOT_START", "SUBMITTED", "QUEUED", "processing", "unknown", "UNKNOWN", "in_progress", "", "??"] {
            assert_eq!(read(json!({ "status": word })).task_status, TaskStatus::Running, "{word}");
        }
        assert_eq!(read(json!({ "status": "SUCCESS" })).task_status, TaskStatus::Completed { url: None });
        assert_eq!(read(json!({ "data": { "status": "succeeded" } })).task_status, TaskStatus::Completed { url: None });
        assert!(matches!(read(json!({ "data": { "status": "failed" } })).task_status, TaskStatus::Failed { .. }));
        assert_eq!(read(json!({})).task_status, TaskStatus::Running);
        assert_eq!(read(json!({ "status": null, "progress": { "a": 1 } })).progress, None);
        assert_eq!(report(&json!([1]), &GATEWAY), None);
    }

    #[test]
    fn a_response_about_another_task_is_detected() {
        assert!(read(json!({ "status": "queued" })).matches_id("t"));
        assert!(read(json!({ "id": 7, "data": { "task_id": "t", "id": "provider-1" } })).matches_id("t"));
        assert!(!read(json!({ "id": "other", "status": "completed" })).matches_id("t"));
        assert!(!read(json!({ "data": { "task_id": "other" } })).matches_id("t"));
        // `task_id` names tasks of the gateway only.
        assert!(!read(json!({ "id": "t", "data": { "task_id": "other", "status": "SUCCESS" } })).matches_id("t"));
        assert!(!read(json!({ "task_id": "t", "data": { "task_id": "other", "status": "SUCCESS" } })).matches_id("t"));
        assert!(read(json!({ "id": "t", "data": { "id": "provider-1" } })).matches_id("t"));
    }

    #[test]
    fn contradictory_states_are_detected() {
        let (url, error) = (json!({ "url": "https://x" }), json!({ "code": "x", "message": "it failed" }));
        for reply in [
            json!({ "task_id": "t", "status": "completed", "data": { "task_id": "t", "status": "FAILURE" } }),
            json!({ "task_id": "t", "status": "failed", "data": { "task_id": "t", "status": "SUCCESS" } }),
            json!({ "task_id": "t", "status": "SUCCESS", "data": { "task_id": "t", "status": "FAILURE" }, "metadata": url }),
            json!({ "task_id": "t", "status": "completed", "error": error, "metadata": url }),
            json!({ "data": { "task_id": "t", "status": "completed", "error": error } }),
        ] {
            assert_eq!(read(reply.clone()).task_status, TaskStatus::Contradictory, "{reply}");
        }
        for error in [json!(null), json!({ "code": "", "message": "" }), json!({ "code": 0, "message": "success" })] {
            let done = read(json!({ "task_id": "t", "status": "completed", "error": error, "metadata": url }));
            assert_eq!(done.task_status, TaskStatus::Completed { url: Some("https://x".into()) }, "{error}");
        }
    }

    #[test]
    fn the_status_of_the_envelope_is_not_the_status_of_the_task() {
        let read = |status: &str| read(json!({ "status": "success", "data": { "task_id": "t", "status": status } }));
        assert_eq!(read("IN_PROGRESS").task_status, TaskStatus::Running);
        assert!(matches!(read("FAILURE").task_status, TaskStatus::Failed { .. }));
        assert_eq!(read("").task_status, TaskStatus::Completed { url: None });
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
