//! State of a server: its client, its budget and the calls that it remembers.

use std::path::PathBuf;
use std::sync::Arc;

use gatewright_client::{Client, Journal, Usd};
use jiff::Timestamp;
use tokio::sync::{OwnedRwLockReadGuard, RwLock};

use super::attempts::Attempts;
use crate::exit::{Exit, Failure};
use crate::settings::Settings;

/// Guard of a call under way.
pub(super) type CallGuard = OwnedRwLockReadGuard<()>;

/// State that all requests of a server share.
pub(super) struct Session {
    pub(super) client: Client,
    /// Spending limit until the server ends.
    pub(super) budget: Usd,
    /// Spending limit of a day in UTC, for all processes.
    daily_budget: Option<Usd>,
    /// File with the receipts of all processes.
    pub(super) receipts: PathBuf,
    pub(super) attempts: Attempts,
    /// Each call under way holds it for reading.
    under_way: Arc<RwLock<()>>,
}

impl Session {
    pub(super) fn new(client: Client, budget: Usd, settings: &Settings) -> Self {
        let (receipts, daily_budget) = (settings.receipts.clone(), settings.daily_budget);
        let (attempts, under_way) = (Attempts::new(&receipts), Arc::default());
        Self { client, budget, daily_budget, attempts, receipts, under_way }
    }

    /// Marks the start of a call, which is under way until the guard is dropped.
    pub(super) async fn begin_call(&self) -> CallGuard {
        self.under_way.clone().read_owned().await
    }

    /// Returns true if calls are under way.
    pub(super) fn has_calls(&self) -> bool {
        self.under_way.try_write().is_err()
    }

    /// Waits for all calls under way, so that their results are remembered. No other call begins then.
    pub(super) async fn wait_for_calls(&self) {
        drop(self.under_way.write().await);
    }

    /// Returns what is left of the budget of the session and of the day. A call whose charge is unknown counts as charged.
    pub(super) fn remaining(&self) -> Usd {
        let spent = self.client.spent();
        let of_session = self.budget - spent.charged - spent.unknown;
        self.left_today().map_or(of_session, |it| it.min(of_session))
    }

    /// Returns what is left of the budget of the day, if there is one.
    fn left_today(&self) -> Option<Usd> {
        let limit = self.daily_budget?;
        let today = Timestamp::now().strftime("%Y-%m-%d").to_string();
        let days = Journal::read(&self.receipts).ok()?.by_day();
        Some(days.get(&today).map_or(limit, |it| limit - it.charged - it.unknown))
    }

    /// Refuses a call whose price is above the limit that the agent has set for it.
    pub(super) fn check_price(&self, price: Option<Usd>, max: Option<Usd>) -> Result<(), Failure> {
        match (price, max) {
            (Some(price), Some(max)) if price > max => {
                let help = "raise `max_usd`, or choose a cheaper call";
                let problem = format!("the call costs {price} USD, and its `max_usd` is {max}; nothing was sent");
                Err(Failure::new(Exit::OverBudget, format!("{problem}; help: {help}")))
            }
            _ => Ok(()),
        }
    }

    /// Returns a client for one call, with a limit of its own if the agent has set one.
    pub(super) fn client_for(&self, max: Option<Usd>) -> Client {
        max.map_or_else(|| self.client.clone(), |max| self.client.with_budget(max))
    }
}
