//! Further settings of a builder: headers, retries, hooks and a budget in a file.

use crate::http::spending::Ledger;
use crate::{Cancelled, Client, ClientBuilder, Result, RetryBucket, Usd};

/// Settings that have their own methods below.
#[derive(Default)]
pub(super) struct Options {
    pub(super) retry_bucket: RetryBucket,
    #[cfg(feature = "budget-file")]
    budget_file: Option<crate::BudgetFile>,
}

impl Options {
    /// Creates the ledger of the client, and opens its file.
    pub(super) fn ledger(&self, budget: Option<Usd>, allow_unknown_prices: bool) -> Result<Ledger> {
        let ledger = Ledger::new(budget, allow_unknown_prices);
        #[cfg(feature = "budget-file")]
        let ledger = ledger.with_file(self.budget_file.clone().map(crate::BudgetFile::open).transpose()?);
        Ok(ledger)
    }
}

impl<C: From<Client>> ClientBuilder<C> {
    /// Sets a header of all requests that are sent with the key; see [`Headers`](crate::Headers).
    pub fn header(self, name: &str, value: &str) -> Self {
        self.settings(|it| it.headers.set(name, value))
    }

    /// Changes the token bucket that limits retries. It does not turn them off: see
    /// [`Settings::no_retries`](crate::Settings::no_retries).
    pub fn retry_bucket(mut self, change: impl FnOnce(&mut RetryBucket)) -> Self {
        change(&mut self.options.retry_bucket);
        self
    }

    /// Adds a hook that runs if a call is cancelled: its future or stream is dropped while the call is under way.
    ///
    /// The hook runs where the future is dropped, so it must not block or panic.
    pub fn on_cancel(mut self, hook: impl Fn(&Cancelled<'_>) + Send + Sync + 'static) -> Self {
        self.hooks.add_cancel(Box::new(hook));
        self
    }

    /// Sets a budget that processes share through a file. With [`budget`](Self::budget), a call must fit into both.
    ///
    /// [`build`](Self::build) opens the file, and returns [`Error::Journal`](crate::Error::Journal) if that fails.
    #[cfg(feature = "budget-file")]
    pub fn budget_file(mut self, file: crate::BudgetFile) -> Self {
        self.options.budget_file = Some(file);
        self
    }
}
