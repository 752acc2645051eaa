//! Model of a call.

use clap::{Arg, ArgAction, ArgMatches};
use clap_complete::engine::{ArgValueCandidates, CompletionCandidate};
use gatewright_client::{ModelRecord, ModelSpec, OperationSpec, models, visible};

use crate::exit::{Exit, Failure};
use crate::similar::did_you_mean;

const MODEL: &str = "model";
const UNLISTED: &str = "unlisted-model";

/// Creates the option for the model. If an operation accepts only one, it is the default.
pub(crate) fn option(spec: &'static OperationSpec) -> Arg {
    let is_accepted = |it: &ModelRecord| spec.model.is_some_and(|model| accepts(&model, it));
    let model = named(is_accepted).help(match spec.model {
        Some(ModelSpec { only: [], endpoint_type, .. }) => {
            format!("Model; `gw models --type {endpoint_type}` lists them")
        }
        Some(ModelSpec { only, .. }) => format!("Model: {}", only.join(" or ")),
        None => "Model".to_owned(),
    });
    match spec.model.map(|it| it.only) {
        Some([only]) => model.default_value(*only),
        _ => model.required(true),
    }
}

/// Creates the option for a model without help. Shells complete the models that the command accepts.
pub(crate) fn named(is_accepted: impl Fn(&ModelRecord) -> bool + Send + Sync + 'static) -> Arg {
    let candidate = |it: &ModelRecord| {
        CompletionCandidate::new(&it.name).help(it.description.as_deref().map(|it| visible(it).into_owned().into()))
    };
    let candidates = move || models::RECORDS.iter().filter(|it| is_accepted(it)).map(candidate).collect();
    Arg::new(MODEL).long(MODEL).short('m').value_name("MODEL").add(ArgValueCandidates::new(candidates))
}

/// Creates the option that accepts models outside of the catalog.
pub(crate) fn unlisted() -> Arg {
    let help = "Accept a model that the catalog does not list; its price is unknown";
    Arg::new(UNLISTED).long(UNLISTED).action(ArgAction::SetTrue).help(help)
}

/// Returns the name of the model; `None` if the operation has no models.
pub(crate) fn name(spec: &OperationSpec, matches: &ArgMatches) -> Result<Option<String>, Failure> {
    match spec.model {
        Some(model) => given(matches, |it| accepts(&model, it)).map(Some),
        None => Ok(None),
    }
}

/// Returns the model that the user has named, if the catalog lists it for the command, or if any model is accepted.
pub(crate) fn given(matches: &ArgMatches, is_accepted: impl Fn(&ModelRecord) -> bool) -> Result<String, Failure> {
    let name = matches.get_one::<String>(MODEL).cloned().unwrap_or_default();
    let record = models::find(&name);
    if matches.get_flag(UNLISTED) || record.is_some_and(&is_accepted) {
        return Ok(name);
    }
    let shown = visible(&name);
    if let Some(record) = record {
        let types = record.endpoint_types.join(", ");
        let problem = format!("this command does not accept the model `{shown}`, whose types are {types}");
        return Err(Failure::new(Exit::Usage, format!("{problem}; help: `gw models` lists all models")));
    }
    let names = models::RECORDS.iter().filter(|it| is_accepted(it)).map(|it| it.name.as_str());
    let help = match did_you_mean(&name, names) {
        Some(question) => format!("{question} `--{UNLISTED}` accepts any name"),
        None => format!("`gw models` lists all models, and `--{UNLISTED}` accepts any name"),
    };
    Err(Failure::new(Exit::Usage, format!("unknown model `{shown}`; help: {help}")))
}

/// Returns a model for an example; `None` if the operation needs none from the user.
pub(super) fn example(spec: &OperationSpec) -> Option<&'static str> {
    let model = spec.model.filter(|it| it.only.len() != 1)?;
    models::RECORDS.iter().find(|it| accepts(&model, it)).map(|it| it.name.as_str())
}

fn accepts(spec: &ModelSpec, record: &ModelRecord) -> bool {
    let name = record.name.as_str();
    match spec.only {
        [] => record.endpoint_types.iter().any(|it| it == spec.endpoint_type) && !spec.others.contains(&name),
        only => only.contains(&name),
    }
}
