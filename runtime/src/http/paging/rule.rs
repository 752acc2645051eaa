//! Rules that determine the next page.

use crate::{Paging, Params, SocialResult};

/// Rule that determines the parameters of the next page.
pub(super) enum NextRule {
    Spec(&'static [Paging]),
    Custom(Box<NextParams>),
}

impl NextRule {
    /// Returns the parameters that select the page, if the operation describes them.
    pub(super) fn paging(&self) -> &'static [Paging] {
        match self {
            Self::Spec(paging) => paging,
            Self::Custom(_) => &[],
        }
    }
}

pub(super) type NextParams = dyn FnMut(&SocialResult) -> Option<Params> + Send;
