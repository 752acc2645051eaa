//! MCP server for agents: `gw mcp`.

mod arguments;
mod attempts;
mod call;
mod charged;
mod describe;
mod example;
mod failure;
mod find;
mod http;
mod params;
mod prompts;
mod reply;
mod resources;
mod send;
mod server;
mod session;
mod spent;
mod tools;
mod trim;
mod video;

use std::future::Future;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use gatewright_client::Usd;
use rmcp::ServiceExt as _;

use crate::connection::Connection;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::interrupts::Interrupts;
use crate::runtime::runtime;
use crate::settings::{Settings, variable};
use crate::spending;
use server::Server;
use session::Session;

const HTTP: &str = "http";
const BUDGET: &str = "budget-usd";
const ORIGIN: &str = "allow-origin";

/// Environment variable with the bearer token of the HTTP transport.
const TOKEN_VARIABLE: &str = "GW_MCP_TOKEN";

/// Time in which a server that is interrupted writes the last results.
const TIME_TO_REPLY: Duration = Duration::from_millis(200);

/// Number of characters of the shortest bearer token.
const SHORTEST_TOKEN: usize = 16;

const HELP: &str = "\
Agents start this command themselves: `gw agent add claude` adds it to the configuration of Claude.

Examples:
  gw mcp --budget-usd 0.50                  serve one agent on the standard input and output
  gw mcp --http 127.0.0.1:8931              serve agents on this machine over HTTP";

/// Creates the command.
pub(crate) fn command() -> Command {
    let http = Arg::new(HTTP).long(HTTP).value_name("ADDRESS").value_parser(value_parser!(SocketAddr));
    let http = http.help(format!(
        "Serve over HTTP on an address of this machine; clients need the bearer token of the variable {TOKEN_VARIABLE}, \
         or the printed one"
    ));
    let budget = Arg::new(BUDGET).long(BUDGET).value_name("USD").value_parser(spending::amount).default_value("1");
    let origin = Arg::new(ORIGIN).long(ORIGIN).value_name("URL").action(ArgAction::Append).requires(HTTP);
    Command::new("mcp")
        .about("Serves the gateway to agents over the Model Context Protocol (MCP), with a spending limit")
        .args([http, budget.help("Spending limit until the server ends")])
        .arg(origin.help("Accept requests of web pages with this origin, such as https://app.example:443"))
        .after_help(HELP)
}

/// Runs the server until its client disconnects, or for ever over HTTP.
pub(crate) fn run(matches: &ArgMatches, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let settings = Settings::read(matches)?;
    let budget = matches.get_one(BUDGET).copied().unwrap_or(Usd::ZERO);
    let client = Connection::read(matches, &settings)?.client(&settings, Some(budget), None)?;
    let session = Arc::new(Session::new(client, budget, &settings));
    let server = Server::new(session.clone());
    let Some(address) = matches.get_one::<SocketAddr>(HTTP) else {
        let runtime = runtime()?;
        let ended = runtime.block_on(until_interrupted(serve(server), &session, console));
        // The thread that reads the standard input cannot be interrupted.
        runtime.shutdown_background();
        return ended;
    };
    let origins = matches.get_many::<String>(ORIGIN).into_iter().flatten().cloned().collect();
    let given = variable(TOKEN_VARIABLE);
    let is_printed = given.is_none();
    let token = match given {
        Some(token) if token.len() < SHORTEST_TOKEN => {
            let help = format!("use at least {SHORTEST_TOKEN} random characters, or unset it to get a new token");
            return Err(Failure::refused(format!("cannot use the token in {TOKEN_VARIABLE}; help: {help}")));
        }
        Some(token) => token,
        None => http::create_token()?,
    };
    runtime()?.block_on(async {
        let listener = http::listen(*address).await?;
        console.say(&format!("listening on {}", listener.url()));
        if is_printed {
            console.say(&format!("bearer token: {token}"));
        }
        until_interrupted(listener.serve(server, token, origins), &session, console).await
    })
}

/// Runs a server until it ends or the user interrupts it, and waits for the calls under way: they are charged. A server that is
/// interrupted goes on meanwhile, so that its clients receive the results.
async fn until_interrupted(
    server: impl Future<Output = Result<Exit, Failure>>,
    session: &Session,
    console: &mut Console<'_>,
) -> Result<Exit, Failure> {
    let mut server = pin!(server);
    let interrupts = Interrupts::listen();
    if let Some(ended) = interrupts.stop(&mut server).await {
        session.wait_for_calls().await;
        return ended;
    }
    if session.has_calls() {
        console.say("waiting for the calls in progress, so that their charge is known; Ctrl-C again stops at once");
    }
    let finished = async {
        session.wait_for_calls().await;
        tokio::time::sleep(TIME_TO_REPLY).await;
    };
    let mut finished = pin!(finished);
    tokio::select! {
        () = &mut finished => {}
        _ = &mut server => finished.await,
    }
    Ok(Exit::Success)
}

/// Serves one client on the standard input and output.
async fn serve(server: Server) -> Result<Exit, Failure> {
    let problem = |it: &dyn std::fmt::Display| Failure::refused(format!("cannot serve the client: {it}"));
    match server.serve(rmcp::transport::stdio()).await {
        Ok(running) => running.waiting().await.map(|_| Exit::Success).map_err(|it| problem(&it)),
        // The client has disconnected before its first request.
        Err(rmcp::service::ServerInitializeError::ConnectionClosed(_)) => Ok(Exit::Success),
        Err(error) => Err(problem(&error)),
    }
}
