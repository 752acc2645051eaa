//! `gw mock`: the mock gateway.

use std::path::PathBuf;

use clap::builder::NonEmptyStringValueParser;
use clap::{Arg, ArgMatches, Command, value_parser};
use gatewright_client::SERVICE;
use gatewright_mock::{Gateway, Specs};

use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::platforms::OWN_SPECS;
use crate::runtime::runtime;

const PORT: &str = "port";
const KEY: &str = "key";
const SPECS: &str = "specs";

const HELP: &str = "\
Example:
  gw mock --port 8080

In another shell, run the printed lines, and then `gw` or any other client. `GET /_mock/ledger` lists the charges.";

/// Creates the command.
pub(crate) fn command() -> Command {
    let arg = |name: &'static str, value: &'static str| Arg::new(name).long(name).value_name(value);
    let port = arg(PORT, "N").default_value("0").value_parser(value_parser!(u16));
    let key = arg(KEY, "KEY").default_value("mock-key").value_parser(NonEmptyStringValueParser::new());
    let specs = arg(SPECS, "DIR").value_parser(value_parser!(PathBuf));
    Command::new("mock")
        .about("Starts a mock gateway on this machine, which charges nothing, and prints how to use it")
        .arg(port.help("Port to listen on; 0 picks a free one"))
        .arg(key.help("Key that the gateway accepts"))
        .arg(specs.help("Specs folder of another gateway"))
        .after_help(HELP)
}

/// Runs the mock gateway until the user stops it.
pub(crate) fn run(matches: &ArgMatches, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let port = matches.get_one::<u16>(PORT).copied().unwrap_or_default();
    let key = matches.get_one::<String>(KEY).map(String::as_str).unwrap_or_default();
    let specs = match matches.get_one::<PathBuf>(SPECS) {
        Some(folder) => Specs::open(folder).map_err(|it| Failure::refused(format!("cannot read the specs: {it}")))?,
        None => Specs::of_files(OWN_SPECS.iter().copied()),
    };
    runtime()?.block_on(async {
        let gateway = Gateway::builder().port(port).key(key).specs(specs).start().await;
        let gateway = gateway.map_err(|it| Failure::refused(format!("cannot start the mock gateway: {it}")))?;
        let (names, url) = (SERVICE.environment, gateway.base_url());
        let lines = [(names.base_url, url.as_str()), (names.key, gateway.key()), (names.dash_url, url.as_str())];
        let lines: String = lines.iter().map(|(name, value)| format!("export {name}={value}\n")).collect();
        let written = console.out.write_all(lines.as_bytes()).and_then(|()| console.out.flush());
        written.map_err(|it| Failure::refused(format!("cannot print the address: {it}")))?;
        console.say("The mock gateway is running. Ctrl-C stops it.");
        stop_signal().await.map_err(|it| Failure::refused(format!("cannot wait for a signal: {it}")))?;
        let ledger = gateway.ledger();
        gateway.stop();
        console.say(&format!("stopped; it would have charged: {}", ledger.summary()));
        Ok(Exit::Success)
    })
}

/// Waits for Ctrl-C or SIGTERM.
async fn stop_signal() -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use std::task::Poll;

        use tokio::signal::unix::{SignalKind, signal};

        let mut signals = [signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?];
        std::future::poll_fn(|context| {
            let is_received = signals.iter_mut().any(|it| it.poll_recv(context).is_ready());
            if is_received { Poll::Ready(()) } else { Poll::Pending }
        })
        .await;
        Ok(())
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await
}
