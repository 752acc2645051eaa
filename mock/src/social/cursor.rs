//! Cursors of pages.

use gatewright::model::{Assumption, Kind, NextPage, Operation, Param};
use gatewright::sample::{CURSOR_STEP, cursor};
use gatewright_runtime::shape::Shape;
use serde_json::Value;

use super::validate::QueryParams;

/// Returns the parameters that select a page.
pub(super) fn params(operation: &Operation) -> Vec<&Param> {
    operation.params.iter().filter(|it| it.paging.is_some()).collect()
}

/// Returns the requested page; `None` for an unknown cursor. `shape` returns the learned shape of a cursor.
pub(super) fn page_number<'a>(
    operation: &Operation,
    given: &QueryParams,
    shape: impl Fn(&Param) -> Option<&'a Shape>,
) -> Option<usize> {
    let mut number = 1;
    for param in params(operation) {
        let Some(given) = given.get(&param.wire).filter(|it| !it.is_empty()) else { continue };
        let is_of = |page: usize| as_text(&cursor(operation, param, page, shape(param))) == *given;
        let asked = match param.paging.as_ref().map(|it| &it.next)? {
            NextPage::Counting => given.parse().ok().filter(|it| *it > 0)?,
            NextPage::FirstReply(_) => {
                if !is_of(1) {
                    return None;
                }
                continue;
            }
            // Any number is an offset. The documents do not say that others are refused.
            NextPage::PreviousReply(_) if param.kind == Kind::Integer => given.parse::<usize>().ok()? / CURSOR_STEP + 1,
            // The first page and the second one have the same number.
            NextPage::PreviousReply(_) => match (1..100).rev().find(|it| is_of(*it)) {
                Some(number) => number,
                None if Assumption::is_documented(&param.assumptions, "paging") => return None,
                None => continue,
            },
        };
        number = number.max(asked);
    }
    Some(number)
}

fn as_text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
