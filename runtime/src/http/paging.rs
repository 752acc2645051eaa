//! Pagination: fetches the pages of an endpoint one at a time, only when the caller polls for the next.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use futures_core::Stream;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::{Call, Charge, Error, NextPage, Paging, Params, Response, Result, SendFuture, SocialResult, Usd};

/// Pages of an endpoint, as a stream. Each page is a separate call, sent when the stream is polled.
///
/// The stream ends if a response names no next page, if a page is empty, if the service responds with [`Error::NoResult`] to a page after the first, if a cursor repeats, or at a limit. An error
/// ends it, too; [`state`](Self::state) then still points to the page that failed.
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
    rule: NextRule,
    state: PageState,
    max_pages: Option<u32>,
    max_cost: Option<Usd>,
    under_way: Option<SendFuture>,
    failed: bool,
}

/// Rule that determines the parameters of the next page.
enum NextRule {
    Spec(&'static [Paging]),
    Custom(Box<NextParams>),
}

type NextParams = dyn FnMut(&SocialResult) -> Option<Params> + Send;

/// Pagination state, which you can store and resume from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PageState {
    /// Id of the operation, such as `p1_search`; empty in states of earlier versions.
    #[serde(default)]
    pub operation: String,
    /// Parameters of the next page that differ from those of the first.
    pub next: BTreeMap<String, String>,
    /// Number of pages received.
    pub pages: u32,
    /// Cost of the pages, as far as prices are published, including the possible cost of a page whose response was
    /// lost.
    pub cost: Usd,
    /// True if there is no next page.
    pub ended: bool,
    /// Fingerprints of the parameters of earlier pages, to detect cycles.
    #[serde(default)]
    seen: BTreeSet<u64>,
}

impl Pages {
    pub(crate) fn by_spec(call: Call, paging: &'static [Paging]) -> Self {
        Self::new(call, NextRule::Spec(paging))
    }

    pub(crate) fn by(call: Call, next: impl FnMut(&SocialResult) -> Option<Params> + Send + 'static) -> Self {
        Self::new(call, NextRule::Custom(Box::new(next)))
    }

    fn new(call: Call, rule: NextRule) -> Self {
        let state = PageState { operation: call.operation_id().into_owned(), ..PageState::default() };
        Self { call, rule, state, max_pages: None, max_cost: None, under_way: None, failed: false }
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

    /// Resumes from the state of an earlier stream of the same request.
    ///
    /// A state of another operation is not used: the stream then returns [`Error::Request`] and sends nothing.
    pub fn resume(mut self, state: PageState) -> Self {
        self.state = state;
        self
    }

    /// Returns the error of a state that belongs to another operation.
    fn foreign_state(&self) -> Option<Error> {
        let (own, stored) = (self.call.operation_id(), &self.state.operation);
        let problem = || {
            let stored = crate::visible(stored);
            format!("cannot resume `{own}` from a state of `{stored}`; help: use the state of the same operation")
        };
        (!stored.is_empty() && *stored != own).then(|| Error::Request(problem()))
    }

    /// Returns the pagination state.
    pub fn state(&self) -> &PageState {
        &self.state
    }

    /// Returns the next page; `None` after the last.
    pub async fn next(&mut self) -> Option<Result<Response<SocialResult>>> {
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

    /// Records a page and determines the parameters of the next one.
    fn advance(&mut self, page: &Response<SocialResult>) {
        self.state.pages += 1;
        self.state.cost += page.cost.unwrap_or(Usd::ZERO);
        let next = match &mut self.rule {
            NextRule::Spec(paging) => next_by_spec(paging, &self.call, &self.state, page),
            NextRule::Custom(next) => next(page)
                .map(|params| params.iter().map(|(name, value)| (name.to_owned(), value.to_string())).collect()),
        };
        let Some(next) = next else {
            self.state.ended = true;
            return;
        };
        let sent = |name: &String| self.state.next.get(name).cloned().or_else(|| self.call.given(name));
        let sent: BTreeMap<_, _> = next.keys().filter_map(|name| Some((name.clone(), sent(name)?))).collect();
        self.state.seen.insert(fingerprint(&sent));
        self.state.ended = self.state.seen.contains(&fingerprint(&next));
        self.state.next = next;
    }
}

impl Stream for Pages {
    type Item = Result<Response<SocialResult>>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = &mut *self;
        if this.under_way.is_none() {
            if this.failed {
                return Poll::Ready(None);
            }
            if let Some(error) = this.foreign_state() {
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
            Ok(page) if is_empty(&page) => {
                // An empty page may have been charged, too.
                this.state.cost += page.cost.or(this.call.price()).unwrap_or(Usd::ZERO);
                this.state.ended = true;
                None
            }
            Ok(page) => {
                this.advance(&page);
                Some(Ok(page))
            }
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

impl fmt::Debug for Pages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pages").field("call", &self.call).field("state", &self.state).finish_non_exhaustive()
    }
}

/// Returns a hash of parameters, FNV-1a with 64 bits. States are stored, so it must stay the same in all versions of the
/// crate and the compiler, which the hashers of the standard library do not promise.
fn fingerprint(params: &BTreeMap<String, String>) -> u64 {
    let texts = params.iter().flat_map(|(name, value)| [name, value]);
    let bytes = texts.flat_map(|it| it.bytes().chain([0xff])); // 0xff occurs in no text
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Returns true if a page has no content: no data, or lists that are all empty.
fn is_empty(page: &SocialResult) -> bool {
    let fields = page.data.as_object().into_iter().flat_map(|fields| fields.values());
    let mut lists = fields.filter_map(serde_json::Value::as_array).peekable();
    page.is_empty() || (lists.peek().is_some() && lists.all(Vec::is_empty))
}

fn next_by_spec(
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

/// Returns the value of a field inside `data`, byte for byte as received. Of several fields with the same name, it uses
/// the one nearest to the top. An empty value means that there is no next page.
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
    /// Returns all pages; `paging` describes how to request the next one. Generated requests call this.
    pub fn pages(self, paging: &'static [Paging]) -> Pages {
        Pages::by_spec(self, paging)
    }

    /// Returns all pages; `next` reads the parameters of the next page from a page, or returns `None` if there is none.
    pub fn pages_by(self, next: impl FnMut(&SocialResult) -> Option<Params> + Send + 'static) -> Pages {
        Pages::by(self, next)
    }
}

#[cfg(test)]
mod tests;
