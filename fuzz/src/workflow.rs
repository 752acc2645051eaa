//! Workflow records.

use sample_client::workflow::Workflow;

/// Checks that an accepted record can be written and read again.
pub(crate) fn record(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match Workflow::parse(text) {
        Ok(workflow) => {
            let written = workflow.to_json();
            let again = Workflow::parse(&written).expect("it was just written");
            assert_eq!(again.to_json(), written);
        }
        Err(error) => crate::assert_visible(&error.to_string()),
    }
}
