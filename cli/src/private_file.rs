//! Files that only their owner can read.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Replaces a file, or creates it. If the process is killed, the file has the old or the new text.
pub(crate) fn replace(path: &Path, text: &str) -> io::Result<()> {
    let new = with_suffix(path, ".new");
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

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

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
