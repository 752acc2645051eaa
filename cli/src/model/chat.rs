//! Chat: `gw chat`.

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command, value_parser};
use gatewright_client::{
    Call, ChatFormat, Client, ModelRecord, OperationSpec, Reply, ResponseKind, StreamProtocol, chat, messages,
    responses,
};
use serde_json::{Value, json};

use super::send::{self, Paid};
use super::{operations, options};
use crate::console::{Console, harmless};
use crate::exit::{Exit, Failure};
use crate::hidden::KeyFilter;
use crate::interrupts::Interrupts;
use crate::operation::{self, model};
use crate::output;

pub(super) const NAME: &str = "chat";
const TEXT: &str = "text";
const SYSTEM: &str = "system";
const MAX_TOKENS: &str = "max-tokens";
const API: &str = "api";

const HELP: &str = "\
Example:
  gw chat 'What is tea?' --model atlas-chat-mini-2026-03 --max-tokens 500

With --format or --select, prints the whole response when it is complete.";

/// Returns the operations that chat, with their formats, the preferred one first.
fn formats() -> impl Iterator<Item = (&'static OperationSpec, ChatFormat)> {
    operations().filter_map(|it| match it.response {
        ResponseKind::Chat(format) => Some((it, format)),
        _ => None,
    })
}

fn supports(record: &ModelRecord, spec: &OperationSpec) -> bool {
    spec.model.is_some_and(|it| record.endpoint_types.iter().any(|of| of == it.endpoint_type))
}

/// Creates the command.
pub(super) fn command() -> Command {
    let text = Arg::new(TEXT).value_name("TEXT").required(true).help("Message; `-` reads it from the standard input");
    let model = model::named(|it| formats().any(|of| supports(it, of.0)))
        .required(true)
        .help("Model; `gw models chat` lists them");
    let system = Arg::new(SYSTEM).long(SYSTEM).value_name("TEXT").help("Instructions for the model");
    let max = Arg::new(MAX_TOKENS).long(MAX_TOKENS).value_name("N").value_parser(value_parser!(u32).range(1..));
    let max = max.help("Maximum number of tokens of the reply; a spending limit needs it");
    let names = PossibleValuesParser::new(formats().map(|it| it.0.key));
    let api = Arg::new(API).long(API).value_name("FORMAT").value_parser(names);
    let api = api.help("Format of the request [default: the first one that the model supports]");
    Command::new(NAME)
        .about("Sends a message to a chat model and prints its reply as it arrives")
        .args([text, model, system, max, api, model::unlisted(), operation::any()])
        .args(options())
        .mut_arg(output::FORMAT, |it| it.help("Format of the whole response [default: only the text of the reply]"))
        .after_help(HELP)
}

/// Sends a message.
pub(super) fn run(matches: &ArgMatches, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let text = text(matches, console)?;
    let (spec, format) = format(matches)?;
    let create = |client: &Client| -> Result<_, Failure> { Ok((spec, call(spec, format, &text, matches, client)?)) };
    send::run(matches, console, create, async |call, paid, console| {
        if output::is_chosen(matches) {
            return match format {
                ChatFormat::Messages => whole::<messages::Reply>(call, paid, console).await,
                ChatFormat::Responses => whole::<responses::Reply>(call, paid, console).await,
                _ => whole::<chat::Reply>(call, paid, console).await,
            };
        }
        let mut filter = KeyFilter::new();
        let streamed = async {
            match format {
                ChatFormat::Messages => stream::<messages::Protocol>(call, &mut filter, console).await,
                ChatFormat::Responses => stream::<responses::Protocol>(call, &mut filter, console).await,
                _ => stream::<chat::Protocol>(call, &mut filter, console).await,
            }
        };
        let ended = paid.interrupts.stop(streamed).await.unwrap_or_else(|| Err(Interrupts::failure()));
        // The end of a reply that was cut. A closed output is no further error then.
        let _ = console.out.write_all(harmless(&filter.finish()).as_bytes()).and_then(|()| console.out.flush());
        ended
    })
}

/// Prints the whole response.
async fn whole<R: Reply>(call: Call, paid: &Paid<'_>, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let response = paid.interrupts.guard(call.send_as::<R>(), console).await??;
    output::print(output::json::parse(&response.raw)?, paid.matches, console)
}

/// Returns the message.
fn text(matches: &ArgMatches, console: &mut Console<'_>) -> Result<String, Failure> {
    let text = matches.get_one::<String>(TEXT).cloned().unwrap_or_default();
    let mut read = String::new();
    if text == "-" {
        let problem = |it| Failure::refused(format!("cannot read the message: {it}"));
        console.input.read_to_string(&mut read).map_err(problem)?;
    }
    let text = if text == "-" { read } else { text };
    match text.trim().is_empty() {
        true => Err(Failure::refused("the message is empty; nothing was sent")),
        false => Ok(text),
    }
}

/// Returns the format that the user has chosen, or else the first one that the model supports.
fn format(matches: &ArgMatches) -> Result<(&'static OperationSpec, ChatFormat), Failure> {
    let chosen = matches.get_one::<String>(API);
    let is_allowed = |spec: &OperationSpec| chosen.is_none_or(|it| it == spec.key);
    let accepts = |record: &ModelRecord| formats().any(|it| is_allowed(it.0) && supports(record, it.0));
    let name = model::given(matches, accepts)?;
    let record = gatewright_client::models::find(&name);
    let fits = |it: &(&'static OperationSpec, ChatFormat)| {
        is_allowed(it.0) && (chosen.is_some() || record.is_none_or(|record| supports(record, it.0)))
    };
    let problem = || Failure::new(Exit::Usage, "the model does not support a chat format; help: choose one with --api");
    formats().find(fits).ok_or_else(problem)
}

fn call(
    spec: &'static OperationSpec,
    format: ChatFormat,
    text: &str,
    matches: &ArgMatches,
    client: &Client,
) -> Result<Call, Failure> {
    let system = matches.get_one::<String>(SYSTEM).map(String::as_str);
    let user = json!({ "role": "user", "content": text });
    let of_system = |name: &'static str| system.map(|it| (name, Value::from(it)));
    let (main, system) = match format {
        ChatFormat::Messages => (("messages", json!([user])), of_system("system")),
        ChatFormat::Responses => (("input", json!(text)), of_system("instructions")),
        _ => {
            let system = system.map(|it| json!({ "role": "system", "content": it }));
            (("messages", system.into_iter().chain([user]).collect()), None)
        }
    };
    let max = matches.get_one::<u32>(MAX_TOKENS).map(|it| ("max_tokens", Value::from(*it)));
    let fields = [Some(main), system, max].into_iter().flatten();
    let call = client.operation(spec.id)?.model(model::given(matches, |_| true)?);
    let call = fields.fold(call, |call, (name, value)| call.with(name, value));
    Ok(operation::with_others(spec, call, matches)?.with_defaults())
}

/// Prints the reply as it arrives.
async fn stream<P: StreamProtocol>(
    call: Call,
    filter: &mut KeyFilter,
    console: &mut Console<'_>,
) -> Result<Exit, Failure> {
    let mut events = call.stream::<P>().await?;
    let mut write = |text: &str| {
        let written = console.out.write_all(text.as_bytes()).and_then(|()| console.out.flush());
        written.map_err(|it| Failure::refused(format!("cannot write the reply: {it}")))
    };
    let mut is_empty = true;
    while let Some(text) = events.next_text().await {
        is_empty = false;
        write(&harmless(&filter.push(&text?)))?;
    }
    write(&harmless(&filter.finish()))?;
    write(if is_empty { "" } else { "\n" })?;
    events.finish().await?;
    Ok(if is_empty { Exit::NothingFound } else { Exit::Success })
}
