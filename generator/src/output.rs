//! What was generated: texts by path, in order.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Deref, Range};
use std::sync::Arc;

/// Generated files. Paths are relative to the output folder, with `/` between folders.
///
/// ```no_run
/// # fn demo(output: gatewright::Output) -> std::io::Result<()> {
/// for (path, text) in output.iter() {
///     std::fs::write(path, text)?;
/// }
/// # Ok(()) }
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Output {
    files: BTreeMap<String, Shared>,
    kept: BTreeSet<String>,
}

impl Output {
    pub(crate) fn insert(&mut self, path: impl Into<String>, text: impl Into<Shared>) {
        self.files.insert(path.into(), text.into());
    }

    pub(crate) fn keep(&mut self, path: impl Into<String>) {
        self.kept.insert(path.into());
    }

    /// Paths of the files that are there already, by the word of the [parts](crate::Part) that were handed in.
    pub fn kept(&self) -> impl Iterator<Item = &str> {
        self.kept.iter().map(String::as_str)
    }

    /// Paths and texts, by path.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().map(|(path, text)| (path.as_str(), &**text))
    }

    /// The text of one file.
    pub fn get(&self, path: &str) -> Option<&str> {
        self.files.get(path).map(|text| &**text)
    }

    /// How many files there are.
    pub fn len(&self) -> usize {
        self.files.len() + self.kept.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A stretch of a text that several owners share: generated texts are large, and copied nowhere.
#[derive(Clone, Debug)]
pub struct Shared {
    whole: Arc<String>,
    range: Range<usize>,
}

impl Shared {
    /// A stretch of a text; `None` when it is not one.
    pub fn slice(whole: &Arc<String>, range: Range<usize>) -> Option<Self> {
        whole.get(range.clone()).map(|_| Self { whole: whole.clone(), range })
    }
}

impl Deref for Shared {
    type Target = str;

    fn deref(&self) -> &str {
        self.whole.get(self.range.clone()).unwrap_or_default()
    }
}

impl From<String> for Shared {
    fn from(text: String) -> Self {
        let range = 0..text.len();
        Self { whole: Arc::new(text), range }
    }
}

impl PartialEq for Shared {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Shared {}
