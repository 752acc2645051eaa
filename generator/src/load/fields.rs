//! Reads a table key by key. Every key that is read counts as known, so there is no separate list of known keys.

use super::node::{Node, Value};
use super::reader::{Entry, Reader};
use crate::catalog::Scalar;
use crate::report::{Span, Spanned};
use crate::similar::did_you_mean;
use crate::text::Text;

/// Table whose keys are read one by one. [`finish`](Self::finish) reports keys that were not read.
pub(crate) struct Fields<'n, 'r, 'a> {
    node: &'n Node<'n>,
    /// Name of the table in error messages, such as `the parameter`.
    what: String,
    entries: &'n [Entry<'n>],
    known: Vec<&'static str>,
    pub(crate) reader: &'r mut Reader<'a>,
}

impl<'a> Reader<'a> {
    /// Starts to read a table. Reports a value that is not a table, and continues without keys.
    pub(crate) fn fields<'n, 'r>(&'r mut self, node: &'n Node<'n>, what: impl Into<String>) -> Fields<'n, 'r, 'a> {
        let what = what.into();
        let entries = self.table(node, &what).unwrap_or_default();
        Fields { node, what, entries, known: Vec::new(), reader: self }
    }
}

impl<'n> Fields<'n, '_, '_> {
    /// Returns the location of the table in its file.
    pub(crate) fn span(&self) -> Span {
        self.reader.span(self.node)
    }

    /// Returns the value of a key, of any type.
    pub(crate) fn node(&mut self, key: &'static str) -> Option<&'n Node<'n>> {
        self.known.push(key);
        self.entries.iter().find(|(name, _)| name == key).map(|(_, node)| node)
    }

    pub(crate) fn text(&mut self, key: &'static str) -> Option<Spanned<String>> {
        let node = self.node(key)?;
        self.reader.text(node, &format!("`{key}`"))
    }

    /// Reads a text without its location.
    pub(crate) fn string(&mut self, key: &'static str) -> Option<String> {
        self.text(key).map(|it| it.value)
    }

    /// Reads a required text.
    pub(crate) fn required(&mut self, key: &'static str) -> Option<Spanned<String>> {
        self.must_have(key);
        self.text(key)
    }

    /// Reads one text or a list of texts.
    pub(crate) fn texts(&mut self, key: &'static str) -> Vec<Spanned<String>> {
        let Some(node) = self.node(key) else { return Vec::new() };
        let name = format!("`{key}`");
        match node.value {
            Value::Text(_) => self.reader.text(node, &name).into_iter().collect(),
            _ => self.reader.texts(node, &name).unwrap_or_default(),
        }
    }

    /// Reads one text or a list of texts, without their locations.
    pub(crate) fn strings(&mut self, key: &'static str) -> Vec<String> {
        self.texts(key).into_iter().map(|it| it.value).collect()
    }

    /// Reads a text in one or more languages.
    pub(crate) fn localized(&mut self, key: &'static str) -> Option<Text> {
        let node = self.node(key)?;
        self.reader.localized(node, &format!("`{key}`"))
    }

    /// Reads a text in languages other than English.
    pub(crate) fn translations(&mut self, key: &'static str) -> Text {
        let node = self.node(key);
        node.and_then(|it| self.reader.translations(it, &format!("`{key}`"))).unwrap_or_default()
    }

    /// Reads a required text in one or more languages.
    pub(crate) fn required_localized(&mut self, key: &'static str) -> Option<Text> {
        self.must_have(key);
        self.localized(key)
    }

    /// Reads a list of texts, each in one or more languages.
    pub(crate) fn localized_list(&mut self, key: &'static str) -> Vec<Text> {
        self.each(key, |node, reader| reader.localized(node, &format!("`{key}`")))
    }

    pub(crate) fn flag(&mut self, key: &'static str) -> Option<bool> {
        let node = self.node(key)?;
        self.reader.flag(node, &format!("`{key}`"))
    }

    pub(crate) fn integer(&mut self, key: &'static str) -> Option<Spanned<i64>> {
        let node = self.node(key)?;
        let number = self.reader.integer(node, &format!("`{key}`"))?;
        Some(self.reader.at(node, number))
    }

    pub(crate) fn scalar(&mut self, key: &'static str) -> Option<Spanned<Scalar>> {
        let node = self.node(key)?;
        self.reader.scalar(node, &format!("`{key}`"))
    }

    pub(crate) fn scalars(&mut self, key: &'static str) -> Vec<Scalar> {
        self.each(key, |node, reader| Some(reader.scalar(node, &format!("`{key}`"))?.value))
    }

    /// Reads a list, item by item.
    pub(crate) fn each<T>(
        &mut self,
        key: &'static str,
        mut read: impl FnMut(&'n Node<'n>, &mut Reader<'_>) -> Option<T>,
    ) -> Vec<T> {
        let Some(node) = self.node(key) else { return Vec::new() };
        let items = self.reader.list(node, &format!("`{key}`")).unwrap_or_default();
        items.iter().filter_map(|it| read(it, self.reader)).collect()
    }

    /// Reads a table whose keys are names, entry by entry.
    pub(crate) fn named<T>(
        &mut self,
        key: &'static str,
        read: impl FnMut(&'n Node<'n>, &str, &mut Reader<'_>) -> Option<T>,
    ) -> Vec<(String, T)> {
        match self.node(key) {
            Some(node) => self.reader.named(node, &format!("`{key}`"), read),
            None => Vec::new(),
        }
    }

    /// Reads a table of texts.
    pub(crate) fn named_texts(&mut self, key: &'static str) -> Vec<(String, Spanned<String>)> {
        self.named(key, |node, name, reader| reader.text(node, &format!("`{name}`")))
    }

    /// Reads a table of texts, each in one or more languages.
    pub(crate) fn named_localized(&mut self, key: &'static str) -> Vec<(String, Spanned<Text>)> {
        self.named(key, |node, name, reader| {
            let text = reader.localized(node, &format!("`{name}`"))?;
            Some(reader.at(node, text))
        })
    }

    /// Reports a missing key. A value that is not a table has been reported already.
    pub(crate) fn must_have(&mut self, key: &str) {
        let is_there = self.entries.iter().any(|(name, _)| name == key);
        if !is_there && matches!(self.node.value, Value::Table(_)) {
            self.reader.missing_key(self.node, &self.what, key);
        }
    }

    /// Reports keys that were not read as unknown.
    pub(crate) fn finish(self) {
        let quoted: Vec<_> = self.known.iter().map(|it| format!("`{it}`")).collect();
        let keys = match &quoted[..] {
            [one] => format!("the only valid key is {one}"),
            [first @ .., last] => format!("valid keys are {} and {last}", first.join(", ")),
            [] => "no keys are valid here".to_owned(),
        };
        for (key, node) in self.entries.iter().filter(|(key, _)| !self.known.contains(&key.as_ref())) {
            let span = self.reader.span(node);
            let hint = did_you_mean(key, self.known.iter().copied(), keys.clone());
            let message = format!("unknown key `{key}`");
            self.reader.report.error("unknown-key", span, message).on_key().hint(hint);
        }
    }
}
