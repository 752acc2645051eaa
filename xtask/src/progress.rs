//! Progress of steps that take longer than a second.

use std::io::IsTerminal as _;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// Progress of a step: on a terminal, a spinner that disappears when this is dropped; otherwise a line every 30 seconds
/// at most.
pub struct Progress {
    bar: ProgressBar,
    /// Time of the last line, without a terminal.
    last_line: Option<Mutex<Instant>>,
}

/// Shortest time between two lines.
const BETWEEN_LINES: Duration = Duration::from_secs(30);

impl Progress {
    /// Starts a spinner with a message.
    pub fn new(message: &str) -> Self {
        if !std::io::stderr().is_terminal() {
            return Self { bar: ProgressBar::hidden(), last_line: Some(Mutex::new(Instant::now())) };
        }
        let bar = ProgressBar::new_spinner();
        bar.set_style(ProgressStyle::with_template("{spinner} {msg} ({elapsed})").expect("the template is fixed"));
        let shown = bar.clone().with_message(message.to_owned());
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_secs(1));
            if !shown.is_finished() {
                shown.enable_steady_tick(Duration::from_millis(100));
            }
        });
        Self { bar, last_line: None }
    }

    /// Replaces the message.
    pub fn say(&self, message: &str) {
        let Some(last_line) = &self.last_line else { return self.bar.set_message(message.to_owned()) };
        let mut last_line = last_line.lock().unwrap_or_else(PoisonError::into_inner);
        if last_line.elapsed() >= BETWEEN_LINES {
            *last_line = Instant::now();
            eprintln!("{message}");
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
