//! Continues after a page that names no next page.

use super::{NextRule, Pages};
use crate::{Error, PaginationError, PaginationProblem};

impl<E> Pages<E> {
    /// Continues after the last page with the choice of the caller. Returns the error if there is none.
    pub(super) fn unresolved(&mut self) -> Option<Error> {
        let unresolved = self.state.unresolved.take()?;
        if let (Some(path), Some(param)) = (&self.choices.cursor, self.param_without_value(&unresolved.problem)) {
            let next = unresolved.next(param, path);
            if let Some(next) = next.filter(|it| self.state.is_new(&self.call, it)) {
                self.state.cursors.insert(param.to_owned(), path.clone());
                self.state.next = next;
                return None;
            }
        }
        let (problem, candidates) = (unresolved.problem.clone(), unresolved.candidates.clone());
        self.state.unresolved = Some(unresolved);
        let operation = self.call.operation_id().into_owned();
        Some(Error::Pagination(Box::new(PaginationError { operation, problem, candidates })))
    }

    /// Returns the parameter that selects the page, if its value is the problem.
    fn param_without_value(&self, problem: &PaginationProblem) -> Option<&'static str> {
        use PaginationProblem::{Cursor, Repeated, Zero};
        match (&self.rule, problem) {
            (NextRule::Spec([main, ..]), Cursor { .. } | Repeated { .. } | Zero { .. }) => Some(main.param),
            _ => None,
        }
    }
}
