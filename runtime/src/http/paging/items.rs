//! Items of all pages.

use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use futures_core::Stream;
use serde_json::Value;

use super::{PageState, Pages, find};
use crate::{Error, Item, Response, Result, Typed, Untyped, Usd};

/// Items of all pages, as a stream. The client requests the next page after the last item of a page.
///
/// ```no_run
/// # async fn demo(client: gatewright_runtime::Client) -> gatewright_runtime::Result<()> {
/// let mut items = client.operation("p1_search")?.with("keyword", "tea").pages().max_pages(3).items();
/// while let Some(item) = items.next().await {
///     println!("{}", item?["title"]);
/// }
/// # Ok(()) }
/// ```
#[must_use = "pages are fetched when the stream is polled"]
#[doc(alias("pagination", "paging", "paginate"))]
pub struct Items<E = Untyped> {
    pages: Pages<E>,
    page: Option<Response<Typed<E>>>,
    /// Path of the list in the page; `None` if the list was not found, or is ambiguous.
    path: Option<String>,
    /// Number of items of the page that were returned or skipped.
    taken: usize,
    /// State before the page.
    before: PageState,
}

impl<E> Pages<E> {
    /// Returns the items of the pages, one by one.
    ///
    /// They come from the list that [`items_at`](Self::items_at) names, or else from the learned list. Without both,
    /// they come from the list of objects nearest to the top of the data. If several are equally near, the stream
    /// returns [`Error::Pagination`] with their paths.
    pub fn items(self) -> Items<E> {
        let before = self.state().clone();
        Items { pages: self, page: None, path: Some(String::new()), taken: 0, before }
    }
}

impl<E> Items<E> {
    /// Ends the stream after this number of pages, including those before it was resumed.
    pub fn max_pages(mut self, limit: u32) -> Self {
        self.pages = self.pages.max_pages(limit);
        self
    }

    /// Ends the stream before a page that would raise the total cost above this limit, or whose price is not published.
    pub fn max_cost(mut self, limit: Usd) -> Self {
        self.pages = self.pages.max_cost(limit);
        self
    }

    /// Sets the path of the list of items; see [`Pages::items_at`].
    pub fn items_at(mut self, path: &str) -> Self {
        self.pages = self.pages.items_at(path);
        self
    }

    /// Sets the path of the next cursor; see [`Pages::cursor_at`].
    pub fn cursor_at(mut self, path: &str) -> Self {
        self.pages = self.pages.cursor_at(path);
        self
    }

    /// Resumes from the state of an earlier stream of the same request.
    pub fn resume(mut self, state: PageState) -> Self {
        self.before = state.clone();
        self.pages = self.pages.resume(state);
        self
    }

    /// Returns the next item; `None` after the last.
    pub async fn next(&mut self) -> Option<Result<Item<E>>> {
        std::future::poll_fn(|context| Pin::new(&mut *self).poll_next(context)).await
    }

    /// Returns the page of the current item. It is available after an error about its list, too.
    pub fn page(&self) -> Option<&Response<Typed<E>>> {
        self.page.as_ref()
    }

    /// Returns the pagination state.
    ///
    /// If items of the current page are left, resuming requests this page again, as another call, and skips the items that
    /// were returned already. The same holds after an error about the list of the page.
    pub fn state(&self) -> PageState {
        let now = self.pages.state().clone();
        if self.path.is_some() && self.rest().is_none() {
            return now;
        }
        let PageState { next, pages, seen, last, unresolved, .. } = self.before.clone();
        PageState { next, pages, seen, last, unresolved, ended: false, skip: self.taken, ..now }
    }

    /// Returns the next item of the current page.
    fn rest(&self) -> Option<&Value> {
        find::at(&self.page.as_ref()?.data, self.path.as_deref()?)?.get(self.taken)
    }
}

impl<E> Stream for Items<E> {
    type Item = Result<Item<E>>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        loop {
            if let Some(item) = self.rest().cloned() {
                self.taken += 1;
                return Poll::Ready(Some(Ok(item.into())));
            }
            let before = self.pages.state().clone();
            let page = match ready!(Pin::new(&mut self.pages).poll_next(context)) {
                Some(Ok(page)) => page,
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                None => return Poll::Ready(None),
            };
            let path = self.pages.list_of(&page);
            self.taken = before.skip;
            self.before = before;
            self.page = Some(page);
            match path {
                Ok(path) => self.path = Some(path.unwrap_or_default()),
                Err(error) => {
                    self.path = None;
                    self.pages.fail();
                    return Poll::Ready(Some(Err(Error::Pagination(Box::new(error)))));
                }
            }
        }
    }
}

impl<E> fmt::Debug for Items<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Items")
            .field("pages", &self.pages)
            .field("path", &self.path)
            .field("taken", &self.taken)
            .finish_non_exhaustive()
    }
}
