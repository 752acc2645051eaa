//! The records of a catalog, as a generated client carries them.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde_json::Value;

use super::{ModelRecord, ModelRules};

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
    rules_text: &'static str,
    rules: OnceLock<BTreeMap<String, ModelRules>>,
}

impl ModelRecords {
    /// The records of a list of them in JSON. What cannot be read is left out.
    pub const fn new(text: &'static str) -> Self {
        Self { text, read: OnceLock::new(), rules_text: "[]", rules: OnceLock::new() }
    }

    /// With rules beside the records: a list in JSON, each item with its `model`.
    #[must_use]
    pub const fn with_rules(mut self, text: &'static str) -> Self {
        self.rules_text = text;
        self
    }

    /// The record of a model.
    pub fn find(&self, name: &str) -> Option<&ModelRecord> {
        self.read().get(name)
    }

    /// The rules of a model, if it has any.
    pub fn rules(&self, name: &str) -> Option<&ModelRules> {
        let read = || values(self.rules_text).filter_map(ModelRules::read).collect();
        self.rules.get_or_init(read).get(name)
    }

    /// All records, by name.
    pub fn iter(&self) -> impl Iterator<Item = &ModelRecord> {
        self.read().values()
    }

    fn read(&self) -> &BTreeMap<String, ModelRecord> {
        self.read
            .get_or_init(|| values(self.text).filter_map(ModelRecord::read).map(|it| (it.name.clone(), it)).collect())
    }
}

fn values(text: &str) -> impl Iterator<Item = Value> {
    let values: Vec<Value> = serde_json::from_str(text).unwrap_or_default();
    values.into_iter()
}
