//! Reads the spec files. Required values are checked strictly, and unknown fields of catalogs are accepted.

mod aliases;
mod assumptions;
mod client;
mod facts;
mod families;
mod fields;
mod gateway;
mod history;
mod json;
mod keys;
mod models;
pub(crate) mod node;
mod reader;
mod records;
mod retired;
mod rules;
mod service;
mod shapes;
mod social;
mod specs;
mod toml;
mod units;
mod views;
pub(crate) mod workflow;

use gatewright_runtime::{Units, visible};
use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::catalog::{
    AliasSpec, Catalog, Cell, ClientSpec, Facts, InterfaceSpec, ModelList, RecordSpec, RecordTexts, RecordingSpec,
    Release, RetiredModelSpec, Service, SharedAssumption, ViewSpec,
};
use crate::report::{FileId, Report, Source, Span, Spanned};
use crate::similar::did_you_mean;
use node::{Node, ParseError};
use specs::stem;

pub use specs::Specs;

const ASSUMPTIONS: &str = "assumptions.toml";
const FAMILIES: &str = "models/families.toml";
const UNITS: &str = "models/units.toml";
const RULES: &str = "models/rules.toml";
const RECORD_TEXTS: &str = "workflow/texts.toml";

/// Reads all files and reports every error in their structure.
pub(crate) fn load(specs: &Specs, report: &mut Report) -> Catalog {
    refuse_unknown(specs, report);
    let files: Vec<_> = specs.paths().filter_map(|path| Some((path, open(specs, path, report)?))).collect();
    let mut catalog = Catalog { incomplete: report.errors() > 0, ..Catalog::default() };
    for (path, file) in &files {
        let mut own = Report::default();
        let loaded = read(path, *file, &report.sources[file.0 as usize], &mut own);
        let errors = own.errors();
        report.append(own);
        match loaded {
            Some(Loaded::Client(client)) => catalog.client = client,
            Some(Loaded::Service(service)) => catalog.service = Some(*service),
            Some(Loaded::Cells(cells, whole)) => {
                catalog.cells = cells;
                catalog.incomplete |= !whole || errors > 0;
            }
            Some(Loaded::Facts(facts)) => catalog.facts = facts,
            Some(Loaded::Models(list)) => catalog.models = list,
            Some(Loaded::Units(units)) => catalog.units = units,
            Some(Loaded::Assumptions(assumptions)) => catalog.assumptions = assumptions,
            Some(Loaded::Rules(rules)) => catalog.rules = rules,
            Some(Loaded::RetiredModel(retired)) => catalog.retired = retired,
            Some(Loaded::Keys(keys)) => catalog.keys = keys,
            Some(Loaded::Aliases(aliases)) => catalog.aliases = aliases,
            Some(Loaded::Release(release)) => catalog.history.extend(release),
            Some(Loaded::Interface(interface)) => catalog.interfaces.push(interface),
            Some(Loaded::Families(families)) => catalog.families = families,
            Some(Loaded::Record(record)) => catalog.records.push(*record),
            Some(Loaded::RecordTexts(texts)) => catalog.record_texts = texts,
            Some(Loaded::Recording(recording)) => catalog.recordings.push(*recording),
            Some(Loaded::Views(views)) => catalog.views = views,
            None => catalog.incomplete = true,
        }
    }
    catalog
}

/// Reports files that are not part of the specs. Otherwise a misspelled file would be ignored silently.
fn refuse_unknown(specs: &Specs, report: &mut Report) {
    let known =
        [ASSUMPTIONS, FAMILIES, UNITS, RULES, Specs::CLIENT, Specs::SERVICE, Specs::FACTS, Specs::KEYS, Specs::VIEWS];
    for path in specs.files.keys().filter(|it| !Specs::is_known(it)) {
        let id = add(named(specs, path), String::new(), report);
        let hint =
            did_you_mean(path, known, "rename it, or move it out of the folder; specs/README.md lists the files");
        report.error("unknown-file", Span::new(id, &(0..0)), "unknown spec file").hint(hint);
    }
}

/// Reads only `service.toml`. A file with errors counts as missing: reading all specs reports them.
pub(crate) fn service(specs: &Specs) -> Service {
    let mut report = Report::default();
    let file = open(specs, Specs::SERVICE, &mut report);
    let loaded = file.and_then(|it| read(Specs::SERVICE, it, &report.sources[it.0 as usize], &mut Report::default()));
    match loaded {
        Some(Loaded::Service(service)) => *service,
        _ => Service::default(),
    }
}

/// Contents of one file.
enum Loaded {
    Client(ClientSpec),
    Service(Box<Service>),
    /// Cells that could be read, and true if these are all of them.
    Cells(Vec<Cell>, bool),
    Facts(Facts),
    Models(ModelList),
    Units(Units),
    Assumptions(Vec<SharedAssumption>),
    Rules(BTreeMap<String, Spanned<Map<String, Value>>>),
    RetiredModel(BTreeMap<String, Spanned<RetiredModelSpec>>),
    /// Current keys by label.
    Keys(BTreeMap<String, Spanned<String>>),
    /// Earlier names by label.
    Aliases(BTreeMap<String, Spanned<AliasSpec>>),
    Release(Option<Release>),
    Interface(InterfaceSpec),
    /// Groups of video models by model.
    Families(BTreeMap<String, Spanned<String>>),
    Record(Box<RecordSpec>),
    /// By record.
    RecordTexts(BTreeMap<String, Spanned<RecordTexts>>),
    Recording(Box<RecordingSpec>),
    Views(Vec<ViewSpec>),
}

fn read(path: &str, file: FileId, source: &Source, report: &mut Report) -> Option<Loaded> {
    let mut reader = reader::Reader::new(file, report);
    if let Some(name) = stem(path, Specs::RECORDS) {
        return workflow::record(name, &source.text, &mut reader).map(|it| Loaded::Record(Box::new(it)));
    }
    if let Some(name) = stem(path, Specs::SHAPES) {
        return shapes::read(name, &source.text, &mut reader).map(|it| Loaded::Recording(Box::new(it)));
    }
    let tree = match parse(source) {
        Ok(tree) => tree,
        Err(broken) if path == Specs::MODELS && broken.code != ParseError::TOO_MANY => {
            let (text, broken) = records::without_broken(&source.text);
            let tree = json::parse(&text).map_err(|broken| reader.broken(&broken)).ok()?;
            return Some(Loaded::Models(models::read(&tree, &broken, &mut reader)));
        }
        Err(broken) => {
            reader.broken(&broken);
            return None;
        }
    };
    Some(match path {
        Specs::CLIENT => Loaded::Client(client::read(&tree, &mut reader)),
        Specs::SERVICE => Loaded::Service(Box::new(service::read(&tree, &mut reader))),
        Specs::SOCIAL => {
            let (cells, whole) = social::read(&tree, &mut reader);
            Loaded::Cells(cells, whole)
        }
        Specs::MODELS => Loaded::Models(models::read(&tree, &BTreeMap::new(), &mut reader)),
        FAMILIES => Loaded::Families(families::read(&tree, &mut reader)),
        ASSUMPTIONS => Loaded::Assumptions(assumptions::read(&tree, &mut reader)),
        UNITS => Loaded::Units(units::read(&tree, &mut reader)),
        RULES => Loaded::Rules(rules::read(&tree, &mut reader)),
        RECORD_TEXTS => Loaded::RecordTexts(workflow::texts(&tree, &mut reader)),
        Specs::KEYS => Loaded::Keys(keys::read(&tree, &mut reader)),
        Specs::VIEWS => Loaded::Views(views::read(&tree, &mut reader)),
        Specs::ALIASES => Loaded::Aliases(aliases::read(&tree, &mut reader)),
        Specs::RETIRED => Loaded::RetiredModel(retired::read(&tree, &mut reader)),
        Specs::FACTS => Loaded::Facts(facts::read(&tree, &mut reader)),
        _ => match stem(path, Specs::INTERFACES) {
            Some(name) => Loaded::Interface(gateway::read(name, &tree, &mut reader)),
            None => Loaded::Release(history::read(&tree, &mut reader)),
        },
    })
}

pub(crate) fn parse(source: &Source) -> Result<Node<'_>, ParseError> {
    // A fetched file may be named by its URL, which can end with anything.
    if source.name.ends_with(".toml") { toml::parse(&source.text) } else { json::parse(&source.text) }
}

/// Returns the name of a file in messages.
fn named(specs: &Specs, path: &str) -> String {
    let path = if specs.folder.is_empty() { path.to_owned() } else { format!("{}/{path}", specs.folder) };
    visible(&path).into_owned()
}

/// Adds a file to the report's sources. Reports a missing file only if it is required.
fn open(specs: &Specs, path: &str, report: &mut Report) -> Option<FileId> {
    let bytes = specs.files.get(path);
    // The social catalog is optional for a gateway that has interfaces.
    let is_needed = path == Specs::SOCIAL && specs.files.keys().all(|it| !it.starts_with(Specs::INTERFACES));
    if bytes.is_none() && !is_needed {
        return None;
    }
    let name = named(specs, path);
    let Some(bytes) = bytes else {
        let id = add(name, String::new(), report);
        report
            .error("no-catalog", Span::new(id, &(0..0)), "missing social catalog")
            .hint(format!("add `{}` to the specs folder", Specs::SOCIAL));
        return None;
    };
    source(name, bytes, report)
}

/// Adds the content of a file to the report's sources if it is text.
fn source(name: String, bytes: &[u8], report: &mut Report) -> Option<FileId> {
    match str::from_utf8(bytes) {
        Ok(text) => Some(add(name, text.strip_prefix('\u{feff}').unwrap_or(text).to_owned(), report)),
        Err(error) => {
            let valid = error.valid_up_to();
            let id = add(name, String::from_utf8_lossy(bytes).into_owned(), report);
            report
                .error("not-utf8", Span::new(id, &(valid..valid + 1)), "the file is not valid UTF-8")
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
