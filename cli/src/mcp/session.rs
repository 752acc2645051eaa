//! State of a server: its client, its budget and the calls that it remembers.

use std::path::PathBuf;

use gatewright_client::{Client, Usd};

use super::attempts::Attempts;

/// State that all requests of a server share.
pub(super) struct Session {
    pub(super) client: Client,
    /// Spending limit until the server ends.
    pub(super) budget: Usd,
    /// File with the receipts of all processes.
    pub(super) receipts: PathBuf,
    pub(super) attempts: Attempts,
}

impl Session {
    pub(super) fn new(client: Client, budget: Usd, receipts: PathBuf) -> Self {
        Self { client, budget, attempts: Attempts::new(&receipts), receipts }
    }

    /// Returns what is left of the budget. A call whose charge is unknown counts as charged.
    pub(super) fn remaining(&self) -> Usd {
        let spent = self.client.spent();
        self.budget - spent.charged - spent.unknown
    }

    /// Returns a client for one call, with a limit of its own if the agent has set one.
    pub(super) fn client_for(&self, max: Option<Usd>) -> Client {
        max.map_or_else(|| self.client.clone(), |max| self.client.with_budget(max))
    }
}
