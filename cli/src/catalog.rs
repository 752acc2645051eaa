//! Catalog of operations and models: `gw search`, `gw price` and `gw models`.

use std::collections::BTreeSet;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command};
use gatewright_client::{BillingUnit, Face, ModelRecord, OperationSpec, PlatformSpec, Status, Usd, models};
use serde::Serialize;

use crate::completions::candidates;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::model::endpoint_types;
use crate::operation::summary;
use crate::output::{self, json};
use crate::platforms::platforms;
use crate::similar::did_you_mean;

const WORDS: &str = "words";
const TYPE: &str = "type";
const SORT: &str = "sort";

/// Returns the names of all operations, such as `p2 post`.
pub(crate) fn operation_names() -> Vec<String> {
    operations().map(|(platform, it)| format!("{} {}", platform.key, it.key)).collect()
}

/// Returns the names of everything that has a price.
fn priced_names() -> Vec<String> {
    let ids = operations().map(|it| it.1.id.to_owned());
    ids.chain(models::RECORDS.iter().map(|it| it.name.clone())).collect()
}

/// Returns the endpoint types of all models.
fn types() -> Vec<String> {
    let all: BTreeSet<_> = models::RECORDS.iter().flat_map(|it| &it.endpoint_types).collect();
    all.into_iter().cloned().collect()
}

fn words(help: &'static str) -> Arg {
    Arg::new(WORDS).value_name("WORDS").num_args(1..).action(ArgAction::Append).help(help)
}

/// Creates the command `search`.
pub(crate) fn search_command() -> Command {
    let words = words("Words of a description, name or parameter").required(true);
    Command::new("search").about("Finds operations of platforms by words").arg(words).args(output::options())
}

/// Creates the command `price`.
pub(crate) fn price_command() -> Command {
    let words = words("Operation, such as `p2 post` or `p2_post`, platform, such as `p2`, or model")
        .required(true)
        .add(candidates(priced_names));
    Command::new("price")
        .about("Prints the price of an operation, of all operations of a platform, or of a model")
        .arg(words)
        .args(output::options())
}

/// Creates the command `models`.
pub(crate) fn models_command() -> Command {
    let kind = Arg::new(TYPE)
        .long(TYPE)
        .value_name("TYPE")
        .add(candidates(types))
        .help("Only models of a command, such as chat, or of an endpoint type, such as image-generation");
    let sort = Arg::new(SORT)
        .long(SORT)
        .value_name("ORDER")
        .value_parser(PossibleValuesParser::new(["name", "price"]))
        .default_value("name");
    Command::new("models")
        .about("Lists models with their prices")
        .arg(words("Only models whose name, description or task contains these words"))
        .args([kind, sort.help("Order of the models; prices are compared within a unit")])
        .args(output::options())
}

/// An operation, as `gw search` and `gw price` print it.
#[derive(Serialize)]
pub(crate) struct OperationRow {
    operation: String,
    price_usd: Option<Usd>,
    unit: Option<&'static str>,
    status: Option<&'static str>,
    about: &'static str,
}

impl OperationRow {
    fn new(platform: &PlatformSpec, spec: &'static OperationSpec) -> Self {
        Self {
            operation: format!("{} {}", platform.key, spec.key),
            price_usd: spec.billing.price(),
            unit: spec.billing.unit(),
            status: spec.status.map(Status::as_str),
            about: summary(spec),
        }
    }
}

/// A model, as `gw models`, `gw price` and the MCP server print it.
#[derive(Serialize)]
pub(crate) struct ModelRow<'a> {
    model: &'a str,
    types: String,
    /// Price of one unit of input, or of one call or second.
    price_usd: Option<Usd>,
    output_usd: Option<Usd>,
    unit: &'a str,
}

impl<'a> ModelRow<'a> {
    pub(crate) fn new(record: &'a ModelRecord) -> Self {
        let (face, unit, count) = match &record.billing_unit {
            Some(BillingUnit::Tokens) => (Face::Input, "1M tokens", 1_000_000),
            Some(BillingUnit::Characters) => (Face::Input, "1M characters", 1_000_000),
            Some(BillingUnit::AudioDuration) => (Face::Input, "minute of audio", 60),
            Some(BillingUnit::PerCall) => (Face::PerCall, "call", 1),
            Some(BillingUnit::PerSecond) => (Face::VideoSecond, "second", 1),
            Some(other) => (Face::Input, other.as_str(), 1),
            None => (Face::Input, "", 1),
        };
        let price = |face| price_of(record, face, count);
        let output_usd = if count == 1_000_000 { price(Face::Output) } else { None };
        Self { model: &record.name, types: record.endpoint_types.join(" "), price_usd: price(face), output_usd, unit }
    }
}

/// Returns the price of a number of units, rounded up; `None` if it is unknown.
fn price_of(record: &ModelRecord, face: Face, count: i128) -> Option<Usd> {
    let unit = record.billing_unit.as_ref()?;
    let (numerator, denominator) = record.price_of(face, unit, None, &models::units()).ok()?.attos();
    let total = numerator.checked_mul(count)?;
    let is_rounded = i128::from(total.checked_rem(denominator)? != 0);
    Some(Usd::attos(total / denominator + is_rounded))
}

fn given(matches: &ArgMatches) -> Vec<String> {
    let words = matches.get_many::<String>(WORDS).into_iter().flatten();
    words.flat_map(|it| it.split_whitespace()).map(str::to_owned).collect()
}

fn lowercase(matches: &ArgMatches) -> Vec<String> {
    given(matches).iter().map(|it| it.to_lowercase()).collect()
}

fn operations() -> impl Iterator<Item = (&'static PlatformSpec, &'static OperationSpec)> {
    platforms().iter().flat_map(|platform| platform.operations.iter().map(move |it| (platform, *it)))
}

/// Finds operations.
pub(crate) fn search(matches: &ArgMatches, console: &mut Console<'_>) -> Result<Exit, Failure> {
    print(&find_operations(&lowercase(matches)), matches, console)
}

/// Returns the operations whose texts contain all words in lower case, the best first.
pub(crate) fn find_operations(words: &[String]) -> Vec<OperationRow> {
    let mut found: Vec<_> =
        operations().filter_map(|(platform, it)| Some((rank(platform, it, words)?, platform, it))).collect();
    found.sort_by_key(|it| it.0);
    found.iter().map(|(_, platform, it)| OperationRow::new(platform, it)).collect()
}

/// Returns the rank of an operation that contains all words, the best first: words in its name count more than others.
fn rank(platform: &PlatformSpec, spec: &OperationSpec, words: &[String]) -> Option<usize> {
    let name = format!("{} {}", spec.id, spec.key);
    let params: Vec<_> = spec.fields.iter().map(|it| it.name).collect();
    let text = format!("{name} {} {} {}", platform.about, spec.about, params.join(" ")).to_lowercase();
    // A plural finds the singular.
    let singular = |word: &String| word.strip_suffix('s').filter(|it| it.len() > 2).unwrap_or(word).to_owned();
    let words: Vec<_> = words.iter().map(singular).collect();
    let in_name = words.iter().filter(|it| name.contains(it.as_str())).count();
    words.iter().all(|it| text.contains(it.as_str())).then(|| words.len() - in_name)
}

/// Prints the price of an operation or a model, or the prices of a platform.
pub(crate) fn price(matches: &ArgMatches, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let name = given(matches).join(" ");
    let is_named = |(platform, spec): &(&PlatformSpec, &OperationSpec)| {
        name == spec.id || name == platform.key || name == format!("{} {}", platform.key, spec.key)
    };
    let named: Vec<_> = operations().filter(is_named).map(|(platform, it)| OperationRow::new(platform, it)).collect();
    match (&named[..], models::find(&name)) {
        ([_, ..], _) => print(&named, matches, console),
        ([], Some(record)) => print(&[ModelRow::new(record)], matches, console),
        ([], None) => {
            let names = [priced_names(), operation_names()].concat();
            let similar = did_you_mean(&name, names.iter().map(String::as_str));
            let help = similar.unwrap_or_else(|| "`gw search` and `gw models` list them".to_owned());
            Err(Failure::new(Exit::NothingFound, format!("unknown operation or model `{name}`; help: {help}")))
        }
    }
}

/// Returns the models of some endpoint types whose texts contain all words in lower case.
pub(crate) fn find_models(words: &[String], kinds: Option<&[&str]>) -> Vec<ModelRow<'static>> {
    let is_wanted = |it: &&ModelRecord| {
        let text = format!("{} {} {}", it.name, it.description.as_deref().unwrap_or_default(), it.tasks.join(" "));
        let text = text.to_lowercase();
        kinds.is_none_or(|kinds| it.endpoint_types.iter().any(|it| kinds.contains(&it.as_str())))
            && words.iter().all(|it| text.contains(it.as_str()))
    };
    models::RECORDS.iter().filter(is_wanted).map(ModelRow::new).collect()
}

/// Lists models.
pub(crate) fn list_models(matches: &ArgMatches, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let (words, kind) = (lowercase(matches), matches.get_one::<String>(TYPE));
    let kinds = kind.map(|it| if types().contains(it) { vec![it.as_str()] } else { endpoint_types(it) });
    if let (Some(kind), Some([])) = (kind, kinds.as_deref()) {
        let help = format!("use the name of a command, such as chat or video, or one of {}", types().join(", "));
        return Err(Failure::new(Exit::Usage, format!("unknown type `{kind}`; help: {help}")));
    }
    let mut rows = find_models(&words, kinds.as_deref());
    match matches.get_one::<String>(SORT).map(String::as_str) {
        Some("price") => rows.sort_by_key(|it| (it.unit, it.price_usd.is_none(), it.price_usd)),
        _ => rows.sort_by_key(|it| it.model),
    }
    print(&rows, matches, console)
}

fn print<T: Serialize>(rows: &[T], matches: &ArgMatches, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let exit = output::print(json::from(&rows)?, matches, console)?;
    Ok(if rows.is_empty() { Exit::NothingFound } else { exit })
}
