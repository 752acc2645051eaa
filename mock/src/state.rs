//! State of the gateway.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::http::StatusCode;
use bytes::Bytes;
use gatewright::Model;
use gatewright::model::{CallKind, CatalogModel, ErrorKind, Interface, Method, Operation, Service, Units};
use gatewright_runtime::Cost;
use gatewright_runtime::shape::Recording;

use crate::fault::{Fault, FaultKind};
use crate::ledger::{ChargeEntry, Journal, Ledger};
use crate::model_reply::ModelReply;
use crate::response::Refusal;
use crate::stream::StreamSettings;
use crate::tasks::Tasks;

/// Catalogs to serve instead of those of the specs.
#[derive(Default)]
pub(crate) struct ServedCatalogs {
    pub(crate) social: Option<Bytes>,
    pub(crate) models: Option<Bytes>,
}

/// State that all requests share.
pub(crate) struct State {
    pub(crate) key: String,
    /// True if the key may be in an `x-api-key` header.
    pub(crate) accepts_x_api_key: bool,
    /// Values of `Host` that are accepted.
    pub(crate) hosts: Vec<String>,
    /// Learned shapes of responses by operation.
    pub(crate) shapes: BTreeMap<String, Recording>,
    model: Model,
    /// Operations by method and path.
    routes: HashMap<(Method, String), OperationIndex>,
    /// Base URL: the part in front of `/v1`.
    base_url: String,
    /// Catalogs of the specs.
    pub(crate) social: Bytes,
    pub(crate) models: Bytes,
    mutable: Mutex<MutableState>,
}

/// Position of an operation in the model.
#[derive(Clone, Copy)]
enum OperationIndex {
    Platform(usize, usize),
    Interface(usize, usize),
}

/// State that requests change.
#[derive(Default)]
pub(crate) struct MutableState {
    pub(crate) ledger: Ledger,
    pub(crate) journal: Journal,
    pub(crate) account: Account,
    /// Catalogs that replace those of the specs.
    pub(crate) published: ServedCatalogs,
    faults: Vec<Fault>,
    /// Paused paths, in addition to those that the catalog lists as paused.
    pub(crate) paused: BTreeSet<String>,
    /// Fields of responses that a test has moved: by path of the endpoint and field, the places in the data.
    pub(crate) moved: BTreeMap<String, BTreeMap<String, Vec<String>>>,
    requests: u64,
    /// Responses that a request can continue from, each with the number of requests that are still refused before.
    responses: HashMap<String, u32>,
    /// Number of requests that are refused before they can continue from a new response.
    pub(crate) late_responses: u32,
    /// Next replies of chat models that a test has set.
    pub(crate) replies: VecDeque<ModelReply>,
    /// Number of open connections.
    pub(crate) connections: usize,
    pub(crate) tasks: Tasks,
    pub(crate) streams: StreamSettings,
    /// Number of images that have a URL.
    pub(crate) pictures: u64,
}

/// Account of the key.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Account {
    /// True if the account was ever topped up.
    pub(crate) topped_up: bool,
    /// Remaining calls of the day's capacity; `None`: unlimited.
    pub(crate) capacity: Option<u64>,
}

impl Default for Account {
    fn default() -> Self {
        Self { topped_up: true, capacity: None }
    }
}

impl State {
    pub(crate) fn new(key: String, base_url: String, model: Model, [social, models]: [Bytes; 2]) -> Self {
        let mut routes = HashMap::new();
        for (p, platform) in model.platforms.iter().enumerate() {
            for (o, operation) in platform.operations.iter().enumerate() {
                routes.insert((operation.route.method, operation.route.path.clone()), OperationIndex::Platform(p, o));
            }
        }
        for (i, interface) in model.interfaces.iter().enumerate() {
            for (o, operation) in interface.operations.iter().enumerate() {
                routes.insert((operation.route.method, operation.route.path.clone()), OperationIndex::Interface(i, o));
            }
        }
        let port = base_url.rsplit(':').next().unwrap_or_default();
        let hosts = ["127.0.0.1", "localhost", "[::1]"].map(|it| format!("{it}:{port}")).into();
        Self {
            key,
            accepts_x_api_key: false,
            hosts,
            shapes: BTreeMap::new(),
            model,
            routes,
            base_url,
            social,
            models,
            mutable: Mutex::default(),
        }
    }

    /// Returns the operation of a route.
    pub(crate) fn operation(&self, method: Method, path: &str) -> Option<&Operation> {
        Some(match *self.routes.get(&(method, path.to_owned()))? {
            OperationIndex::Platform(platform, operation) => &self.model.platforms[platform].operations[operation],
            OperationIndex::Interface(interface, operation) => &self.model.interfaces[interface].operations[operation],
        })
    }

    /// Returns the operation whose path contains the model's name, and that name.
    pub(crate) fn operation_with_model<'p>(&self, method: Method, path: &'p str) -> Option<(&Operation, &'p str)> {
        let operations = self.model.interfaces.iter().flat_map(|it| &it.operations);
        operations.filter(|it| it.route.method == method).find_map(|it| {
            let (before, after) = it.route.path.split_once("{model}")?;
            let name = path.strip_prefix(before)?.strip_suffix(after)?;
            Some((it, name))
        })
    }

    /// Returns a model of the catalog.
    pub(crate) fn model(&self, name: &str) -> Option<&CatalogModel> {
        self.model.models.iter().find(|it| it.record.name == name)
    }

    pub(crate) fn interfaces(&self) -> &[Interface] {
        &self.model.interfaces
    }

    pub(crate) fn service(&self) -> &Service {
        &self.model.service
    }

    /// Returns the learned shape of an operation whose data are objects.
    pub(crate) fn shape(&self, operation: &Operation) -> Option<&Recording> {
        self.shapes.get(&operation.id).filter(|it| !it.data.fields.is_empty() || it.data.keys.is_some())
    }

    /// Returns the key of the platform of a data endpoint.
    pub(crate) fn platform_of(&self, operation: &Operation) -> &str {
        match self.routes.get(&(operation.route.method, operation.route.path.clone())) {
            Some(OperationIndex::Platform(platform, _)) => &self.model.platforms[*platform].key,
            _ => "",
        }
    }

    /// Creates a refusal with the status and code of the gateway's error table.
    pub(crate) fn refusal(&self, on: CallKind, kind: ErrorKind, message: &str) -> Refusal {
        let row = self.service().error(on, kind);
        let status = row.and_then(|it| StatusCode::from_u16(it.status?).ok());
        let code = row.and_then(|it| it.codes.first()).map(|it| it.clone().into());
        Refusal { status: status.unwrap_or(StatusCode::BAD_REQUEST), code, message: message.to_owned() }
    }

    pub(crate) fn units(&self) -> &Units {
        &self.model.units
    }

    pub(crate) fn base_url(&self) -> &str {
        &self.base_url
    }

    /// Returns the charges and refunds so far.
    pub(crate) fn ledger(&self) -> Ledger {
        let mut mutable = self.lock();
        mutable.settle_tasks();
        mutable.ledger.clone()
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, MutableState> {
        self.mutable.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl MutableState {
    /// Creates the id of the next request.
    pub(crate) fn next_id(&mut self) -> String {
        self.requests += 1;
        format!("mock-{}", self.requests)
    }

    pub(crate) fn add_fault(&mut self, fault: Fault) {
        self.faults.push(fault);
    }

    pub(crate) fn clear_faults(&mut self) {
        self.faults.clear();
    }

    /// Returns the fault for a request, if there is one: the first that was set and has uses left.
    pub(crate) fn next_fault(&mut self, path: &str) -> Option<FaultKind> {
        let strikes = |fault: &Fault| {
            path.starts_with(&fault.path) && fault.one_in.is_none_or(|one_in| fastrand::u32(..one_in.max(1)) == 0)
        };
        let index = self.faults.iter().position(strikes)?;
        let kind = self.faults[index].kind.clone();
        if let Some(times) = &mut self.faults[index].times {
            *times = times.saturating_sub(1);
            if *times == 0 {
                self.faults.remove(index);
            }
        }
        Some(kind)
    }

    /// Takes one call from the day's capacity. Returns false if it is used up.
    pub(crate) fn take_capacity(&mut self) -> bool {
        match &mut self.account.capacity {
            None => true,
            Some(0) => false,
            Some(left) => {
                *left -= 1;
                true
            }
        }
    }

    pub(crate) fn charge(&mut self, operation: &Operation, request_id: &str, query: &str) {
        let name = operation.usage_log_name.as_deref().unwrap_or_default();
        self.charge_for(name, operation.price().map(Cost::published), (1, "calls"), request_id, query);
    }

    pub(crate) fn charge_for(
        &mut self,
        usage_log_name: &str,
        cost: Option<Cost>,
        (count, unit): (u64, &'static str),
        request_id: &str,
        query: &str,
    ) {
        let (usage_log_name, request_id) = (usage_log_name.to_owned(), request_id.to_owned());
        self.ledger.charges.push(ChargeEntry {
            usage_log_name,
            price_usd: cost.map(|it| it.usd),
            price_source: cost.map(|it| it.source),
            count,
            unit,
            request_id,
            query: query.to_owned(),
        });
    }

    /// Refunds the charges of tasks that have failed.
    pub(crate) fn settle_tasks(&mut self) {
        for request in self.tasks.failed() {
            let charge = self.ledger.charges.iter().find(|it| it.request_id == request).cloned();
            self.ledger.refunds.extend(charge);
        }
    }

    pub(crate) fn remember_response(&mut self, id: &str) {
        self.responses.insert(id.to_owned(), self.late_responses);
    }

    /// Returns true if a request can continue from a response. Each call counts as one of the refused requests.
    pub(crate) fn can_continue_from(&mut self, id: &str) -> bool {
        match self.responses.get_mut(id) {
            None => false,
            Some(0) => true,
            Some(left) => {
                *left -= 1;
                false
            }
        }
    }

    /// Resets everything but the counters of requests and connections.
    pub(crate) fn reset(&mut self) {
        *self = Self { requests: self.requests, connections: self.connections, ..Self::default() };
    }
}
