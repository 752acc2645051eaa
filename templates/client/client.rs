// {{ header }}

{% if has_models %}use super::models;
{% endif %}{% if has_interfaces %}use super::gateway;
{% endif %}use super::service::SERVICE;
use super::social;
use gatewright_runtime as rt;

/// The client: a function for each platform, and everything of the [runtime's client](rt::Client).
///
/// It is cheap to clone; clones share one connection pool.
#[derive(Clone, Debug)]
pub struct Client(rt::Client);

impl Client {
    /// A client for the gateway at `base_url`, such as `https://gateway.example`, with a key.
    pub fn new(base_url: &str, key: &str) -> rt::Result<Self> {
        Self::builder(base_url, key).build()
    }

    /// A client made from the environment: `{{ environment.base_url }}`, `{{ environment.key }}`, and `{{ environment.dash_url }}` if it is set.
    pub fn from_env() -> rt::Result<Self> {
        rt::ClientBuilder::from_env(&SERVICE)?.operations(social::OPERATIONS){% if has_interfaces %}.operations(gateway::OPERATIONS){% endif %}{% if has_models %}.models(&models::RECORDS, models::units()){% endif %}.build()
    }

    /// A client with settings of its own: time limits, a budget, hooks.
    pub fn builder(base_url: &str, key: &str) -> rt::ClientBuilder<Self> {
        rt::ClientBuilder::new(&SERVICE, base_url, key).operations(social::OPERATIONS){% if has_interfaces %}.operations(gateway::OPERATIONS){% endif %}{% if has_models %}.models(&models::RECORDS, models::units()){% endif %}
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
