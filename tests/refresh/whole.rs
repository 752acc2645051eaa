//! A refresh is whole or not at all, whatever cuts it short.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Instant;

use gatewright::Specs;
use gatewright_tests::sample_specs;
use serde_json::Value;
use tempfile::TempDir;

use super::live::write_specs;

/// The sample specs, their client, and a catalog that changed.
struct Scenery {
    folder: TempDir,
}

impl Scenery {
    fn new() -> Self {
        let scenery = Self { folder: TempDir::new().expect("a temporary folder") };
        let specs = sample_specs();
        write_specs(&scenery.path("old/specs"), &specs);
        let mut live: Value = serde_json::from_slice(&specs.files[Specs::SOCIAL]).expect("JSON");
        for cell in live["cells"].as_array_mut().expect("a list") {
            cell["status"] = "paused".into();
        }
        fs::write(scenery.path("live.json"), live.to_string()).expect("a file");
        assert!(scenery.run("old", &["generate"]).status().expect("it starts").success());
        scenery
    }

    fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    fn run(&self, of: &str, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_xtask-all"));
        command.args(args).arg("--specs").arg(self.path(of).join("specs")).arg("--out").arg(self.path(of).join("out"));
        command.stdout(Stdio::null()).stderr(Stdio::piped());
        command
    }

    fn refresh(&self) -> Command {
        let live = self.path("live.json").to_string_lossy().into_owned();
        self.run("new", &["refresh", "--social", &live])
    }

    /// As it was before any refresh.
    fn restore(&self) {
        let _ = fs::remove_dir_all(self.path("new"));
        copy(&self.path("old"), &self.path("new"));
    }

    /// What there is after the next command has looked at it.
    fn settled(&self) -> (State, bool) {
        let output = self.run("new", &["generate", "--check"]).output().expect("it starts");
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{stderr}");
        assert!(!self.path("new/specs/.refresh").exists(), "nothing is left behind");
        let catalog = fs::read(self.path("new/specs/social/catalog.json")).expect("a catalog");
        let is_new = catalog == fs::read(self.path("live.json")).expect("a catalog");
        (if is_new { State::New } else { State::Old }, stderr.contains("completed the refresh to 0.1.1"))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Old,
    New,
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a temporary folder");
    for entry in fs::read_dir(from).expect("a folder").flatten() {
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).expect("a temporary folder");
        }
    }
}

mod slow {
    use super::*;

    #[test]
    fn a_refresh_killed_at_any_moment_leaves_the_old_state_or_one_that_is_completed() {
        kill_at_any_moment(15);
    }

    /// Kills a refresh so many times and looks at the state that is left.
    pub(super) fn kill_at_any_moment(rounds: usize) {
        let scenery = Scenery::new();
        scenery.restore();
        let begun = Instant::now();
        assert!(scenery.refresh().output().expect("it starts").status.success());
        let whole = begun.elapsed();
        assert_eq!(scenery.settled(), (State::New, false));
        let mut seen = Vec::new();
        for round in 0..rounds {
            scenery.restore();
            let mut refresh = scenery.refresh().spawn().expect("it starts");
            // At any moment; while files are written beside; while they are moved in.
            match round % 3 {
                0 => sleep(whole.mul_f64(fastrand::f64() * 1.05)),
                1 => {
                    wait_for(&scenery.path("new/specs/.refresh"), &mut refresh);
                    sleep(whole.mul_f64(fastrand::f64() * 0.05));
                }
                _ => wait_for(&scenery.path("new/specs/.refresh/journal.json"), &mut refresh),
            }
            refresh.kill().expect("it was started here");
            refresh.wait().expect("it was started here");
            seen.push(scenery.settled());
        }
        assert!(seen.iter().any(|it| it.0 == State::Old), "{seen:?}");
        assert!(seen.contains(&(State::New, true)), "none was cut while files were moved in: {seen:?}");
    }

    /// Waits until a file is there, or the process has ended.
    fn wait_for(path: &Path, process: &mut Child) {
        while !path.exists() && process.try_wait().is_ok_and(|it| it.is_none()) {
            std::hint::spin_loop();
        }
    }

    /// A disk that takes no more: every file larger than the limit cannot be written.
    #[cfg(unix)]
    #[test]
    fn a_refresh_that_cannot_write_changes_nothing() {
        let scenery = Scenery::new();
        for blocks in [0, 1, 8, 64, 256] {
            scenery.restore();
            let refresh = scenery.refresh();
            let words = [refresh.get_program()].into_iter().chain(refresh.get_args());
            let line: Vec<_> = words.map(|it| format!("'{}'", it.to_string_lossy())).collect();
            let line = format!("trap '' XFSZ; ulimit -f {blocks}; exec {}", line.join(" "));
            let output = Command::new("sh").args(["-c", &line]).output().expect("a shell");
            let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(1), "{blocks}: {stderr}");
            assert!(stderr.contains("nothing was changed"), "{blocks}: {stderr}");
            assert_eq!(scenery.settled(), (State::Old, false), "{blocks}");
        }
    }
}

mod full {
    #[test]
    fn a_refresh_killed_many_times_leaves_the_old_state_or_one_that_is_completed() {
        super::slow::kill_at_any_moment(100);
    }
}
