//! Pagination of operations.

/// Cursor or page number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Paging {
    /// Name of the field.
    pub param: &'static str,
    /// Source of the value for the next page.
    pub next: NextPage,
}

/// Source of the value for the next page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NextPage {
    /// Value in the previous response, sent back unchanged.
    Reply(Cursor),
    /// Value in the first response, the same for all further pages.
    FirstReply(Cursor),
    /// Page number that starts at this value.
    Counting(i64),
}

/// Location of a cursor in a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Cursor {
    /// Field with this name, as published; the one nearest to the top if there are several. Several with different values at
    /// the same depth are ambiguous.
    Field(&'static str),
    /// Path, such as `data.paging.next`, that was learned from responses.
    Path(&'static str),
    /// Not published. The client uses the only field that is named like the parameter, or like it after `next_`.
    Unpublished,
}
