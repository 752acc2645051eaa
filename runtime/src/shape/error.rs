//! Errors of recordings.

use std::io;
use std::path::{Path, PathBuf};

use crate::visible;

/// Error of a recording that cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ShapeError {
    /// A text is not a recording, or exceeds a limit.
    #[error("cannot read the recording{}: {problem}; help: remove the file, or restore it", shown(path.as_deref()))]
    Invalid {
        /// File, if the text comes from one.
        path: Option<PathBuf>,
        /// Description of the problem.
        problem: String,
    },
    /// A file or folder cannot be read.
    #[error("cannot read `{}`: {source}; help: check that it exists and that you may read it", visible(&path.to_string_lossy()))]
    Io {
        /// File or folder.
        path: PathBuf,
        /// Error of the operating system.
        source: io::Error,
    },
}

impl ShapeError {
    pub(super) fn invalid(problem: impl ToString) -> Self {
        Self::Invalid { path: None, problem: visible(&problem.to_string()).into_owned() }
    }

    pub(super) fn io(path: &Path, source: io::Error) -> Self {
        Self::Io { path: path.to_owned(), source }
    }

    /// Adds the file of an invalid recording.
    pub(super) fn in_file(self, file: &Path) -> Self {
        match self {
            Self::Invalid { problem, .. } => Self::Invalid { path: Some(file.to_owned()), problem },
            other => other,
        }
    }
}

fn shown(path: Option<&Path>) -> String {
    path.map_or(String::new(), |it| format!(" `{}`", visible(&it.to_string_lossy())))
}
