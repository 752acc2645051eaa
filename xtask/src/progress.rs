//! Progress on a terminal, for what takes longer than a second.

use std::io::IsTerminal as _;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// A spinner that shows itself after a second, on a terminal, and goes when it is dropped.
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// Starts a spinner with a message.
    pub fn new(message: &str) -> Self {
        if !std::io::stderr().is_terminal() {
            return Self { bar: ProgressBar::hidden() };
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
        Self { bar }
    }

    /// Replaces the message.
    pub fn say(&self, message: &str) {
        self.bar.set_message(message.to_owned());
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
