//! Recorded shapes of responses, and views of them.

use gatewright_runtime::shape::Recording;

use crate::report::{Span, Spanned};

/// Shape of the responses of an operation.
#[derive(Debug)]
pub(crate) struct RecordingSpec {
    pub(crate) recording: Recording,
    /// True if the shape is an invented example, and not recorded.
    pub(crate) is_sample: bool,
    /// Location of the operation's id.
    pub(crate) span: Span,
}

/// View of an operation's responses: `[p1_search.post]` in `social/views.toml`.
#[derive(Debug)]
pub(crate) struct ViewSpec {
    /// Id of the operation.
    pub(crate) operation: Spanned<String>,
    /// Kind of view.
    pub(crate) kind: Spanned<String>,
    /// Paths by field; a path begins with `item` or `data`.
    pub(crate) fields: Vec<(String, Spanned<String>)>,
}
