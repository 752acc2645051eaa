//! Operations as commands, built from the table of the client.

mod help;
pub(crate) mod model;
mod param;

use std::collections::BTreeSet;
use std::time::Duration;

use clap::{Arg, ArgGroup, ArgMatches, Command};
use gatewright_client::{Billing, Call, Client, Field, OperationSpec, PlatformSpec, Presence, visible};
use jiff::SignedDuration;

use crate::exit::{Exit, Failure};
use crate::platforms::platforms;

pub(crate) use help::{folded, summary, video_example};
use param::PARAM;
pub(crate) use param::{any, option_name, parse};

/// Option for the length of a recording.
const LENGTH: &str = "length";

/// Options of `gw` that operations have besides their parameters.
pub(crate) struct Options {
    /// Options of all commands.
    pub(crate) global: Vec<Arg>,
    /// Options of all operations.
    pub(crate) own: Vec<Arg>,
    /// Options of operations with pages.
    pub(crate) paging: Vec<Arg>,
}

impl Options {
    /// Returns the names that parameters cannot have.
    fn names(&self) -> BTreeSet<String> {
        let all = self.global.iter().chain(&self.own).chain(&self.paging);
        all.filter_map(|it| it.get_long()).chain(["help", param::PARAM]).map(str::to_owned).collect()
    }
}

/// Returns the operation of a platform.
pub(crate) fn find(platform: &str, key: &str) -> Option<&'static OperationSpec> {
    let platform = platforms().iter().find(|it| it.key == platform)?;
    platform.operations.iter().find(|it| it.key == key).copied()
}

/// Returns the operation with an id, or with a name such as `p2 post`.
pub(crate) fn by_name(name: &str) -> Option<&'static OperationSpec> {
    let by_id = || platforms().iter().flat_map(|it| it.operations).find(|it| it.id == name).copied();
    name.split_once(' ').and_then(|(platform, key)| find(platform, key.trim())).or_else(by_id)
}

/// Creates the command of a platform.
pub(crate) fn platform_command(platform: &'static PlatformSpec, options: &Options) -> Command {
    Command::new(platform.key)
        .about(help::of_platform(platform))
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand_value_name("OPERATION")
        .subcommand_help_heading("Operations")
        .subcommands(platform.operations.iter().map(|it| command(it, platform, options)))
}

/// Creates the command of an operation of a platform.
fn command(spec: &'static OperationSpec, platform: &PlatformSpec, options: &Options) -> Command {
    let reserved = options.names();
    let command = form(Command::new(spec.key), spec, None, &reserved).about(help::listing(spec));
    let paging: &[Arg] = if spec.paging.is_empty() { &[] } else { &options.paging };
    command
        .after_help(help::details(spec, platform.key, |name| reserved.contains(name)))
        .args(options.own.iter().chain(paging))
}

/// Creates the command of an operation with a model.
pub(crate) fn model_command(
    name: &str,
    spec: &'static OperationSpec,
    main: Option<&str>,
    example: &str,
    options: &Options,
) -> Command {
    let reserved = options.names();
    let (about, more) = help::sentences(help::summary(spec));
    let command = form(Command::new(name.to_owned()), spec, main, &reserved).about(about);
    let more = format!("{more}\n\nPrice: depends on the model; `--estimate` prints it\n\nExample:\n  {example}");
    let command = command.after_help(more.trim_start().to_owned());
    let length = (spec.billing == Billing::Audio).then(length);
    command.arg(model::option(spec)).arg(model::unlisted()).args(length).args(&options.own)
}

/// Creates the option for the length of a recording.
fn length() -> Arg {
    let length = Arg::new(LENGTH).long(LENGTH).value_name("TIME").value_parser(read_length);
    length.help("Length of the recording, such as 3m20s, for its price; needed if the file does not state it")
}

/// Reads a length of time.
pub(crate) fn read_length(text: &str) -> Result<Duration, String> {
    let time = text.parse::<SignedDuration>().ok().and_then(|it| Duration::try_from(it).ok());
    time.ok_or_else(|| "expected a time such as 90s, 10m or 1h".to_owned())
}

/// Adds the parameters of an operation to a command.
fn form(command: Command, spec: &'static OperationSpec, main: Option<&str>, reserved: &BTreeSet<String>) -> Command {
    let mut known = BTreeSet::new();
    let params = spec.fields.iter().filter(|it| known.insert(param::option_name(it)));
    let params: Vec<_> = params.filter_map(|it| param::option(it, main, reserved)).collect();
    let has_option = |name: &&str| params.iter().any(|it| it.get_id() == *name);
    let groups = spec.counts.iter().filter(|it| it.of.iter().all(&has_option));
    let groups = groups.enumerate().map(|(index, count)| {
        let group = ArgGroup::new(format!("group {index}")).args(count.of.iter().copied());
        group.required(count.min == 1).multiple(count.max > 1)
    });
    let groups: Vec<_> = groups.collect();
    command.next_help_heading("Parameters").args(params).arg(param::any()).groups(groups)
}

/// Creates the call of an operation, with its parameters and its model from the command line.
pub(crate) fn call(spec: &'static OperationSpec, matches: &ArgMatches, client: &Client) -> Result<Call, Failure> {
    let given =
        spec.fields.iter().flat_map(|field| param::values(field, matches).into_iter().map(move |it| (field, it)));
    let given: Vec<_> = given.collect();
    let help = "; help: if it is a shell variable, check that it is set";
    given.iter().try_for_each(|(field, value)| refuse_empty(spec, field, &value.to_string(), help))?;
    let call = given.into_iter().fold(client.operation_of(spec), |call, (field, value)| call.set(field, value));
    let call = match model::name(spec, matches)? {
        Some(name) => call.model(name),
        None => call,
    };
    let call = match matches.try_get_one::<Duration>(LENGTH) {
        Ok(Some(length)) => call.length(*length),
        _ => call,
    };
    Ok(with_others(spec, call, matches)?.with_defaults())
}

/// Refuses an empty value of a field that the operation needs, alone or as one of several.
pub(crate) fn refuse_empty(spec: &OperationSpec, field: &Field, value: &str, help: &str) -> Result<(), Failure> {
    let is_needed =
        field.presence == Presence::Required || spec.counts.iter().any(|it| it.min > 0 && it.of.contains(&field.name));
    if is_needed && value.trim().is_empty() {
        return Err(Failure::new(Exit::Usage, format!("the value of `{}` is empty{help}", field.name)));
    }
    Ok(())
}

/// Sets the parameters that the command line has no option for. In a body, they can be any JSON.
pub(crate) fn with_others(spec: &OperationSpec, call: Call, matches: &ArgMatches) -> Result<Call, Failure> {
    let value = |text: String| match serde_json::from_str(&text) {
        Ok(json) if spec.method != "GET" => json,
        _ => serde_json::Value::from(text),
    };
    param::other_values(matches).into_iter().try_fold(call, |call, (name, text)| {
        if spec.field(&name).is_some_and(|it| !param::values(it, matches).is_empty()) {
            let help = format!("help: remove `--{PARAM} {name}=…` or the option");
            return Err(Failure::new(Exit::Usage, format!("`{}` is given twice; {help}", visible(&name))));
        }
        Ok(call.extra(&name, value(text)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_of_time_has_a_unit() {
        assert_eq!(read_length("90s"), Ok(Duration::from_secs(90)));
        assert_eq!(read_length("1h30m"), Ok(Duration::from_secs(5400)));
        for wrong in ["", "-1s", "soon", "90"] {
            assert!(read_length(wrong).is_err(), "{wrong}");
        }
    }
}
