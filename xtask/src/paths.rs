//! Paths of this workspace.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, io};

use gatewright::files::is_inside;
use gatewright::visible;

/// Returns the workspace's root folder.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder of the workspace").to_owned()
}

/// Returns cargo's target folder.
pub fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// Formats a path for messages: relative to the current folder, with `/`.
pub fn display(path: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    let short = path.strip_prefix(&here).unwrap_or(path);
    let text = short.to_string_lossy().replace('\\', "/");
    if text.is_empty() { ".".into() } else { visible(&text).into_owned() }
}

/// List of the generated files in a folder, one path per line.
pub const LIST: &str = ".gatewright";
/// Limit on the size of the list.
pub(crate) const MAX_LIST: u64 = 64 << 20;

/// Parses a list of generated files. Ignores paths that this tool does not write.
pub(crate) fn parse_list(list: &[u8]) -> BTreeSet<String> {
    String::from_utf8_lossy(list).lines().filter(|it| is_own(it)).map(str::to_owned).collect()
}

/// Folder at the root of a website for files with registered names (RFC 8615).
const WELL_KNOWN: &str = ".well-known/";

/// Returns true if this tool may write a file with this path in its folders. Hidden files belong to other programs,
/// such as Git, except those in `.well-known/` at the root.
///
/// On some systems names with `~` and `:` are other names of hidden files.
pub fn is_own(path: &str) -> bool {
    let is_plain = |part: &str| !part.starts_with('.') && !part.contains(['~', ':']);
    let rest = path.strip_prefix(WELL_KNOWN).unwrap_or(path);
    path == LIST || is_inside(path) && rest.split('/').all(is_plain)
}

/// Returns the relative path from one folder to another, with `/`. Both are made absolute first.
pub fn relative(from: &Path, to: &Path) -> std::io::Result<String> {
    let (from, to) = (absolute(from)?, absolute(to)?);
    let shared = from.components().zip(to.components()).take_while(|(a, b)| a == b).count();
    let up = from.components().skip(shared).map(|_| "..".to_owned());
    let down = to.components().skip(shared).map(|it| it.as_os_str().to_string_lossy().into_owned());
    Ok(up.chain(down).collect::<Vec<_>>().join("/"))
}

/// Returns the real path of a folder that may not exist yet: resolves the part that exists.
fn absolute(path: &Path) -> std::io::Result<PathBuf> {
    let path = std::path::absolute(path)?;
    let mut rest = Vec::new();
    let mut base = path.as_path();
    loop {
        if let Ok(real) = base.canonicalize() {
            return Ok(rest.iter().rev().fold(real, |all, part| all.join(part)));
        }
        match (base.parent(), base.file_name()) {
            (Some(parent), Some(name)) => {
                rest.push(name.to_owned());
                base = parent;
            }
            _ => return Ok(path),
        }
    }
}

/// Returns the path of this program. If a build has replaced the file meanwhile, this is the new one.
pub(crate) fn program() -> io::Result<PathBuf> {
    let path = env::current_exe()?;
    let replaced = path.to_str().and_then(|it| it.strip_suffix(" (deleted)")).map(PathBuf::from);
    Ok(replaced.filter(|it| !path.exists() && it.exists()).unwrap_or(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_files_are_not_written_except_well_known_files() {
        for path in [".gatewright", ".well-known/api-catalog", "social/p1/search.html"] {
            assert!(is_own(path), "{path}");
        }
        for path in [
            ".git/config",
            ".well-known",
            ".well-known/",
            ".well-known/.git/config",
            ".well-known/../.git/config",
            "zh/.well-known/api-catalog",
            "a:b",
        ] {
            assert!(!is_own(path), "{path}");
        }
    }

    #[test]
    fn relative_paths_between_folders() {
        let root = root();
        assert_eq!(relative(&root.join("generated-client"), &root.join("runtime")).ok(), Some("../runtime".into()));
        assert_eq!(relative(&root.join("no/such"), &root.join("runtime")).ok(), Some("../../runtime".into()));
    }
}
