//! Videos: `gw video`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches, Command};
use gatewright_client::video::{Task, TaskHandle, TaskPath, TaskState, WaitOutcome};
use gatewright_client::{Client, OperationSpec};
use indicatif::{ProgressBar, ProgressDrawTarget};
use jiff::SignedDuration;
use serde::Serialize;

use super::{files, send, video_operations};
use crate::connection::Connection;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::operation::{self, Options, model_command};
use crate::output::{self, json};
use crate::paid::{end, runtime};
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
        let file = files::option().required_unless_present_any([spending::ESTIMATE, NO_WAIT]);
        model_command(spec.key, spec, main, options).args([file, no_wait, timeout()])
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
        .subcommand(resume.arg(task()).args([files::option().required(true), timeout()]).args(output::print_options()))
        .subcommand(status.arg(task()).args(output::print_options()))
        .after_help(HELP)
}

fn timeout() -> Arg {
    let help = "Stop waiting after this time, such as 10m; the task continues";
    Arg::new(TIMEOUT).long(TIMEOUT).value_name("TIME").default_value("30m").value_parser(read_timeout).help(help)
}

fn read_timeout(text: &str) -> Result<Duration, String> {
    let time = text.parse::<SignedDuration>().ok().and_then(|it| Duration::try_from(it).ok());
    time.ok_or_else(|| "expected a time such as 90s, 10m or 1h".to_owned())
}

/// Runs the command.
pub(super) fn run(matches: &ArgMatches, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let usage = || Failure::new(Exit::Usage, "unknown mode; help: `gw video --help` lists the modes");
    let (name, matches) = matches.subcommand().ok_or_else(usage)?;
    match name {
        RESUME => with_task(matches, console, async |task, console| finish(task, matches, console).await),
        STATUS => with_task(matches, console, async |task, console| print_status(&task, matches, console).await),
        mode => submit(video_operations().find(|it| it.key == mode).ok_or_else(usage)?, matches, console),
    }
}

/// Runs a command for a task that was submitted earlier.
fn with_task(
    matches: &ArgMatches,
    console: &mut Console<'_>,
    run: impl AsyncFnOnce(Task, &mut Console<'_>) -> Result<Exit, Failure>,
) -> Result<Exit, Failure> {
    let text = matches.get_one::<String>(TASK).map(String::as_str).unwrap_or_default();
    // Receipts have only the id.
    let handle = match text.contains('/') {
        true => text.parse::<TaskHandle>().map_err(|it| Failure::new(Exit::Usage, it.to_string()))?,
        false => TaskHandle::new(text, TaskPath::default()),
    };
    let settings = Settings::read(matches)?;
    let client = Connection::read(matches, &settings)?.client(&settings, None, files::path(matches)?)?;
    let task = client.videos().resume(handle);
    let result = runtime()?.block_on(run(task, console));
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
    send::run(matches, console, create, async |call, _client, console| {
        let task = call.submit(TaskPath::default()).await?;
        if matches.get_flag(NO_WAIT) {
            let row =
                TaskRow { task: task.handle().to_string(), status: "submitted".into(), progress: None, url: None };
            return output::print(json::from(&row)?, matches, console);
        }
        console.say(&format!("task: {}", task.handle()));
        finish(task, matches, console).await
    })
}

/// Waits for a task and downloads its file.
async fn finish(task: Task, matches: &ArgMatches, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let timeout = matches.get_one::<Duration>(TIMEOUT).copied().unwrap_or_default();
    let path: PathBuf = files::path(matches)?.cloned().unwrap_or_default();
    let (handle, cost) = (task.handle().to_string(), task.cost());
    let target = || if console.is_interactive { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(Some(100), target());
    let outcome = task.wait().deadline(timeout).bar(bar).await?;
    let WaitOutcome::Done(video) = outcome else {
        let help = format!("help: `gw video {RESUME} {handle} --output FILE` waits for it");
        return Err(Failure::new(Exit::ChargedThenFailed, format!("the task {handle} is still running; {help}")));
    };
    let bar = ProgressBar::with_draw_target(None, target());
    let saved = video.download(path).bar(bar).start().await?;
    files::print(&[saved.path], Some(handle), cost, matches, console)
}

async fn print_status(task: &Task, matches: &ArgMatches, console: &mut Console<'_>) -> Result<Exit, Failure> {
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
    output::print(json::from(&row)?, matches, console)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_timeout_is_a_length_of_time() {
        assert_eq!(read_timeout("90s"), Ok(Duration::from_secs(90)));
        assert_eq!(read_timeout("1h30m"), Ok(Duration::from_secs(5400)));
        for wrong in ["", "-1s", "soon", "90"] {
            assert!(read_timeout(wrong).is_err(), "{wrong}");
        }
    }
}
