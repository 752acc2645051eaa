//! The same operations by path, for systems without operations relative to a handle.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use gatewright::files::resolve;

/// Path of a folder without links.
pub(super) struct Handle(PathBuf);

impl Handle {
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        Ok(Self(path.to_owned()))
    }

    /// Opens a file in the folder, since folders cannot be opened.
    pub(super) fn lock_file(&self) -> io::Result<fs::File> {
        fs::File::options().create(true).append(true).open(resolve(&self.0, ".gatewright-lock")?)
    }

    pub(super) fn folder(&self, name: &Path) -> io::Result<Self> {
        if self.kind(name)?.is_dir() { Ok(Self(self.0.join(name))) } else { Err(ErrorKind::NotADirectory.into()) }
    }

    pub(super) fn create_folder(&self, name: &Path) -> io::Result<()> {
        fs::create_dir(self.0.join(name))
    }

    pub(super) fn kind(&self, name: &Path) -> io::Result<fs::FileType> {
        Ok(fs::symlink_metadata(self.0.join(name))?.file_type())
    }

    pub(super) fn file(&self, name: &Path) -> io::Result<fs::File> {
        fs::File::open(self.0.join(name))
    }

    pub(super) fn create(&self, name: &Path) -> io::Result<fs::File> {
        fs::File::create_new(self.0.join(name))
    }

    pub(super) fn rename(&self, name: &Path, to: &Self, new: &Path) -> io::Result<()> {
        fs::rename(self.0.join(name), to.0.join(new))
    }

    pub(super) fn remove_file(&self, name: &Path) -> io::Result<()> {
        fs::remove_file(self.0.join(name))
    }

    pub(super) fn remove_folder(&self, name: &Path) -> io::Result<()> {
        fs::remove_dir(self.0.join(name))
    }

    pub(super) fn remove_all(&self, name: &Path) -> io::Result<()> {
        let path = self.0.join(name);
        if self.kind(name)?.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) }
    }

    pub(super) fn sync(&self) -> io::Result<()> {
        Ok(())
    }
}
