//! Call whose response is recorded.

use serde_json::Value;

use super::names::is_cursor;
use crate::OperationSpec;
use crate::secret::Secret;

/// Successful call of a data endpoint.
pub(crate) struct RecordedCall<'a> {
    /// Id of the operation.
    pub(crate) operation: &'a str,
    pub(crate) spec: &'static OperationSpec,
    /// Names and values of the parameters.
    pub(crate) params: Vec<(&'a str, String)>,
    /// Payload of the response.
    pub(crate) data: &'a Value,
    /// Key of the client, which is not recorded even if a response contains it.
    pub(crate) secret: &'a Secret,
}

impl RecordedCall<'_> {
    /// Returns true if the operation has a cursor, or if its parameters are unknown.
    pub(super) fn can_have_cursors(&self) -> bool {
        self.spec.fields.is_empty() || self.spec.fields.iter().any(|it| is_cursor(it.name, self.spec))
    }
}
