//! Access of an agent to the call that it repeats.

use serde_json::Value;

use super::Call;
use crate::{Client, ParamValue};

impl Call {
    /// Replaces the client, which pays for the call.
    pub(crate) fn paid_by(mut self, client: &Client) -> Self {
        self.client = client.clone();
        self
    }

    /// Returns a parameter as JSON, if it is set.
    pub(crate) fn json_of(&self, name: &str) -> Option<Value> {
        self.params.get(name).map(ParamValue::to_json)
    }

    /// Removes a parameter.
    pub(crate) fn without(mut self, name: &str) -> Self {
        self.params.remove(name);
        self
    }
}
