//! Time and peak memory of a child process.

use std::io::{Read as _, Seek as _, SeekFrom};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
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
    // A pipe that nobody reads could fill up; a file cannot.
    let mut log = tempfile::tempfile()?;
    let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log.try_clone()?).spawn();
    let mut child = child.with_context(|| format!("cannot start {command:?}"))?;
    // Watched from beside, so that the end is seen at once.
    let (id, ended) = (child.id(), Arc::new(AtomicBool::new(false)));
    let watch = std::thread::spawn({
        let ended = ended.clone();
        move || {
            let mut peak = 0;
            while !ended.load(Ordering::Relaxed) {
                peak = peak.max(peak_of(id));
                std::thread::sleep(Duration::from_millis(10));
            }
            peak
        }
    });
    let status = child.wait()?;
    let seconds = begun.elapsed().as_secs_f64();
    ended.store(true, Ordering::Relaxed);
    let peak = watch.join().unwrap_or_default();
    if !status.success() {
        let mut said = String::new();
        log.seek(SeekFrom::Start(0))?;
        log.read_to_string(&mut said)?;
        bail!("{command:?} failed:\n{said}");
    }
    Ok(Measured { seconds, peak })
}

/// The high-water mark so far, which the kernel keeps while the process lives.
fn peak_of(id: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let line = status.lines().find_map(|it| it.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|it| it.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok());
    kilobytes.unwrap_or_default() * 1024
}
