//! Page after page of an endpoint, one at a time and only when asked for.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;
use std::future::Future;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::pin::Pin;
use std::task::{Context, Poll};

use futures_core::Stream;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::{Call, Charge, Error, NextPage, Paging, Params, Response, Result, Sending, SocialResult, Usd};

/// The pages of an endpoint, as a stream. Each one is a call of its own, sent when it is asked for.
///
/// It ends behind the last page: when a reply names no next one, when a page is empty, when a cursor comes back
/// that was used before, or at a limit. An error ends it too; [`state`](Self::state) then still asks for the page
/// that failed.
///
/// ```no_run
/// # async fn demo(client: gatewright_runtime::Client) -> gatewright_runtime::Result<()> {
/// use gatewright_runtime::{Params, SocialResult};
///
/// let call = client.social("p1", "search").with("keyword", "tea");
/// let mut pages = call.pages_by(|page: &SocialResult| {
///     let cursor = page.data["cursor"].as_i64()?;
///     Some(Params::default().with("cursor", cursor))
/// }).max_pages(10);
/// while let Some(page) = pages.next().await {
///     println!("{}", page?.data);
/// }
/// # Ok(()) }
/// ```
#[must_use = "pages are fetched when the stream is polled"]
pub struct Pages {
    call: Call,
    turn: Turn,
    state: PageState,
    max_pages: Option<u32>,
    max_cost: Option<Usd>,
    under_way: Option<Sending>,
    failed: bool,
}

/// How the parameters of the next page are found.
enum Turn {
    Facts(&'static [Paging]),
    By(Box<Find>),
}

type Find = dyn FnMut(&SocialResult) -> Option<Params> + Send;

/// How far a walk through pages has come: to be stored, and to be resumed from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PageState {
    /// The parameters of the next page that differ from those of the first.
    pub next: BTreeMap<String, String>,
    /// How many pages came.
    pub pages: u32,
    /// What they cost, as far as prices are published; of a page that was lost, what it may have cost.
    pub cost: Usd,
    /// Whether there is no next page.
    pub ended: bool,
    /// What pages were asked for with, as fingerprints: to come back to one would be to walk in a circle.
    #[serde(default)]
    seen: BTreeSet<u64>,
}

impl Pages {
    pub(crate) fn by_facts(call: Call, paging: &'static [Paging]) -> Self {
        Self::new(call, Turn::Facts(paging))
    }

    pub(crate) fn by(call: Call, next: impl FnMut(&SocialResult) -> Option<Params> + Send + 'static) -> Self {
        Self::new(call, Turn::By(Box::new(next)))
    }

    fn new(call: Call, turn: Turn) -> Self {
        let state = PageState::default();
        Self { call, turn, state, max_pages: None, max_cost: None, under_way: None, failed: false }
    }

    /// Ends after so many pages, those before a resumption included.
    pub fn max_pages(mut self, most: u32) -> Self {
        self.max_pages = Some(most);
        self
    }

    /// Ends before a page that would cost more than this together with those before it. A page whose price is
    /// not published is not asked for then.
    pub fn max_cost(mut self, most: Usd) -> Self {
        self.max_cost = Some(most);
        self
    }

    /// Goes on where another walk through the same pages has come to.
    pub fn resume(mut self, state: PageState) -> Self {
        self.state = state;
        self
    }

    /// How far it has come.
    pub fn state(&self) -> &PageState {
        &self.state
    }

    /// The next page; `None` behind the last.
    pub async fn next(&mut self) -> Option<Result<Response<SocialResult>>> {
        std::future::poll_fn(|context| Pin::new(&mut *self).poll_next(context)).await
    }

    /// Whether a limit forbids the next page.
    fn at_limit(&self) -> bool {
        let too_many = self.max_pages.is_some_and(|most| self.state.pages >= most);
        let too_dear = self.max_cost.is_some_and(|most| match self.call.price() {
            Some(price) => self.state.cost + price > most,
            None => true,
        });
        too_many || too_dear
    }

    /// Takes a page in, and finds out how to ask for the next.
    fn turn(&mut self, page: &Response<SocialResult>) {
        self.state.pages += 1;
        self.state.cost += page.cost.unwrap_or(Usd::ZERO);
        let next = match &mut self.turn {
            Turn::Facts(paging) => next_by_facts(paging, &self.call, &self.state, page),
            Turn::By(next) => next(page)
                .map(|params| params.iter().map(|(name, value)| (name.to_owned(), value.to_string())).collect()),
        };
        let Some(next) = next else {
            self.state.ended = true;
            return;
        };
        let asked = |name: &String| self.state.next.get(name).cloned().or_else(|| self.call.given(name));
        let asked: BTreeMap<_, _> = next.keys().filter_map(|name| Some((name.clone(), asked(name)?))).collect();
        self.state.seen.insert(fingerprint(&asked));
        self.state.ended = self.state.seen.contains(&fingerprint(&next));
        self.state.next = next;
    }
}

impl Stream for Pages {
    type Item = Result<Response<SocialResult>>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = &mut *self;
        if this.under_way.is_none() {
            if this.state.ended || this.failed || this.at_limit() {
                return Poll::Ready(None);
            }
            let next = this.state.next.iter().map(|(name, value)| (name.clone(), value.clone()));
            this.under_way = Some(next.fold(this.call.clone(), |call, (name, value)| call.with(name, value)).send());
        }
        let Some(sending) = &mut this.under_way else { return Poll::Ready(None) };
        let Poll::Ready(page) = Pin::new(sending).poll(context) else { return Poll::Pending };
        this.under_way = None;
        Poll::Ready(match page {
            Ok(page) if is_empty(&page) => {
                // Without fields it may have been charged all the same.
                this.state.cost += page.cost.or(this.call.price()).unwrap_or(Usd::ZERO);
                this.state.ended = true;
                None
            }
            Ok(page) => {
                this.turn(&page);
                Some(Ok(page))
            }
            // Behind the last page there is nothing; on the first one the caller wants to know.
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

impl fmt::Debug for Pages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pages").field("call", &self.call).field("state", &self.state).finish_non_exhaustive()
    }
}

fn fingerprint(params: &BTreeMap<String, String>) -> u64 {
    let mut hasher = DefaultHasher::new();
    params.hash(&mut hasher);
    hasher.finish()
}

/// Whether a page holds nothing: no data, or lists of which each is empty.
fn is_empty(page: &SocialResult) -> bool {
    let fields = page.data.as_object().into_iter().flat_map(|fields| fields.values());
    let mut lists = fields.filter_map(serde_json::Value::as_array).peekable();
    page.is_empty() || (lists.peek().is_some() && lists.all(Vec::is_empty))
}

fn next_by_facts(
    paging: &[Paging],
    call: &Call,
    state: &PageState,
    page: &Response<SocialResult>,
) -> Option<BTreeMap<String, String>> {
    let raw = std::str::from_utf8(&page.raw).ok()?;
    let mut next = BTreeMap::new();
    for Paging { param, next: rule } in paging {
        let value = match rule {
            NextPage::Reply(field) => cursor(raw, field)?,
            NextPage::FirstReply(field) if state.pages <= 1 => cursor(raw, field)?,
            NextPage::FirstReply(_) => state.next.get(*param)?.clone(),
            NextPage::Counting(first) => {
                let given = state.next.get(*param).cloned().or_else(|| call.given(param));
                let number = given.map_or(Ok(*first), |it| it.parse::<i64>()).ok()?;
                number.checked_add(1)?.to_string()
            }
        };
        next.insert((*param).to_owned(), value);
    }
    Some(next)
}

/// The value of a field below `data`, byte for byte as it came: the one nearest to the top. An empty one says
/// that there is no next page.
fn cursor(raw: &str, field: &str) -> Option<String> {
    type Fields<'a> = BTreeMap<String, &'a RawValue>;
    let envelope: Fields<'_> = serde_json::from_str(raw).ok()?;
    let mut queue = VecDeque::from([*envelope.get("data")?]);
    while let Some(value) = queue.pop_front() {
        let text = value.get();
        if let Ok(fields) = serde_json::from_str::<Fields<'_>>(text) {
            if let Some(found) = fields.get(field) {
                return as_param(found.get());
            }
            queue.extend(fields.into_values());
        } else if let Ok(items) = serde_json::from_str::<Vec<&RawValue>>(text) {
            queue.extend(items);
        }
    }
    None
}

fn as_param(raw: &str) -> Option<String> {
    match raw.as_bytes().first()? {
        b'"' => serde_json::from_str(raw).ok().filter(|text: &String| !text.is_empty()),
        b'n' | b'{' | b'[' | b'f' => None,
        _ => Some(raw.to_owned()),
    }
}

impl Call {
    /// All pages, where the facts say which field of a reply asks for the next one. Generated requests call this.
    pub fn pages(self, paging: &'static [Paging]) -> Pages {
        Pages::by_facts(self, paging)
    }

    /// All pages; `next` finds the parameters of the next one in a page, or says that there is none.
    pub fn pages_by(self, next: impl FnMut(&SocialResult) -> Option<Params> + Send + 'static) -> Pages {
        Pages::by(self, next)
    }
}

#[cfg(test)]
mod tests;
