//! Further settings of a builder: headers, retries, hooks and a budget in a file.

use crate::http::spending::Ledger;
use crate::{Cancelled, Client, ClientBuilder, Drift, Result, RetryBucket, Usd};

/// Settings that have their own methods below.
#[derive(Default)]
pub(super) struct Options {
    pub(super) retry_bucket: RetryBucket,
    #[cfg(feature = "budget-file")]
    budget_file: Option<crate::BudgetFile>,
    /// Folder for the shapes of responses.
    #[cfg(feature = "record")]
    pub(super) recordings: Option<std::path::PathBuf>,
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

    /// Adds a hook that runs if a data response differs from the learned shape of its operation: fields are new, missing, or
    /// of other types. Responses from a [`Cache`](crate::Cache) count, too.
    ///
    /// The hook runs before the call returns, so it must not block or panic.
    ///
    /// ```
    /// use gatewright_runtime::Client;
    ///
    /// let client = Client::builder("https://gateway.example", "key")
    ///     .on_drift(|drift| eprintln!("{}: {drift}", drift.operation))
    ///     .build()?;
    /// # Ok::<(), gatewright_runtime::Error>(())
    /// ```
    pub fn on_drift(mut self, hook: impl Fn(&Drift) + Send + Sync + 'static) -> Self {
        self.hooks.add_drift(Box::new(hook));
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

    /// Records the shapes of data responses to a folder: names of fields, types, formats and counts, and never a value. Read
    /// them with [`Recording::read`](crate::shape::Recording::read).
    ///
    /// Keys of objects that may be data, such as ids or the names of people, are recorded as `*`. A key that looks like the name
    /// of a field is recorded only by a salted hash until three different requests, with different responses, had it. Parameters
    /// are not recorded, except the names of those whose values came from an earlier response (cursors).
    ///
    /// For each operation, the folder contains a recording (`p2_post.json`), a log of newer responses, and a lock. Only their owner
    /// can read them. Processes can record to one folder at the same time. The client writes a response while the next call waits for
    /// the gateway, or when it is dropped: a killed process loses at most its last response.
    /// Responses from a [`Cache`](crate::Cache) are not recorded. A problem, such as a full disk, is logged once and does not
    /// affect the calls.
    ///
    /// ```no_run
    /// # async fn demo() -> Result<(), Box<dyn std::error::Error>> {
    /// use gatewright_runtime::{Client, shape::Recording};
    ///
    /// let client = Client::builder("https://gateway.example", "key").record("recordings").build()?;
    /// client.social("p1", "search").with("keyword", "tea").send().await?;
    /// drop(client);
    /// let recording = Recording::read("recordings")?.remove(0);
    /// assert_eq!((recording.operation.as_str(), recording.samples), ("p1_search", 1));
    /// # Ok(()) }
    /// ```
    #[cfg(feature = "record")]
    pub fn record(mut self, folder: impl Into<std::path::PathBuf>) -> Self {
        self.options.recordings = Some(folder.into());
        self
    }
}
