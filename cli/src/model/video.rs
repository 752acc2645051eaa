//! Videos: `gw video`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches, Command};
use gatewright_client::video::{Task, TaskHandle, TaskPath, TaskState, WaitOutcome};
use gatewright_client::{Client, Error, OperationSpec, SERVICE};
use indicatif::{ProgressBar, ProgressDrawTarget};
use serde::Serialize;

use super::send::{self, Paid};
use super::{files, video_operations};
use crate::connection::Connection;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::operation::{self, Options, model_command, read_length, video_example};
use crate::output::{self, json};
use crate::paid::{block_on, end};
use crate::settings::Settings;
use crate::spending;

pub(super) const NAME: &str = "video";
const RESUME: &str = "resume";
const STATUS: &str = "status";
const TASK: &str = "task";
const TIMEOUT: &str = "timeout";
const NO_WAIT: &str = "no-wait";

const HELP: &str = "\
Each mode is a command with the parameters that its models read. `gw video MODE --help` lists them.

Examples:
  gw video a-text-to-video 'A kettle begins to sing.' --duration 5 --output kettle.mp4
  gw video resume /v1/videos/task_1 --output kettle.mp4";

/// Creates the command.
pub(super) fn command(options: &Options) -> Command {
    let modes = video_operations().map(|spec| {
        let main = spec.field("prompt").map(|it| it.name);
        let no_wait = Arg::new(NO_WAIT).long(NO_WAIT).action(ArgAction::SetTrue);
        let no_wait = no_wait.help("Print the task and do not wait for it").help_heading(output::HEADING);
        let file = files::options(|it| {
            one_file(it).required_unless_present_any([spending::ESTIMATE, NO_WAIT]).conflicts_with(NO_WAIT)
        });
        model_command(spec.key, spec, main, &video_example(spec, main), options).args(file).args([no_wait, timeout()])
    });
    let task = || Arg::new(TASK).value_name("TASK").required(true).help("Task, such as /v1/videos/task_1");
    let resume = Command::new(RESUME).about("Waits for a task and downloads its file");
    let status = Command::new(STATUS).about("Prints the status of a task");
    Command::new(NAME)
        .about("Creates a video: submits a task, waits for it and downloads the file")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand_value_name("MODE")
        .subcommand_help_heading("Modes, and commands for tasks")
        .subcommands(modes)
        .subcommand(
            resume
                .arg(task())
                .args(files::options(|it| one_file(it).required(true)))
                .arg(timeout())
                .args(output::print_options()),
        )
        .subcommand(status.arg(task()).args(output::print_options()))
        .after_help(HELP)
}

fn one_file(arg: Arg) -> Arg {
    arg.help("File to save to")
}

fn timeout() -> Arg {
    let help = "Stop waiting after this time, such as 10m; the task continues";
    Arg::new(TIMEOUT).long(TIMEOUT).value_name("TIME").default_value("30m").value_parser(read_length).help(help)
}

/// Runs the command.
pub(super) fn run(matches: &ArgMatches, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let usage = || Failure::new(Exit::Usage, "unknown mode; help: `gw video --help` lists the modes");
    let (name, matches) = matches.subcommand().ok_or_else(usage)?;
    match name {
        RESUME => with_task(matches, console, async |task, paid, console| finish(task, paid, console).await),
        STATUS => with_task(matches, console, async |task, paid, console| print_status(&task, paid, console).await),
        mode => submit(video_operations().find(|it| it.key == mode).ok_or_else(usage)?, matches, console),
    }
}

/// Runs a command for a task that was submitted earlier.
fn with_task(
    matches: &ArgMatches,
    console: &mut Console<'_>,
    run: impl AsyncFnOnce(Task, &Paid<'_>, &mut Console<'_>) -> Result<Exit, Failure>,
) -> Result<Exit, Failure> {
    let text = matches.get_one::<String>(TASK).map(String::as_str).unwrap_or_default();
    // Receipts have only the id.
    let handle = match text.contains('/') {
        true => text.parse::<TaskHandle>().map_err(|it| Failure::new(Exit::Usage, it.to_string()))?,
        false => TaskHandle::new(text, TaskPath::new(SERVICE.task("").map_or("", |it| it.path))),
    };
    let settings = Settings::read(matches)?;
    let client = Connection::read(matches, &settings)?.client(&settings, None, files::path(matches)?)?;
    let task = client.videos().resume(handle);
    let result = block_on(async |interrupts| run(task, &Paid { matches, client: &client, interrupts }, console).await);
    end(result, &client, console)
}

/// A task, as `--no-wait` and `gw video status` print it.
#[derive(Serialize)]
struct TaskRow {
    task: String,
    status: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    progress: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
}

fn submit(spec: &'static OperationSpec, matches: &ArgMatches, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let create = |client: &Client| -> Result<_, Failure> { Ok((spec, operation::call(spec, matches, client)?)) };
    send::run(matches, console, create, async |call, paid, console| {
        let task = paid.interrupts.guard(call.submit(TaskPath::default()), console).await??;
        if matches.get_flag(NO_WAIT) {
            let row =
                TaskRow { task: task.handle().to_string(), status: "submitted".into(), progress: None, url: None };
            return output::print(json::from(&row)?, matches, console);
        }
        console.say(&format!("task: {}", task.handle()));
        finish(task, paid, console).await
    })
}

/// Waits for a task and downloads its file.
async fn finish(task: Task, paid: &Paid<'_>, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let matches = paid.matches;
    let timeout = matches.get_one::<Duration>(TIMEOUT).copied().unwrap_or_default();
    let path: PathBuf = files::path(matches)?.cloned().unwrap_or_default();
    let (handle, cost) = (task.handle().to_string(), task.cost());
    let target = || if console.is_interactive { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(Some(100), target());
    let next = |does: &str| format!("`gw video {RESUME} {handle} --output FILE` {does} it");
    let unfinished = |state: &str, does: &str| {
        Failure::new(Exit::ChargedThenFailed, format!("the task {handle} {state}; help: {}", next(does)))
    };
    let wait = async { task.wait().deadline(timeout).bar(bar).await };
    let outcome = paid.interrupts.stop(wait).await.transpose();
    let Some(WaitOutcome::Done(video)) = outcome.map_err(|it| with_resume_help(it, &next("waits for")))? else {
        return Err(unfinished("is still running", "waits for"));
    };
    let bar = ProgressBar::with_draw_target(None, target());
    let download = async { video.download(path).bar(bar).start().await };
    let saved = paid.interrupts.stop(download).await.transpose();
    let Some(saved) = saved.map_err(|it| with_resume_help(it, &next("downloads")))? else {
        return Err(unfinished("was not downloaded", "downloads"));
    };
    files::print(&[saved.path], Some(handle), cost, matches, console)
}

/// Adds the command that continues with a task to an error, unless there is nothing to continue.
fn with_resume_help(error: Error, next: &str) -> Failure {
    let is_final = matches!(error, Error::TaskFailed(_) | Error::NoFile(_) | Error::NoSuchTask(_) | Error::Request(_));
    let failure = Failure::from(error);
    if is_final {
        return failure;
    }
    let then = if failure.message.contains("; help: ") { ", and then " } else { "; help: " };
    Failure { message: format!("{}{then}{next}", failure.message), ..failure }
}

async fn print_status(task: &Task, paid: &Paid<'_>, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let handle = task.handle().to_string();
    let row = match task.poll().await? {
        TaskState::Running { status, progress } => {
            TaskRow { task: handle, status: status.unwrap_or_else(|| "running".to_owned()), progress, url: None }
        }
        TaskState::Done(video) => {
            let url = Some(video.url().to_owned());
            TaskRow { task: handle, status: "done".to_owned(), progress: Some(100), url }
        }
        _ => TaskRow { task: handle, status: "unknown".to_owned(), progress: None, url: None },
    };
    output::print(json::from(&row)?, paid.matches, console)
}
