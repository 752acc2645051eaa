//! Lists the specs of the mock gateway, which the binary contains.
#![forbid(unsafe_code)]

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let variable = |name: &str| env::var_os(name).map(PathBuf::from).ok_or(io::ErrorKind::NotFound);
    let specs = variable("CARGO_MANIFEST_DIR")?.join("../specs").canonicalize()?;
    println!("cargo::rerun-if-changed={}", specs.display());
    let mut files = Vec::new();
    list(&specs, &specs, &mut files)?;
    files.sort();
    let entry = |(name, path): &(String, String)| format!("    ({name:?}, include_bytes!({path:?})),\n");
    let list: String = files.iter().map(entry).collect();
    fs::write(variable("OUT_DIR")?.join("specs.rs"), format!("&[\n{list}]\n"))
}

/// Adds the name and the path of each file in a folder. Hidden files are ignored.
fn list(root: &Path, folder: &Path, files: &mut Vec<(String, String)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let text = |path: &Path| path.to_string_lossy().into_owned();
        let name = text(path.strip_prefix(root).unwrap_or(&path)).replace('\\', "/");
        match path.is_dir() {
            _ if name.rsplit('/').next().is_some_and(|it| it.starts_with('.')) => {}
            true => list(root, &path, files)?,
            false => files.push((name, text(&path))),
        }
    }
    Ok(())
}
