// {{ header }}

{% if has_models %}use super::models;
{% endif %}{% if has_interfaces %}use super::gateway;
{% endif %}use super::service::SERVICE;
use super::social;
use gatewright_runtime as rt;

/// Client of the gateway: one function per platform, and all functions of the [runtime's client](rt::Client).
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
    pub fn from_env() -> rt::Result<Self> {
        rt::ClientBuilder::from_env(&SERVICE)?.operations(social::OPERATIONS){% if has_interfaces %}.operations(gateway::OPERATIONS){% endif %}{% if has_models %}.models(&models::RECORDS, models::units()){% endif %}.build()
    }

    /// Creates a builder, to set timeouts, a budget or hooks.
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
