//! Fields that are not in the documents.

use serde_json::Value;

use super::Call;
use crate::json_path;

impl Call {
    /// Sets a field of the body that is not in the documents. The name is sent as it is.
    ///
    /// In a video request, dots in the name lead into objects, and `[]` at the end appends to a list. A path where the
    /// service is known to drop, change or refuse values is an error before the request is sent. A field that may
    /// change the price of a video, such as `mode`, makes its estimate unknown.
    pub fn extra(mut self, name: &str, value: impl Into<Value>) -> Self {
        if let Some(problem) = self.extra_problem(name) {
            self.problem = Some(format!("cannot set `{name}` with `extra`: {problem}"));
        } else if self.spec.method == "GET" {
            self.params = self.params.with(name.to_owned(), value.into());
        } else if self.spec.is_nested() {
            json_path::put(&mut self.extra, name, value.into());
        } else if let Some(field) = self.spec.field(name) {
            self.params = self.params.set(field, value.into());
        } else {
            self.extra.insert(name.to_owned(), value.into());
        }
        self
    }

    /// Returns the reason why `extra` cannot write to a path, if there is one.
    fn extra_problem(&self, path: &str) -> Option<&'static str> {
        let steps = || path.strip_suffix("[]").unwrap_or(path).split('.');
        let (has_model, is_nested) = (self.spec.model.is_some(), self.spec.is_nested());
        if has_model && (path == "model" || is_nested && steps().next() == Some("model")) {
            return Some("the model is set when the request is created");
        }
        if is_nested && steps().any(|it| it.is_empty() || it.contains(['[', ']'])) {
            return Some("a path consists of names separated by dots, and `[]` is allowed only at the end");
        }
        self.spec
            .reserves(path)
            .then_some("only methods of the request can set it: the service may drop, change or refuse other values")
    }
}
