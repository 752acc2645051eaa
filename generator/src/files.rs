//! Safe file access: paths stay inside their folder, and reads are bounded.

use std::fs;
use std::io::{self, Read as _};
use std::path::{Component, Path, PathBuf};

/// Largest spec file in bytes: a catalog, or another JSON file.
pub const MAX_SPEC_BYTES: u64 = 64 << 20;

/// Largest TOML file in bytes. Real ones have at most 60 kB, and a parsed file takes about forty times as much memory.
pub const MAX_TOML_BYTES: u64 = 4 << 20;

/// Largest `specs.lock` in bytes. It keeps the last known values of removed models: about 4 KB for each of them.
const MAX_LOCK_BYTES: u64 = 8 << 20;

/// Returns the size limit of a spec file in bytes.
///
/// ```
/// use gatewright::files::{MAX_SPEC_BYTES, MAX_TOML_BYTES, max_bytes};
///
/// assert_eq!(max_bytes("social/catalog.json"), MAX_SPEC_BYTES);
/// assert_eq!(max_bytes("social/facts.toml"), MAX_TOML_BYTES);
/// ```
pub fn max_bytes(path: &str) -> u64 {
    match path {
        json if json.ends_with(".json") => MAX_SPEC_BYTES,
        lock if lock.ends_with(".lock") => MAX_LOCK_BYTES,
        _ => MAX_TOML_BYTES,
    }
}

/// Returns true if a relative path with `/` names something inside its folder, in its only spelling.
///
/// ```
/// use gatewright::files::is_inside;
///
/// assert!(is_inside("social/catalog.json"));
/// assert!(!is_inside("../catalog.json") && !is_inside("/etc/passwd") && !is_inside(""));
/// assert!(!is_inside("social//catalog.json") && !is_inside("social/./catalog.json") && !is_inside("social/"));
/// ```
pub fn is_inside(path: &str) -> bool {
    let is_name = |part: &str| {
        let mut parts = Path::new(part).components();
        matches!((parts.next(), parts.next()), (Some(Component::Normal(_)), None))
    };
    !path.contains(['\0', '\\']) && path.split('/').all(is_name)
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

/// Reads a spec file within its [size limit](max_bytes). `path` is its path in the folder of the specs.
pub fn read_spec(folder: &Path, path: &str) -> io::Result<Vec<u8>> {
    let read = resolve(folder, path).and_then(|it| read(&it, max_bytes(path)));
    read.map_err(|error| match error.kind() {
        io::ErrorKind::FileTooLarge => io::Error::new(
            error.kind(),
            format!("{error}\nhelp: restore the file, or remove what does not belong in it"),
        ),
        _ => error,
    })
}

/// Reads a regular file of at most `max_bytes`.
///
/// Refuses devices and pipes, since reading them may never end, and checks the size before reading.
pub fn read(path: &Path, max_bytes: u64) -> io::Result<Vec<u8>> {
    if !fs::metadata(path)?.is_file() {
        return Err(refused("it is not a regular file".to_owned()));
    }
    read_open(fs::File::open(path)?, max_bytes)
}

/// Reads an open file of at most `max_bytes`.
pub fn read_open(file: fs::File, max_bytes: u64) -> io::Result<Vec<u8>> {
    let size = file.metadata()?.len();
    let too_large = |size: u64| {
        let message = format!("it has {size} bytes, more than the limit of {max_bytes} bytes for this file");
        io::Error::new(io::ErrorKind::FileTooLarge, message)
    };
    if size > max_bytes {
        return Err(too_large(size));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or_default());
    // The file may have grown since the check.
    file.take(max_bytes.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > max_bytes { Err(too_large(bytes.len() as u64)) } else { Ok(bytes) }
}

fn refused(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, message)
}
