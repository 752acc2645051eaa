// {{ header }}

{% if has_models %}use super::models;
{% endif %}{% if has_interfaces %}use super::gateway;
{% endif %}use super::service::SERVICE;
use super::social;
use gatewright_runtime::rt;

/// Client of the gateway: one function per platform{% if has_interfaces %}, one per model API{% endif %}, and all functions of the
/// [runtime's client](rt::Client).
///
/// Clones are cheap and share one connection pool.
#[derive(Clone, Debug)]
pub struct Client(rt::Client);

impl Client {
    /// Creates a client for the gateway at `base_url`, such as `https://gateway.example`, with a key.
    pub fn new(base_url: &str, key: &str) -> rt::Result<Self> {
        Self::builder(base_url, key).build()
    }

    /// Creates a client from environment variables: `{{ environment.base_url }}`, `{{ environment.key }}`, and `{{ environment.dash_url }}` if it is set.
    /// With the feature `record`, `{{ environment.record }}` names a folder to record the shapes of responses to.
    pub fn from_env() -> rt::Result<Self> {
        Self::builder_from_env()?.build()
    }

    /// Creates a builder, to set timeouts, a budget or hooks.
    pub fn builder(base_url: &str, key: &str) -> rt::ClientBuilder<Self> {
        rt::ClientBuilder::new(base_url, key)
    }

    /// Returns a client that may spend a part of the budget: `budget`, and at most what is left to this client. Both use the same
    /// connections, and this client's [`spent`](rt::Client::spent) includes the calls of the other.
    #[must_use]
    pub fn with_budget(&self, budget: rt::Usd) -> Self {
        Self(self.0.with_budget(budget))
    }

    /// Creates a builder from the environment variables that [`from_env`](Self::from_env) reads.
    pub fn builder_from_env() -> rt::Result<rt::ClientBuilder<Self>> {
        rt::ClientBuilder::from_env()
    }
}

impl rt::BuildClient for Client {
    fn tables() -> rt::ClientTables {
        rt::ClientTables {
            service: &SERVICE,
            operations: [social::OPERATIONS{% if has_interfaces %}, gateway::OPERATIONS{% endif %}].concat(),
            models: {% if has_models %}Some(&models::RECORDS){% else %}None{% endif %},
            units: {% if has_models %}models::units(){% else %}rt::Units::default(){% endif %},
        }
    }
}

impl From<rt::Client> for Client {
    fn from(client: rt::Client) -> Self {
        Self(client)
    }
}

impl std::ops::Deref for Client {
    type Target = rt::Client;

    fn deref(&self) -> &rt::Client {
        &self.0
    }
}
