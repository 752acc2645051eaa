//! Spending of a client, and a budget that it never exceeds.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::{Charge, Error, Result, Usd};

/// Spending of a client and all its clones so far.
///
/// ```no_run
/// # async fn demo(client: gatewright_runtime::Client) {
/// let spent = client.spent();
/// println!("{} USD, and at most {} USD more", spent.charged, spent.unknown);
/// for (name, of) in &spent.by_name {
///     println!("{name}: {} calls, {} USD", of.calls, of.charged);
/// }
/// # }
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Spent {
    /// Amount charged, as far as it is known; see [`SpentOn::unpriced_calls`].
    pub charged: Usd,
    /// Possible cost of calls whose charge is unknown.
    pub unknown: Usd,
    /// Spending by usage-log name.
    pub by_name: BTreeMap<String, SpentOn>,
}

/// Spending on calls with one usage-log name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SpentOn {
    /// Number of charged calls.
    pub calls: u64,
    /// Cost of the charged calls, as far as it is known.
    pub charged: Usd,
    /// Number of charged calls whose cost is unknown. `charged` contains their expected cost, or nothing if that is
    /// unknown, too. They are not free.
    pub unpriced_calls: u64,
    /// Number of calls whose charge is unknown.
    pub unknown_calls: u64,
    /// Possible cost of those calls.
    pub unknown: Usd,
}

/// Record of a client's spending, with its budget.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    budget: Option<Usd>,
    allow_unknown_prices: bool,
    /// Ledger that also pays for each call, if this one is a part of it.
    outer: Option<Arc<Self>>,
    entries: Mutex<Entries>,
    #[cfg(feature = "budget-file")]
    file: Option<Arc<crate::http::journal::Budget>>,
}

#[derive(Debug, Default)]
struct Entries {
    spent: Spent,
    /// Amount reserved for calls under way.
    reserved: Usd,
    /// Charges of submitted tasks by their ids. A failure of a task refunds its charge, no matter which call reports
    /// the failure. Tasks that are known to be done are removed.
    #[cfg(feature = "video")]
    tasks: BTreeMap<String, TaskCharge>,
}

/// Recorded charge of a task.
#[cfg(feature = "video")]
#[derive(Debug)]
struct TaskCharge {
    usage_log_name: String,
    cost: Usd,
    /// True if the cost is known; false if it is only the expected cost.
    is_certain: bool,
}

impl Ledger {
    pub(crate) fn new(budget: Option<Usd>, allow_unknown_prices: bool) -> Self {
        Self { budget, allow_unknown_prices, ..Self::default() }
    }

    /// Adds a budget that processes share.
    #[cfg(feature = "budget-file")]
    pub(crate) fn with_file(self, file: Option<Arc<crate::http::journal::Budget>>) -> Self {
        Self { file, ..self }
    }

    /// Creates a ledger for a part of the spending, with a budget of its own if there is one.
    pub(crate) fn part(self: &Arc<Self>, budget: Option<Usd>) -> Self {
        Self {
            outer: Some(self.clone()),
            #[cfg(feature = "budget-file")]
            file: self.file.clone(),
            ..Self::new(budget, self.allow_unknown_prices)
        }
    }

    /// Reserves money for a call as [`reserve`](Self::reserve) does, and records the call in the file, if there is one.
    pub(crate) async fn start(
        self: &Arc<Self>,
        operation: Cow<'static, str>,
        usage_log_name: Cow<'static, str>,
        price: Option<Usd>,
    ) -> Result<Reservation> {
        let reservation = self.reserve(operation, usage_log_name, price)?;
        #[cfg(feature = "budget-file")]
        let reservation = reservation.recorded(self.file.clone()).await?;
        Ok(reservation)
    }

    pub(crate) fn spent(&self) -> Spent {
        self.lock().spent.clone()
    }

    /// Reserves money for a call, or refuses the call. Reserved money counts as spent until the call is settled.
    pub(crate) fn reserve(
        self: &Arc<Self>,
        operation: impl Into<Cow<'static, str>>,
        usage_log_name: impl Into<Cow<'static, str>>,
        price: Option<Usd>,
    ) -> Result<Reservation> {
        let (operation, usage_log_name) = (operation.into(), usage_log_name.into());
        let outer = match &self.outer {
            Some(outer) => Some(Box::new(outer.reserve(operation.clone(), usage_log_name.clone(), price)?)),
            None => None,
        };
        let mut entries = self.lock();
        match (self.budget, price) {
            (Some(_), None) if !self.allow_unknown_prices => {
                return Err(Error::PriceUnknown(usage_log_name.into_owned()));
            }
            (Some(budget), price) => {
                let left = budget - entries.spent.charged - entries.spent.unknown - entries.reserved;
                // A call with an unknown price is allowed as long as anything is left.
                let over = price.map_or(left <= Usd::ZERO, |price| price > left);
                if over {
                    return Err(Error::OverBudget { usage_log_name: usage_log_name.into_owned(), price, left });
                }
            }
            _ => {}
        }
        entries.reserved += price.unwrap_or(Usd::ZERO);
        drop(entries);
        let (ledger, is_certain) = (self.clone(), price.is_some());
        Ok(Reservation {
            ledger,
            operation,
            usage_log_name,
            price,
            cost: price,
            is_certain,
            charge: Charge::No,
            waived: false,
            #[cfg(feature = "video")]
            task: None,
            outer,
            closed: false,
            #[cfg(feature = "budget-file")]
            receipt: None,
            #[cfg(feature = "budget-file")]
            request_id: None,
        })
    }

    /// Returns the charge of a task if it is recorded here, the task may still fail, and the charge is known.
    #[cfg(feature = "video")]
    pub(crate) fn cost_of_task(&self, id: &str) -> Option<Usd> {
        self.lock().tasks.get(id).filter(|it| it.is_certain).map(|it| it.cost)
    }

    /// Refunds the charge of a failed task, once, if it is recorded here.
    #[cfg(feature = "video")]
    pub(crate) fn refund(&self, id: &str) {
        #[cfg(feature = "budget-file")]
        if let (Some(file), None) = (&self.file, &self.outer) {
            file.refund(id);
        }
        if let Some(outer) = &self.outer {
            outer.refund(id);
        }
        let mut entries = self.lock();
        let Some(TaskCharge { usage_log_name, cost, is_certain }) = entries.tasks.remove(id) else { return };
        let Spent { charged, by_name, .. } = &mut entries.spent;
        let Some(of) = by_name.get_mut(&usage_log_name) else { return };
        of.calls = of.calls.saturating_sub(1);
        of.unpriced_calls = of.unpriced_calls.saturating_sub(u64::from(!is_certain));
        of.charged -= cost;
        *charged -= cost;
    }

    /// Keeps the charge of a task that is done.
    #[cfg(feature = "video")]
    pub(crate) fn keep(&self, id: &str) {
        if let Some(outer) = &self.outer {
            outer.keep(id);
        }
        self.lock().tasks.remove(id);
    }

    fn lock(&self) -> MutexGuard<'_, Entries> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Money reserved for one call. Dropping it records the charge, also if the call is dropped midway.
#[derive(Debug)]
pub(crate) struct Reservation {
    ledger: Arc<Ledger>,
    operation: Cow<'static, str>,
    usage_log_name: Cow<'static, str>,
    /// Reserved amount.
    price: Option<Usd>,
    /// Cost of the call.
    cost: Option<Usd>,
    /// True if the cost is known; false if it is only the expected cost.
    is_certain: bool,
    charge: Charge,
    /// True if the response came from a cache, so that the call is not charged.
    waived: bool,
    /// Id of the charged task, if the call submitted one.
    #[cfg(feature = "video")]
    task: Option<String>,
    /// Reservation in the outer ledger, which gets the same charge.
    outer: Option<Box<Self>>,
    closed: bool,
    #[cfg(feature = "budget-file")]
    receipt: Option<crate::http::journal::Receipt>,
    #[cfg(feature = "budget-file")]
    request_id: Option<String>,
}

impl Reservation {
    pub(crate) fn usage_log_name(&self) -> &str {
        &self.usage_log_name
    }

    /// Returns the id of the operation and the name in the usage log.
    pub(crate) fn names(&self) -> (Cow<'static, str>, Option<Cow<'static, str>>) {
        (self.operation.clone(), Some(self.usage_log_name.clone()))
    }

    /// Returns the charge so far, and the cost if it is known.
    pub(crate) fn charge(&self) -> (Charge, Option<Usd>) {
        match self.charge {
            Charge::Yes if !self.waived => (Charge::Yes, self.cost.filter(|_| self.is_certain)),
            Charge::Unknown if !self.waived => (Charge::Unknown, None),
            _ => (Charge::No, Some(Usd::ZERO)),
        }
    }

    /// Sets the current state of the charge.
    pub(crate) fn set(&mut self, charge: Charge) {
        self.charge = charge;
        if let Some(outer) = &mut self.outer {
            outer.set(charge);
        }
    }

    /// Records that the call was charged, and its actual cost if that is known.
    pub(crate) fn settle(&mut self, cost: Option<Usd>) {
        self.charge = Charge::Yes;
        self.is_certain = cost.is_some();
        self.cost = cost.or(self.cost);
        if let Some(outer) = &mut self.outer {
            outer.settle(cost);
        }
    }

    /// Records if the response came from a cache. If so, the call is not charged, whatever follows.
    pub(crate) fn waive(&mut self, from_cache: bool) {
        self.waived = from_cache;
        if let Some(outer) = &mut self.outer {
            outer.waive(from_cache);
        }
    }

    pub(crate) fn is_waived(&self) -> bool {
        self.waived
    }

    /// Assigns the charge to a task. A failure of the task refunds it.
    #[cfg(feature = "video")]
    pub(crate) fn assign_to_task(&mut self, task: &str) {
        self.task = Some(task.to_owned());
        if let Some(outer) = &mut self.outer {
            outer.assign_to_task(task);
        }
    }
}

impl Reservation {
    /// Releases the reserved money and records the charge, once.
    pub(crate) fn close(&mut self) {
        if std::mem::replace(&mut self.closed, true) {
            return;
        }
        #[cfg(feature = "budget-file")]
        self.write_receipt();
        if let Some(outer) = &mut self.outer {
            outer.close();
        }
        let mut entries = self.ledger.lock();
        entries.reserved -= self.price.unwrap_or(Usd::ZERO);
        let price = self.cost.unwrap_or(Usd::ZERO);
        if self.charge == Charge::No || self.waived {
            return;
        }
        let Spent { charged, unknown, by_name } = &mut entries.spent;
        if !by_name.contains_key(self.usage_log_name.as_ref()) {
            by_name.insert(self.usage_log_name.to_string(), SpentOn::default());
        }
        let Some(of) = by_name.get_mut(self.usage_log_name.as_ref()) else { return };
        if self.charge == Charge::Yes {
            of.calls += 1;
            of.unpriced_calls += u64::from(!self.is_certain);
            of.charged += price;
            *charged += price;
            #[cfg(feature = "video")]
            if let Some(id) = self.task.take() {
                let (usage_log_name, is_certain) = (self.usage_log_name.to_string(), self.is_certain);
                entries.tasks.insert(id, TaskCharge { usage_log_name, cost: price, is_certain });
            }
        } else {
            of.unknown_calls += 1;
            of.unknown += price;
            *unknown += price;
        }
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.close();
    }
}

#[cfg(feature = "budget-file")]
mod recorded;
#[cfg(test)]
mod tests;
