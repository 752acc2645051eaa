//! Job: an operation, and one row of parameters per call.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches, value_parser};
use gatewright_client::{Call, Client, OperationSpec, Usd, visible};
use serde::Deserialize;

use super::row::{Row, Status};
use crate::catalog::operation_names;
use crate::completions::candidates;
use crate::exit::{Exit, Failure};
use crate::operation::{self, option_name};
use crate::private_file;
use crate::settings::read_amount;
use crate::similar::did_you_mean;

const JOB: &str = "job";
const OPERATION: &str = "operation";
const OUTPUT: &str = "output-file";

/// Operation, rows and output.
pub(super) struct Job {
    pub(super) spec: &'static OperationSpec,
    pub(super) rows: Vec<Row>,
    pub(super) output: PathBuf,
    /// Spending limit of the whole job, for all its runs.
    max: Option<Usd>,
}

/// Returns the options about the job.
pub(super) fn options() -> [Arg; 3] {
    let job = Arg::new(JOB).value_name("JOB").required(true).value_parser(value_parser!(PathBuf));
    let operation = Arg::new(OPERATION).long(OPERATION).value_name("NAME").add(candidates(operation_names));
    let output = Arg::new(OUTPUT).long("output").short('o').value_name("FILE").value_parser(value_parser!(PathBuf));
    [
        job.help("CSV file with one column per parameter and one row per call, or a TOML file that names it"),
        operation.help("Operation, such as 'p2 post'; a TOML file can name it"),
        output.help("File to write: .ndjson, .csv or .sqlite; a TOML file can name it"),
    ]
}

/// TOML file of a job.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct JobFile {
    operation: Option<String>,
    /// CSV file, relative to the file of the job.
    input: Option<PathBuf>,
    output: Option<PathBuf>,
    /// Spending limit of the whole job in US dollars.
    #[serde(default, deserialize_with = "read_amount")]
    max_usd: Option<Usd>,
    /// Parameters of all rows.
    #[serde(default)]
    params: BTreeMap<String, toml::Value>,
}

impl Job {
    /// Reads the job and its rows.
    pub(super) fn read(matches: &ArgMatches) -> Result<Self, Failure> {
        let path = matches.get_one::<PathBuf>(JOB).cloned().unwrap_or_default();
        let is_csv = path.extension().is_none_or(|it| !it.eq_ignore_ascii_case("toml"));
        let folder = path.parent().unwrap_or(Path::new(""));
        let file = if is_csv { JobFile::default() } else { read_job(&path)? };
        let usage = |what: &str, help: &str| Failure::new(Exit::Usage, format!("the job has no {what}; help: {help}"));
        let named = matches.get_one::<String>(OPERATION).cloned().or(file.operation);
        let named = named.ok_or_else(|| usage("operation", "name it with --operation 'p2 post'"))?;
        let spec = operation::by_name(&named).ok_or_else(|| {
            let similar = did_you_mean(&named, operation_names().iter().map(String::as_str));
            let help = similar.unwrap_or_else(|| "`gw search` lists the operations".to_owned());
            Failure::new(Exit::Usage, format!("unknown operation `{}`; help: {help}", visible(&named)))
        })?;
        let input = if is_csv { Some(path.clone()) } else { file.input.map(|it| folder.join(it)) };
        let input = input.ok_or_else(|| usage("input", "set `input` to a CSV file"))?;
        let output = matches.get_one::<PathBuf>(OUTPUT).cloned().or(file.output.map(|it| folder.join(it)));
        let output = output.ok_or_else(|| usage("output", "name a file with --output posts.ndjson"))?;
        if [&input, &path].into_iter().any(|it| private_file::is_same(it, &output)) {
            let problem = format!("cannot write `{}`: the job reads it", shown(&output));
            return Err(Failure::new(Exit::Usage, format!("{problem}; help: name another file with --output")));
        }
        let params = file.params.into_iter().map(|(name, value)| Ok((param(spec, &name)?, text(&name, value)?)));
        let params = params.collect::<Result<Row, Failure>>()?;
        Ok(Self { spec, rows: read_rows(&input, spec, &params)?, output, max: file.max_usd })
    }

    /// Returns what is left of the job's limit, if it has one. Rows with an unknown charge count as charged.
    pub(super) fn budget_left(&self, states: &HashMap<Row, Status>) -> Option<Usd> {
        let is_charged = |row: &&Row| matches!(states.get(*row), Some(Status::Done | Status::Unknown));
        let count = i64::try_from(self.rows.iter().filter(is_charged).count()).ok()?;
        Some((self.max? - self.spec.billing.price()?.checked_mul(count)?).max(Usd::ZERO))
    }

    /// Creates the call of a row, and checks it.
    pub(super) fn call(&self, row: &Row, client: &Client) -> Result<Call, String> {
        let mut call = client.operation_of(self.spec);
        for (name, text) in row {
            let field = self.spec.field(name).ok_or("unknown parameter")?;
            let value = operation::parse(field, text).map_err(|it| format!("`{name}`: {it}"))?;
            call = call.set(field, value);
        }
        let call = call.with_defaults();
        call.request().map_err(|it| it.to_string())?;
        Ok(call)
    }
}

/// Returns a value of the file as text.
fn text(name: &str, value: toml::Value) -> Result<String, Failure> {
    match value {
        toml::Value::String(text) => Ok(text),
        toml::Value::Integer(number) => Ok(number.to_string()),
        toml::Value::Float(number) => Ok(number.to_string()),
        toml::Value::Boolean(flag) => Ok(flag.to_string()),
        _ => {
            let problem = format!("cannot use the value of `{}` in the job", visible(name));
            Err(Failure::new(Exit::Usage, format!("{problem}; help: use a text or a number")))
        }
    }
}

fn read_job(path: &Path) -> Result<JobFile, Failure> {
    let problem = |why: &str| Failure::refused(format!("cannot read the job `{}`: {why}", shown(path)));
    let text = std::fs::read_to_string(path).map_err(|it| problem(&it.to_string()))?;
    toml::from_str(&text).map_err(|it| problem(it.message()))
}

/// Reads the rows of a CSV file. An empty cell sets no parameter.
fn read_rows(path: &Path, spec: &OperationSpec, params: &Row) -> Result<Vec<Row>, Failure> {
    let problem = |why: String| Failure::refused(format!("cannot read the rows of `{}`: {why}", shown(path)));
    let mut reader = csv::Reader::from_path(path).map_err(|it| problem(it.to_string()))?;
    let columns = reader.headers().map_err(|it| problem(it.to_string()))?.clone();
    // Some spreadsheets put a mark at the start of the file.
    let columns = columns.iter().map(|it| param(spec, it.trim_start_matches('\u{feff}').trim()));
    let columns = columns.collect::<Result<Vec<_>, _>>()?;
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|it| problem(it.to_string()))?;
        let cells = columns.iter().cloned().zip(record.iter().map(str::to_owned));
        rows.push(params.clone().into_iter().chain(cells.filter(|it| !it.1.is_empty())).collect());
    }
    match rows.is_empty() {
        true => Err(problem("it has no rows".to_owned())),
        false => Ok(rows),
    }
}

/// Returns the name of a parameter from its name or its option.
fn param(spec: &OperationSpec, name: &str) -> Result<String, Failure> {
    if let Some(field) = spec.fields.iter().find(|it| it.name == name || option_name(it) == name) {
        return Ok(field.name.to_owned());
    }
    let names: Vec<_> = spec.fields.iter().map(|it| it.name).collect();
    let help = did_you_mean(name, names.iter().copied()).unwrap_or_else(|| format!("use {}", names.join(", ")));
    Err(Failure::new(Exit::Usage, format!("unknown parameter `{}` of `{}`; help: {help}", visible(name), spec.id)))
}

fn shown(path: &Path) -> String {
    visible(&path.to_string_lossy()).into_owned()
}
