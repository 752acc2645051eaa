//! Spec files to what they say: strict about what is needed, open to what is not known yet.

mod client;
mod facts;
mod json;
pub(crate) mod node;
mod reader;
mod social;
mod toml;

use std::collections::BTreeMap;

use crate::catalog::Catalog;
use crate::report::{FileId, Place, Report, Source};
use node::Node;

/// The spec files: paths below the specs folder, with `/` between folders, and their bytes.
#[derive(Clone, Debug, Default)]
pub struct Specs {
    /// How messages call the folder.
    pub folder: String,
    /// Bytes by path, such as `social/catalog.json`.
    pub files: BTreeMap<String, Vec<u8>>,
}

impl Specs {
    /// The paths that are read. Only the social catalog must be there.
    pub const FILES: [&'static str; 3] = ["client.toml", CATALOG, "social/facts.toml"];
}

const CATALOG: &str = "social/catalog.json";

/// Reads all files and reports everything that is wrong with their shape.
pub(crate) fn load(specs: &Specs, report: &mut Report) -> Catalog {
    let mut catalog = Catalog::default();
    for path in Specs::FILES {
        let Some(file) = open(specs, path, report) else { continue };
        let Some(tree) = parse(file, report) else {
            catalog.incomplete = true;
            continue;
        };
        let mut reader = reader::Reader::new(file, report);
        match path {
            "client.toml" => catalog.client = client::read(&tree, &mut reader),
            CATALOG => social::read(&tree, &mut reader, &mut catalog),
            _ => catalog.facts = facts::read(&tree, &mut reader),
        }
        report.sources[file.0 as usize].tree = Some(tree);
    }
    catalog
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
            report.sources.push(Source { name, text: lossy, tree: None });
            report
                .error("not-utf8", Place::new(id, &(valid..valid + 1)), "the file is not UTF-8 text")
                .hint("save the file as UTF-8");
            return None;
        }
        None => {
            report.sources.push(Source { name, text: String::new(), tree: None });
            report
                .error("no-catalog", Place::new(id, &(0..0)), "there is no social catalog")
                .hint(format!("the specs folder must hold `{CATALOG}`"));
            return None;
        }
    };
    report.sources.push(Source { name, text: text.to_owned(), tree: None });
    Some(id)
}

fn parse(file: FileId, report: &mut Report) -> Option<Node> {
    let source = &report.sources[file.0 as usize];
    let (parsed, code, language) = if source.name.ends_with(".json") {
        (json::parse(&source.text), "broken-json", "JSON")
    } else {
        (toml::parse(&source.text), "broken-toml", "TOML")
    };
    match parsed {
        Ok(tree) => Some(tree),
        Err(broken) => {
            report
                .error(code, Place::new(file, &broken.span), format!("this is not {language}: {}", broken.message))
                .hint("correct the file at this place, or fetch it again");
            None
        }
    }
}
