//! What the gateway says of a task, in either shape and in whatever mixture of both.

use serde_json::Value;

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

/// The words that end a task, of both shapes and of relatives of the service; every other one means that it runs.
const DONE: [&str; 3] = ["completed", "success", "succeeded"];
const FAILED: [&str; 2] = ["failed", "failure"];

/// Reads a reply: the older shape has everything in `data`, and may have an object of the newer one in there.
pub(super) fn report(reply: &Value) -> Option<Report> {
    let layers = layers(reply);
    let inmost = *layers.last()?;
    // Around a task there can be a word for the call alone: the one beside the id is the task's.
    let (named, others): (Vec<&Value>, Vec<&Value>) = layers.iter().partition(|it| id(it).is_some());
    let status = named.iter().chain(&others).find_map(|it| text(it.get("status")));
    let is = |words: &[&str]| status.as_deref().is_some_and(|it| words.contains(&it.to_lowercase().as_str()));
    let standing = if is(&FAILED) {
        let errors = || layers.iter().filter_map(|it| it.get("error"));
        Standing::Failed {
            code: errors().find_map(|it| text(it.get("code"))).or_else(|| text(inmost.get("code"))),
            message: errors()
                .find_map(|it| text(it.get("message")).or_else(|| text(Some(it))))
                .or_else(|| layers.iter().find_map(|it| text(it.get("fail_reason"))))
                .or_else(|| text(inmost.get("message"))),
        }
    } else if is(&DONE) {
        Standing::Completed { url: layers.iter().find_map(|it| url(it)) }
    } else {
        Standing::Running
    };
    Some(Report {
        id: layers.iter().find_map(|it| id(it)),
        ids: layers.iter().flat_map(|it| [text(it.get("task_id")), text(it.get("id"))]).flatten().collect(),
        progress: layers.iter().find_map(|it| progress(it.get("progress"))),
        standing,
        status,
    })
}

/// The objects that a task can be in, the outermost first.
fn layers(reply: &Value) -> Vec<&Value> {
    let mut layers = Vec::new();
    let mut inner = Some(reply);
    while let Some(it) = inner.filter(|it| it.is_object() && layers.len() < 4) {
        layers.push(it);
        inner = it.get("data");
    }
    layers
}

fn id(layer: &Value) -> Option<String> {
    text(layer.get("task_id")).or_else(|| text(layer.get("id")))
}

fn url(layer: &Value) -> Option<String> {
    let metadata = layer.get("metadata");
    let places =
        [metadata.and_then(|it| it.get("url")), layer.get("result_url"), layer.get("video_url"), layer.get("url")];
    places.into_iter().find_map(text)
}

/// A text that says something; numbers are texts, too.
fn text(value: Option<&Value>) -> Option<String> {
    match value? {
        Value::String(text) if !text.trim().is_empty() => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// A number, or a text such as `42%`.
fn progress(value: Option<&Value>) -> Option<u8> {
    let number = match value? {
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

    fn read(reply: Value) -> Report {
        report(&reply).expect("an object")
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
        assert_eq!(report(&json!([1])), None);
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
