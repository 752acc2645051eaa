//! Spec files to what they say: strict about what is needed, open to what is not known yet.

mod client;
mod facts;
mod gateway;
mod gone;
mod json;
mod models;
pub(crate) mod node;
mod reader;
mod rules;
mod social;
mod toml;
mod units;

use std::collections::BTreeMap;
use std::io;

use rayon::prelude::*;

use serde_json::{Map, Value};

use crate::catalog::{Catalog, Cell, ClientSpec, Facts, GoneSpec, InterfaceSpec, ModelSpec};
use crate::model::Units;
use crate::report::{At, FileId, Place, Report, Source};
use node::{Broken, Node};

/// The spec files: paths below the specs folder, with `/` between folders, and their bytes.
///
/// ```no_run
/// use gatewright::Specs;
///
/// let specs = Specs::gather("my-specs", |path| std::fs::read(format!("my-specs/{path}")))?;
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
    /// The paths that are read. Only the social catalog must be there.
    // The slowest to read comes first, so that the cores end together.
    pub const FILES: [&'static str; 11] = [
        "client.toml",
        "gateway/chat.toml",
        "gateway/image.toml",
        "gateway/audio.toml",
        "gateway/realtime.toml",
        RULES,
        GONE,
        UNITS,
        "social/facts.toml",
        MODELS,
        CATALOG,
    ];

    /// The files that are there. `read` gives the bytes of one; a file that it does not find is left out.
    pub fn gather(folder: impl Into<String>, read: impl Fn(&str) -> io::Result<Vec<u8>>) -> io::Result<Self> {
        let mut files = BTreeMap::new();
        for path in Self::FILES {
            match read(path) {
                Ok(bytes) => {
                    files.insert(path.to_owned(), bytes);
                }
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(io::Error::new(error.kind(), format!("cannot read {path}: {error}"))),
            }
        }
        Ok(Self { folder: folder.into(), files })
    }
}

const CATALOG: &str = "social/catalog.json";
const MODELS: &str = "models/catalog.json";
const UNITS: &str = "models/units.toml";
const RULES: &str = "models/rules.toml";
const GONE: &str = "models/gone.toml";

/// Reads all files, side by side, and reports everything that is wrong with their shape.
pub(crate) fn load(specs: &Specs, report: &mut Report) -> Catalog {
    let files: Vec<_> = Specs::FILES.into_iter().filter_map(|path| Some((path, open(specs, path, report)?))).collect();
    let mut catalog = Catalog { incomplete: report.errors() > 0, ..Catalog::default() };
    let loaded = files.par_iter().map(|(path, file)| {
        let mut own = Report::default();
        (read(path, *file, &report.sources[file.0 as usize], &mut own), own)
    });
    for (loaded, own) in loaded.collect::<Vec<_>>() {
        let errors = own.errors();
        report.append(own);
        match loaded {
            Some(Loaded::Client(client)) => catalog.client = client,
            Some(Loaded::Cells(cells, whole)) => {
                catalog.cells = cells;
                catalog.incomplete |= !whole || errors > 0;
            }
            Some(Loaded::Facts(facts)) => catalog.facts = facts,
            Some(Loaded::Models(models)) => catalog.models = models,
            Some(Loaded::Units(units)) => catalog.units = units,
            Some(Loaded::Rules(rules)) => catalog.rules = rules,
            Some(Loaded::Gone(gone)) => catalog.gone = gone,
            Some(Loaded::Interface(interface)) => catalog.interfaces.push(interface),
            None => catalog.incomplete = true,
        }
    }
    catalog
}

/// What one file says.
enum Loaded {
    Client(ClientSpec),
    /// The cells that could be read, and whether that is all of them.
    Cells(Vec<Cell>, bool),
    Facts(Facts),
    Models(Vec<ModelSpec>),
    Units(Units),
    Rules(BTreeMap<String, At<Map<String, Value>>>),
    Gone(BTreeMap<String, At<GoneSpec>>),
    Interface(InterfaceSpec),
}

fn read(path: &str, file: FileId, source: &Source, report: &mut Report) -> Option<Loaded> {
    let mut reader = reader::Reader::new(file, report);
    let tree = parse(source).map_err(|broken| reader.broken(&broken)).ok()?;
    Some(match path {
        "client.toml" => Loaded::Client(client::read(&tree, &mut reader)),
        CATALOG => {
            let (cells, whole) = social::read(&tree, &mut reader);
            Loaded::Cells(cells, whole)
        }
        UNITS => Loaded::Units(units::read(&tree, &mut reader)),
        RULES => Loaded::Rules(rules::read(&tree, &mut reader)),
        GONE => Loaded::Gone(gone::read(&tree, &mut reader)),
        MODELS => Loaded::Models(models::read(&tree, &mut reader)),
        _ => match path.strip_prefix("gateway/").and_then(|it| it.strip_suffix(".toml")) {
            Some(name) => Loaded::Interface(gateway::read(name, &tree, &mut reader)),
            None => Loaded::Facts(facts::read(&tree, &mut reader)),
        },
    })
}

pub(crate) fn parse(source: &Source) -> Result<Node<'_>, Broken> {
    if source.name.ends_with(".json") { json::parse(&source.text) } else { toml::parse(&source.text) }
}

/// Adds a file to the report's sources. A file that is not there is a complaint only if it is needed.
fn open(specs: &Specs, path: &str, report: &mut Report) -> Option<FileId> {
    let bytes = specs.files.get(path);
    if bytes.is_none() && path != CATALOG {
        return None;
    }
    let id = FileId(u32::try_from(report.sources.len()).expect("there are a few files"));
    let name = if specs.folder.is_empty() { path.to_owned() } else { format!("{}/{path}", specs.folder) };
    let text = match bytes.map(|bytes| str::from_utf8(bytes)) {
        Some(Ok(text)) => text.strip_prefix('\u{feff}').unwrap_or(text),
        Some(Err(error)) => {
            let valid = error.valid_up_to();
            let lossy = String::from_utf8_lossy(bytes.map_or(&[][..], Vec::as_slice)).into_owned();
            report.sources.push(Source { name, text: lossy });
            report
                .error("not-utf8", Place::new(id, &(valid..valid + 1)), "the file is not UTF-8 text")
                .hint("save the file as UTF-8");
            return None;
        }
        None => {
            report.sources.push(Source { name, text: String::new() });
            report
                .error("no-catalog", Place::new(id, &(0..0)), "there is no social catalog")
                .hint(format!("the specs folder must hold `{CATALOG}`"));
            return None;
        }
    };
    report.sources.push(Source { name, text: text.to_owned() });
    Some(id)
}
