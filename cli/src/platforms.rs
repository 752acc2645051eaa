//! Platforms and their operations: the ones of this program, or of a newer catalog.

use std::ffi::OsString;
use std::path::Path;
use std::sync::OnceLock;

use clap::{ArgMatches, Command};
use gatewright::Specs;
use gatewright_client::{Client, OperationSpec, PlatformSpec, ResponseKind, social, visible};

use crate::connection::Connection;
use crate::exit::Failure;
use crate::runtime::runtime;
use crate::settings::{self, CATALOG, Settings};

/// Specs that this program was built from.
pub(crate) const OWN_SPECS: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/specs.rs"));

/// Name of the social catalog in the specs.
const SOCIAL_CATALOG: &str = "social/catalog.json";

/// Value of the option for the live catalog.
pub(crate) const LIVE: &str = "live";

/// Platforms of the newer catalog, if the command line names one.
static NEWER: OnceLock<&'static [PlatformSpec]> = OnceLock::new();

/// Returns the platforms.
pub(crate) fn platforms() -> &'static [PlatformSpec] {
    NEWER.get().copied().unwrap_or(social::PLATFORMS)
}

/// Returns all operations: those of the platforms, and those of models.
pub(crate) fn operations(client: &Client) -> impl Iterator<Item = &'static OperationSpec> {
    let of_models = client.operations().filter(|it| it.response != ResponseKind::Data);
    platforms().iter().flat_map(|it| it.operations).copied().chain(of_models)
}

/// Reads the catalog that the command line names. The commands are created from it, so this happens before the command line
/// is parsed.
pub(crate) fn choose(arguments: &[OsString]) -> Result<(), Failure> {
    // Errors in these options are reported when the whole command line is parsed.
    let options = Command::new("gw").args(settings::options()).no_binary_name(true).disable_help_flag(true);
    let Ok(matches) = options.try_get_matches_from(only_settings(arguments)) else { return Ok(()) };
    let Some(catalog) = matches.get_one::<String>(CATALOG) else { return Ok(()) };
    let text = match catalog.as_str() {
        LIVE => fetch(&matches)?,
        path => read(Path::new(path))?,
    };
    let _ = NEWER.set(parse(catalog, &text)?);
    Ok(())
}

/// Returns the options about settings in a command line, each with its value.
fn only_settings(arguments: &[OsString]) -> Vec<OsString> {
    let options = settings::options();
    let names: Vec<_> = options.iter().filter_map(|it| it.get_long()).map(|it| format!("--{it}")).collect();
    let mut found = Vec::new();
    let mut arguments = arguments.iter().skip(1).take_while(|it| *it != "--");
    while let Some(argument) = arguments.next() {
        let text = argument.to_string_lossy();
        if names.iter().any(|it| *it == text) {
            found.push(argument.clone());
            found.extend(arguments.next().cloned());
        } else if names.iter().any(|it| text.strip_prefix(it.as_str()).is_some_and(|rest| rest.starts_with('='))) {
            found.push(argument.clone());
        }
    }
    found
}

fn fetch(matches: &ArgMatches) -> Result<String, Failure> {
    let settings = Settings::read(matches)?;
    let client = Connection::without_key(&settings).builder(&settings)?.build()?;
    Ok(runtime()?.block_on(client.catalog_text())?)
}

fn read(path: &Path) -> Result<String, Failure> {
    let shown = visible(&path.to_string_lossy()).into_owned();
    std::fs::read_to_string(path).map_err(|it| Failure::refused(format!("cannot read the catalog `{shown}`: {it}")))
}

/// Reads the platforms from a catalog, with the facts of this program about them.
fn parse(name: &str, text: &str) -> Result<&'static [PlatformSpec], Failure> {
    let own = OWN_SPECS.iter().copied().filter(|it| it.0 != SOCIAL_CATALOG);
    let specs = Specs::of_files(own.chain([(SOCIAL_CATALOG, text.as_bytes())]));
    let platforms = gatewright::platforms(&specs).map_err(|report| {
        let name = visible(name);
        let report = report.render(false).replace(&format!("specs/{SOCIAL_CATALOG}"), &name);
        Failure::refused(format!("cannot use the catalog `{name}`:\n{report}"))
    })?;
    Ok(Box::leak(platforms.iter().map(with_learned).collect()))
}

/// Adds what this program has learned about the responses of the same operations.
fn with_learned(platform: &PlatformSpec) -> PlatformSpec {
    let known = |id: &str| social::PLATFORMS.iter().flat_map(|it| it.operations).find(|it| it.id == id);
    let operation = |spec: &&'static OperationSpec| match known(spec.id) {
        Some(known) if known.shape.is_some() => {
            &*Box::leak(Box::new(OperationSpec { items: known.items, shape: known.shape, ..**spec }))
        }
        _ => *spec,
    };
    PlatformSpec { operations: Box::leak(platform.operations.iter().map(operation).collect()), ..*platform }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_own_catalog_has_the_platforms_of_the_client() {
        let catalog = OWN_SPECS.iter().find(|it| it.0 == SOCIAL_CATALOG).expect("a catalog");
        let read = parse("own", std::str::from_utf8(catalog.1).expect("text")).expect("a valid catalog");
        assert_eq!(read.len(), social::PLATFORMS.len());
        for (read, own) in read.iter().zip(social::PLATFORMS) {
            assert_eq!((read.key, read.about), (own.key, own.about));
            for (read, own) in read.operations.iter().zip(own.operations) {
                assert_eq!(read, own);
            }
        }
    }

    #[test]
    fn settings_are_found_anywhere_before_the_separator() {
        let arguments =
            ["gw", "p2", "post", "--catalog", "a.json", "--note-id", "1", "--profile=b", "--", "--proxy", "c"];
        let found = only_settings(&arguments.map(OsString::from));
        assert_eq!(found, ["--catalog", "a.json", "--profile=b"]);
    }
}
