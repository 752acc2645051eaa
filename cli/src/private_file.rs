//! Files that only their owner can read.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Suffix of the file that replaces another one.
pub(crate) const NEW: &str = ".new";

/// Number of links to a file that are followed.
const LINKS: usize = 16;

/// Replaces a file, or creates it. If the process is killed, the file has the old or the new text.
pub(crate) fn replace(path: &Path, text: &str) -> io::Result<()> {
    let new = with_suffix(path, NEW);
    let mut file = create(&new)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    fs::rename(&new, path)
}

/// Creates an empty file. An older file, which others may be able to read, is removed first.
fn create(path: &Path) -> io::Result<File> {
    match fs::remove_file(path) {
        Err(problem) if problem.kind() != io::ErrorKind::NotFound => return Err(problem),
        _ => {}
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Opens a file to write, or creates it, without changing it.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Creates a folder, with the folders above it, which only this user can read.
pub(crate) fn create_folder(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Returns true if two paths lead to the same file, also if it does not exist yet.
pub(crate) fn is_same(one: &Path, other: &Path) -> bool {
    target(one) == target(other)
}

/// Returns the absolute path of a file, without links.
fn target(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    // A link can lead to a file that does not exist yet, and links can lead to each other.
    for _ in 0..LINKS {
        let Ok(link) = fs::read_link(&path) else { break };
        path = path.parent().unwrap_or(Path::new("")).join(link);
    }
    if let Ok(path) = path.canonicalize() {
        return path;
    }
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match (folder.canonicalize(), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path,
    }
}

pub(crate) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn paths_of_the_same_file_are_found_before_it_exists() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = |name: &str| folder.path().join(name);
        std::os::unix::fs::symlink("file", path("link")).expect("a link");
        std::os::unix::fs::symlink("loop", path("loop")).expect("a link");
        fs::create_dir(path("in")).expect("a folder");
        for name in ["file", "link", "in/../file", "./link"] {
            assert!(is_same(&path(name), &path("file")), "{name}");
        }
        for name in ["other", "in/file", "loop", "no/file"] {
            assert!(!is_same(&path(name), &path("file")), "{name}");
        }
    }

    #[test]
    fn only_the_owner_reads_a_file_that_replaces_an_open_one() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("key");
        for name in ["key", "key.new"] {
            fs::write(folder.path().join(name), "old").expect("a file");
        }
        replace(&path, "new").expect("a file");
        let mode = fs::metadata(&path).expect("it exists").permissions().mode() & 0o777;
        assert_eq!((fs::read_to_string(&path).expect("text").as_str(), mode), ("new", 0o600));
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }
}
