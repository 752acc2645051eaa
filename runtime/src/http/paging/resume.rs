//! Resumes from a stored state, and after a page that names no next page.

use super::{NextRule, PageState, Pages};
use crate::{Error, PaginationError, PaginationProblem};

impl<E> Pages<E> {
    /// Returns the error of a state that belongs to another request.
    pub(super) fn foreign_state(&self) -> Option<Error> {
        let (own, stored) = (PageState::of(&self.call, self.rule.paging()), &self.state);
        let name = &own.operation;
        let problem = if !stored.operation.is_empty() && stored.operation != *name {
            let other = crate::visible(&stored.operation);
            format!("cannot resume `{name}` from a state of `{other}`; help: use the state of the same operation")
        } else if stored.request.is_some() && stored.request != own.request {
            format!("cannot resume `{name}` from a state of other parameters; help: set those of the first page")
        } else {
            return None;
        };
        Some(Error::Request(problem))
    }

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
