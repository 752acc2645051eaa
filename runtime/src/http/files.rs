//! Files that are written as they come.

use std::path::{Path, PathBuf};

use tokio::io::AsyncWriteExt as _;

use crate::{Error, Result};

/// A file that takes the place of another once it is whole; until then it stands beside it under a name of its own.
pub(crate) struct Beside {
    file: tokio::fs::File,
    beside: PathBuf,
    path: PathBuf,
    finished: bool,
}

impl Beside {
    pub(crate) async fn of(path: &Path) -> Result<Self> {
        let name = path.file_name().ok_or_else(|| unwritable(path, &"it names no file"))?;
        let mut beside = std::ffi::OsString::from(".");
        beside.push(name);
        beside.push(format!(".{:016x}.part", fastrand::u64(..)));
        let beside = path.with_file_name(beside);
        let file = tokio::fs::File::create_new(&beside).await.map_err(|it| unwritable(path, &it))?;
        Ok(Self { file, beside, path: path.to_owned(), finished: false })
    }

    pub(crate) async fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.file.write_all(bytes).await.map_err(|it| unwritable(&self.path, &it))
    }

    /// Forgets what was written.
    #[cfg(feature = "video")]
    pub(crate) async fn begin_again(&mut self) -> Result<()> {
        use tokio::io::AsyncSeekExt as _;
        let problem = |it: std::io::Error| unwritable(&self.path, &it);
        self.file.flush().await.map_err(problem)?;
        self.file.set_len(0).await.map_err(problem)?;
        self.file.rewind().await.map_err(problem)?;
        Ok(())
    }

    pub(crate) async fn finish(mut self) -> Result<()> {
        let problem = |it: std::io::Error| unwritable(&self.path, &it);
        self.file.sync_all().await.map_err(problem)?;
        tokio::fs::rename(&self.beside, &self.path).await.map_err(problem)?;
        self.finished = true;
        Ok(())
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        if !self.finished {
            // Half a file is of no use to anybody; if it cannot be removed, its name says what it is.
            std::fs::remove_file(&self.beside).unwrap_or_default();
        }
    }
}

fn unwritable(path: &Path, problem: &dyn std::fmt::Display) -> Error {
    Error::File(format!("{} cannot be written: {problem}", path.display()))
}
