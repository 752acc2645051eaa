//! Time and peak memory of a child process.

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

pub(super) struct Measured {
    pub(super) seconds: f64,
    /// In bytes; 0 where the system does not tell.
    pub(super) peak: u64,
}

/// The quickest of several runs: what else the machine does only ever adds.
pub(super) fn best(runs: usize, mut run: impl FnMut() -> Result<Measured>) -> Result<Measured> {
    let mut best = run()?;
    for _ in 1..runs {
        let next = run()?;
        best = Measured { seconds: best.seconds.min(next.seconds), peak: best.peak.min(next.peak) };
    }
    Ok(best)
}

/// Runs a command to its end.
pub(super) fn command(command: &mut Command) -> Result<Measured> {
    let begun = Instant::now();
    let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
    let mut child = child.with_context(|| format!("cannot start {command:?}"))?;
    let mut peak = 0;
    let status = loop {
        peak = peak.max(peak_of(&child));
        if let Some(status) = child.try_wait()? {
            break status;
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let seconds = begun.elapsed().as_secs_f64();
    if !status.success() {
        let output = child.wait_with_output()?;
        bail!("{command:?} failed:\n{}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(Measured { seconds, peak })
}

/// The high-water mark so far, which the kernel keeps while the process lives.
fn peak_of(child: &Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let line = status.lines().find_map(|it| it.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|it| it.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok());
    kilobytes.unwrap_or_default() * 1024
}
