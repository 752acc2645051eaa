//! Operations relative to the handle of a folder.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

use rustix::fs::{self as system, AtFlags, Dir, FileType, Mode, OFlags};

/// Open folder.
pub(super) struct Handle(OwnedFd);

const FOLDER: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);
const FILE: OFlags = OFlags::NOFOLLOW.union(OFlags::CLOEXEC);

impl Handle {
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        Ok(Self(system::open(path, FOLDER, Mode::empty())?))
    }

    /// Opens the folder once more: a lock ends when its own file is closed.
    pub(super) fn lock_file(&self) -> io::Result<fs::File> {
        Ok(system::openat(&self.0, ".", FOLDER, Mode::empty())?.into())
    }

    pub(super) fn folder(&self, name: &Path) -> io::Result<Self> {
        Ok(Self(system::openat(&self.0, name, FOLDER | OFlags::NOFOLLOW, Mode::empty())?))
    }

    pub(super) fn create_folder(&self, name: &Path) -> io::Result<()> {
        Ok(system::mkdirat(&self.0, name, Mode::from_raw_mode(0o777))?)
    }

    pub(super) fn kind(&self, name: &Path) -> io::Result<FileType> {
        Ok(FileType::from_raw_mode(system::statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW)?.st_mode))
    }

    /// Opens a file. Does not wait for the writer of a pipe, which may have taken the file's name meanwhile.
    pub(super) fn file(&self, name: &Path) -> io::Result<fs::File> {
        Ok(system::openat(&self.0, name, FILE | OFlags::RDONLY | OFlags::NONBLOCK, Mode::empty())?.into())
    }

    pub(super) fn create(&self, name: &Path) -> io::Result<fs::File> {
        let flags = FILE | OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL;
        Ok(system::openat(&self.0, name, flags, Mode::from_raw_mode(0o666))?.into())
    }

    pub(super) fn rename(&self, name: &Path, to: &Self, new: &Path) -> io::Result<()> {
        Ok(system::renameat(&self.0, name, &to.0, new)?)
    }

    pub(super) fn remove_file(&self, name: &Path) -> io::Result<()> {
        Ok(system::unlinkat(&self.0, name, AtFlags::empty())?)
    }

    pub(super) fn remove_folder(&self, name: &Path) -> io::Result<()> {
        Ok(system::unlinkat(&self.0, name, AtFlags::REMOVEDIR)?)
    }

    pub(super) fn remove_all(&self, name: &Path) -> io::Result<()> {
        if !self.kind(name)?.is_dir() {
            return self.remove_file(name);
        }
        let inner = self.folder(name)?;
        for entry in Dir::read_from(&inner.0)? {
            let entry = entry?;
            let name = entry.file_name();
            if name != c"." && name != c".." {
                inner.remove_all(Path::new(OsStr::from_bytes(name.to_bytes())))?;
            }
        }
        self.remove_folder(name)
    }

    pub(super) fn sync(&self) -> io::Result<()> {
        Ok(system::fsync(&self.0)?)
    }
}
