//! Errors of requests whose response is lost.

use std::time::SystemTime;

use super::wire::ExchangeError;
use super::{Terms, Unreadable};
use crate::http::error::{AttemptStats, Cause, ChargeUnknown, RawResponse};
use crate::http::in_flight::is_out_of_resources;
use crate::{Charge, Client, Error, Failure, HttpRequest};

/// Request whose response is lost, with the details for its error.
pub(crate) struct LostResponse<'a> {
    pub(crate) request: &'a HttpRequest,
    pub(crate) client: &'a Client,
    /// Terms of the call. A free call is not charged if its response is lost.
    pub(crate) terms: &'a Terms,
    pub(crate) sent_at: SystemTime,
}

impl LostResponse<'_> {
    pub(crate) fn error(&self, cause: Cause, mut failure: Failure) -> Error {
        let Some(usage_log_name) = self.terms.usage_log_name() else {
            failure.charge = Charge::No;
            let failure = Box::new(failure);
            return match cause {
                Cause::Timeout => Error::Timeout(failure),
                Cause::ConnectionLost => Error::Transport(failure),
                Cause::TooLarge | Cause::UnexpectedFormat | Cause::EndedEarly => Error::Decode(failure),
                Cause::UnexpectedStatus | Cause::ErrorInStream => Error::Refused(failure),
            };
        };
        Error::ChargeUnknown(Box::new(ChargeUnknown {
            failure,
            cause,
            usage_log_name: Some(usage_log_name.to_owned()),
            sent_at: self.sent_at,
            request: self.request.clone(),
            received: None,
        }))
    }

    pub(crate) fn unreadable(&self, response: &RawResponse<'_>, stats: AttemptStats, unreadable: Unreadable) -> Error {
        let mut failure = response.failure(stats, Charge::Unknown);
        match unreadable {
            // The status is that of a success, so only the code identifies the error.
            // Of the errors of free calls, only an unknown task is certain: the others may be temporary.
            Unreadable::Refused => match self.terms.known_error(response, stats) {
                Some(error) if self.terms.usage_log_name().is_some() || error.is_no_such_task() => return error,
                _ => {}
            },
            Unreadable::Broken(source) => failure.source = Some(self.client.secret().clean_error(source)),
        }
        self.error(Cause::UnexpectedFormat, failure)
    }

    pub(super) fn broken(&self, broken: ExchangeError, stats: AttemptStats) -> Error {
        match broken {
            ExchangeError::Transport(error) if !error.may_have_been_sent => {
                let (timed_out, is_local) = (error.timed_out, is_out_of_resources(&error));
                let failure = Box::new(Failure::without_response(
                    stats,
                    Charge::No,
                    Some(self.client.secret().clean_error(error.source.into())),
                ));
                if is_local {
                    Error::LocalResource(failure)
                } else if timed_out {
                    Error::Timeout(failure)
                } else {
                    Error::Transport(failure)
                }
            }
            ExchangeError::Transport(error) => {
                let cause = if error.timed_out { Cause::Timeout } else { Cause::ConnectionLost };
                self.error(
                    cause,
                    Failure::without_response(
                        stats,
                        Charge::Unknown,
                        Some(self.client.secret().clean_error(error.source.into())),
                    ),
                )
            }
            ExchangeError::HeadTimeout => {
                self.error(Cause::Timeout, Failure::without_response(stats, Charge::Unknown, None))
            }
            ExchangeError::Body { status, headers, start, cause, source } => {
                let response =
                    RawResponse { status, headers: &headers, body: &start, is_complete: false, client: self.client };
                let mut failure = response.failure(stats, Charge::Unknown);
                failure.source = source.map(|it| self.client.secret().clean_error(it.source.into()));
                self.error(cause, failure)
            }
        }
    }
}
