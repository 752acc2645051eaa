//! Entries of a journal: one per call, from its lines.

use std::collections::{BTreeMap, HashMap};
use std::time::{Duration, SystemTime};

use super::line::{Line, day};
use crate::{Charge, SpentOn, Usd};

/// A call in a journal.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct JournalEntry {
    /// Id of the call in this journal.
    pub id: String,
    /// Id of the operation, such as `p1_search`.
    pub operation: String,
    /// Name of the call in the usage log.
    pub usage_log_name: String,
    /// Time before the call was sent.
    pub started_at: SystemTime,
    /// Reserved price; `None` if it is unknown.
    pub price: Option<Usd>,
    /// File that the program writes the result to; see [`BudgetFile::output`](crate::BudgetFile::output).
    pub output: Option<String>,
    /// Time at which the call ended. `None` if it is still under way, or if its process was killed.
    pub settled_at: Option<SystemTime>,
    /// Charge of the call; unknown as long as it is not settled.
    pub charge: Charge,
    /// Cost of the call, if it is known.
    pub cost: Option<Usd>,
    /// Request id, if the response contained one.
    pub request_id: Option<String>,
    /// Id of the task that the call submitted.
    pub task: Option<String>,
    /// True if the task failed, which refunds its charge.
    pub is_refunded: bool,
}

impl JournalEntry {
    /// Returns the day on which the call was started, in UTC, such as `2026-11-18`.
    pub fn day(&self) -> String {
        day(self.started_at)
    }

    /// Returns the amount that the call counts towards a budget: its cost, or the reserved price if the cost is unknown.
    pub fn counted(&self) -> Usd {
        match self.charge {
            _ if self.is_refunded => Usd::ZERO,
            Charge::No => Usd::ZERO,
            Charge::Yes | Charge::Unknown => self.cost.or(self.price).unwrap_or(Usd::ZERO),
        }
    }

    /// Returns the spending on the call.
    fn spent(&self) -> SpentOn {
        match self.charge {
            _ if self.is_refunded => SpentOn::default(),
            Charge::No => SpentOn::default(),
            Charge::Yes => SpentOn {
                calls: 1,
                unpriced_calls: self.cost.is_none().into(),
                charged: self.counted(),
                ..SpentOn::default()
            },
            Charge::Unknown => SpentOn { unknown_calls: 1, unknown: self.counted(), ..SpentOn::default() },
        }
    }
}

/// Day, operation and usage-log name of a sum.
pub(super) type SumKey = (String, String, String);

/// Entries in their order, and sums of earlier calls.
#[derive(Clone, Debug, Default)]
pub(super) struct Entries {
    pub(super) list: Vec<JournalEntry>,
    by_id: HashMap<String, usize>,
    #[cfg(feature = "video")]
    by_task: HashMap<String, usize>,
    earlier: BTreeMap<SumKey, SpentOn>,
    /// Amounts that count towards a budget, by day.
    counted: BTreeMap<String, Usd>,
}

/// Age at which an entry is no longer needed, since its process or its task has ended.
const OLD: Duration = Duration::from_secs(30 * 24 * 60 * 60);
/// Number of newest entries that are kept.
const KEPT: usize = 1_000;

impl Entries {
    /// Adds a line. Returns the reason if it contradicts the lines before it.
    pub(super) fn apply(&mut self, line: Line) -> Result<(), &'static str> {
        match line {
            Line::Journal { .. } => return Err("a second first line"),
            Line::Started { at, id, operation, usage_log_name, price, output } => {
                let entry = JournalEntry {
                    id: id.clone(),
                    operation,
                    usage_log_name,
                    started_at: at,
                    price,
                    output,
                    settled_at: None,
                    charge: Charge::Unknown,
                    cost: None,
                    request_id: None,
                    task: None,
                    is_refunded: false,
                };
                if self.by_id.contains_key(&id) {
                    return Err("a call that was already started");
                }
                self.by_id.insert(id, self.list.len());
                *self.counted.entry(entry.day()).or_default() += entry.counted();
                self.list.push(entry);
            }
            Line::Settled { at, id, charge, cost, request_id, task } => {
                let index = self.by_id.get(&id).copied().filter(|it| self.list[*it].settled_at.is_none());
                let index = index.ok_or("the end of a call that is not under way")?;
                #[cfg(feature = "video")]
                self.by_task.extend(task.clone().map(|it| (it, index)));
                self.change(index, |it| {
                    (it.settled_at, it.charge, it.cost) = (Some(at), charge, cost);
                    (it.request_id, it.task) = (request_id, task);
                });
            }
            Line::Refunded { id, .. } => {
                let index = self.by_id.get(&id).copied().filter(|it| self.list[*it].task.is_some());
                let index = index.ok_or("the refund of a call without a task")?;
                self.change(index, |it| it.is_refunded = true);
            }
            Line::Total { day, operation, usage_log_name, calls, charged, unpriced_calls, unknown_calls, unknown } => {
                *self.counted.entry(day.clone()).or_default() += charged + unknown;
                let sum = SpentOn { calls, charged, unpriced_calls, unknown_calls, unknown };
                add(self.earlier.entry((day, operation, usage_log_name)).or_default(), &sum);
            }
        }
        Ok(())
    }

    fn change(&mut self, index: usize, change: impl FnOnce(&mut JournalEntry)) {
        let entry = &mut self.list[index];
        let counted = self.counted.entry(entry.day()).or_default();
        *counted -= entry.counted();
        change(entry);
        *counted += entry.counted();
    }

    /// Returns true if a call is under way in this process or another one.
    pub(super) fn is_under_way(&self, id: &str) -> bool {
        self.by_id.get(id).is_some_and(|it| self.list[*it].settled_at.is_none())
    }

    /// Returns the charged call that submitted a task, if it is not refunded.
    #[cfg(feature = "video")]
    pub(super) fn charged_for_task(&self, task: &str) -> Option<&JournalEntry> {
        let entry = &self.list[*self.by_task.get(task)?];
        (entry.charge == Charge::Yes && !entry.is_refunded).then_some(entry)
    }

    /// Returns the amount that counts towards a budget: of one day, or of all days.
    pub(super) fn counted(&self, day: Option<&str>) -> Usd {
        match day {
            Some(day) => self.counted.get(day).copied().unwrap_or_default(),
            None => self.counted.values().fold(Usd::ZERO, |sum, it| sum + *it),
        }
    }

    /// Returns the calls that were started at or after a time, and the sums of earlier calls of its day and later ones.
    pub(super) fn since(&self, time: SystemTime) -> Self {
        let first = day(time);
        let list = self.list.iter().filter(|it| it.started_at >= time).cloned().collect();
        let earlier = self.earlier.iter().filter(|(key, _)| key.0 >= first);
        Self { list, earlier: earlier.map(|(key, sum)| (key.clone(), sum.clone())).collect(), ..Self::default() }
    }

    /// Returns the sums by day, operation and usage-log name.
    pub(super) fn sums(&self) -> BTreeMap<SumKey, SpentOn> {
        let mut sums = self.earlier.clone();
        add_all(&mut sums, &self.list);
        sums
    }

    /// Returns the lines of a shorter journal with the same sums, if at least `KEPT` entries can be left out.
    pub(super) fn compacted(&self, now: SystemTime) -> Option<Vec<Line>> {
        let older = &self.list[..self.list.len().saturating_sub(KEPT)];
        let is_done = |it: &JournalEntry| it.settled_at.is_some() && (it.task.is_none() || it.counted() == Usd::ZERO);
        let is_old = |it: &JournalEntry| now.duration_since(it.started_at).is_ok_and(|age| age > OLD);
        let (left_out, mut kept): (Vec<_>, Vec<_>) = older.iter().partition(|it| is_done(it) || is_old(it));
        if left_out.len() < KEPT {
            return None;
        }
        kept.extend(&self.list[older.len()..]);
        let mut sums = self.earlier.clone();
        add_all(&mut sums, left_out);
        let totals = sums
            .iter()
            .map(|((day, operation, name), sum)| Line::total(day.clone(), operation.clone(), name.clone(), sum));
        Some(totals.chain(kept.into_iter().flat_map(lines)).collect())
    }
}

fn key(entry: &JournalEntry) -> SumKey {
    (entry.day(), entry.operation.clone(), entry.usage_log_name.clone())
}

/// Adds entries to sums. Calls that were not charged need no sum.
fn add_all<'a>(sums: &mut BTreeMap<SumKey, SpentOn>, entries: impl IntoIterator<Item = &'a JournalEntry>) {
    entries.into_iter().for_each(|it| add(sums.entry(key(it)).or_default(), &it.spent()));
    sums.retain(|_, sum| *sum != SpentOn::default());
}

/// Adds the spending of other calls. Counts of a foreign file can be as large as they like.
pub(super) fn add(to: &mut SpentOn, of: &SpentOn) {
    to.calls = to.calls.saturating_add(of.calls);
    to.charged += of.charged;
    to.unpriced_calls = to.unpriced_calls.saturating_add(of.unpriced_calls);
    to.unknown_calls = to.unknown_calls.saturating_add(of.unknown_calls);
    to.unknown += of.unknown;
}

/// Returns the lines of an entry.
fn lines(entry: &JournalEntry) -> Vec<Line> {
    let JournalEntry { id, operation, usage_log_name, started_at, price, settled_at, charge, cost, .. } = entry.clone();
    let (request_id, task, at) = (entry.request_id.clone(), entry.task.clone(), started_at);
    let output = entry.output.clone();
    let mut lines = vec![Line::Started { at, id: id.clone(), operation, usage_log_name, price, output }];
    if let Some(at) = settled_at {
        lines.push(Line::Settled { at, id: id.clone(), charge, cost, request_id, task });
        lines.extend(entry.is_refunded.then_some(Line::Refunded { at, id }));
    }
    lines
}
