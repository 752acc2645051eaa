//! What can be set for a client, and for one call of it.

use std::time::Duration;

/// How long to wait, how much to take in, how often to try. Every field has a default that suits the service.
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
    /// For making a connection: 5 s.
    pub connect_timeout: Duration,
    /// From the end of the request to the status and headers of its reply: 30 s. Connecting has its own limit, so that a
    /// call waits for both together at the most.
    pub head_timeout: Duration,
    /// The same for chat, pictures and sound: 600 s. A call of them begins with this as its `head_timeout`.
    pub model_timeout: Duration,
    /// Between two chunks of a response body: 300 s.
    pub idle_timeout: Duration,
    /// For the whole call, including retries and pauses: 600 s. The deadline of a task is that of its `wait`.
    pub deadline: Duration,
    /// Same as `deadline` for chat, images and audio, including uploads and streams: 2 hours. A call of them begins with
    /// this as its `deadline`.
    pub model_deadline: Duration,
    /// For the body of an error response: 10 s. An error contains what has arrived by then.
    pub error_body_timeout: Duration,
    /// Lowest average rate of a download in bytes per second, measured after the first minute: 1024.
    pub min_download_rate: u64,
    /// Bytes of a reply's body, decompressed: 32 MiB.
    pub max_body: usize,
    /// The same for pictures, which can come as text: 256 MiB. A call of them begins with this as its `max_body`.
    pub max_image_body: usize,
    /// Bytes of one event of a stream: 64 MiB.
    pub max_event: usize,
    /// Bytes of one message of a session, sent or received: 16 MiB.
    pub max_message: usize,
    /// Bytes of an error's body that are read, decompressed: 64 KiB.
    pub max_error_body: usize,
    /// How often a call is sent at most, the first time included: 3.
    pub max_attempts: u32,
    /// Retries a submission, which is a call of a model or a new task, when the gateway refuses it with 429: yes.
    ///
    /// Assumption: such a call is not charged. HTTP defines 429 as refused, and the documents publish no statuses for model
    /// endpoints. Set it to `false` to get [`Error::Busy`](crate::Error::Busy) at once. Social data, which the documents say
    /// is free with 429, and polling of tasks are not concerned.
    pub retry_busy_submissions: bool,
    /// The longest `Retry-After` that is waited for: 120 s. A longer one ends the call with an error.
    pub max_retry_after: Duration,
}

impl Settings {
    /// Those of calls of models, and of calls that return pictures.
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
            max_message: 16 << 20,
            max_error_body: 64 << 10,
            max_attempts: 3,
            retry_busy_submissions: true,
            max_retry_after: Duration::from_secs(120),
        }
    }
}
