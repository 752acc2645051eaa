//! Terms of a call: key, charge, error table.

use std::borrow::Cow;

use crate::http::error::{AttemptStats, RawResponse};
use crate::http::spending::Reservation;
use crate::{CallKind, Charge, Cost, Error, Usd};

/// Terms of a call: key and charge.
pub(crate) enum Terms {
    /// Social data: sent with the key; its price is reserved.
    Social(Reservation),
    /// Model call: sent with the key; its price is reserved.
    Model(Reservation),
    /// Session with a model: sent with the key; its price is reserved.
    #[cfg(feature = "realtime")]
    Session(Reservation),
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

/// Charge of a response that was read, and its cost if that is known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settlement {
    pub(crate) charge: Charge,
    pub(crate) cost: Option<Cost>,
}

impl Settlement {
    /// Settlement of a free request.
    pub(crate) const FREE: Self = Self { charge: Charge::No, cost: None };
    /// Settlement of a stream: its charge is unknown until it is complete.
    pub(crate) const OPEN: Self = Self { charge: Charge::Unknown, cost: None };

    pub(crate) fn charged(cost: Option<Cost>) -> Self {
        Self { charge: Charge::Yes, cost }
    }
}

impl Terms {
    /// Returns the id of the operation, or the kind of a free request, and the name in the usage log, if the call can be
    /// charged.
    pub(super) fn names(&self) -> (Cow<'static, str>, Option<Cow<'static, str>>) {
        let kind = match (self, self.reservation()) {
            (_, Some(reservation)) => return reservation.names(),
            #[cfg(feature = "video")]
            (Self::Task, None) => "task",
            (Self::File, None) => "file",
            _ => "catalog",
        };
        (Cow::Borrowed(kind), None)
    }

    /// Returns the charge so far, and the cost if it is known.
    pub(crate) fn charge(&self) -> (Charge, Option<Usd>) {
        self.reservation().map_or((Charge::No, Some(Usd::ZERO)), Reservation::charge)
    }

    pub(super) fn can_be_charged(&self) -> bool {
        self.usage_log_name().is_some()
    }

    /// Returns the name of the call in the usage log, if the call can be charged.
    pub(crate) fn usage_log_name(&self) -> Option<&str> {
        self.reservation().filter(|it| !it.is_waived()).map(Reservation::usage_log_name)
    }

    /// Returns the kind of the call, if it is sent with the key.
    pub(super) fn call_kind(&self) -> Option<CallKind> {
        match self {
            Self::Social(_) => Some(CallKind::Data),
            Self::Model(_) | Self::Submission(_) => Some(CallKind::Model),
            #[cfg(feature = "realtime")]
            Self::Session(_) => Some(CallKind::Model),
            #[cfg(feature = "video")]
            Self::Task => Some(CallKind::Task),
            Self::File | Self::Free => None,
        }
    }

    /// Returns the error of a response; `None` if the call may have been charged.
    pub(crate) fn known_error(&self, response: &RawResponse<'_>, stats: AttemptStats) -> Option<Error> {
        match self.call_kind() {
            Some(on) => response.error(on, stats),
            None => Some(response.download_error(stats)),
        }
    }

    pub(crate) fn set(&mut self, charge: Charge) {
        if let Some(reservation) = self.reservation_mut() {
            reservation.set(charge);
        }
    }

    /// Returns true if a task is submitted or polled.
    pub(super) fn is_task_call(&self) -> bool {
        match self {
            Self::Submission(_) => true,
            #[cfg(feature = "video")]
            Self::Task => true,
            _ => false,
        }
    }

    /// Returns true if a session is opened.
    pub(super) fn is_session(&self) -> bool {
        match self {
            #[cfg(feature = "realtime")]
            Self::Session(_) => true,
            _ => false,
        }
    }

    /// Returns true if the call is a model call or a submission of a task, which can be charged.
    pub(super) fn is_chargeable_model_call(&self) -> bool {
        matches!(self, Self::Model(_) | Self::Submission(_))
    }

    /// Returns true if the request is sent with the key.
    pub(super) fn needs_key(&self) -> bool {
        self.call_kind().is_some()
    }

    /// Records the charge and its amount.
    pub(crate) fn settle(&mut self, settlement: Settlement) {
        if let Some(reservation) = self.reservation_mut() {
            match settlement.charge {
                Charge::Yes => reservation.settle(settlement.cost.map(|it| it.usd)),
                charge => reservation.set(charge),
            }
        }
    }

    /// Records if the response of the last attempt came from a cache. If so, the call is not charged, whatever follows.
    pub(super) fn waive(&mut self, from_cache: bool) {
        if let Some(reservation) = self.reservation_mut() {
            reservation.waive(from_cache);
        }
    }

    /// Records the id of the request, if calls have receipts.
    #[cfg(feature = "budget-file")]
    pub(super) fn set_request_id(&mut self, id: impl FnOnce() -> Option<String>) {
        if let Some(reservation) = self.reservation_mut() {
            reservation.set_request_id(id);
        }
    }

    /// Records the task that the charge is for.
    #[cfg(feature = "video")]
    pub(crate) fn assign_to_task(&mut self, task: &str) {
        if let Some(reservation) = self.reservation_mut() {
            reservation.assign_to_task(task);
        }
    }

    /// Records the charge as far as it is known. Later events do not change it.
    pub(crate) fn close(&mut self) {
        if let Some(reservation) = self.reservation_mut() {
            reservation.close();
        }
    }

    fn reservation(&self) -> Option<&Reservation> {
        match self {
            Self::Social(it) | Self::Model(it) | Self::Submission(it) => Some(it),
            #[cfg(feature = "realtime")]
            Self::Session(it) => Some(it),
            #[cfg(feature = "video")]
            Self::Task => None,
            Self::File | Self::Free => None,
        }
    }

    fn reservation_mut(&mut self) -> Option<&mut Reservation> {
        match self {
            Self::Social(it) | Self::Model(it) | Self::Submission(it) => Some(it),
            #[cfg(feature = "realtime")]
            Self::Session(it) => Some(it),
            #[cfg(feature = "video")]
            Self::Task => None,
            Self::File | Self::Free => None,
        }
    }
}
