//! Time and peak memory of a child process.

use std::io::{Read as _, Seek as _, SeekFrom};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

pub(super) struct Measured {
    pub(super) seconds: f64,
    /// Peak memory in bytes; 0 if the system does not report it.
    pub(super) peak: u64,
}

/// Returns the best of several runs, since other load on the machine only adds time.
pub(super) fn best(runs: usize, mut run: impl FnMut() -> Result<Measured>) -> Result<Measured> {
    let mut best = run()?;
    for _ in 1..runs {
        let next = run()?;
        best = Measured { seconds: best.seconds.min(next.seconds), peak: best.peak.min(next.peak) };
    }
    Ok(best)
}

/// Runs a command and measures it.
pub(super) fn command(command: &mut Command) -> Result<Measured> {
    let begun = Instant::now();
    // A file, because an unread pipe could fill up.
    let mut log = tempfile::tempfile()?;
    let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log.try_clone()?).spawn();
    let mut child = child.with_context(|| format!("cannot start {command:?}"))?;
    // Another thread watches the memory, so that this one notices the end immediately.
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
        let mut output = String::new();
        log.seek(SeekFrom::Start(0))?;
        log.read_to_string(&mut output)?;
        bail!("{command:?} failed:\n{output}");
    }
    Ok(Measured { seconds, peak })
}

/// Returns the peak memory so far, which the kernel reports while the process is running.
fn peak_of(id: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let line = status.lines().find_map(|it| it.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|it| it.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok());
    kilobytes.unwrap_or_default() * 1024
}
