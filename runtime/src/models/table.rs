//! The records of a catalog, as a generated client carries them.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde_json::Value;

use super::ModelRecord;

/// Model records as text, read when they are first asked for.
///
/// ```
/// use gatewright_runtime::ModelRecords;
///
/// static RECORDS: ModelRecords = ModelRecords::new(r#"[{"model_name": "chat-large"}]"#);
/// assert!(RECORDS.find("chat-large").is_some());
/// assert!(RECORDS.find("chat-small").is_none());
/// ```
#[derive(Debug)]
pub struct ModelRecords {
    text: &'static str,
    read: OnceLock<BTreeMap<String, ModelRecord>>,
}

impl ModelRecords {
    /// The records of a list of them in JSON. What cannot be read is left out.
    pub const fn new(text: &'static str) -> Self {
        Self { text, read: OnceLock::new() }
    }

    /// The record of a model.
    pub fn find(&self, name: &str) -> Option<&ModelRecord> {
        self.read().get(name)
    }

    /// All records, by name.
    pub fn iter(&self) -> impl Iterator<Item = &ModelRecord> {
        self.read().values()
    }

    fn read(&self) -> &BTreeMap<String, ModelRecord> {
        self.read.get_or_init(|| {
            let values: Vec<Value> = serde_json::from_str(self.text).unwrap_or_default();
            values.into_iter().filter_map(ModelRecord::read).map(|it| (it.name.clone(), it)).collect()
        })
    }
}
