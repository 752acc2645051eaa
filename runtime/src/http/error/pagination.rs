//! Pagination that cannot continue.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::visible;

/// Reason why pagination cannot continue, and the choices of the caller. The pages so far are complete; no further page
/// was requested.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PaginationError {
    /// Id of the operation, such as `p1_search`.
    pub operation: String,
    /// Reason.
    pub problem: PaginationProblem,
    /// Paths in the last page that could be meant, such as `data.paging.next`.
    pub candidates: Vec<String>,
}

/// Reason why pagination cannot continue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
pub enum PaginationProblem {
    /// No field, or more than one, could hold the next value of this parameter.
    Cursor {
        /// Name of the parameter.
        param: String,
    },
    /// The field with the next value of this parameter contains a value that was sent already.
    Repeated {
        /// Name of the parameter.
        param: String,
    },
    /// No field, or more than one, could hold the next value of this parameter, which accompanies the cursor.
    Companion {
        /// Name of the parameter.
        param: String,
    },
    /// The first page contains 0 as the next value of this parameter, which can mean the first page or the end.
    Zero {
        /// Name of the parameter.
        param: String,
    },
    /// No list, or more than one, could contain the items.
    List,
    /// The second page has the same items as the first.
    SamePage,
}

impl fmt::Display for PaginationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let method = match &self.problem {
            PaginationProblem::Cursor { param } => {
                write!(f, "cannot find the next value of `{}`", visible(param))?;
                "cursor_at"
            }
            PaginationProblem::Repeated { param } => {
                write!(f, "the next value of `{}` was sent already", visible(param))?;
                "cursor_at"
            }
            PaginationProblem::Companion { param } => {
                write!(f, "cannot find the next value of `{}`", visible(param))?;
                "pages_by"
            }
            PaginationProblem::Zero { param } => {
                write!(f, "the next value of `{}` is 0", visible(param))?;
                "cursor_at"
            }
            PaginationProblem::List => {
                f.write_str("cannot find the list of items")?;
                "items_at"
            }
            PaginationProblem::SamePage => {
                f.write_str("two pages have the same items")?;
                "pages_by"
            }
        };
        let place = if self.problem == PaginationProblem::SamePage { "" } else { " in a page" };
        write!(f, "{place} of `{}`", visible(&self.operation))?;
        if let PaginationProblem::Zero { .. } = self.problem {
            f.write_str(", which can mean the first page or the end")?;
        }
        match self.candidates.as_slice() {
            [] => {}
            [one] => write!(f, "; the only candidate is `{}`", visible(one))?,
            [first, rest @ ..] => {
                write!(f, "; candidates are `{}`", visible(first))?;
                rest.iter().try_for_each(|it| write!(f, ", `{}`", visible(it)))?;
            }
        }
        f.write_str("; help: ")?;
        match self.candidates.first() {
            _ if method == "pages_by" => return f.write_str("determine the next page with `pages_by`"),
            Some(first) => write!(f, "choose a path with `{method}(\"{}\")`", visible(first))?,
            None => write!(f, "name the path with `{method}`")?,
        }
        f.write_str(", or determine the next page with `pages_by`")
    }
}
