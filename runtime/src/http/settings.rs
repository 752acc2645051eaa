//! Settings of a client or of a single call.

use std::time::Duration;

/// Timeouts, size limits and retries. Every field has a default that suits the service.
///
/// ```
/// use std::time::Duration;
///
/// let client = gatewright_runtime::Client::builder("https://gateway.example", "key")
///     .settings(|it| it.head_timeout = Duration::from_secs(10))
///     .build()?;
/// let patient = client.social("p1", "search").settings(|it| it.head_timeout = Duration::from_secs(90));
/// # Ok::<(), gatewright_runtime::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Settings {
    /// Timeout for making a connection. Default: 5 s.
    pub connect_timeout: Duration,
    /// Timeout from the end of the request to the status and headers of its response. Default: 30 s. Connecting has its
    /// own timeout, so a call waits at most for both together.
    pub head_timeout: Duration,
    /// Initial value of `head_timeout` for chat, image and audio calls. Default: 600 s.
    pub model_timeout: Duration,
    /// Timeout between two chunks of a response body. Default: 300 s.
    pub idle_timeout: Duration,
    /// Deadline of the whole call, including retries and pauses. Default: 600 s. The deadline of a task is that of its
    /// `wait`.
    pub deadline: Duration,
    /// Initial value of `deadline` for chat, image and audio calls, including uploads and streams. Default: 2 hours.
    pub model_deadline: Duration,
    /// Timeout for the body of an error response. Default: 10 s. The error contains the part that has arrived by then.
    pub error_body_timeout: Duration,
    /// Lowest average rate of a download in bytes per second, measured after the first minute. Default: 1024.
    pub min_download_rate: u64,
    /// Maximum size of a decompressed response body in bytes. Default: 32 MiB. A body whose JSON values take more than
    /// 1 GiB of memory is an error, too, whatever its size; ordinary JSON takes 5 to 25 times its size.
    pub max_body: usize,
    /// Initial value of `max_body` for image calls, whose responses can contain images as strings. Default: 256 MiB.
    pub max_image_body: usize,
    /// Maximum size of a stream event in bytes. Default: 64 MiB.
    pub max_event: usize,
    /// Maximum memory of the output that a stream collects, in bytes. Default: 128 MiB. A longer stream ends with an
    /// error that contains the partial output. The client does not measure the output after every event, so that it can
    /// exceed the limit by half.
    pub max_stream: usize,
    /// Maximum size of a session message in bytes, sent or received. Default: 16 MiB.
    pub max_message: usize,
    /// Maximum number of decompressed bytes that the client reads from an error body. Default: 64 KiB.
    pub max_error_body: usize,
    /// Maximum number of attempts, including the first. Default: 3.
    pub max_attempts: u32,
    /// True if the client retries a submission that the gateway rejects with 429. Default: true. A submission is a call
    /// to a model or a new task.
    ///
    /// Assumption: such a call is not charged. In HTTP, 429 means that the gateway rejected the request, and the
    /// service's documentation lists no statuses for model endpoints. Set it to `false` to get
    /// [`Error::Busy`](crate::Error::Busy) at once. The setting does not affect polling of tasks, nor social data, for
    /// which a 429 response is free according to the documentation.
    pub retry_busy_submissions: bool,
    /// Longest `Retry-After` that the client waits for. Default: 120 s. A longer one ends the call with an error.
    pub max_retry_after: Duration,
}

impl Settings {
    /// Returns the settings of model calls, and of model calls that return images.
    pub(crate) fn of_models(&self) -> [Self; 2] {
        let model = Self { head_timeout: self.model_timeout, deadline: self.model_deadline, ..self.clone() };
        let image = Self { max_body: model.max_image_body, ..model.clone() };
        [model, image]
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            connect_timeout: Duration::from_secs(5),
            head_timeout: Duration::from_secs(30),
            model_timeout: Duration::from_secs(600),
            idle_timeout: Duration::from_secs(300),
            deadline: Duration::from_secs(600),
            model_deadline: Duration::from_secs(2 * 60 * 60),
            error_body_timeout: Duration::from_secs(10),
            min_download_rate: 1024,
            max_body: 32 << 20,
            max_image_body: 256 << 20,
            max_event: 64 << 20,
            max_stream: 128 << 20,
            max_message: 16 << 20,
            max_error_body: 64 << 10,
            max_attempts: 3,
            retry_busy_submissions: true,
            max_retry_after: Duration::from_secs(120),
        }
    }
}
