//! Open folders, which the commands write through.
//!
//! Each operation takes a name in a folder that is already open and never follows a link. So a folder that is exchanged
//! for a link while a command runs does not lead the command out of the folder that it was given. On systems other than
//! Unix, the standard library cannot do this; there the path is checked when a folder is opened.

#[cfg(not(unix))]
mod paths;
#[cfg(unix)]
mod unix;

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};

use gatewright::files;

#[cfg(not(unix))]
use paths::Handle;
#[cfg(unix)]
use unix::Handle;

/// Open folder, held as a handle.
pub(crate) struct Folder {
    handle: Handle,
    /// Path that it was opened with, for messages.
    path: PathBuf,
}

impl Folder {
    /// Opens a folder by its path, which may be a link.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        Ok(Self { handle: Handle::open(path)?, path: path.to_owned() })
    }

    /// Path that the folder was opened with.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the path of a file in the folder, for messages. Fails if a part of the path is a link.
    pub(crate) fn resolve(&self, path: &str) -> io::Result<PathBuf> {
        files::resolve(&self.path, path)
    }

    /// Opens the file that represents the folder in locks.
    pub(crate) fn lock_file(&self) -> io::Result<fs::File> {
        self.handle.lock_file()
    }

    /// Opens a folder in this one.
    pub(crate) fn folder(&self, name: impl AsRef<Path>) -> io::Result<Self> {
        let name = name.as_ref();
        Ok(Self { handle: self.handle.folder(name)?, path: self.path.join(name) })
    }

    /// Creates a folder that must not exist yet.
    pub(crate) fn create_folder(&self, name: impl AsRef<Path>) -> io::Result<Self> {
        self.handle.create_folder(name.as_ref())?;
        self.folder(name)
    }

    /// Creates a file that must not exist yet.
    pub(crate) fn create(&self, name: &str) -> io::Result<fs::File> {
        self.handle.create(name.as_ref())
    }

    /// Opens a regular file for reading.
    pub(crate) fn file(&self, name: &str) -> io::Result<fs::File> {
        if self.handle.kind(name.as_ref())?.is_file() {
            self.handle.file(name.as_ref())
        } else {
            Err(io::Error::new(ErrorKind::InvalidInput, "it is not a regular file"))
        }
    }

    /// Moves a file to a path in a folder, and creates the folders that the path needs.
    pub(crate) fn rename(&self, name: &str, to: &Self, path: impl AsRef<Path>) -> io::Result<()> {
        let (first, rest) = split(path.as_ref())?;
        if rest.as_os_str().is_empty() {
            return self.handle.rename(name.as_ref(), &to.handle, first);
        }
        let inner = match to.create_folder(first) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => to.folder(first)?,
            created => created?,
        };
        self.rename(name, &inner, rest)
    }

    /// Removes a file if it exists, and the folders that it leaves empty.
    pub(crate) fn remove(&self, path: impl AsRef<Path>) -> io::Result<()> {
        let (first, rest) = split(path.as_ref())?;
        if rest.as_os_str().is_empty() {
            return present(self.handle.remove_file(first)).map(drop);
        }
        if let Some(inner) = present(self.folder(first))? {
            inner.remove(rest)?;
            // Succeeds only if it is empty.
            let _ = self.handle.remove_folder(first);
        }
        Ok(())
    }

    /// Removes a file, a link or a folder with its content, if it exists.
    pub(crate) fn remove_all(&self, name: &str) -> io::Result<()> {
        present(self.handle.remove_all(name.as_ref())).map(drop)
    }

    /// Waits until the names in the folder are on disk, on systems that can.
    pub(crate) fn sync(&self) -> io::Result<()> {
        self.handle.sync()
    }
}

/// Returns `None` for an error about something that does not exist.
pub(crate) fn present<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        result => result.map(Some),
    }
}

/// Splits a path into its first part and the rest. Fails if the path could lead out of its folder.
fn split(path: &Path) -> io::Result<(&Path, &Path)> {
    let mut parts = path.components();
    match parts.next() {
        Some(Component::Normal(first)) => Ok((first.as_ref(), parts.as_path())),
        _ => Err(ErrorKind::InvalidInput.into()),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn no_name_or_link_leads_out_of_an_open_folder() {
        let temporary = tempfile::tempdir().expect("a temporary folder");
        let (inside, outside) = (temporary.path().join("inside"), temporary.path().join("outside"));
        for folder in [&inside, &outside] {
            fs::create_dir(folder).expect("a folder");
            fs::write(folder.join("file"), "kept").expect("a file");
        }
        std::os::unix::fs::symlink(&outside, inside.join("link")).expect("a link");
        std::os::unix::fs::symlink(outside.join("file"), inside.join("file-link")).expect("a link");
        let folder = Folder::open(&inside).expect("it exists");
        assert!(folder.folder("link").is_err() && folder.create_folder("link").is_err());
        assert!(folder.file("file-link").is_err() && folder.create("file-link").is_err());
        let absolute = outside.join("file");
        let paths = ["link/file", "../outside/file", "..", "", "new/../../outside/file"].map(Path::new);
        for path in paths.into_iter().chain([absolute.as_path()]) {
            assert!(folder.rename("file", &folder, path).is_err(), "{}", path.display());
            assert!(folder.remove(path).is_err(), "{}", path.display());
        }
        folder.remove_all("link").expect("the link itself is removed");
        assert!(!inside.join("link").is_symlink());
        for file in [inside.join("file"), outside.join("file")] {
            assert_eq!(fs::read_to_string(file).ok().as_deref(), Some("kept"));
        }
    }
}
