//! Charges of tasks, which a failure of the task refunds.

use super::{Ledger, Spent, TaskCharge};
use crate::Usd;

impl Ledger {
    /// Returns the charge of a task if it is recorded here, the task may still fail, and the charge is known.
    pub(crate) fn cost_of_task(&self, id: &str) -> Option<Usd> {
        self.lock().tasks.get(id).filter(|it| it.is_certain).map(|it| it.cost)
    }

    /// Refunds the charge of a failed task, once, if it is recorded here.
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
    pub(crate) fn keep(&self, id: &str) {
        if let Some(outer) = &self.outer {
            outer.keep(id);
        }
        self.lock().tasks.remove(id);
    }
}
