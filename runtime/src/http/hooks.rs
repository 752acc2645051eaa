//! Hooks of the caller, which run before and after each attempt.

use std::fmt;

use crate::{Attempt, HttpRequest};

type BeforeHook = Box<dyn Fn(&mut HttpRequest) + Send + Sync>;
type AfterHook = Box<dyn Fn(&Attempt<'_>) + Send + Sync>;

#[derive(Default)]
pub(crate) struct Hooks {
    before: Vec<BeforeHook>,
    after: Vec<AfterHook>,
}

impl Hooks {
    pub(crate) fn add_before(&mut self, hook: BeforeHook) {
        self.before.push(hook);
    }

    pub(crate) fn add_after(&mut self, hook: AfterHook) {
        self.after.push(hook);
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
}

impl fmt::Debug for Hooks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hooks({} before, {} after)", self.before.len(), self.after.len())
    }
}
