//! Process of a filter. A filter can need more stack, memory or time than there is; then only its process ends.

use std::io::{self, BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use gatewright_client::SERVICE;

use super::Filter;
use crate::exit::{Exit, Failure};
use crate::output::json;

/// Longest time in which a filter is applied to one value.
const LONGEST: Duration = Duration::from_secs(10);

/// Interval in which the process checks that time.
const INTERVAL: Duration = Duration::from_millis(50);

/// Exit code of the process if the filter takes too long.
const TOO_LONG: i32 = 3;

/// Most memory of the process, in bytes.
#[cfg(unix)]
const MOST_MEMORY: u64 = 2 << 30;

/// Environment variable of the process.
const VARIABLE: &str = "GW_FILTER";

/// Result of a line: outputs as JSON texts, or an error.
type Outputs = Result<Vec<String>, String>;

/// Filter in a process of its own, which ends with this value.
pub(crate) struct FilterProcess {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl FilterProcess {
    /// Starts the process and compiles the filter.
    pub(crate) fn start(code: &str) -> Result<Self, Failure> {
        let problem = |it: &dyn std::fmt::Display| Failure::refused(format!("cannot start the filter: {it}"));
        let program = std::env::current_exe().map_err(|it| problem(&it))?;
        let mut command = Command::new(program);
        command.env(VARIABLE, "1").env_remove(SERVICE.environment.key);
        // Ctrl-C in a terminal is for this process, which still needs the filter.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut child = child.map_err(|it| problem(&it))?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let output = BufReader::new(output.ok_or_else(|| problem(&"it has no output"))?);
        let mut this = Self { child, input, output };
        this.exchange(code).map_err(|it| Failure::new(Exit::Usage, it))?;
        Ok(this)
    }

    /// Returns the outputs of the filter for a value, as JSON texts. Blocks until they are complete.
    pub(crate) fn apply(&mut self, data: &str) -> Outputs {
        self.exchange(data)
    }

    fn exchange(&mut self, text: &str) -> Outputs {
        let sent = serde_json::to_string(text).map_err(io::Error::from).and_then(|line| {
            let input = self.input.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
            input.write_all(format!("{line}\n").as_bytes())?;
            input.flush()
        });
        let mut line = String::new();
        let received = sent.and_then(|()| self.output.read_line(&mut line));
        match received {
            Ok(length) if length > 0 => serde_json::from_str(&line).unwrap_or_else(|it| Err(it.to_string())),
            _ => Err(self.end()),
        }
    }

    /// Returns the reason why the process has ended.
    fn end(&mut self) -> String {
        self.input = None;
        match self.child.wait() {
            Ok(status) if status.code() == Some(TOO_LONG) => {
                format!("the filter takes longer than {} seconds", LONGEST.as_secs())
            }
            Ok(_) => "the filter is too deep, or needs too much memory".to_owned(),
            Err(problem) => problem.to_string(),
        }
    }
}

impl Drop for FilterProcess {
    fn drop(&mut self) {
        // The process ends without input. One that still works is ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Applies a filter, if this process was started for that. Returns false if it was not. The first line of the input is the filter,
/// each other line a value, both as JSON texts.
pub(crate) fn serve() -> bool {
    if std::env::var_os(VARIABLE).is_none() {
        return false;
    }
    #[cfg(unix)]
    {
        let limit = rustix::process::Rlimit { current: Some(MOST_MEMORY), maximum: Some(MOST_MEMORY) };
        // Without this limit, the time still is limited.
        let _ = rustix::process::setrlimit(rustix::process::Resource::As, limit);
    }
    static STARTED: Mutex<Option<Instant>> = Mutex::new(None);
    let set = |it| *STARTED.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = it;
    std::thread::spawn(|| {
        loop {
            std::thread::sleep(INTERVAL);
            let started = *STARTED.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            if started.is_some_and(|it| it.elapsed() > LONGEST) {
                std::process::exit(TOO_LONG);
            }
        }
    });
    let mut filter = None;
    for line in io::stdin().lines().map_while(Result::ok) {
        set(Some(Instant::now()));
        let outputs = answer(&mut filter, &line);
        set(None);
        let written = serde_json::to_string(&outputs).map_err(io::Error::from);
        // The other process has ended if it reads nothing.
        let _ = written.and_then(|it| writeln!(io::stdout(), "{it}"));
    }
    true
}

/// Compiles the filter, or applies it.
fn answer(filter: &mut Option<Filter>, line: &str) -> Outputs {
    let text: String = serde_json::from_str(line).map_err(|it| it.to_string())?;
    match filter {
        None => {
            *filter = Some(Filter::compile(&text).map_err(|it| it.message)?);
            Ok(Vec::new())
        }
        Some(filter) => {
            let data = json::parse(text.as_bytes()).map_err(|it| it.message)?;
            filter.apply(data)?.iter().map(|it| json::to_text(it, false)).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_is_the_filter() {
        let (mut filter, line) = (None, |text: &str| serde_json::to_string(text).expect("JSON"));
        assert!(answer(&mut filter, &line(".[")).is_err_and(|it| it.contains("help:")));
        assert_eq!(answer(&mut filter, &line(".[]")), Ok(Vec::new()));
        assert_eq!(answer(&mut filter, &line("[1.10,\"茶\"]")), Ok(vec!["1.10".to_owned(), "\"茶\"".to_owned()]));
        assert!(answer(&mut filter, &line("1")).is_err(), "it is no list");
        assert_eq!(answer(&mut filter, &line("[]")), Ok(Vec::new()));
    }
}
