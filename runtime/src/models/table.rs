//! Catalog records in a generated client.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde_json::Value;

use super::{ModelRecord, ModelRules};

/// Model records as text, which is parsed on first use.
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
    /// Creates the table from a JSON list of records. Unreadable records are left out.
    pub const fn new(text: &'static str) -> Self {
        Self { text, read: OnceLock::new(), rules_text: "[]", rules: OnceLock::new() }
    }

    /// Adds rules: a JSON list whose items have a `model`.
    #[must_use]
    pub const fn with_rules(mut self, text: &'static str) -> Self {
        self.rules_text = text;
        self
    }

    /// Returns the record of a model.
    pub fn find(&self, name: &str) -> Option<&ModelRecord> {
        self.read().get(name)
    }

    /// Returns the rules of a model, if it has any.
    pub fn rules(&self, name: &str) -> Option<&ModelRules> {
        let read = || values(self.rules_text).filter_map(ModelRules::read).collect();
        self.rules.get_or_init(read).get(name)
    }

    /// Returns all records, ordered by name.
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
