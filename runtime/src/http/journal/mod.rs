//! Journal of calls, for budgets that outlive a process and for receipts.

mod budget;
mod entries;
mod file;
mod line;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::path::Path;
use std::time::SystemTime;

use crate::{Result, SpentOn};
use entries::Entries;
use file::JournalFile;

pub use budget::BudgetFile;
pub(crate) use budget::{Budget, Receipt, Settled};
pub use entries::JournalEntry;

/// Journal of calls: a file that clients with a [`BudgetFile`] write.
///
/// The file has one JSON object per line. A `started` line is on the disk before the call is sent, and a `settled` line
/// follows when the call ends. A call without a `settled` line is under way, or its process was killed: its charge is
/// unknown. An incomplete last line is ignored. Other damage is an error that names the line.
///
/// ```no_run
/// use gatewright_runtime::Journal;
///
/// let journal = Journal::read("spending.jsonl")?;
/// for (operation, of) in journal.by_operation() {
///     println!("{operation}: {} calls, {} USD, and at most {} USD more", of.calls, of.charged, of.unknown);
/// }
/// for call in journal.entries().iter().filter(|it| it.settled_at.is_none()) {
///     println!("{} was started at {:?}", call.usage_log_name, call.started_at);
/// }
/// # Ok::<(), gatewright_runtime::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Journal {
    entries: Entries,
}

/// Spending on one operation on one day.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DailySum {
    /// Day in UTC, such as `2026-11-18`.
    pub day: String,
    /// Id of the operation.
    pub operation: String,
    /// Name in the usage log.
    pub usage_log_name: String,
    /// Spending. Calls that are not settled count as unknown.
    pub spent: SpentOn,
}

impl Journal {
    /// Reads a journal, without waiting for processes that write it. A missing file is an empty journal.
    pub fn read(path: impl AsRef<Path>) -> Result<Self> {
        let mut file = JournalFile::new(path.as_ref().to_owned(), u64::MAX);
        file.read()?;
        Ok(Self { entries: file.entries })
    }

    /// Returns the calls, in the order in which they were started. A compacted journal has only the newest ones.
    pub fn entries(&self) -> &[JournalEntry] {
        &self.entries.list
    }

    /// Returns the part of the journal since a time. Sums in a compacted journal are those of whole days in UTC.
    #[must_use]
    pub fn since(&self, time: SystemTime) -> Self {
        Self { entries: self.entries.since(time) }
    }

    /// Returns the sums by day and operation, of all calls.
    pub fn sums(&self) -> Vec<DailySum> {
        let sums = self.entries.sums().into_iter();
        sums.map(|((day, operation, usage_log_name), spent)| DailySum { day, operation, usage_log_name, spent })
            .collect()
    }

    /// Returns the spending by operation.
    pub fn by_operation(&self) -> BTreeMap<String, SpentOn> {
        self.grouped(|it| it.operation)
    }

    /// Returns the spending by day in UTC, such as `2026-11-18`.
    pub fn by_day(&self) -> BTreeMap<String, SpentOn> {
        self.grouped(|it| it.day)
    }

    /// Returns the spending on all calls.
    pub fn total(&self) -> SpentOn {
        self.grouped(|_| ()).remove(&()).unwrap_or_default()
    }

    fn grouped<K: Ord>(&self, key: impl Fn(DailySum) -> K) -> BTreeMap<K, SpentOn> {
        let mut groups: BTreeMap<K, SpentOn> = BTreeMap::new();
        for sum in self.sums() {
            let spent = sum.spent.clone();
            entries::add(groups.entry(key(sum)).or_default(), &spent);
        }
        groups
    }
}
