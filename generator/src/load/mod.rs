//! Spec files to what they say: strict about what is needed, open to what is not known yet.

mod aliases;
mod assumptions;
mod client;
mod facts;
mod families;
mod fields;
mod gateway;
mod gone;
mod history;
mod json;
mod keys;
mod models;
pub(crate) mod node;
mod reader;
mod records;
mod rules;
mod social;
mod toml;
mod units;
pub(crate) mod workflow;

use gatewright_runtime::Units;
use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, io};

use serde_json::{Map, Value};

use crate::catalog::{
    AliasSpec, Catalog, Cell, ClientSpec, Facts, GoneSpec, InterfaceSpec, ModelSpec, Release, SchemaSpec,
    SharedAssumption,
};
use crate::files;
use crate::report::{At, FileId, Place, Report, Source};
use node::{Broken, Node};

/// The spec files: paths below the specs folder, with `/` between folders, and their bytes.
///
/// ```no_run
/// let specs = gatewright::Specs::open("my-specs")?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Specs {
    /// How messages call the folder.
    pub folder: String,
    /// Bytes by path, such as `social/catalog.json`.
    pub files: BTreeMap<String, Vec<u8>>,
}

impl Specs {
    /// The social catalog, as served. It must be there; all other files need not be.
    pub const SOCIAL: &'static str = "social/catalog.json";
    /// The model catalog, as served.
    pub const MODELS: &'static str = "models/catalog.json";
    /// What people wrote down beside the social catalog.
    pub const FACTS: &'static str = "social/facts.toml";
    /// Keys that platforms have now, by their labels in the facts.
    pub const KEYS: &'static str = "social/keys.toml";
    /// Earlier names of platforms.
    pub const ALIASES: &'static str = "social/aliases.toml";
    /// Models that left the catalog.
    pub const GONE: &'static str = "models/gone.toml";
    /// Name and version of the generated crate.
    pub const CLIENT: &'static str = "client.toml";
    /// The schema of workflow records.
    pub const WORKFLOW: &'static str = "workflow/workflow.schema.json";
    /// The folder of workflow records to show.
    pub const RECORDS: &'static str = "workflow/examples";
    /// The folder of what earlier refreshes changed.
    pub const HISTORY: &'static str = "history";

    // The slowest to read comes first, so that the cores end together.
    const FILES: [&'static str; 17] = [
        Self::CLIENT,
        ASSUMPTIONS,
        Self::WORKFLOW,
        "gateway/chat.toml",
        "gateway/image.toml",
        "gateway/audio.toml",
        "gateway/realtime.toml",
        "gateway/video.toml",
        FAMILIES,
        RULES,
        Self::GONE,
        UNITS,
        Self::KEYS,
        Self::ALIASES,
        Self::FACTS,
        Self::MODELS,
        Self::SOCIAL,
    ];

    /// The files that are there.
    pub fn open(folder: impl AsRef<Path>) -> io::Result<Self> {
        let folder = folder.as_ref();
        let mut found = BTreeMap::new();
        let mut paths: Vec<_> = Self::FILES.map(str::to_owned).into();
        for inner in [Self::HISTORY, Self::RECORDS] {
            match files::resolve(folder, inner).and_then(fs::read_dir) {
                Ok(entries) => {
                    let names = entries.map(|it| it.map(|it| it.file_name().to_string_lossy().into_owned()));
                    let records = names.collect::<io::Result<Vec<_>>>()?.into_iter().filter(|it| it.ends_with(".json"));
                    paths.extend(records.map(|it| format!("{inner}/{it}")));
                }
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(io::Error::new(error.kind(), format!("cannot read {inner}: {error}"))),
            }
        }
        for path in paths {
            match files::resolve(folder, &path).and_then(|it| files::read(&it, files::MAX_SPEC_BYTES)) {
                Ok(bytes) => {
                    found.insert(path, bytes);
                }
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(io::Error::new(error.kind(), format!("cannot read {path}: {error}"))),
            }
        }
        Ok(Self { folder: folder.display().to_string(), files: found })
    }

    /// The paths of the files that are there or must be, in the order of reading.
    fn paths(&self) -> impl Iterator<Item = &str> {
        let listed = |path: &&str| stem(path, Self::HISTORY).or(stem(path, Self::RECORDS)).is_some();
        self.files.keys().map(String::as_str).filter(listed).chain(Self::FILES)
    }
}

/// The name of a JSON file in a folder, without its ending.
fn stem<'a>(path: &'a str, folder: &str) -> Option<&'a str> {
    path.strip_prefix(folder)?.strip_prefix('/')?.strip_suffix(".json")
}

const ASSUMPTIONS: &str = "assumptions.toml";
const FAMILIES: &str = "models/families.toml";
const UNITS: &str = "models/units.toml";
const RULES: &str = "models/rules.toml";

/// Reads all files and reports every error in their shape.
pub(crate) fn load(specs: &Specs, report: &mut Report) -> Catalog {
    let files: Vec<_> = specs.paths().filter_map(|path| Some((path, open(specs, path, report)?))).collect();
    let mut catalog = Catalog { incomplete: report.errors() > 0, ..Catalog::default() };
    for (path, file) in &files {
        let mut own = Report::default();
        let loaded = read(path, *file, &report.sources[file.0 as usize], &mut own);
        let errors = own.errors();
        report.append(own);
        match loaded {
            Some(Loaded::Client(client)) => catalog.client = client,
            Some(Loaded::Cells(cells, whole)) => {
                catalog.cells = cells;
                catalog.incomplete |= !whole || errors > 0;
            }
            Some(Loaded::Facts(facts)) => catalog.facts = facts,
            Some(Loaded::Models(models, auto_groups)) => (catalog.models, catalog.auto_groups) = (models, auto_groups),
            Some(Loaded::Units(units)) => catalog.units = units,
            Some(Loaded::Assumptions(assumptions)) => catalog.assumptions = assumptions,
            Some(Loaded::Rules(rules)) => catalog.rules = rules,
            Some(Loaded::Gone(gone)) => catalog.gone = gone,
            Some(Loaded::Keys(keys)) => catalog.keys = keys,
            Some(Loaded::Aliases(aliases)) => catalog.aliases = aliases,
            Some(Loaded::Release(release)) => catalog.history.extend(release),
            Some(Loaded::Interface(interface)) => catalog.interfaces.push(interface),
            Some(Loaded::Families(families)) => catalog.families = families,
            Some(Loaded::Schema(schema)) => catalog.schema = schema,
            Some(Loaded::Record) => {}
            None => catalog.incomplete = true,
        }
    }
    let records = files.iter().filter_map(|(path, file)| Some((stem(path, Specs::RECORDS)?, *file)));
    catalog.records = workflow::records(catalog.schema.as_ref(), &records.collect::<Vec<_>>(), report);
    catalog
}

/// What one file says.
enum Loaded {
    Client(ClientSpec),
    /// The cells that could be read, and whether that is all of them.
    Cells(Vec<Cell>, bool),
    Facts(Facts),
    /// The records, and the groups that stand next to them.
    Models(Vec<ModelSpec>, Vec<String>),
    Units(Units),
    Assumptions(Vec<SharedAssumption>),
    Rules(BTreeMap<String, At<Map<String, Value>>>),
    Gone(BTreeMap<String, At<GoneSpec>>),
    /// Live keys by label.
    Keys(BTreeMap<String, At<String>>),
    /// Earlier names by label.
    Aliases(BTreeMap<String, At<AliasSpec>>),
    Release(Option<Release>),
    Interface(InterfaceSpec),
    /// Groups of video models by model.
    Families(BTreeMap<String, At<String>>),
    Schema(Option<SchemaSpec>),
    /// A workflow record, which is looked at when its schema is known.
    Record,
}

fn read(path: &str, file: FileId, source: &Source, report: &mut Report) -> Option<Loaded> {
    if stem(path, Specs::RECORDS).is_some() {
        return Some(Loaded::Record);
    }
    let mut reader = reader::Reader::new(file, report);
    let tree = match parse(source) {
        Ok(tree) => tree,
        Err(_) if path == Specs::MODELS => {
            let (text, broken) = records::without_broken(&source.text);
            let tree = json::parse(&text).map_err(|broken| reader.broken(&broken)).ok()?;
            let auto_groups = models::auto_groups(&tree, &mut reader);
            return Some(Loaded::Models(models::read(&tree, &broken, &mut reader), auto_groups));
        }
        Err(broken) => {
            reader.broken(&broken);
            return None;
        }
    };
    Some(match path {
        Specs::CLIENT => Loaded::Client(client::read(&tree, &mut reader)),
        Specs::SOCIAL => {
            let (cells, whole) = social::read(&tree, &mut reader);
            Loaded::Cells(cells, whole)
        }
        Specs::MODELS => {
            let auto_groups = models::auto_groups(&tree, &mut reader);
            Loaded::Models(models::read(&tree, &BTreeMap::new(), &mut reader), auto_groups)
        }
        FAMILIES => Loaded::Families(families::read(&tree, &mut reader)),
        ASSUMPTIONS => Loaded::Assumptions(assumptions::read(&tree, &mut reader)),
        UNITS => Loaded::Units(units::read(&tree, &mut reader)),
        RULES => Loaded::Rules(rules::read(&tree, &mut reader)),
        Specs::KEYS => Loaded::Keys(keys::read(&tree, &mut reader)),
        Specs::ALIASES => Loaded::Aliases(aliases::read(&tree, &mut reader)),
        Specs::GONE => Loaded::Gone(gone::read(&tree, &mut reader)),
        Specs::FACTS => Loaded::Facts(facts::read(&tree, &mut reader)),
        Specs::WORKFLOW => Loaded::Schema(workflow::schema(&tree, &source.text, &mut reader)),
        _ => match path.strip_prefix("gateway/").and_then(|it| it.strip_suffix(".toml")) {
            Some(name) => Loaded::Interface(gateway::read(name, &tree, &mut reader)),
            None => Loaded::Release(history::read(&tree, &mut reader)),
        },
    })
}

pub(crate) fn parse(source: &Source) -> Result<Node<'_>, Broken> {
    // What was served may be called by its address, whatever that ends with.
    if source.name.ends_with(".toml") { toml::parse(&source.text) } else { json::parse(&source.text) }
}

/// Adds a file to the report's sources. A file that is not there is a complaint only if it is needed.
fn open(specs: &Specs, path: &str, report: &mut Report) -> Option<FileId> {
    let bytes = specs.files.get(path);
    if bytes.is_none() && path != Specs::SOCIAL {
        return None;
    }
    let name = if specs.folder.is_empty() { path.to_owned() } else { format!("{}/{path}", specs.folder) };
    let Some(bytes) = bytes else {
        let id = add(name, String::new(), report);
        report
            .error("no-catalog", Place::new(id, &(0..0)), "there is no social catalog")
            .hint(format!("the specs folder must hold `{}`", Specs::SOCIAL));
        return None;
    };
    source(name, bytes, report)
}

/// Adds what a file holds to the report's sources, if it is text.
fn source(name: String, bytes: &[u8], report: &mut Report) -> Option<FileId> {
    match str::from_utf8(bytes) {
        Ok(text) => Some(add(name, text.strip_prefix('\u{feff}').unwrap_or(text).to_owned(), report)),
        Err(error) => {
            let valid = error.valid_up_to();
            let id = add(name, String::from_utf8_lossy(bytes).into_owned(), report);
            report
                .error("not-utf8", Place::new(id, &(valid..valid + 1)), "the file is not UTF-8 text")
                .hint("save the file as UTF-8");
            None
        }
    }
}

fn add(name: String, text: String, report: &mut Report) -> FileId {
    let id = FileId(u32::try_from(report.sources.len()).expect("there are a few files"));
    report.sources.push(Source { name, text });
    id
}
