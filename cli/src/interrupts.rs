//! Interruptions of a run by the user (Ctrl-C).

use std::cell::Cell;
use std::future::Future;
use std::io;
use std::pin::pin;
use std::time::Duration;

use tokio::sync::watch;

use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::runtime::runtime;

/// Time in which a run ends itself after the second interruption.
const GRACE: Duration = Duration::from_secs(1);

/// Interruptions of a run. The first one ends the run after the calls in progress, whose charge would be unknown otherwise. The
/// second one ends it at once.
pub(crate) struct Interrupts {
    count: watch::Receiver<usize>,
    /// True after the user was told that the run waits.
    is_announced: Cell<bool>,
}

impl Interrupts {
    /// Counts the interruptions from now on, in a thread of its own: a filter or a disk can occupy the one of the calls.
    pub(crate) fn listen() -> Self {
        let (sender, receiver) = watch::channel(0);
        std::thread::spawn(move || {
            let Ok(runtime) = runtime() else { return };
            while runtime.block_on(signal()).is_ok() {
                sender.send_modify(|it| *it += 1);
                if *sender.borrow() > 1 {
                    std::thread::sleep(GRACE);
                    std::process::exit(Exit::ChargeUnknown as i32);
                }
            }
        });
        Self { count: receiver, is_announced: Cell::new(false) }
    }

    /// Returns true if the user has interrupted the run.
    pub(crate) fn is_interrupted(&self) -> bool {
        *self.count.borrow() > 0
    }

    /// Returns an error if the user has interrupted the run. Called before each further call.
    pub(crate) fn check(&self, help: impl FnOnce() -> String) -> Result<(), Failure> {
        match self.is_interrupted() {
            false => Ok(()),
            true => Err(Failure::refused(format!("interrupted; help: {}", help()))),
        }
    }

    /// Waits for a call, also after the first interruption.
    pub(crate) async fn guard<T>(
        &self,
        call: impl Future<Output = T>,
        console: &mut Console<'_>,
    ) -> Result<T, Failure> {
        let mut call = pin!(call);
        tokio::select! {
            biased;
            ended = &mut call => return Ok(ended),
            () = self.reach(1) => {}
        }
        if !self.is_announced.replace(true) {
            console.say("waiting for the calls in progress, so that their charge is known; Ctrl-C again stops at once");
        }
        tokio::select! {
            biased;
            ended = &mut call => Ok(ended),
            () = self.reach(2) => Err(Self::failure()),
        }
    }

    /// Returns the failure of a run whose call was interrupted.
    pub(crate) fn failure() -> Failure {
        let problem = "interrupted during a call, so its charge is unknown";
        Failure::new(Exit::ChargeUnknown, format!("{problem}; help: look it up in the usage log"))
    }

    /// Waits for something until the first interruption; `None` then.
    pub(crate) async fn stop<T>(&self, run: impl Future<Output = T>) -> Option<T> {
        tokio::select! {
            biased;
            ended = run => Some(ended),
            () = self.reach(1) => None,
        }
    }

    async fn reach(&self, count: usize) {
        let mut interruptions = self.count.clone();
        if interruptions.wait_for(|it| *it >= count).await.is_err() {
            // Signals cannot be received, so that there are no interruptions.
            std::future::pending::<()>().await;
        }
    }
}

/// Waits for a signal, without end if this process was started to ignore it.
#[cfg(unix)]
async fn receive(kind: tokio::signal::unix::SignalKind) -> io::Result<()> {
    if is_ignored(kind.as_raw_value()) {
        return std::future::pending().await;
    }
    tokio::signal::unix::signal(kind)?.recv().await;
    Ok(())
}

/// Returns true if this process ignores a signal, as a program does that `nohup` or a shell's `&` has started. Only Linux tells.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|it| it.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|it| u64::from_str_radix(it.trim(), 16).ok()).unwrap_or_default();
    ignored >> (signal - 1) & 1 == 1
}

/// Waits for Ctrl-C, or for another request to end.
async fn signal() -> io::Result<()> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::SignalKind;
        tokio::select! {
            ended = receive(SignalKind::interrupt()) => ended,
            ended = receive(SignalKind::hangup()) => ended,
            ended = receive(SignalKind::terminate()) => ended,
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await
}
