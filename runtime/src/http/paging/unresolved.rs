//! Pages that name no next page, until the caller chooses one.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::PaginationProblem;

/// Reason why the last page names no next page, and the values that it contains.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Unresolved {
    pub(super) problem: PaginationProblem,
    /// Paths that the error lists.
    pub(super) candidates: Vec<String>,
    /// Values by path.
    pub(super) values: BTreeMap<String, String>,
    /// Parameters of the next page that do not select it; `None` if they are unknown, too.
    pub(super) others: Option<BTreeMap<String, String>>,
}

impl Unresolved {
    /// Creates a problem without values to choose from.
    pub(super) fn of(problem: PaginationProblem) -> Self {
        Self { problem, candidates: Vec::new(), values: BTreeMap::new(), others: None }
    }

    /// Returns the parameters of the next page if its cursor is at a path.
    pub(super) fn next(&self, param: &str, path: &str) -> Option<BTreeMap<String, String>> {
        // Like a missing value, this one ends a stream.
        let value = self.values.get(path).filter(|it| *it != "0")?;
        let mut next = self.others.clone()?;
        next.insert(param.to_owned(), value.clone());
        Some(next)
    }
}
