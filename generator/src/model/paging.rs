//! Pagination of operations.

use super::Scalar;

/// Pagination rule of a parameter.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Paging {
    /// Source of the next value.
    pub next: NextPage,
    /// Path of the next value in a response, such as `data.paging.next`, if it was learned and no field is published.
    pub learned: Option<String>,
    /// Value of the first request; `None` if it is left out or not published.
    pub first: Option<Scalar>,
    /// False if the value only accompanies that of another parameter.
    pub selects_page: bool,
}

/// Source of the next value of a pagination parameter.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum NextPage {
    /// Field of the previous response; `None` if the field is not published.
    PreviousReply(Option<String>),
    /// Field of the first response; `None` if the field is not published.
    FirstReply(Option<String>),
    /// Counter that increases with each page.
    Counting,
}

impl NextPage {
    /// Returns true if the source is published, or needs no response.
    pub fn is_known(&self) -> bool {
        !matches!(self, Self::PreviousReply(None) | Self::FirstReply(None))
    }
}
