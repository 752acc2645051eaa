//! `gw agent`: the MCP server in the configuration of agents.

mod clients;
mod entry;

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command, value_parser};
use gatewright_client::{SERVICE, Usd, visible};
use jiff::Timestamp;

use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::platforms::LIVE;
use crate::private_file::with_suffix;
use crate::settings::{BASE_URL, CATALOG, DASH_URL, PROFILE, Settings, variable};
use crate::spending;
use clients::{CLIENTS, McpClient};
use entry::{Entry, unreadable};

const CLIENT: &str = "client";
const NAME: &str = "name";
const BUDGET: &str = "budget-usd";
const FILE: &str = "file";

/// Global options that the entry repeats, since an agent starts the server outside of this shell.
const REPEATED: [&str; 5] = ["config", "receipts-file", "key-file", "proxy", "ca-file"];

const HELP: &str = "\
Examples:
  gw login                                  store the key, which is not part of the configuration
  gw agent add claude --budget-usd 0.50     let Claude Code spend 0.50 USD per session
  gw agent print vscode                     print the entry for Visual Studio Code";

/// Creates the command.
pub(crate) fn command() -> Command {
    Command::new("agent")
        .about("Adds the MCP server to the configuration of an agent")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(
            with_options(Command::new("add").about("Changes the configuration of an agent, and keeps a copy of it"))
                .arg(
                    Arg::new(FILE)
                        .long(FILE)
                        .value_name("FILE")
                        .value_parser(value_parser!(PathBuf))
                        .help("Configuration file [default: the one of this user]"),
                ),
        )
        .subcommand(with_options(Command::new("print").about("Prints the entry for the configuration of an agent")))
        .after_help(HELP)
}

fn with_options(command: Command) -> Command {
    let names = PossibleValuesParser::new(CLIENTS.iter().map(|it| it.name));
    let client = Arg::new(CLIENT).value_name("AGENT").required(true).value_parser(names).help("Agent");
    let name = Arg::new(NAME).long(NAME).value_name("NAME").default_value("gateway").value_parser(server_name);
    let budget = Arg::new(BUDGET).long(BUDGET).value_name("USD").value_parser(spending::amount).default_value("1");
    command.args([client, name.help("Name of the server"), budget.help("Spending limit until the server ends")])
}

fn server_name(text: &str) -> Result<String, String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    match !text.is_empty() && text.len() <= 64 && text.chars().all(is_plain) {
        true => Ok(text.to_owned()),
        false => Err("expected 1 to 64 letters, digits, `-` and `_`".to_owned()),
    }
}

/// Runs the command.
pub(crate) fn run(matches: &ArgMatches, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let usage = || Failure::new(Exit::Usage, "unknown command; help: `gw agent --help` lists the commands");
    let (command, matches) = matches.subcommand().ok_or_else(usage)?;
    let name = matches.get_one::<String>(CLIENT).map(String::as_str).unwrap_or_default();
    let client = CLIENTS.iter().find(|it| it.name == name).ok_or_else(usage)?;
    let settings = Settings::read(matches)?;
    let entry = create_entry(matches, &settings)?;
    match command {
        "print" => print(client, &entry, console),
        _ => {
            let exit = add(client, &entry, matches.get_one::<PathBuf>(FILE), console)?;
            // A profile with its own gateway never uses the key of the environment.
            if variable(SERVICE.environment.key).is_some() && !settings.has_own_gateway {
                let profile =
                    if settings.is_profile_named { format!(" --profile {}", settings.profile) } else { String::new() };
                let needs = "An agent that does not inherit the variables of this shell needs the key of";
                console.say(&format!("{needs} `gw{profile} login`."));
            }
            Ok(exit)
        }
    }
}

/// Creates the entry: this program, with the options of this run. It never contains the key.
fn create_entry(matches: &ArgMatches, settings: &Settings) -> Result<Entry, Failure> {
    let program = std::env::current_exe();
    let program = program.map_err(|it| Failure::refused(format!("cannot find the path of this program: {it}")))?;
    let mut arguments = vec!["mcp".to_owned()];
    let budget = matches.get_one(BUDGET).copied().unwrap_or(Usd::ZERO);
    arguments.extend(["--budget-usd".to_owned(), budget.to_string()]);
    // A URL of the configuration is not repeated: a profile with its own gateway keeps it.
    let url = |option: &str, name: &str, used: &Option<String>| {
        let of_environment = || variable(name).filter(|it| used.as_ref() == Some(it) && !settings.has_own_gateway);
        matches.get_one::<String>(option).cloned().or_else(of_environment)
    };
    let base_url = url(BASE_URL, SERVICE.environment.base_url, &settings.base_url);
    let dash_url = url(DASH_URL, SERVICE.environment.dash_url, &settings.dash_url);
    let mut repeat = |name: &str, value: Option<String>| {
        arguments.extend(value.into_iter().flat_map(|it| [format!("--{name}"), it]));
    };
    repeat(BASE_URL, base_url);
    repeat(DASH_URL, dash_url);
    repeat(PROFILE, settings.is_profile_named.then_some(settings.profile.clone()));
    let catalog = matches.get_one::<String>(CATALOG);
    repeat(CATALOG, catalog.map(|it| if it == LIVE { it.clone() } else { absolute(Path::new(it)) }));
    for name in REPEATED {
        let path = matches.try_get_one::<PathBuf>(name).ok().flatten().map(|it| absolute(it));
        repeat(name, path.or_else(|| matches.try_get_one::<String>(name).ok().flatten().cloned()));
    }
    let name = matches.get_one::<String>(NAME).cloned().unwrap_or_default();
    Ok(Entry { name, command: program.to_string_lossy().into_owned(), arguments })
}

/// Returns the absolute form of a path: the server runs in another folder.
fn absolute(path: &Path) -> String {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned()).to_string_lossy().into_owned()
}

fn print(client: &McpClient, entry: &Entry, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let text =
        entry.add_to("", client.format).map_err(|it| Failure::refused(format!("cannot write the entry: {it}")))?;
    let text: String = text.lines().flat_map(|it| [visible(it), "\n".into()]).collect();
    let written = console.out.write_all(text.as_bytes()).and_then(|()| console.out.flush());
    written.map_err(|it| Failure::refused(format!("cannot print the entry: {it}")))?;
    if let Some(path) = client.path() {
        console.say(&format!("for {}: {}", client.title, path.display()));
    }
    Ok(Exit::Success)
}

fn add(client: &McpClient, entry: &Entry, file: Option<&PathBuf>, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let unknown = || Failure::refused("cannot find the home folder; help: name the configuration with `--file`");
    let path = file.cloned().or_else(|| client.path()).ok_or_else(unknown)?;
    let shown = visible(&path.to_string_lossy()).into_owned();
    let folder = path.parent().filter(|it| file.is_some() && !it.as_os_str().is_empty());
    if folder.is_some_and(|it| !it.is_dir()) {
        return Err(Failure::refused(format!("cannot write `{shown}`: its folder does not exist; help: create it")));
    }
    // A link to the file stays a link.
    let path = fs::canonicalize(&path).unwrap_or(path);
    let config = match fs::read_to_string(&path) {
        Ok(text) => Some(text),
        Err(problem) if problem.kind() == io::ErrorKind::NotFound => None,
        Err(problem) => return Err(unreadable(&shown, &problem.to_string(), client.name)),
    };
    let added = entry.add_to(config.as_deref().unwrap_or_default(), client.format);
    let added = added.map_err(|it| unreadable(&shown, &it, client.name))?;
    if config.as_ref() == Some(&added) {
        console.say(&format!("{} has the server `{}` already: {shown}", client.title, entry.name));
        return Ok(Exit::Success);
    }
    let problem = |it: io::Error| unreadable(&shown, &it.to_string(), client.name);
    if config.is_some() {
        let backup = back_up(&path).map_err(problem)?;
        console.say(&format!("kept a copy: {}", backup.display()));
    }
    replace(&path, &added).map_err(problem)?;
    console.say(&format!("added the server `{}` to {}: {shown}", entry.name, client.title));
    Ok(Exit::Success)
}

/// Copies a file next to it.
fn back_up(path: &Path) -> io::Result<PathBuf> {
    let now = Timestamp::now().strftime("%Y%m%dT%H%M%SZ").to_string();
    let names = (0..100).map(|it| if it == 0 { format!(".backup-{now}") } else { format!(".backup-{now}-{it}") });
    for backup in names.map(|it| with_suffix(path, &it)) {
        match options().create_new(true).open(&backup) {
            Ok(mut file) => {
                io::copy(&mut File::open(path)?, &mut file)?;
                file.sync_all()?;
                return Ok(backup);
            }
            Err(problem) if problem.kind() == io::ErrorKind::AlreadyExists => {}
            Err(problem) => return Err(problem),
        }
    }
    Err(io::Error::other("there are too many copies"))
}

/// Replaces a file, or creates it with its folder. If the process is killed, the file has the old or the new text.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent().filter(|it| !it.as_os_str().is_empty()) {
        fs::create_dir_all(folder)?;
    }
    let new = with_suffix(path, ".gw-new");
    let _ = fs::remove_file(&new);
    let mut file = options().create_new(true).open(&new)?;
    file.write_all(text.as_bytes())?;
    if let Ok(before) = fs::metadata(path) {
        file.set_permissions(before.permissions())?;
    }
    file.sync_all()?;
    fs::rename(&new, path)
}

/// Returns options to write a file that only this user can read.
fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}
