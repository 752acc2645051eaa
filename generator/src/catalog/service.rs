//! The gateway: facts that all its operations share.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{AssumptionSpec, TaskShape};
use crate::report::Spanned;
use crate::text::Text;

pub use gatewright_runtime::{CallKind, ErrorKind};

/// Facts that all operations of a gateway share.
#[derive(Clone, Debug)]
pub struct Service {
    /// Header with the key.
    pub key_header: String,
    /// Text in front of the key; empty for none.
    pub key_scheme: String,
    /// Names of environment variables.
    pub environment: Environment,
    /// First part of most paths, which a base URL must not end with.
    pub path_prefix: String,
    /// Path of a data endpoint, with `{platform}` and `{capability}`. If the file does not set it, it is empty here and
    /// derived from the catalog.
    pub data_path: String,
    /// Name of a data call in the usage log, with `{platform}` and `{capability}`.
    pub usage_log_name: String,
    /// Path of the live data catalog, relative to the dashboard URL.
    pub catalog_path: String,
    /// Field of a data response that contains the platform's own response; empty for the whole body.
    pub payload: String,
    /// Other fields of a data response: name and value, with `{platform}` and `{capability}`.
    pub envelope: Vec<(String, String)>,
    /// Names of interfaces in the order of the docs; other interfaces follow.
    pub interfaces: Vec<String>,
    /// Endpoint types of the model catalog.
    pub endpoint_types: Vec<Arc<EndpointType>>,
    /// Body of an error.
    pub error_body: ErrorBody,
    /// Errors that the gateway does not charge.
    pub errors: Vec<ServiceError>,
    /// Responses about tasks, one shape per path.
    pub(crate) tasks: Vec<ShapeSpec>,
    /// Assumptions about them, by id.
    pub(crate) assumptions: BTreeMap<String, Spanned<Text>>,
}

/// Shape of responses about tasks on one path.
#[derive(Clone, Debug)]
pub(crate) struct ShapeSpec {
    pub(crate) shape: TaskShape,
    pub(crate) assumptions: Vec<AssumptionSpec>,
}

/// An endpoint type: the models that some operations take.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EndpointType {
    /// Name in the records of models.
    pub key: String,
    /// Module of the models' constants.
    pub module: String,
    /// Name in Rust, such as `Chat`.
    pub name: String,
    /// Purpose of the models, such as `for chat completions`.
    pub about: Text,
    /// Required prefix of the models' names.
    pub prefix: String,
    /// True if the documents show no endpoint for these models.
    pub is_undocumented: bool,
}

impl EndpointType {
    /// Returns the purpose of the models in English.
    pub fn purpose(&self) -> &str {
        self.about.en().unwrap_or_default()
    }

    /// Returns the name of the models' type.
    pub fn models(&self) -> String {
        format!("{}Model", self.name)
    }
}

/// Names of environment variables.
#[derive(Clone, Debug)]
pub struct Environment {
    /// Base URL.
    pub base_url: String,
    /// Key.
    pub key: String,
    /// URL of the dashboard.
    pub dash_url: String,
    /// URL of the model catalog.
    pub models_url: String,
    /// Folder to record the shapes of responses to.
    pub record: String,
}

/// Body of an error.
#[derive(Clone, Debug)]
pub struct ErrorBody {
    /// Places of the code.
    pub code: Vec<String>,
    /// Places of the message.
    pub message: Vec<String>,
    /// Shared assumption about them.
    pub(crate) assumption: Option<Spanned<String>>,
}

/// An error that the gateway does not charge.
#[derive(Clone, Debug)]
pub struct ServiceError {
    /// Calls that it applies to.
    pub on: CallKind,
    /// HTTP status, if it is published.
    pub status: Option<u16>,
    /// Codes in the body.
    pub codes: Vec<String>,
    /// Meaning.
    pub kind: ErrorKind,
    /// Shortest and longest wait before a retry in seconds.
    pub retry: Option<(u64, u64)>,
    /// Cause, in English and Chinese. `None` if the docs do not show the error.
    pub about: Option<Text>,
    /// Advice, in English and Chinese.
    pub advice: Text,
    /// Shared assumption that the error rests on.
    pub(crate) assumption: Option<Spanned<String>>,
}

impl Default for Service {
    fn default() -> Self {
        let unknown = gatewright_runtime::Service::EMPTY;
        let texts = |all: &[&str]| all.iter().map(|it| (*it).to_owned()).collect();
        Self {
            key_header: unknown.key_header.to_owned(),
            key_scheme: unknown.key_scheme.to_owned(),
            environment: Environment {
                base_url: unknown.environment.base_url.to_owned(),
                key: unknown.environment.key.to_owned(),
                dash_url: unknown.environment.dash_url.to_owned(),
                models_url: "GATEWAY_MODELS_URL".to_owned(),
                record: unknown.environment.record.to_owned(),
            },
            path_prefix: unknown.path_prefix.to_owned(),
            data_path: String::new(),
            usage_log_name: String::new(),
            catalog_path: unknown.catalog_path.to_owned(),
            payload: unknown.payload.to_owned(),
            envelope: Vec::new(),
            interfaces: Vec::new(),
            endpoint_types: Vec::new(),
            error_body: ErrorBody {
                code: texts(unknown.error_code),
                message: texts(unknown.error_message),
                assumption: None,
            },
            errors: Vec::new(),
            tasks: Vec::new(),
            assumptions: BTreeMap::new(),
        }
    }
}

impl Service {
    /// Returns the path of a data endpoint.
    pub fn data_path(&self, platform: &str, capability: &str) -> String {
        gatewright_runtime::Service::fill(&self.data_path, [platform, capability])
    }

    /// Returns the name of a data call in the usage log.
    pub fn usage_log_name(&self, platform: &str, capability: &str) -> String {
        gatewright_runtime::Service::fill(&self.usage_log_name, [platform, capability])
    }

    /// Returns the endpoint type with this name in the records of models.
    pub fn endpoint_type(&self, key: &str) -> Option<&Arc<EndpointType>> {
        self.endpoint_types.iter().find(|it| it.key == key)
    }

    /// Returns the errors of some calls that the docs show.
    pub fn documented_errors(&self, on: CallKind) -> impl Iterator<Item = &ServiceError> {
        self.errors.iter().filter(move |it| it.on == on && it.about.is_some())
    }

    /// Returns the error of a kind.
    pub fn error(&self, on: CallKind, kind: ErrorKind) -> Option<&ServiceError> {
        self.errors.iter().find(|it| it.on == on && it.kind == kind)
    }
}
