//! Diagnostics about the specs: collected with their locations, shown together.

use std::ops::Range;

/// Index of an input file in the report's list of sources.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct FileId(pub(crate) u32);

/// Span of an input file. Line, column and JSON path are computed when a diagnostic is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    pub(crate) file: FileId,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl Span {
    pub(crate) fn new(file: FileId, range: &Range<usize>) -> Self {
        let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Self { file, start: offset(range.start), end: offset(range.end) }
    }

    pub(crate) fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// Ignores the location: a model that moved in its file is still the same model.
impl std::hash::Hash for Span {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}

/// A value and its location.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spanned<T> {
    pub(crate) value: T,
    pub(crate) span: Span,
}

/// Severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// Nothing is generated.
    Error,
    /// Generation continues.
    Warning,
}

/// An error or a warning.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// Severity.
    pub severity: Severity,
    /// Stable code of this kind of diagnostic.
    pub code: &'static str,
    /// Description of the problem, in one sentence.
    pub message: String,
    /// Location of the problem.
    pub span: Span,
    /// True if the key of the value at the location is wrong, and not the value.
    pub is_about_key: bool,
    /// Label of the location, in a few words.
    pub label: String,
    /// A second location with its label.
    pub also: Option<(Span, String)>,
    /// Suggested fix.
    pub hint: String,
}

impl Diagnostic {
    pub(crate) fn label(&mut self, label: impl Into<String>) -> &mut Self {
        self.label = label.into();
        self
    }

    /// Marks the key in front of the value.
    pub(crate) fn on_key(&mut self) -> &mut Self {
        self.is_about_key = true;
        self
    }

    pub(crate) fn also(&mut self, span: Span, label: impl Into<String>) -> &mut Self {
        self.also = Some((span, label.into()));
        self
    }

    pub(crate) fn hint(&mut self, hint: impl Into<String>) -> &mut Self {
        self.hint = hint.into();
        self
    }
}

/// An input file.
#[derive(Debug)]
pub(crate) struct Source {
    pub(crate) name: String,
    pub(crate) text: String,
}

/// Errors and warnings about the specs.
///
/// ```
/// use gatewright::Specs;
///
/// let specs = Specs { files: [("social/catalog.json".into(), b"{".to_vec())].into(), ..Specs::default() };
/// let Err(report) = gatewright::read(&specs) else { panic!("this is not JSON") };
/// assert_eq!(report.diagnostics()[0].code, "broken-json");
/// assert!(report.render(false).contains("social/catalog.json:1:"));
/// ```
#[derive(Debug, Default)]
pub struct Report {
    pub(crate) sources: Vec<Source>,
    errors: Found,
    warnings: Found,
}

/// Maximum number of errors, and of warnings, that are kept; the rest is only counted.
const KEPT: usize = 1_000;

/// Diagnostics of one severity.
#[derive(Debug, Default)]
struct Found {
    kept: Vec<Diagnostic>,
    /// Number of others.
    more: usize,
}

impl Found {
    fn count(&self) -> usize {
        self.kept.len() + self.more
    }

    /// Adds a diagnostic. If there are too many, it replaces the last one.
    fn push(&mut self, diagnostic: Diagnostic) -> &mut Diagnostic {
        if self.kept.len() == KEPT {
            self.kept.pop();
            self.more += 1;
        }
        self.kept.push(diagnostic);
        self.kept.last_mut().expect("one was pushed just now")
    }

    fn append(&mut self, other: Self) {
        self.more += other.more;
        for it in other.kept {
            self.push(it);
        }
    }
}

impl Report {
    /// Returns the diagnostics, errors first, in the order of their locations; at most 1,000 of each.
    pub fn diagnostics(&self) -> Vec<&Diagnostic> {
        let mut all: Vec<_> = self.errors.kept.iter().chain(&self.warnings.kept).collect();
        all.sort_by_key(|it| (it.severity != Severity::Error, it.span, it.code));
        all
    }

    /// Returns the number of warnings.
    pub fn warnings(&self) -> usize {
        self.warnings.count()
    }

    /// Returns the number of errors. With any error, nothing is generated.
    pub fn errors(&self) -> usize {
        self.errors.count()
    }

    /// Sets the displayed name of a spec file whose content came from elsewhere.
    pub fn call(&mut self, path: &str, name: impl Into<String>) {
        if let Some(source) = self.sources.iter_mut().find(|it| it.name.ends_with(path)) {
            source.name = name.into();
        }
    }

    pub(crate) fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>) -> &mut Diagnostic {
        self.push(Severity::Error, code, span, message.into())
    }

    pub(crate) fn warning(&mut self, code: &'static str, span: Span, message: impl Into<String>) -> &mut Diagnostic {
        self.push(Severity::Warning, code, span, message.into())
    }

    /// Adds the diagnostics of another report on the same sources.
    pub(crate) fn append(&mut self, other: Self) {
        self.errors.append(other.errors);
        self.warnings.append(other.warnings);
    }

    /// Keeps the diagnostics that meet a condition.
    pub(crate) fn retain(&mut self, mut keep: impl FnMut(&Diagnostic) -> bool) {
        for found in [&mut self.errors, &mut self.warnings] {
            found.kept.retain(&mut keep);
            found.more = 0;
        }
    }

    fn push(&mut self, severity: Severity, code: &'static str, span: Span, message: String) -> &mut Diagnostic {
        let empty = String::new();
        let found = match severity {
            Severity::Error => &mut self.errors,
            Severity::Warning => &mut self.warnings,
        };
        found.push(Diagnostic {
            severity,
            code,
            message,
            span,
            is_about_key: false,
            label: empty.clone(),
            also: None,
            hint: empty,
        })
    }
}
