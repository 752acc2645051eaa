//! Progress callbacks.

use std::sync::Arc;

/// Step of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step<T> {
    /// Progress so far.
    At(T),
    /// Successful end.
    Done,
}

type ProgressCallback<T> = Arc<dyn Fn(Step<T>) + Send + Sync>;

/// Progress callbacks in the order in which they were added. A new callback does not replace earlier ones.
pub(super) struct ProgressCallbacks<T>(Vec<ProgressCallback<T>>);

impl<T: Copy> ProgressCallbacks<T> {
    /// Adds a callback.
    pub(super) fn and(mut self, callback: impl Fn(Step<T>) + Send + Sync + 'static) -> Self {
        self.0.push(Arc::new(callback));
        self
    }

    pub(super) fn notify(&self, step: Step<T>) {
        self.0.iter().for_each(|it| it(step));
    }
}

impl<T> Default for ProgressCallbacks<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Clone for ProgressCallbacks<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

#[cfg(all(test, feature = "indicatif"))]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use indicatif::ProgressBar;
    use serde_json::json;

    use super::*;
    use crate::video::tests::GATEWAY;
    use crate::video::{TaskHandle, TaskPath, WaitOutcome};
    use crate::{Client, ClientBuilder, HttpReply, HttpRequest, Transport, TransportFuture};

    /// Transport that returns a finished task and its file.
    struct Done;

    impl Transport for Done {
        fn send(&self, request: HttpRequest) -> TransportFuture {
            let done = json!({ "id": "t", "status": "completed", "metadata": { "url": "https://files.example/a" } });
            let reply = match request.url.path() {
                "/tasks/t" => HttpReply::json(200, &done),
                _ => HttpReply::new(200, Default::default(), "clip"),
            };
            Box::pin(async { Ok(reply) })
        }
    }

    #[tokio::test]
    async fn a_bar_does_not_replace_other_callbacks_and_is_finished() {
        let builder = ClientBuilder::for_service(&GATEWAY, "https://gateway.example", "key");
        let client: Client = builder.transport(Done).build().expect("valid");
        let seen = Arc::new(AtomicU64::new(0));
        let (bar, note) = (ProgressBar::hidden(), seen.clone());
        let task = client.videos().resume(TaskHandle::new("t", TaskPath::default()));
        let wait = task.wait().on_progress(move |it| note.store(it.unwrap_or(0).into(), Ordering::Relaxed));
        let WaitOutcome::Done(video) = wait.bar(bar.clone()).await.expect("it ends") else { panic!("it is done") };
        assert_eq!((seen.load(Ordering::Relaxed), bar.position(), bar.is_finished()), (100, 100, true));

        let (bar, note) = (ProgressBar::hidden(), seen.clone());
        let path = std::env::temp_dir().join(format!("gatewright-{:016x}", fastrand::u64(..)));
        let download = video.download(&path).on_progress(move |it| note.store(it.bytes, Ordering::Relaxed));
        download.bar(bar.clone()).await.expect("it comes");
        std::fs::remove_file(path).expect("it is there");
        assert_eq!((seen.load(Ordering::Relaxed), bar.position(), bar.is_finished()), (4, 4, true));
    }
}
