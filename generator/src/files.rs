//! Safe file access: paths stay inside their folder, and reads are bounded.

use std::fs;
use std::io::{self, Read as _};
use std::path::{Component, Path, PathBuf};

/// Largest spec file in bytes.
pub const MAX_SPEC_BYTES: u64 = 256 << 20;

/// Returns true if a relative path with `/` names something inside its folder.
///
/// ```
/// use gatewright::files::is_inside;
///
/// assert!(is_inside("social/catalog.json"));
/// assert!(!is_inside("../catalog.json") && !is_inside("/etc/passwd") && !is_inside(""));
/// ```
pub fn is_inside(path: &str) -> bool {
    let mut parts = Path::new(path).components();
    !path.is_empty() && !path.contains(['\0', '\\']) && parts.all(|it| matches!(it, Component::Normal(_)))
}

/// Returns the full path of a file in a folder.
///
/// Fails if the path or a symbolic link in it could lead out of the folder. The folder itself may be a link.
pub fn resolve(folder: &Path, path: &str) -> io::Result<PathBuf> {
    if !is_inside(path) {
        return Err(refused(format!("`{}` is not a path inside {}", path.escape_debug(), folder.display())));
    }
    let mut full = folder.to_owned();
    for part in Path::new(path) {
        full.push(part);
        if fs::symlink_metadata(&full).is_ok_and(|it| it.is_symlink()) {
            return Err(refused(format!(
                "{} is a symbolic link, which could lead out of {}\nhelp: replace it with a folder or file of its own",
                full.display(),
                folder.display()
            )));
        }
    }
    Ok(full)
}

/// Reads a regular file of at most `max_bytes`.
///
/// Refuses devices and pipes, since reading them may never end, and checks the size before reading.
pub fn read(path: &Path, max_bytes: u64) -> io::Result<Vec<u8>> {
    let found = fs::metadata(path)?;
    if !found.is_file() {
        return Err(refused("it is not a regular file".to_owned()));
    }
    let too_large = || io::Error::new(io::ErrorKind::FileTooLarge, format!("it is larger than {max_bytes} bytes"));
    if found.len() > max_bytes {
        return Err(too_large());
    }
    let mut bytes = Vec::with_capacity(usize::try_from(found.len()).unwrap_or_default());
    // The file may have grown since the check.
    fs::File::open(path)?.take(max_bytes.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > max_bytes { Err(too_large()) } else { Ok(bytes) }
}

fn refused(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, message)
}
