//! Chat: `gw chat`.

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command, value_parser};
use gatewright_client::chat::Message;
use gatewright_client::gateway::Chat;
use gatewright_client::{ChatModel, Client, Cost, Usd};
use serde::Serialize;

use crate::connection::Connection;
use crate::console::{Console, harmless};
use crate::exit::{Exit, Failure};
use crate::output::{self, json};
use crate::paid::{end, runtime};
use crate::settings::Settings;
use crate::spending::{self, Spending};

const TEXT: &str = "text";
const MODEL: &str = "model";
const SYSTEM: &str = "system";
const MAX_TOKENS: &str = "max-tokens";

/// Creates the command `chat`.
pub(crate) fn command() -> Command {
    let text = Arg::new(TEXT).value_name("TEXT").required(true).help("Message; `-` reads it from the standard input");
    let models = PossibleValuesParser::new(ChatModel::all().map(|it| it.as_str().to_owned()));
    let model = Arg::new(MODEL).long(MODEL).short('m').required(true).value_parser(models).hide_possible_values(true);
    let system = Arg::new(SYSTEM).long(SYSTEM).value_name("TEXT").help("Instructions for the model");
    let max = Arg::new(MAX_TOKENS).long(MAX_TOKENS).value_name("N").value_parser(value_parser!(u32).range(1..));
    Command::new("chat")
        .about("Sends a message to a chat model and prints its reply as it arrives")
        .args([text, model.help("Model; `gw models --type openai` lists them"), system])
        .arg(max.help("Maximum number of tokens of the reply; a spending limit needs it"))
        .args(spending::options())
        .args(output::options().map(|it| it.requires(spending::ESTIMATE)))
        .after_help("Example:\n  gw chat 'What is tea?' --model atlas-chat-mini-2026-03")
}

/// Price of a chat call, as `--estimate` prints it.
#[derive(Serialize)]
struct Estimate<'a> {
    model: &'a str,
    price_usd: Option<Usd>,
    is_upper_bound: bool,
}

/// Sends a message.
pub(crate) fn run(matches: &ArgMatches, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let (spending, settings) = (Spending::read(matches), Settings::read(matches)?);
    let text = text(matches, console)?;
    let client = if spending.is_estimate {
        // An estimate needs neither key nor gateway.
        Client::new("https://localhost", "no-key-for-estimates")?
    } else {
        Connection::read(matches, &settings)?.client(&settings, spending.max, None)?
    };
    let request = request(matches, text, &client);
    let cost = request.estimate().ok();
    if spending.is_estimate {
        return estimate(cost, matches, console);
    }
    request.request()?;
    spending.confirm(cost.map(|it| it.usd), settings.confirm_above, console)?;
    let result = runtime()?.block_on(stream(request, console));
    end(result, &client, console)
}

/// Returns the message.
fn text(matches: &ArgMatches, console: &mut Console<'_>) -> Result<String, Failure> {
    let text = matches.get_one::<String>(TEXT).cloned().unwrap_or_default();
    if text != "-" {
        return Ok(text);
    }
    let mut read = String::new();
    let problem = |it| Failure::refused(format!("cannot read the message: {it}"));
    console.input.read_to_string(&mut read).map_err(problem)?;
    Ok(read)
}

fn request(matches: &ArgMatches, text: String, client: &Client) -> Chat {
    let model = matches.get_one::<String>(MODEL).cloned().unwrap_or_default();
    let system = matches.get_one::<String>(SYSTEM).map(|it| Message::system(it.as_str()));
    let messages: Vec<_> = system.into_iter().chain([Message::user(text)]).collect();
    let request = client.chat(ChatModel::unchecked(model), messages);
    match matches.get_one::<u32>(MAX_TOKENS) {
        Some(max) => request.max_tokens(*max),
        None => request,
    }
}

fn estimate(cost: Option<Cost>, matches: &ArgMatches, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let model = matches.get_one::<String>(MODEL).map(String::as_str).unwrap_or_default();
    let is_upper_bound = cost.is_some_and(|it| it.is_upper_bound);
    let estimate = Estimate { model, price_usd: cost.map(|it| it.usd), is_upper_bound };
    output::print(json::from(&estimate)?, matches, console)
}

/// Prints the reply as it arrives.
async fn stream(request: Chat, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let mut events = request.stream().await?;
    let mut write = |text: &str| {
        let written = console.out.write_all(text.as_bytes()).and_then(|()| console.out.flush());
        written.map_err(|it| Failure::refused(format!("cannot write the reply: {it}")))
    };
    let mut is_empty = true;
    while let Some(text) = events.next_text().await {
        is_empty = false;
        write(&harmless(&text?))?;
    }
    write(if is_empty { "" } else { "\n" })?;
    events.finish().await?;
    Ok(if is_empty { Exit::NothingFound } else { Exit::Success })
}
