//! Pagination state.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::unresolved::Unresolved;
use crate::shape::hash::fnv1a;
use crate::{Call, Paging, Usd};

/// Pagination state, which you can store and resume from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PageState {
    /// Id of the operation, such as `p1_search`; empty in states of earlier versions.
    #[serde(default)]
    pub operation: String,
    /// Fingerprint of the parameters, except those that select the page; `None` in states of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) request: Option<u64>,
    /// Parameters of the next page that differ from those of the first.
    pub next: BTreeMap<String, String>,
    /// Number of pages received.
    pub pages: u32,
    /// Cost of the pages with a published price, including the possible cost of a page whose response was lost.
    pub cost: Usd,
    /// True if there is no next page.
    pub ended: bool,
    /// Number of items at the start of the next page that [`Items`](crate::Items) has returned already.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub skip: usize,
    /// Paths of the fields that hold the cursors, by parameter. They stay the same for all pages.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) cursors: BTreeMap<String, String>,
    /// Path of the list of items.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) list: Option<String>,
    /// True if the first page had no list, so that a page without items cannot be told from others.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(super) has_no_list: bool,
    /// Fingerprints of the parameters of earlier pages, to detect cycles.
    #[serde(default)]
    pub(super) seen: BTreeSet<u64>,
    /// Fingerprint of the items of the last page, if pages are counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) last: Option<u64>,
    /// Reason why the last page names no next page, and the values that the caller can choose from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) unresolved: Option<Box<Unresolved>>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

impl PageState {
    /// Returns the state before the first page.
    pub(super) fn of(call: &Call, paging: &[Paging]) -> Self {
        let selects_page = |name: &str| paging.iter().any(|it| it.param == name);
        let params = call.params().iter().filter(|it| !selects_page(it.0));
        let params = params.map(|(name, value)| (name.to_owned(), value.to_string())).collect();
        Self { operation: call.operation_id().into_owned(), request: Some(of_params(&params)), ..Self::default() }
    }

    /// Adds the parameters of the last page. Returns false if it or an earlier page had the parameters of the next.
    pub(super) fn is_new(&mut self, call: &Call, next: &BTreeMap<String, String>) -> bool {
        let sent = |name: &String| self.next.get(name).cloned().or_else(|| call.given(name));
        let sent = next.keys().filter_map(|name| Some((name.clone(), sent(name)?))).collect();
        self.seen.insert(of_params(&sent));
        !self.seen.contains(&of_params(next))
    }
}

/// Returns a fingerprint of parameters.
pub(super) fn of_params(params: &BTreeMap<String, String>) -> u64 {
    fingerprint(params.iter().flat_map(|(name, value)| [name.as_str(), value.as_str()]))
}

/// Returns a hash of texts. States are stored, so it must never change.
pub(super) fn fingerprint<'a>(texts: impl IntoIterator<Item = &'a str>) -> u64 {
    fnv1a(texts.into_iter().flat_map(|it| it.bytes().chain([0xff]))) // 0xff occurs in no text
}
