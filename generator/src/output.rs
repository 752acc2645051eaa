//! Generated files: texts by path, in order.

use std::collections::BTreeMap;

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
    files: BTreeMap<String, String>,
}

impl Output {
    pub(crate) fn insert(&mut self, path: impl Into<String>, text: impl Into<String>) {
        self.files.insert(path.into(), text.into());
    }

    pub(crate) fn append(&mut self, mut other: Self) {
        self.files.append(&mut other.files);
    }

    /// Returns paths and texts, sorted by path.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().map(|(path, text)| (path.as_str(), text.as_str()))
    }

    /// Returns the text of one file.
    pub fn get(&self, path: &str) -> Option<&str> {
        self.files.get(path).map(String::as_str)
    }

    /// Returns the number of files.
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// Returns true if no file was generated.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }
}
