//! Complaints about the specs: collected with their places, shown together.

use std::ops::Range;

/// One of the input files, by its place in the report's list of sources.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct FileId(pub(crate) u32);

/// A stretch of an input file. Line, column and JSON path are worked out when a complaint is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    pub(crate) file: FileId,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl Place {
    pub(crate) fn new(file: FileId, span: &Range<usize>) -> Self {
        let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Self { file, start: offset(span.start), end: offset(span.end) }
    }

    pub(crate) fn span(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// Where something stands is not part of what it is: a model that moved in its file is the same model.
impl std::hash::Hash for Place {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}

/// A value and where it stands.
#[derive(Clone, Debug, Default)]
pub(crate) struct At<T> {
    pub(crate) value: T,
    pub(crate) place: Place,
}

/// How much a complaint matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// Nothing is generated.
    Error,
    /// Something to look at; generation goes on.
    Warning,
}

/// One complaint.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// How much it matters.
    pub severity: Severity,
    /// A stable word for this kind of complaint.
    pub code: &'static str,
    /// What is wrong, in one sentence.
    pub message: String,
    /// Where.
    pub place: Place,
    /// What stands there, in a few words.
    pub label: String,
    /// A second place that belongs to it.
    pub also: Option<(Place, String)>,
    /// What to do.
    pub hint: String,
}

impl Diagnostic {
    pub(crate) fn label(&mut self, label: impl Into<String>) -> &mut Self {
        self.label = label.into();
        self
    }

    pub(crate) fn also(&mut self, place: Place, label: impl Into<String>) -> &mut Self {
        self.also = Some((place, label.into()));
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

/// What the stages have to say about the specs.
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
    diagnostics: Vec<Diagnostic>,
}

impl Report {
    /// All complaints, errors first, each kind in the order of its places.
    pub fn diagnostics(&self) -> Vec<&Diagnostic> {
        let mut all: Vec<_> = self.diagnostics.iter().collect();
        all.sort_by_key(|it| (it.severity != Severity::Error, it.place, it.code));
        all
    }

    /// How many complaints there are that stop the generation.
    pub fn errors(&self) -> usize {
        self.diagnostics.iter().filter(|it| it.severity == Severity::Error).count()
    }

    /// Calls a spec file by another name: it came from elsewhere, and is not what lies in the folder.
    pub fn call(&mut self, path: &str, name: impl Into<String>) {
        if let Some(source) = self.sources.iter_mut().find(|it| it.name.ends_with(path)) {
            source.name = name.into();
        }
    }

    pub(crate) fn error(&mut self, code: &'static str, place: Place, message: impl Into<String>) -> &mut Diagnostic {
        self.push(Severity::Error, code, place, message.into())
    }

    pub(crate) fn warning(&mut self, code: &'static str, place: Place, message: impl Into<String>) -> &mut Diagnostic {
        self.push(Severity::Warning, code, place, message.into())
    }

    /// Takes over the complaints of another report on the same sources.
    pub(crate) fn append(&mut self, other: Self) {
        self.diagnostics.extend(other.diagnostics);
    }

    /// Keeps some of the complaints.
    pub(crate) fn retain(&mut self, keep: impl FnMut(&Diagnostic) -> bool) {
        self.diagnostics.retain(keep);
    }

    fn push(&mut self, severity: Severity, code: &'static str, place: Place, message: String) -> &mut Diagnostic {
        let empty = String::new();
        self.diagnostics.push(Diagnostic {
            severity,
            code,
            message,
            place,
            label: empty.clone(),
            also: None,
            hint: empty,
        });
        self.diagnostics.last_mut().expect("one was pushed just now")
    }
}
