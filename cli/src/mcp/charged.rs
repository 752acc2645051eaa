//! Charge of a call.

use gatewright_client::Charge;
use serde::{Deserialize, Serialize};

use crate::exit::Exit;

/// Charge of a call, as results and files name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Charged {
    No,
    Yes,
    Unknown,
}

impl From<Charge> for Charged {
    fn from(charge: Charge) -> Self {
        match charge {
            Charge::No => Self::No,
            Charge::Yes => Self::Yes,
            Charge::Unknown => Self::Unknown,
        }
    }
}

/// Converts the exit code of a call that failed.
impl From<Exit> for Charged {
    fn from(exit: Exit) -> Self {
        match exit {
            Exit::ChargeUnknown => Self::Unknown,
            Exit::ChargedThenFailed => Self::Yes,
            _ => Self::No,
        }
    }
}
