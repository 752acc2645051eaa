//! Specs folder.

use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, io};

use crate::files;

/// Spec files: their paths in the specs folder, with `/` between folders, and their bytes.
///
/// ```no_run
/// let specs = gatewright::Specs::open("my-specs")?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Specs {
    /// Name of the folder in messages.
    pub folder: String,
    /// Bytes by path, such as `social/catalog.json`.
    pub files: BTreeMap<String, Vec<u8>>,
}

impl Specs {
    /// The social catalog, as served.
    pub const SOCIAL: &'static str = "social/catalog.json";
    /// The model catalog, as served.
    pub const MODELS: &'static str = "models/catalog.json";
    /// Facts about social endpoints that the catalog does not have.
    pub const FACTS: &'static str = "social/facts.toml";
    /// Current keys of platforms, by their labels in the facts.
    pub const KEYS: &'static str = "social/keys.toml";
    /// Folder of learned shapes of responses: a recording for each operation.
    pub const SHAPES: &'static str = "social/shapes";
    /// Earlier names of platforms.
    pub const ALIASES: &'static str = "social/aliases.toml";
    /// Views of responses.
    pub const VIEWS: &'static str = "social/views.toml";
    /// Models that were removed from the catalog.
    pub const RETIRED: &'static str = "models/retired.toml";
    /// Name and version of the generated crate.
    pub const CLIENT: &'static str = "client.toml";
    /// The gateway: paths, authentication, errors.
    pub const SERVICE: &'static str = "service.toml";
    /// Folder of example workflow records.
    pub const RECORDS: &'static str = "workflow/examples";
    /// Folder of changelog entries of earlier refreshes.
    pub const HISTORY: &'static str = "history";
    /// Folder of interfaces.
    pub const INTERFACES: &'static str = "gateway";

    // The file that takes longest to read comes last.
    const FILES: [&'static str; 14] = [
        Self::CLIENT,
        Self::SERVICE,
        super::ASSUMPTIONS,
        super::FAMILIES,
        super::RULES,
        super::RECORD_TEXTS,
        Self::RETIRED,
        super::UNITS,
        Self::KEYS,
        Self::ALIASES,
        Self::FACTS,
        Self::VIEWS,
        Self::MODELS,
        Self::SOCIAL,
    ];

    /// Folders whose files have any name, and the extension of these files.
    const LISTS: [(&'static str, &'static str); 4] =
        [(Self::HISTORY, ".json"), (Self::RECORDS, ".json"), (Self::SHAPES, ".json"), (Self::INTERFACES, ".toml")];

    /// Files that only people and other programs read.
    const OTHERS: [&'static str; 7] = [
        "README.md",
        "sources.toml",
        "specs.lock",
        "social/catalog.schema.json",
        "social/facts.stale.toml",
        "workflow/broken",
        "workflow/workflow.schema.json",
    ];

    /// Reads a folder. [`files`](Self::files) contains unknown files without their bytes, so that reading the specs
    /// reports them.
    pub fn open(folder: impl AsRef<Path>) -> io::Result<Self> {
        let folder = folder.as_ref();
        let mut found = BTreeMap::new();
        // A missing file is not an error here.
        list(folder, "", &mut found)?;
        for path in Self::FILES {
            found.entry(path.to_owned()).or_default();
        }
        let mut files = BTreeMap::new();
        for path in found.into_keys() {
            if !Self::is_known(&path) {
                files.insert(path, Vec::new());
                continue;
            }
            match files::read_spec(folder, &path) {
                Ok(bytes) => drop(files.insert(path, bytes)),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(io::Error::new(error.kind(), format!("cannot read {path}: {error}"))),
            }
        }
        Ok(Self { folder: folder.display().to_string(), files })
    }

    /// Creates specs from files, such as those that a program contains: paths in the specs folder, and bytes.
    pub fn of_files<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> Self {
        let is_other = |path: &str| {
            let is_in =
                |folder: &&str| path.strip_prefix(folder).is_some_and(|it| it.is_empty() || it.starts_with('/'));
            Self::OTHERS.iter().any(is_in)
        };
        let files = files.into_iter().filter(|it| !is_other(it.0));
        Self { folder: "specs".to_owned(), files: files.map(|(path, bytes)| (path.to_owned(), bytes.into())).collect() }
    }

    /// Returns true if a file is part of the specs.
    pub(super) fn is_known(path: &str) -> bool {
        Self::FILES.contains(&path) || Self::LISTS.iter().any(|(folder, _)| stem(path, folder).is_some())
    }

    /// Returns the paths of the files that exist or are required, in the order of reading.
    pub(super) fn paths(&self) -> impl Iterator<Item = &str> {
        let listed = |path: &&str| Self::LISTS.iter().any(|(folder, _)| stem(path, folder).is_some());
        self.files.keys().map(String::as_str).filter(listed).chain(Self::FILES)
    }
}

/// Returns the name of a file in a [folder of such files](Specs::LISTS), without its extension.
pub(super) fn stem<'a>(path: &'a str, folder: &str) -> Option<&'a str> {
    let (_, ending) = Specs::LISTS.iter().find(|it| it.0 == folder)?;
    let name = path.strip_prefix(folder)?.strip_prefix('/')?.strip_suffix(ending)?;
    (!name.contains('/')).then_some(name)
}

/// Adds the paths of all files and unknown folders in a folder of the specs. Hidden files are ignored.
fn list(folder: &Path, inner: &str, found: &mut BTreeMap<String, ()>) -> io::Result<()> {
    let full = if inner.is_empty() { Ok(folder.to_owned()) } else { files::resolve(folder, inner) };
    let entries = match full.and_then(fs::read_dir) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(io::Error::new(error.kind(), format!("cannot read {inner}: {error}"))),
    };
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = if inner.is_empty() { name.clone() } else { format!("{inner}/{name}") };
        if name.starts_with('.') || Specs::OTHERS.contains(&path.as_str()) {
            continue;
        }
        let known = Specs::FILES.iter().chain(Specs::LISTS.iter().map(|it| &it.0));
        let leads_on = known.chain(&Specs::OTHERS).any(|it| it.starts_with(&format!("{path}/")) || *it == path);
        if entry.file_type()?.is_dir() && leads_on {
            list(folder, &path, found)?;
        } else {
            found.insert(path, ());
        }
    }
    Ok(())
}
