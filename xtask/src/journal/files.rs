//! Changes to single files.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

pub(super) fn is_regular_file(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|it| it.is_file())
}

/// Reads the id of a change.
pub(super) fn read_id(path: &Path) -> Option<String> {
    let text = is_regular_file(path).then(|| gatewright::files::read(path, 64).ok())??;
    String::from_utf8(text).ok()
}

/// Creates a file that must not exist yet.
pub(super) fn create(path: &Path, content: &[u8]) -> io::Result<fs::File> {
    let mut file = fs::File::create_new(path)?;
    file.write_all(content)?;
    Ok(file)
}

/// Puts a copy of a staged file in place. The staged file stays, so that an interrupted change can be completed from
/// the start, whatever happened to the files meanwhile.
pub(super) fn replace(staging: &Path, number: usize, to: &Path) -> io::Result<()> {
    if let Some(parent) = to.parent() {
        fs::create_dir_all(parent)?;
    }
    let next = staging.join("next");
    // Whatever is there was not written by this change: a link would lead out of the folder.
    remove_if_present(&next)?;
    io::copy(&mut fs::File::open(staging.join(number.to_string()))?, &mut fs::File::create_new(&next)?)?;
    fs::rename(&next, to)
}

/// Removes a file, and the folders inside `folder` that it leaves empty.
pub(super) fn remove(folder: &Path, path: &Path) -> io::Result<()> {
    remove_if_present(path)?;
    let parents = path.ancestors().skip(1).take_while(|it| *it != folder);
    parents.take_while(|it| fs::remove_dir(it).is_ok()).for_each(drop);
    Ok(())
}

fn remove_if_present(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        result => result,
    }
}
