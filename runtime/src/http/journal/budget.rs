//! Budget in a file.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use super::file::JournalFile;
use super::line::{Line, day};
use crate::http::secret::hide_all_keys;
use crate::http::shared_file::new_id;
use crate::{Charge, Error, Result, Usd, visible};

/// Budget that processes share through a file, which is also a [`Journal`](crate::Journal) of their calls.
///
/// The client writes the reserved price of a call to the file before it sends the call, and the charge when the call
/// ends. Together, all processes that use the file never reserve more than the limit. A call whose process was killed
/// counts with its reserved price. An unknown price counts as zero, so the client refuses such calls unless you set
/// [`allow_unknown_prices`](crate::ClientBuilder::allow_unknown_prices).
///
/// Each process checks its own limit, so give all processes the same limit. The client counts a call on the UTC day on
/// which it was started. Calls through [`Client::download`](crate::Client::download) and other free requests are not
/// recorded.
///
/// Use a local disk. Only the owner can read the file. A second file, with the suffix `.lock`, lets one process write
/// at a time; do not remove it while a process runs. Each call waits some milliseconds, until its line is on the disk.
///
/// ```no_run
/// use gatewright_runtime::{BudgetFile, Client, Usd};
///
/// let client = Client::builder("https://gateway.example", "key")
///     .budget_file(BudgetFile::new("spending.jsonl", Usd::micros(5_000_000)).per_day())
///     .build()?;
/// # Ok::<(), gatewright_runtime::Error>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "a budget has no effect until a client is built with it"]
pub struct BudgetFile {
    path: PathBuf,
    limit: Option<Usd>,
    is_per_day: bool,
    max_size: u64,
    output: Option<String>,
    pub(super) clock: fn() -> SystemTime,
}

impl BudgetFile {
    /// Creates a budget for all calls in the file.
    pub fn new(path: impl Into<PathBuf>, limit: Usd) -> Self {
        Self { limit: Some(limit), ..Self::without_limit(path) }
    }

    /// Records calls in a file without limiting them.
    pub fn without_limit(path: impl Into<PathBuf>) -> Self {
        let (max_size, clock) = (16 << 20, SystemTime::now as fn() -> SystemTime);
        Self { path: path.into(), limit: None, is_per_day: false, max_size, output: None, clock }
    }

    /// Applies the limit to each day in UTC instead of to all calls.
    pub fn per_day(mut self) -> Self {
        self.is_per_day = true;
        self
    }

    /// Sets the size of the file in bytes above which the client compacts it. Default: 16 MiB, about 40,000 calls.
    ///
    /// A compacted journal keeps the newest 1,000 calls, and has one sum for each day and operation instead of earlier
    /// ones. Calls that are not settled, and tasks that may still be refunded, stay for 30 days.
    pub fn max_size(mut self, bytes: u64) -> Self {
        self.max_size = bytes;
        self
    }

    /// Records the name of the file that the program writes the results of its calls to.
    pub fn output(mut self, name: impl Into<String>) -> Self {
        self.output = Some(name.into());
        self
    }

    /// Opens the file, and creates it if it does not exist.
    pub(crate) fn open(self) -> Result<Arc<Budget>> {
        let mut journal = JournalFile::new(self.path.clone(), self.max_size);
        journal.append(|_| Ok(Vec::new()))?;
        Ok(Arc::new(Budget { settings: self, state: Mutex::new(State { journal, unwritten: Vec::new() }) }))
    }
}

/// An open budget.
#[derive(Debug)]
pub(crate) struct Budget {
    settings: BudgetFile,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    journal: JournalFile,
    /// Ends of calls that could not be written, for instance because the disk was full. The next write includes them.
    unwritten: Vec<Line>,
}

impl Budget {
    /// Records the start of a call, or refuses the call. Blocks until it is on the disk.
    pub(crate) fn start(
        self: &Arc<Self>,
        operation: &str,
        usage_log_name: &str,
        price: Option<Usd>,
        allow_unknown_prices: bool,
    ) -> Result<Receipt> {
        if self.settings.limit.is_some() && price.is_none() && !allow_unknown_prices {
            return Err(Error::PriceUnknown(usage_log_name.to_owned()));
        }
        let id = new_id();
        let at = (self.settings.clock)();
        let file = self.lock().append(|entries| {
            if let Some(limit) = self.settings.limit {
                let today = self.settings.is_per_day.then(|| day(at));
                let left = limit - entries.counted(today.as_deref());
                // A call with an unknown price is allowed as long as anything is left.
                if price.map_or(left <= Usd::ZERO, |price| price > left) {
                    return Err(Error::OverBudget { usage_log_name: usage_log_name.to_owned(), price, left });
                }
            }
            let (operation, usage_log_name) = (operation.to_owned(), usage_log_name.to_owned());
            let output = self.settings.output.clone();
            Ok(vec![Line::Started { at, id: id.clone(), operation, usage_log_name, price, output }])
        })?;
        // Other processes see the line already. If the disk fails, dropping the receipt ends the call.
        let receipt = Receipt { budget: self.clone(), id, is_settled: false };
        file.sync_data().map_err(|problem| self.lock().journal.problem(&problem))?;
        Ok(receipt)
    }

    /// Refunds the charge of a failed task, once, whichever process submitted it.
    #[cfg(feature = "video")]
    pub(crate) fn refund(&self, task: &str) {
        let at = (self.settings.clock)();
        let refund = |entries: &super::Entries| {
            let charged = entries.charged_for_task(task);
            Ok(charged.map(|it| Line::Refunded { at, id: it.id.clone() }).into_iter().collect())
        };
        // Without the line, the charge still counts as spent.
        if let Err(error) = self.lock().append(refund) {
            tracing::warn!(%error, "cannot record the refund of a task");
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn append(&mut self, choose: impl FnOnce(&super::Entries) -> Result<Vec<Line>>) -> Result<std::fs::File> {
        let Self { journal, unwritten } = self;
        let file = journal.append(|entries| {
            let is_open = |it: &&Line| matches!(it, Line::Settled { id, .. } if entries.is_under_way(id));
            let mut lines: Vec<_> = unwritten.iter().filter(is_open).cloned().collect();
            lines.extend(choose(entries)?);
            Ok(lines)
        })?;
        unwritten.clear();
        Ok(file)
    }
}

/// Recorded start of a call. Dropping it records that the call was not charged, unless it is settled.
#[derive(Debug)]
pub(crate) struct Receipt {
    budget: Arc<Budget>,
    id: String,
    is_settled: bool,
}

/// End of a call, for its receipt.
#[derive(Debug)]
pub(crate) struct Settled {
    pub(crate) charge: Charge,
    /// Cost, if it is known.
    pub(crate) cost: Option<Usd>,
    pub(crate) request_id: Option<String>,
    pub(crate) task: Option<String>,
}

/// Longest id of a response that is recorded.
const LONGEST_ID: usize = 256;

impl Receipt {
    /// Records the end of the call.
    pub(crate) fn settle(mut self, settled: Settled) {
        self.write(settled);
    }

    fn write(&mut self, Settled { charge, cost, request_id, task }: Settled) {
        self.is_settled = true;
        let (at, id) = ((self.budget.settings.clock)(), self.id.clone());
        // Both come from a server. Nothing but the exact id of a task identifies it.
        let request_id = request_id.map(|it| visible(&hide_all_keys(&it)).chars().take(LONGEST_ID).collect());
        let task = task.filter(|it| it.len() <= LONGEST_ID && hide_all_keys(it) == *it);
        let mut state = self.budget.lock();
        state.unwritten.push(Line::Settled { at, id, charge, cost, request_id, task });
        // Without the line, the call counts as unknown, with its reserved price.
        if let Err(error) = state.append(|_| Ok(Vec::new())) {
            tracing::warn!(%error, "cannot record the end of a call");
        }
    }
}

impl Drop for Receipt {
    fn drop(&mut self) {
        if !self.is_settled {
            self.write(Settled { charge: Charge::No, cost: None, request_id: None, task: None });
        }
    }
}
