//! Rules that determine the next page.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::find::{self, List};
use super::state::{PageState, fingerprint};
use super::unresolved::Unresolved;
use crate::{Call, Cursor, NextPage, PaginationError, PaginationProblem, Paging, SocialResult};

/// Longest list of candidates in an error.
const CANDIDATES: usize = 10;

/// Largest number of values in a state that the caller can choose from.
const VALUES: usize = 50;

/// Paths that the caller has chosen.
#[derive(Clone, Debug, Default)]
pub(super) struct Choices {
    pub(super) cursor: Option<String>,
    pub(super) list: Option<String>,
}

/// One page, and the stream that it belongs to.
pub(super) struct Step<'a> {
    pub(super) call: &'a Call,
    pub(super) choices: &'a Choices,
    pub(super) state: &'a mut PageState,
    pub(super) page: &'a SocialResult,
    pub(super) raw: &'a [u8],
}

impl Step<'_> {
    fn error(&self, problem: PaginationProblem, mut candidates: Vec<String>) -> PaginationError {
        let secret = self.call.client().secret();
        // Another path helps, the chosen one does not.
        candidates.retain(|it| Some(it) != self.choices.cursor.as_ref() && Some(it) != self.choices.list.as_ref());
        candidates.truncate(CANDIDATES);
        for path in &mut candidates {
            *path = secret.clean(path);
        }
        PaginationError { operation: self.call.operation_id().into_owned(), problem, candidates }
    }

    /// Returns the path of the list of items; `None` if the page has no items.
    pub(super) fn list(&mut self) -> Result<Option<String>, PaginationError> {
        let known = self.choices.list.as_deref().or(self.state.list.as_deref()).or(self.call.spec().items);
        match known.and_then(|it| Some((it, find::at(&self.page.data, it)?))) {
            Some((path, Value::Array(_))) => {
                let path = path.to_owned();
                self.state.list = Some(path.clone());
                return Ok(Some(path));
            }
            Some((_, Value::Null)) if !find::has_list(&self.page.data) => return Ok(None),
            _ => {}
        }
        match (find::list(&self.page.data), known) {
            (List::Empty, _) => Ok(None),
            (List::None(_), Some(_)) if self.state.list.is_some() => Ok(None),
            (List::One(path), None) => {
                self.state.list = Some(path.clone());
                Ok(Some(path))
            }
            // The list is no longer at its path, or not where the caller expects it.
            (List::One(path), Some(_)) => Err(self.error(PaginationProblem::List, vec![path])),
            (List::Many(paths) | List::None(paths), _) => Err(self.error(PaginationProblem::List, paths)),
        }
    }

    /// Returns true if the page has no items, so that it is the last one.
    pub(super) fn is_empty(&mut self, paging: &[Paging]) -> bool {
        // The number of a page says nothing about its items, so a counter would never end.
        let may_continue = !is_counted(paging) && find::has_more(&self.page.data, None) == Some(true);
        self.page.is_empty()
            || !may_continue
                && match self.list() {
                    Ok(Some(path)) => {
                        find::at(&self.page.data, &path).and_then(Value::as_array).is_some_and(Vec::is_empty)
                    }
                    Ok(None) => !self.state.has_no_list,
                    Err(_) => false,
                }
    }

    /// Returns true if the page has the same items as the one before. This can happen only with page numbers: the
    /// service ignores them, or repeats its last page.
    pub(super) fn repeats(&mut self, paging: &[Paging]) -> bool {
        if !is_counted(paging) {
            return false;
        }
        let list = self.list().ok().flatten();
        let items = list.and_then(|path| find::at(&self.page.data, &path)).unwrap_or(&self.page.data);
        let items = Some(fingerprint([items.to_string().as_str()]));
        let repeats = self.state.last == items;
        self.state.last = items;
        repeats
    }

    /// Returns the parameters of the next page; `None` if there is none.
    pub(super) fn next(&mut self, paging: &[Paging]) -> Result<Option<BTreeMap<String, String>>, PaginationError> {
        // The first parameter selects the page, and so tells if there is a next one.
        let Some((main, others)) = paging.split_first() else { return Ok(None) };
        let path = self.locate(main, true);
        let near = path.as_ref().ok().and_then(Option::as_deref);
        let has_more = find::has_more(&self.page.data, near);
        if has_more == Some(false) {
            return Ok(None);
        }
        let is_first = !self.state.cursors.contains_key(main.param);
        let Some(value) = (match main.next {
            NextPage::Counting(first) => self.count(main.param, first, has_more)?,
            NextPage::Reply(cursor) | NextPage::FirstReply(cursor) => {
                let path = path?;
                let value = path.as_deref().and_then(|it| self.value(it));
                self.judge(main.param, cursor, path, value, has_more, is_first)?
            }
        }) else {
            return Ok(None);
        };
        let mut next = self.others(others)?;
        next.insert(main.param.to_owned(), value);
        if self.state.is_new(self.call, &next) {
            return Ok(Some(next));
        }
        match main.next {
            NextPage::Reply(Cursor::Field(_)) if self.choices.cursor.is_none() => Ok(None),
            _ => Err(self.repeated(main.param)),
        }
    }

    /// Returns the values of the parameters that do not select the page.
    fn others(&mut self, others: &[Paging]) -> Result<BTreeMap<String, String>, PaginationError> {
        let mut values = BTreeMap::new();
        for paging in others {
            let value = match (paging.next, self.state.next.get(paging.param)) {
                (NextPage::FirstReply(_), Some(value)) if self.state.pages > 1 => Some(value.clone()),
                (NextPage::Counting(first), _) => self.count(paging.param, first, Some(true))?,
                _ => self.locate(paging, false)?.and_then(|path| self.pin(paging.param, path)),
            };
            values.extend(value.map(|it| (paging.param.to_owned(), it)));
        }
        Ok(values)
    }

    /// Returns what a resumed stream needs to continue after an error of this page without requesting the page again.
    pub(super) fn unresolved(&mut self, error: PaginationError, paging: &[Paging]) -> Unresolved {
        let PaginationError { problem, candidates, .. } = error;
        let paths: BTreeSet<_> = candidates.iter().cloned().chain(similar(&self.page.data)).take(VALUES).collect();
        let values = paths.into_iter().filter_map(|path| self.value(&path).map(|value| (path, value)));
        // A key that the service sends back is not stored.
        let secret = self.call.client().secret();
        let values = values.filter(|it| secret.hide(&it.0) == it.0 && secret.hide(&it.1) == it.1).collect();
        let others = paging.split_first().and_then(|(_, others)| self.others(others).ok());
        Unresolved { problem, candidates, values, others }
    }

    /// Returns the path of the value for a parameter; `None` if the page does not contain it.
    fn locate(&self, paging: &Paging, is_main: bool) -> Result<Option<String>, PaginationError> {
        let (NextPage::Reply(cursor) | NextPage::FirstReply(cursor)) = paging.next else { return Ok(None) };
        let data = &self.page.data;
        let pinned = self.state.cursors.get(paging.param);
        let missing = |paths| {
            let param = paging.param.to_owned();
            let problem = match is_main {
                true => PaginationProblem::Cursor { param },
                false => PaginationProblem::Companion { param },
            };
            self.error(problem, paths)
        };
        if let Some(chosen) = self.choices.cursor.as_ref().filter(|_| is_main) {
            let is_there = pinned.is_some() || find::at(data, chosen).is_some();
            return if is_there { Ok(Some(chosen.clone())) } else { Err(missing(similar(data))) };
        }
        if let Some(path) = pinned {
            return Ok(Some(path.clone()));
        }
        let is_named = |name: &str| name.strip_prefix("next_").unwrap_or(name) == paging.param || name == paging.param;
        let is_single = |it: &find::Found<'_>| !it.in_list && !it.value.is_object() && !it.value.is_array();
        let by_name = || find::fields(data, is_named).into_iter().filter(is_single).map(|it| it.path).collect();
        let mut found: Vec<_> = match cursor {
            Cursor::Field(name) => {
                let mut nearest = nearest(find::fields(data, |it| it == name));
                return if nearest.len() > 1 { Err(missing(nearest)) } else { Ok(nearest.pop()) };
            }
            Cursor::Path(path) if find::at(data, path).is_some() => return Ok(Some(path.to_owned())),
            Cursor::Path(path) => {
                // The field has moved, or the page is the last one, whose own cursor is no next one.
                let mut found: Vec<String> = by_name();
                found.retain(|it| self.is_unsent(paging.param, it));
                if found.is_empty() && !self.was_always_there(path) {
                    return Ok(Some(path.to_owned()));
                }
                found
            }
            Cursor::Unpublished => by_name(),
        };
        match found.len() {
            1 => Ok(found.pop()),
            0 => Err(missing(similar(data))),
            _ => Err(missing(found)),
        }
    }

    /// Returns true if a field has a value for a parameter other than that of this page.
    fn is_unsent(&self, param: &str, path: &str) -> bool {
        let sent = self.state.next.get(param).cloned().or_else(|| self.call.given(param));
        self.value(path).is_some_and(|value| value != "0" && Some(value) != sent)
    }

    /// Returns true if every recorded response had a field.
    fn was_always_there(&self, path: &str) -> bool {
        let Some((shape, steps)) = self.call.spec().shape.zip(find::steps(path)) else { return false };
        let mut node = shape.nodes.first();
        steps.into_iter().all(|name| {
            let field = node.and_then(|it| it.fields.iter().find(|it| it.name == name && it.always));
            node = field.and_then(|it| shape.nodes.get(it.node));
            node.is_some()
        })
    }

    fn value(&self, path: &str) -> Option<String> {
        let payload = self.call.client().service().payload;
        find::cursor(self.page, self.raw, payload, path)
    }

    /// Remembers the path of a parameter for all further pages, and returns its value.
    fn pin(&mut self, param: &str, path: String) -> Option<String> {
        let value = self.value(&path);
        self.state.cursors.insert(param.to_owned(), path);
        value
    }

    /// Decides if a value leads to a next page. The value of a published field does, unless it is zero. Another field may
    /// contain the cursor of this page instead of the next.
    fn judge(
        &mut self,
        param: &str,
        cursor: Cursor,
        path: Option<String>,
        value: Option<String>,
        has_more: Option<bool>,
        is_first: bool,
    ) -> Result<Option<String>, PaginationError> {
        if matches!(cursor, Cursor::Field(_)) && self.choices.cursor.is_none() {
            // Many services end with a zero.
            return Ok(value.filter(|it| it != "0" || has_more == Some(true)));
        }
        let is_next =
            self.choices.cursor.is_some() || matches!(cursor, Cursor::Path(it) if path.as_deref() == Some(it));
        let is_there = path.as_deref().is_some_and(|it| find::at(&self.page.data, it).is_some());
        let candidates = if is_there { path.iter().cloned().collect() } else { similar(&self.page.data) };
        if let Some(path) = path {
            self.state.cursors.insert(param.to_owned(), path);
        }
        let param = param.to_owned();
        match value.as_deref() {
            Some("0") if has_more == Some(true) || is_first && !is_next => {
                Err(self.error(PaginationProblem::Zero { param }, candidates))
            }
            None if has_more == Some(true) => Err(self.error(PaginationProblem::Cursor { param }, candidates)),
            Some("0") | None => Ok(None),
            Some(_) => Ok(value),
        }
    }

    fn repeated(&self, param: &str) -> PaginationError {
        let candidates = self.state.cursors.get(param).cloned().into_iter().collect();
        self.error(PaginationProblem::Repeated { param: param.to_owned() }, candidates)
    }

    /// Returns the next page number. Without a flag, only the list of items shows if a page is the last one.
    fn count(&mut self, param: &str, first: i64, has_more: Option<bool>) -> Result<Option<String>, PaginationError> {
        if has_more.is_none() && self.list()?.is_none() {
            return Ok(None);
        }
        let given = self.state.next.get(param).cloned().or_else(|| self.call.given(param));
        let number = given.map_or(Ok(first), |it| it.parse::<i64>()).ok();
        Ok(number.and_then(|it| it.checked_add(1)).map(|it| it.to_string()))
    }
}

/// Returns the paths of the fields that are nearest to the top. Fields with the same value count as one.
fn nearest(mut found: Vec<find::Found<'_>>) -> Vec<String> {
    let depth = |it: &find::Found<'_>| it.path.matches('.').count();
    let least = found.first().map(depth);
    found.retain(|it| Some(depth(it)) == least);
    found.dedup_by(|later, first| later.value == first.value);
    found.into_iter().map(|it| it.path).collect()
}

/// Returns true if the client counts pages or items itself.
fn is_counted(paging: &[Paging]) -> bool {
    paging.iter().any(|it| matches!(it.next, NextPage::Counting(_)))
}

/// Returns the paths of fields that are named like cursors.
fn similar(data: &Value) -> Vec<String> {
    let found = find::fields(data, find::is_like_cursor).into_iter();
    found.filter(|it| !it.in_list && (it.value.is_string() || it.value.is_number())).map(|it| it.path).collect()
}
