//! `spent`: spending of the session, and the receipts of all processes.

use std::collections::BTreeMap;
use std::time::SystemTime;

use gatewright_client::{Journal, SpentOn};
use serde_json::{Value, json};

use super::arguments::Spent;
use super::reply::Reply;
use super::session::Session;
use crate::exit::Failure;
use crate::receipts::{Sum, read_time};

/// Time that the receipts cover by default.
const SINCE: &str = "24h";

/// Returns the spending.
pub(super) fn spent(session: &Session, Spent { since }: &Spent) -> Result<Reply, Failure> {
    let since = since.as_deref().unwrap_or(SINCE);
    let problem = |it| Failure::refused(format!("cannot read `since`: {it}"));
    let time = read_time(since).map_err(problem)?;
    let journal = Journal::read(&session.receipts).map_err(super::failure::failure)?.since(SystemTime::from(time));
    let spent = session.client.spent();
    let sums = |of: BTreeMap<String, SpentOn>| -> Vec<Value> {
        of.into_iter().map(|(name, of)| json!(Sum::new(Some(name), None, of))).collect()
    };
    let fields = json!({
        "session": {
            "budget_usd": session.budget,
            "charged_usd": spent.charged,
            "unknown_usd": spent.unknown,
            "by_name": sums(spent.by_name),
        },
        "receipts": { "since": time.to_string(), "total": Sum::new(None, None, journal.total()), "by_operation": sums(journal.by_operation()) },
        "note": "`unknown_usd` is the possible cost of calls whose charge is unknown; it counts as spent",
    });
    Ok(Reply::free(None, fields))
}
