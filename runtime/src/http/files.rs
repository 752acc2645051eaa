//! Files that are written while they are downloaded.

use std::path::{Path, PathBuf};

use tokio::io::AsyncWriteExt as _;

use crate::{Error, Result};

/// A file that replaces another one when it is complete. Until then it is a temporary file in the same folder.
pub(crate) struct PartialFile {
    file: tokio::fs::File,
    temporary: PathBuf,
    path: PathBuf,
    finished: bool,
}

impl PartialFile {
    pub(crate) async fn of(path: &Path) -> Result<Self> {
        let name = path.file_name().ok_or_else(|| write_error(path, &"the path has no file name"))?;
        let mut temporary = std::ffi::OsString::from(".");
        temporary.push(name);
        temporary.push(format!(".{:016x}.part", fastrand::u64(..)));
        let temporary = path.with_file_name(temporary);
        let file = tokio::fs::File::create_new(&temporary).await.map_err(|it| write_error(path, &it))?;
        Ok(Self { file, temporary, path: path.to_owned(), finished: false })
    }

    pub(crate) async fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.file.write_all(bytes).await.map_err(|it| write_error(&self.path, &it))
    }

    /// Discards all data written so far.
    #[cfg(feature = "video")]
    pub(crate) async fn truncate(&mut self) -> Result<()> {
        use tokio::io::AsyncSeekExt as _;
        let problem = |it: std::io::Error| write_error(&self.path, &it);
        self.file.flush().await.map_err(problem)?;
        self.file.set_len(0).await.map_err(problem)?;
        self.file.rewind().await.map_err(problem)?;
        Ok(())
    }

    pub(crate) async fn finish(mut self) -> Result<()> {
        let problem = |it: std::io::Error| write_error(&self.path, &it);
        self.file.sync_all().await.map_err(problem)?;
        tokio::fs::rename(&self.temporary, &self.path).await.map_err(problem)?;
        self.finished = true;
        Ok(())
    }
}

impl Drop for PartialFile {
    fn drop(&mut self) {
        if !self.finished {
            // An incomplete file is useless. If it cannot be removed, its name shows that it is incomplete.
            std::fs::remove_file(&self.temporary).unwrap_or_default();
        }
    }
}

fn write_error(path: &Path, problem: &dyn std::fmt::Display) -> Error {
    Error::File(format!("cannot write `{}`: {problem}", path.display()))
}
