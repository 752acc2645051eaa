//! Spending of a client, and a budget that it never exceeds.

use std::borrow::Cow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::{Charge, Error, Result, Usd};

pub use spent::{Spent, SpentOn};

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
    tasks: std::collections::BTreeMap<String, TaskCharge>,
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
mod spent;
#[cfg(feature = "video")]
mod tasks;
#[cfg(test)]
mod tests;
