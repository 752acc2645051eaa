//! What the gateway knows and remembers.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use gatewright::Model;
use gatewright::model::{Method, Operation};

use crate::books::{Charged, Journal, Ledger};
use crate::fault::{Fault, FaultKind};

/// Everything that requests share.
pub(crate) struct State {
    pub(crate) key: String,
    model: Model,
    /// Platform and operation by method and path.
    routes: HashMap<(Method, String), (usize, usize)>,
    /// The social catalog as it is served.
    pub(crate) catalog: Bytes,
    changing: Mutex<Changing>,
}

/// What changes from request to request.
#[derive(Default)]
pub(crate) struct Changing {
    pub(crate) ledger: Ledger,
    pub(crate) journal: Journal,
    pub(crate) account: Account,
    faults: Vec<Fault>,
    /// Paths that are paused beside those that the catalog lists so.
    pub(crate) paused: BTreeSet<String>,
    requests: u64,
}

/// What the account that belongs to the key may do.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Account {
    /// Whether it was ever topped up.
    pub(crate) topped_up: bool,
    /// How many more calls the day's capacity allows; any number if it is not said.
    pub(crate) capacity: Option<u64>,
}

impl Default for Account {
    fn default() -> Self {
        Self { topped_up: true, capacity: None }
    }
}

impl State {
    pub(crate) fn new(key: String, model: Model, catalog: Bytes) -> Self {
        let mut routes = HashMap::new();
        for (p, platform) in model.platforms.iter().enumerate() {
            for (o, operation) in platform.operations.iter().enumerate() {
                routes.insert((operation.route.method, operation.route.path.clone()), (p, o));
            }
        }
        Self { key, model, routes, catalog, changing: Mutex::default() }
    }

    /// The operation behind a route.
    pub(crate) fn operation(&self, method: Method, path: &str) -> Option<&Operation> {
        let (platform, operation) = self.routes.get(&(method, path.to_owned()))?;
        Some(&self.model.platforms[*platform].operations[*operation])
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Changing> {
        self.changing.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Changing {
    /// An id for the next request.
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

    /// The fault that strikes a request, if one does: the first that was set and has some left.
    pub(crate) fn strike(&mut self, path: &str) -> Option<FaultKind> {
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

    /// Takes one call from the day's capacity; false when it is used up.
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
        self.ledger.charges.push(Charged {
            usage_log_name: operation.usage_log_name.clone(),
            price_usd: operation.price,
            request_id: request_id.to_owned(),
            query: query.to_owned(),
        });
    }

    /// Forgets everything but what it was started with.
    pub(crate) fn reset(&mut self) {
        *self = Self { requests: self.requests, ..Self::default() };
    }
}
