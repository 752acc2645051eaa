//! Hooks of the caller, which run before and after each attempt, for cancelled calls, and for responses of changed shape.

use std::fmt;

use crate::{Attempt, Cancelled, Drift, HttpRequest};

type BeforeHook = Box<dyn Fn(&mut HttpRequest) + Send + Sync>;
type AfterHook = Box<dyn Fn(&Attempt<'_>) + Send + Sync>;
type CancelHook = Box<dyn Fn(&Cancelled<'_>) + Send + Sync>;
type DriftHook = Box<dyn Fn(&Drift) + Send + Sync>;

#[derive(Default)]
pub(crate) struct Hooks {
    before: Vec<BeforeHook>,
    after: Vec<AfterHook>,
    cancel: Vec<CancelHook>,
    drift: Vec<DriftHook>,
}

impl Hooks {
    pub(crate) fn add_before(&mut self, hook: BeforeHook) {
        self.before.push(hook);
    }

    pub(crate) fn add_after(&mut self, hook: AfterHook) {
        self.after.push(hook);
    }

    pub(crate) fn add_cancel(&mut self, hook: CancelHook) {
        self.cancel.push(hook);
    }

    pub(crate) fn add_drift(&mut self, hook: DriftHook) {
        self.drift.push(hook);
    }

    /// Returns the request as changed by the hooks; `None` if there are no hooks.
    pub(crate) fn before(&self, request: &HttpRequest) -> Option<Box<HttpRequest>> {
        if self.before.is_empty() {
            return None;
        }
        let mut request = Box::new(request.clone());
        self.before.iter().for_each(|hook| hook(&mut request));
        Some(request)
    }

    pub(crate) fn after(&self, attempt: &Attempt<'_>) {
        self.after.iter().for_each(|hook| hook(attempt));
    }

    pub(crate) fn cancelled(&self, call: &Cancelled<'_>) {
        self.cancel.iter().for_each(|hook| hook(call));
    }

    /// Returns true if a hook runs for responses of changed shape.
    pub(crate) fn watch_drift(&self) -> bool {
        !self.drift.is_empty()
    }

    pub(crate) fn drifted(&self, drift: &Drift) {
        self.drift.iter().for_each(|hook| hook(drift));
    }
}

impl fmt::Debug for Hooks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { before, after, cancel, drift } = self;
        let [before, after, cancel, drift] = [before.len(), after.len(), cancel.len(), drift.len()];
        write!(f, "Hooks({before} before, {after} after, {cancel} for cancelled calls, {drift} for drift)")
    }
}
