//! Reservations that are recorded in a file.

use std::sync::Arc;

use super::Reservation;
use crate::http::journal::{Budget, Settled};
use crate::{Charge, Error, Result};

impl Reservation {
    /// Records the start of the call in a file, or refuses the call.
    pub(super) async fn recorded(mut self, file: Option<Arc<Budget>>) -> Result<Self> {
        let Some(file) = file else { return Ok(self) };
        let (operation, usage_log_name) = (self.operation.clone(), self.usage_log_name.clone());
        let (price, allow_unknown_prices) = (self.price, self.ledger.allow_unknown_prices);
        let start = move || file.start(&operation, &usage_log_name, price, allow_unknown_prices);
        // If the call is dropped meanwhile, so is the receipt, which then records that nothing was sent.
        let started = tokio::task::spawn_blocking(start).await;
        self.receipt = Some(started.map_err(|problem| Error::Journal(problem.to_string()))??);
        Ok(self)
    }

    /// Sets the id of the request, if the call has a receipt.
    pub(crate) fn set_request_id(&mut self, id: impl FnOnce() -> Option<String>) {
        if self.receipt.is_some() {
            self.request_id = id().or(self.request_id.take());
        }
    }

    pub(super) fn write_receipt(&mut self) {
        if let Some(receipt) = self.receipt.take() {
            #[cfg(feature = "video")]
            let task = self.task.clone();
            #[cfg(not(feature = "video"))]
            let task = None;
            let (charge, cost) = self.charge();
            let cost = cost.filter(|_| charge == Charge::Yes);
            let request_id = self.request_id.take();
            receipt.settle(Settled { charge, cost, request_id, task });
        }
    }
}
