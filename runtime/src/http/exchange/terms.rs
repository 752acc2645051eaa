//! Terms of a call: key, charge, error table.

use crate::http::error::{AttemptStats, RawResponse};
use crate::http::spending::Reservation;
use crate::{CallKind, Charge, Error, Usd};

/// Terms of a call: key and charge.
pub(crate) enum Terms {
    /// Social data: sent with the key; its price is reserved.
    Social(Reservation),
    /// Model call: sent with the key; its price is reserved.
    Model(Reservation),
    /// Submission of a task of a model: sent with the key; its price is reserved.
    Submission(Reservation),
    /// Poll of a task: sent with the key; free.
    #[cfg(feature = "video")]
    Task,
    /// File at a URL that the gateway supplied: sent without the key; free.
    File,
    /// Catalog: sent without the key; free.
    Free,
}

impl Terms {
    /// Returns the name of the call in the usage log, if the call can be charged.
    pub(crate) fn usage_log_name(&self) -> Option<&str> {
        match self {
            Self::Social(it) | Self::Model(it) | Self::Submission(it) => Some(it.usage_log_name()),
            #[cfg(feature = "video")]
            Self::Task => None,
            Self::File | Self::Free => None,
        }
    }

    /// Returns the error of a response; `None` if the call may have been charged.
    pub(crate) fn known_error(&self, response: &RawResponse<'_>, stats: AttemptStats) -> Option<Error> {
        let on = match self {
            Self::Social(_) => CallKind::Data,
            Self::Model(_) | Self::Submission(_) => CallKind::Model,
            #[cfg(feature = "video")]
            Self::Task => CallKind::Task,
            Self::File | Self::Free => return Some(response.download_error(stats)),
        };
        response.error(on, stats)
    }

    pub(crate) fn set(&mut self, charge: Charge) {
        if let Some(reservation) = self.reservation() {
            reservation.set(charge);
        }
    }

    /// Returns true if a task is submitted or polled.
    pub(super) fn is_task_call(&self) -> bool {
        match self {
            Self::Submission(_) => true,
            #[cfg(feature = "video")]
            Self::Task => true,
            Self::Social(_) | Self::Model(_) | Self::File | Self::Free => false,
        }
    }

    /// Returns true if the call is a model call or a submission of a task, which can be charged.
    pub(super) fn is_chargeable_model_call(&self) -> bool {
        matches!(self, Self::Model(_) | Self::Submission(_))
    }

    /// Returns true if the request is sent with the key.
    pub(super) fn needs_key(&self) -> bool {
        !matches!(self, Self::File | Self::Free)
    }

    /// Records the charge and its amount.
    pub(crate) fn settle(&mut self, cost: Option<Usd>) {
        if let Some(reservation) = self.reservation() {
            reservation.settle(cost);
        }
    }

    /// Records the task that the charge is for.
    #[cfg(feature = "video")]
    pub(crate) fn assign_to_task(&mut self, task: &str) {
        if let Some(reservation) = self.reservation() {
            reservation.assign_to_task(task);
        }
    }

    /// Records the charge as far as it is known. Later events do not change it.
    pub(crate) fn close(&mut self) {
        if let Some(reservation) = self.reservation() {
            reservation.close();
        }
    }

    fn reservation(&mut self) -> Option<&mut Reservation> {
        match self {
            Self::Social(it) | Self::Model(it) | Self::Submission(it) => Some(it),
            #[cfg(feature = "video")]
            Self::Task => None,
            Self::File | Self::Free => None,
        }
    }
}
