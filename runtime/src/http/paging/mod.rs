//! Pagination: fetches the pages of an endpoint one at a time, only when the caller polls for the next.

mod find;
mod items;
mod next;
mod resume;
mod rule;
mod state;
mod unresolved;

use std::collections::BTreeMap;
use std::fmt;
use std::future::Future;
use std::marker::PhantomData;
use std::pin::Pin;
use std::task::{Context, Poll};

use futures_core::Stream;

use self::next::{Choices, Step};
use self::rule::NextRule;
use self::unresolved::Unresolved;
use crate::{
    Call, Charge, Error, PaginationError, PaginationProblem, Params, Response, Result, SendFuture, SocialResult, Typed,
    Untyped, Usd,
};

pub(super) use find::{at, has_list};
pub use items::Items;
pub use state::PageState;

/// Pages of an endpoint, as a stream. Each page is a separate call, sent when the stream is polled.
///
/// The stream ends if a response names no next page, if a flag such as `has_more` says so, if a page is empty, if the
/// service responds with [`Error::NoResult`] to a page after the first, or at a limit. An error ends it, too;
/// [`state`](Self::state) then still points to the page that failed.
///
/// The service publishes the fields of only a few cursors. For others, the client uses the learned path, or the only field of
/// the response with the parameter's name, or with `next_` before that name. Otherwise, the stream returns
/// [`Error::Pagination`] with the candidates before it requests another page. Choose one with [`cursor_at`](Self::cursor_at): the
/// state contains the values of the candidates, so a stream that you [`resume`](Self::resume) does not pay for the last page again.
/// Without a choice, it returns the same error and sends nothing.
///
/// ```no_run
/// # async fn demo(client: gatewright_runtime::Client) -> gatewright_runtime::Result<()> {
/// // The same for a generated request: client.p1().search("tea").pages()
/// let mut pages = client.operation("p1_search")?.with("keyword", "tea").pages().max_pages(10);
/// while let Some(page) = pages.next().await {
///     println!("{}", page?.data);
/// }
/// # Ok(()) }
/// ```
#[must_use = "pages are fetched when the stream is polled"]
#[doc(alias("pagination", "paging", "paginate", "cursor", "next page"))]
pub struct Pages<E = Untyped> {
    call: Call,
    rule: NextRule,
    choices: Choices,
    state: PageState,
    max_pages: Option<u32>,
    max_cost: Option<Usd>,
    under_way: Option<SendFuture>,
    /// Error of the arguments.
    problem: Option<Error>,
    failed: bool,
    endpoint: PhantomData<fn() -> E>,
}

impl<E> Pages<E> {
    fn new(call: Call, rule: NextRule) -> Self {
        let state = PageState::of(&call, rule.paging());
        Self {
            call,
            rule,
            choices: Choices::default(),
            state,
            max_pages: None,
            max_cost: None,
            under_way: None,
            problem: None,
            failed: false,
            endpoint: PhantomData,
        }
    }

    /// Ends the stream after this number of pages, including those before it was resumed.
    pub fn max_pages(mut self, limit: u32) -> Self {
        self.max_pages = Some(limit);
        self
    }

    /// Ends the stream before a page that would raise the total cost above this limit, or whose price is not published.
    pub fn max_cost(mut self, limit: Usd) -> Self {
        self.max_cost = Some(limit);
        self
    }

    /// Sets the path of the next cursor in each page, such as `data.paging.next`. A number selects an item of a list:
    /// `data.pages.0.next`.
    pub fn cursor_at(mut self, path: &str) -> Self {
        self.check_path(path);
        self.choices.cursor = Some(path.to_owned());
        self
    }

    /// Sets the path of the list of items in each page, such as `data.list`.
    pub fn items_at(mut self, path: &str) -> Self {
        self.check_path(path);
        self.choices.list = Some(path.to_owned());
        self
    }

    fn check_path(&mut self, path: &str) {
        if find::steps(path).is_none() {
            let path = crate::visible(path);
            let problem = format!("cannot use the path `{path}`; help: begin it with `data`, as in `data.list`");
            self.problem = Some(Error::Request(problem));
        }
    }

    /// Resumes from the state of an earlier stream of the same request.
    ///
    /// A state of another operation, or of other parameters, is not used: the stream then returns [`Error::Request`] and sends
    /// nothing.
    pub fn resume(mut self, state: PageState) -> Self {
        self.state = state;
        self
    }

    /// Returns the pagination state.
    pub fn state(&self) -> &PageState {
        &self.state
    }

    /// Returns the next page; `None` after the last.
    pub async fn next(&mut self) -> Option<Result<Response<Typed<E>>>> {
        std::future::poll_fn(|context| Pin::new(&mut *self).poll_next(context)).await
    }

    /// Returns true if a limit forbids the next page.
    fn at_limit(&self) -> bool {
        let too_many = self.max_pages.is_some_and(|limit| self.state.pages >= limit);
        let too_expensive = self.max_cost.is_some_and(|limit| match self.call.price() {
            Some(price) => self.state.cost + price > limit,
            None => true,
        });
        too_many || too_expensive
    }

    fn step<'a>(&'a mut self, page: &'a SocialResult, raw: &'a [u8]) -> Step<'a> {
        Step { call: &self.call, choices: &self.choices, state: &mut self.state, page, raw }
    }

    /// Returns the path of the list of items in a page.
    fn list_of(&mut self, page: &Response<Typed<E>>) -> Result<Option<String>, PaginationError> {
        self.step(page, &page.raw).list()
    }

    /// Ends the stream after an error.
    fn fail(&mut self) {
        self.failed = true;
    }

    /// Records a page and determines the parameters of the next one. Returns `None` if the page comes after the last
    /// one.
    fn receive(&mut self, page: Response<SocialResult>) -> Option<Result<Response<Typed<E>>>> {
        let may_be_last = self.state.pages > 0 || page.is_empty();
        let paging = self.rule.paging();
        if may_be_last && self.step(&page, &page.raw).is_empty(paging) {
            // An empty page may have been charged, too.
            self.state.cost += page.cost.or(self.call.price()).unwrap_or(Usd::ZERO);
            self.state.ended = true;
            return None;
        }
        self.state.cost += page.cost.unwrap_or(Usd::ZERO);
        self.state.skip = 0;
        if let NextRule::Custom(_) = self.rule {
            self.state.pages = self.state.pages.saturating_add(1);
            self.advance_by_closure(&page);
            return Some(Ok(page.into_typed()));
        }
        if self.state.pages == 0 {
            self.state.has_no_list = find::list(&page.data) == find::List::None(Vec::new());
        }
        if self.step(&page, &page.raw).repeats(paging) {
            if self.state.pages == 1 {
                self.failed = true;
                let problem = PaginationProblem::SamePage;
                self.state.unresolved = Some(Box::new(Unresolved::of(problem)));
                return self.unresolved().map(Err);
            }
            self.state.ended = true;
            return None;
        }
        self.state.pages = self.state.pages.saturating_add(1);
        match self.step(&page, &page.raw).next(paging) {
            Ok(Some(next)) => self.state.next = next,
            Ok(None) => self.state.ended = true,
            Err(error) => {
                let unresolved = self.step(&page, &page.raw).unresolved(error, paging);
                self.state.unresolved = Some(Box::new(unresolved));
            }
        }
        Some(Ok(page.into_typed()))
    }

    fn advance_by_closure(&mut self, page: &Response<SocialResult>) {
        let NextRule::Custom(next) = &mut self.rule else { return };
        let Some(params) = next(page) else {
            self.state.ended = true;
            return;
        };
        let next: BTreeMap<_, _> = params.iter().map(|(name, value)| (name.to_owned(), value.to_string())).collect();
        self.state.ended = !self.state.is_new(&self.call, &next);
        self.state.next = next;
    }
}

impl<E> Stream for Pages<E> {
    type Item = Result<Response<Typed<E>>>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = &mut *self;
        if this.under_way.is_none() {
            if this.failed {
                return Poll::Ready(None);
            }
            if let Some(error) = this.foreign_state().or_else(|| this.problem.take()).or_else(|| this.unresolved()) {
                this.failed = true;
                return Poll::Ready(Some(Err(error)));
            }
            if this.state.ended || this.at_limit() {
                return Poll::Ready(None);
            }
            let next = this.state.next.iter().map(|(name, value)| (name.clone(), value.clone()));
            this.under_way = Some(next.fold(this.call.clone(), |call, (name, value)| call.with(name, value)).send());
        }
        let Some(sending) = &mut this.under_way else { return Poll::Ready(None) };
        let Poll::Ready(page) = Pin::new(sending).poll(context) else { return Poll::Pending };
        this.under_way = None;
        Poll::Ready(match page {
            Ok(page) => this.receive(page),
            // After the last page, this is the end. On the first page, it is an error for the caller.
            Err(Error::NoResult(_)) if this.state.pages > 0 => {
                this.state.ended = true;
                None
            }
            Err(error) => {
                if error.charge() == Charge::Unknown {
                    this.state.cost += this.call.price().unwrap_or(Usd::ZERO);
                }
                this.failed = true;
                Some(Err(error))
            }
        })
    }
}

impl<E> fmt::Debug for Pages<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pages").field("call", &self.call).field("state", &self.state).finish_non_exhaustive()
    }
}

impl Call {
    /// Returns all pages, one call per page. An operation without a pagination parameter has one page.
    pub fn pages(self) -> Pages {
        self.pages_of()
    }

    pub(crate) fn pages_of<E>(self) -> Pages<E> {
        let paging = self.spec().paging;
        Pages::new(self, NextRule::Spec(paging))
    }

    /// Returns all pages; `next` reads the parameters of the next page from a page, or returns `None` if there is none.
    pub fn pages_by(self, next: impl FnMut(&SocialResult) -> Option<Params> + Send + 'static) -> Pages {
        self.pages_of_by(next)
    }

    pub(crate) fn pages_of_by<E>(self, next: impl FnMut(&SocialResult) -> Option<Params> + Send + 'static) -> Pages<E> {
        Pages::new(self, NextRule::Custom(Box::new(next)))
    }
}

#[cfg(test)]
mod tests;
