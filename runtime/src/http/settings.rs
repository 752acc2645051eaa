//! Settings of a client or of a single call.

use std::time::Duration;

use crate::Headers;

/// Timeouts, size limits, retries and headers. Every field has a default that suits the service.
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
    /// Maximum number of attempts, including the first. Default: 3. With 1, there are no retries.
    pub max_attempts: u32,
    /// Upper bound of the random pause before the first retry. Default: 500 ms. It doubles with each further retry.
    pub first_pause: Duration,
    /// Upper bound of every random pause before a retry. Default: 8 s. A longer wait that the gateway asks for, in
    /// `Retry-After` or in its error table, takes precedence.
    pub longest_pause: Duration,
    /// True if the client retries a call that was never sent, because no connection could be made, and an interrupted
    /// download. Default: true.
    pub retry_unsent: bool,
    /// True if the client retries a call that the gateway rejects because it is busy (429), if the gateway's error table
    /// allows it. Default: true.
    pub retry_busy: bool,
    /// True if the client retries a call after a failure that is free, such as 502 for social data, if the gateway's error
    /// table allows it. Default: true. No setting makes the client retry a call that may have been charged.
    pub retry_failed: bool,
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
    /// Headers of requests that are sent with the key, in addition to those of the client. Default: none.
    pub headers: Headers,
}

impl Settings {
    /// Turns off automatic retries: sets `max_attempts` to 1.
    ///
    /// ```
    /// let client = gatewright_runtime::Client::new("https://gateway.example", "key")?;
    /// let once = client.social("p1", "search").settings(|it| it.no_retries());
    /// # Ok::<(), gatewright_runtime::Error>(())
    /// ```
    pub fn no_retries(&mut self) {
        self.max_attempts = 1;
    }

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
            first_pause: Duration::from_millis(500),
            longest_pause: Duration::from_secs(8),
            retry_unsent: true,
            retry_busy: true,
            retry_failed: true,
            retry_busy_submissions: true,
            max_retry_after: Duration::from_secs(120),
            headers: Headers::default(),
        }
    }
}
