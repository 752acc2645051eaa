//! What was generated: texts by path, in order.

use std::collections::BTreeMap;
use std::sync::Arc;

/// Generated files. Paths are relative to the output folder, with `/` between folders.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Output {
    files: BTreeMap<String, Arc<str>>,
}

impl Output {
    pub(crate) fn insert(&mut self, path: impl Into<String>, text: impl Into<Arc<str>>) {
        self.files.insert(path.into(), text.into());
    }

    /// Paths and texts, by path.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().map(|(path, text)| (path.as_str(), text.as_ref()))
    }

    /// The text of one file.
    pub fn get(&self, path: &str) -> Option<&str> {
        self.files.get(path).map(Arc::as_ref)
    }

    /// How many files there are.
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }
}
