//! A gateway: facts that all its operations share.

/// Description of a gateway. A generated crate has one `static`, made of `specs/service.toml`.
///
/// ```
/// use gatewright_runtime::Service;
///
/// static GATEWAY: Service = Service { key_header: "x-api-key", key_scheme: "", ..Service::EMPTY };
/// assert_eq!(GATEWAY.key_header, "x-api-key");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Service {
    /// Header with the key.
    pub key_header: &'static str,
    /// Text in front of the key, such as `Bearer`; if it is empty, the key stands alone.
    pub key_scheme: &'static str,
    /// Environment variables that the client reads if you opt in.
    pub environment: Environment,
    /// First part of most paths, such as `/v1`. A base URL must not end with it, since the client adds it.
    pub path_prefix: &'static str,
    /// Path of a data endpoint, with `{platform}` and `{capability}`.
    pub data_path: &'static str,
    /// Name of a data call in the usage log, with `{platform}` and `{capability}`.
    pub usage_log_name: &'static str,
    /// Path of the live data catalog, relative to the dashboard URL.
    pub catalog_path: &'static str,
    /// Field of a data response that contains the platform's own response; if it is empty, that is the whole body.
    pub payload: &'static str,
    /// Places of the code in the body of an error.
    pub error_code: &'static [&'static str],
    /// Places of the message in the body of an error.
    pub error_message: &'static [&'static str],
    /// Errors that the gateway does not charge.
    pub errors: &'static [ErrorSpec],
    /// Paths of tasks, the preferred one first.
    pub tasks: &'static [TaskSpec],
}

/// Environment variables that a client reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Environment {
    /// Base URL.
    pub base_url: &'static str,
    /// Key.
    pub key: &'static str,
    /// URL of the dashboard, which serves the live data catalog.
    pub dash_url: &'static str,
    /// Folder to record the shapes of responses to.
    pub record: &'static str,
}

impl Service {
    /// A gateway of which nothing is known: the base of other descriptions.
    pub const EMPTY: Self = Self {
        key_header: "authorization",
        key_scheme: "Bearer",
        environment: Environment {
            base_url: "GATEWAY_BASE_URL",
            key: "GATEWAY_API_KEY",
            dash_url: "GATEWAY_DASH_URL",
            record: "GATEWAY_RECORD",
        },
        path_prefix: "",
        data_path: "/{platform}/{capability}",
        usage_log_name: "{platform}-{capability}",
        catalog_path: "/catalog",
        payload: "data",
        error_code: &["error.code", "code"],
        error_message: &["error.message", "message"],
        errors: &[],
        tasks: &[],
    };

    /// Fills a template with a platform and a capability.
    ///
    /// ```
    /// let path = gatewright_runtime::Service::fill("/v1/{platform}/{capability}", ["p1", "search"]);
    /// assert_eq!(path, "/v1/p1/search");
    /// ```
    pub fn fill(template: &str, [platform, capability]: [&str; 2]) -> String {
        // Not one after the other: a platform may be called `{capability}`.
        let parts: Vec<_> = template.split("{platform}").map(|it| it.replace("{capability}", capability)).collect();
        parts.join(platform)
    }

    /// Reads platform and capability from a path.
    pub fn read_data_path<'a>(&self, path: &'a str) -> Option<[&'a str; 2]> {
        let (mut platform, mut capability) = (None, None);
        let mut segments = path.split('/');
        for expected in self.data_path.split('/') {
            let segment = segments.next()?;
            match expected {
                "{platform}" => platform = Some(segment),
                "{capability}" => capability = Some(segment),
                literal if literal == segment => {}
                _ => return None,
            }
        }
        segments.next().is_none().then_some([platform?, capability?])
    }

    /// Returns the description of tasks on a path; of the first path if it is empty. Handles of earlier versions have
    /// [names](TaskSpec::name) instead of paths.
    pub fn task(&self, path: &str) -> Option<&'static TaskSpec> {
        self.tasks.iter().find(|it| path.is_empty() || it.path == path || it.name == path)
    }

    /// Returns the row of the error table for a response. A code decides before the status does, and a row without
    /// codes before one with others.
    pub fn error(&self, on: CallKind, status: u16, code: Option<&str>) -> Option<&'static ErrorSpec> {
        let rows = || self.errors.iter().filter(move |it| it.on == on);
        let by_code = rows().find(|it| code.is_some_and(|code| it.codes.contains(&code)));
        let of_status = || rows().filter(|it| it.status == Some(status));
        by_code.or_else(|| of_status().min_by_key(|it| !it.codes.is_empty()))
    }

    /// Returns true if errors with a status have several kinds, which only their codes tell apart.
    pub fn codes_decide(&self, on: CallKind, status: u16) -> bool {
        let mut kinds = self.errors.iter().filter(|it| it.on == on && it.status == Some(status)).map(|it| it.kind);
        kinds.next().is_some_and(|first| kinds.any(|it| it != first))
    }
}

/// Row of a gateway's error table. The gateway does not charge a call that ends with such an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ErrorSpec {
    /// Calls that it applies to.
    pub on: CallKind,
    /// HTTP status, if it is published.
    pub status: Option<u16>,
    /// Codes in the body.
    pub codes: &'static [&'static str],
    /// Meaning.
    pub kind: ErrorKind,
    /// Shortest and longest wait before a retry in seconds; `None`: the client does not retry.
    pub retry: Option<(u64, u64)>,
}

/// Path on which tasks are submitted and polled, and the shape of its responses.
///
/// JSON paths are relative to the envelope. Clients read the JSON paths and status words of all task paths on each of
/// them, since gateways mix them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TaskSpec {
    /// Path for submissions; with a slash and the id of a task, the path for polling.
    pub path: &'static str,
    /// Last segment of the path.
    pub name: &'static str,
    /// Field that contains the task; empty: the body is the task.
    pub envelope: &'static str,
    /// Places of the id.
    pub id: &'static [&'static str],
    /// Place of the status.
    pub status: &'static str,
    /// Place of the progress.
    pub progress: &'static str,
    /// Places of the URL of the finished file.
    pub url: &'static [&'static str],
    /// Places of the error code.
    pub error_code: &'static [&'static str],
    /// Places of the error message.
    pub error_text: &'static [&'static str],
    /// Statuses of a finished task, in any case.
    pub done: &'static [&'static str],
    /// Statuses of a failed task, in any case. Every other status means that the task is running.
    pub failed: &'static [&'static str],
}

/// Calls that an error applies to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CallKind {
    /// Data endpoints.
    Data,
    /// Model endpoints.
    Model,
    /// Polls of tasks.
    Task,
}

/// Meaning of an error, each a variant of the client's error type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A parameter is unknown, missing or wrong.
    BadParameter,
    /// The key is not valid.
    Unauthorized,
    /// The account must be topped up first.
    NeedsTopUp,
    /// The account may not make the call.
    Refused,
    /// The endpoint or model does not exist.
    NoSuchEndpoint,
    /// There are no results.
    NoResult,
    /// The capacity of the day is used up.
    Capacity,
    /// The data source failed.
    SourceFailed,
    /// The endpoint is paused.
    Paused,
    /// Too many requests at once.
    Busy,
    /// An earlier response is not available yet.
    NotAvailableYet,
    /// The task does not exist.
    NoSuchTask,
}

impl ErrorKind {
    /// All kinds.
    pub const ALL: [Self; 12] = [
        Self::BadParameter,
        Self::Unauthorized,
        Self::NeedsTopUp,
        Self::Refused,
        Self::NoSuchEndpoint,
        Self::NoResult,
        Self::Capacity,
        Self::SourceFailed,
        Self::Paused,
        Self::Busy,
        Self::NotAvailableYet,
        Self::NoSuchTask,
    ];
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn row(status: u16, codes: &'static [&'static str], kind: ErrorKind) -> ErrorSpec {
        ErrorSpec { on: CallKind::Data, status: Some(status), codes, kind, retry: None }
    }

    static GATEWAY: Service = Service {
        errors: &[
            row(400, &["odd"], ErrorKind::BadParameter),
            row(404, &["empty"], ErrorKind::NoResult),
            row(404, &[], ErrorKind::NoSuchEndpoint),
        ],
        ..Service::EMPTY
    };

    fn kind(status: u16, code: Option<&str>) -> Option<ErrorKind> {
        GATEWAY.error(CallKind::Data, status, code).map(|it| it.kind)
    }

    #[test]
    fn a_path_names_platform_and_capability() {
        let service = Service { data_path: "/v2/{platform}/items/{capability}/get", ..Service::EMPTY };
        assert_eq!(service.read_data_path("/v2/p1/items/search/get"), Some(["p1", "search"]));
        for other in ["/v2/p1/items/search", "/v2/p1/items/search/get/x", "/v3/p1/items/search/get", ""] {
            assert_eq!(service.read_data_path(other), None, "{other}");
        }
    }

    #[test]
    fn a_code_decides_before_the_status() {
        assert_eq!(kind(500, Some("empty")), Some(ErrorKind::NoResult));
        assert_eq!(kind(404, Some("empty")), Some(ErrorKind::NoResult));
        assert_eq!(kind(404, Some("other")), Some(ErrorKind::NoSuchEndpoint));
        assert_eq!(kind(404, None), Some(ErrorKind::NoSuchEndpoint));
        assert_eq!(kind(400, None), Some(ErrorKind::BadParameter));
        assert_eq!(kind(500, None), None);
        assert_eq!(GATEWAY.error(CallKind::Task, 404, None), None);
    }
}
