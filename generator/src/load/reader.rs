//! Reads values from a tree and reports values of the wrong type.

use std::borrow::Cow;
use std::ops::Range;

use super::node::{Node, ParseError, Value};
use crate::catalog::Scalar;
use crate::report::{FileId, Report, Span, Spanned};
use crate::text::{Text, is_bare, shown};

/// A key and its value.
pub(crate) type Entry<'t> = (Cow<'t, str>, Node<'t>);

/// Maximum number of cells or models in a catalog.
const MAX_RECORDS: usize = 20_000;

pub(crate) struct Reader<'a> {
    pub(crate) file: FileId,
    pub(crate) report: &'a mut Report,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(file: FileId, report: &'a mut Report) -> Self {
        Self { file, report }
    }

    pub(crate) fn span(&self, node: &Node<'_>) -> Span {
        self.span_of(&node.range)
    }

    pub(crate) fn span_of(&self, range: &Range<usize>) -> Span {
        Span::new(self.file, range)
    }

    pub(crate) fn at<T>(&self, node: &Node<'_>, value: T) -> Spanned<T> {
        Spanned { value, span: self.span(node) }
    }

    pub(crate) fn table<'n>(&mut self, node: &'n Node<'n>, name: &str) -> Option<&'n [Entry<'n>]> {
        match &node.value {
            Value::Table(entries) => Some(entries),
            _ => self.wrong(node, name, "an object"),
        }
    }

    pub(crate) fn list<'n>(&mut self, node: &'n Node<'n>, name: &str) -> Option<&'n [Node<'n>]> {
        match &node.value {
            Value::List(items) => Some(items),
            _ => self.wrong(node, name, "an array"),
        }
    }

    /// Reads the list of a catalog. Returns nothing of a list with too many items, since each takes some kilobytes.
    pub(crate) fn records<'n>(&mut self, node: &'n Node<'n>, key: &str, name: &str) -> &'n [Node<'n>] {
        let items = self.list(node, &format!("`{key}`")).unwrap_or_default();
        if items.len() <= MAX_RECORDS {
            return items;
        }
        self.too_many(node, name, items.len(), MAX_RECORDS);
        &[]
    }

    /// Reports a catalog with more items of a kind than any published one.
    pub(crate) fn too_many(&mut self, node: &Node<'_>, name: &str, count: usize, limit: usize) {
        let message = format!("the catalog has {count} {name}, more than the limit of {limit}");
        let span = self.span(node);
        self.report
            .error("too-many-records", span, message)
            .hint("published catalogs have a few hundred; correct the file, or fetch it again");
    }

    pub(crate) fn text(&mut self, node: &Node<'_>, name: &str) -> Option<Spanned<String>> {
        match &node.value {
            Value::Text(text) => Some(self.at(node, text.to_string())),
            _ => self.wrong(node, name, "a string"),
        }
    }

    pub(crate) fn texts(&mut self, node: &Node<'_>, name: &str) -> Option<Vec<Spanned<String>>> {
        let items = self.list(node, name)?;
        items.iter().map(|item| self.text(item, &format!("each item of {name}"))).collect()
    }

    /// Reads a text in English, or a table of texts by language: `{ en = "…", zh = "…" }`.
    pub(crate) fn localized(&mut self, node: &Node<'_>, name: &str) -> Option<Text> {
        if !matches!(node.value, Value::Table(_)) {
            return Some(Text::english(self.text(node, name)?.value));
        }
        let text = self.translations(node, name)?;
        if text.en().is_none() {
            self.missing_key(node, name, "en");
        }
        Some(text)
    }

    /// Reads a table of texts by language.
    pub(crate) fn translations(&mut self, node: &Node<'_>, name: &str) -> Option<Text> {
        let entries = self.table(node, name)?;
        let mut text = Text::default();
        for (code, node) in entries {
            if !is_language(code) {
                let span = self.span(node);
                let message = format!("unknown language code `{}`", shown(code));
                self.report.error("unknown-key", span, message).hint("write a code such as `en` or `zh`");
            } else if let Some(it) = self.text(node, name) {
                text = text.with(code, it.value);
            }
        }
        Some(text)
    }

    pub(crate) fn flag(&mut self, node: &Node<'_>, name: &str) -> Option<bool> {
        match &node.value {
            Value::Bool(flag) => Some(*flag),
            _ => self.wrong(node, name, "true or false"),
        }
    }

    pub(crate) fn integer(&mut self, node: &Node<'_>, name: &str) -> Option<i64> {
        match scalar(node) {
            Some(Scalar::Integer(number)) => Some(number),
            _ => self.wrong(node, name, "a whole number"),
        }
    }

    /// Reads a string, a whole number or a flag.
    pub(crate) fn scalar(&mut self, node: &Node<'_>, name: &str) -> Option<Spanned<Scalar>> {
        match scalar(node) {
            Some(value) => Some(self.at(node, value)),
            None => self.wrong(node, name, "a string, a whole number, true or false"),
        }
    }

    pub(crate) fn broken(&mut self, broken: &ParseError) {
        let span = self.span_of(&broken.range);
        self.report.error(broken.code, span, broken.message.as_str()).hint(broken.hint);
    }

    fn wrong<T>(&mut self, node: &Node<'_>, name: &str, wanted: &str) -> Option<T> {
        let span = self.span(node);
        self.report
            .error("wrong-type", span, format!("{name} must be {wanted}"))
            .label(format!("this is {}", node.value.kind()))
            .hint(format!("write {wanted} here"));
        None
    }

    /// Reads a table whose keys are names, entry by entry.
    pub(crate) fn named<'n, T>(
        &mut self,
        node: &'n Node<'n>,
        what: &str,
        mut read: impl FnMut(&'n Node<'n>, &str, &mut Reader<'_>) -> Option<T>,
    ) -> Vec<(String, T)> {
        let entries = self.table(node, what).unwrap_or_default();
        entries.iter().filter_map(|(name, node)| Some((name.to_string(), read(node, name, self)?))).collect()
    }

    /// Reports a missing field of a JSON object.
    pub(crate) fn missing_field(&mut self, node: &Node<'_>, what: &str, field: &str) {
        self.missing(node, format!("missing field `{field}` in {what}"), field);
    }

    /// Reports a missing key of a TOML table.
    pub(crate) fn missing_key(&mut self, node: &Node<'_>, what: &str, key: &str) {
        self.missing(node, format!("missing key `{key}` in {what}"), key);
    }

    fn missing(&mut self, node: &Node<'_>, message: String, name: &str) {
        let span = self.span(node);
        self.report.error("missing-field", span, message).label("required here").hint(format!("add `{name}`"));
    }
}

/// Returns true for the code of a language, such as `zh` or `pt-BR`.
fn is_language(code: &str) -> bool {
    code.starts_with(|c: char| c.is_ascii_lowercase()) && code.len() <= 16 && is_bare(code)
}

/// Returns a string, a whole number or a flag; `None` for other values.
pub(super) fn scalar(node: &Node<'_>) -> Option<Scalar> {
    match &node.value {
        Value::Text(text) => Some(Scalar::Text(text.to_string())),
        Value::Bool(flag) => Some(Scalar::Flag(*flag)),
        Value::Number(number) => number.parse().ok().map(Scalar::Integer),
        _ => None,
    }
}
