//! Commands that write files change everything or nothing, even if interrupted, and never leave their folders.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use gatewright::Specs;
use gatewright_tests::sample_specs;
use sample_client::shape::Recording;
use serde_json::{Value, json};
use tempfile::TempDir;
use xtask::journal::STAGING;

use crate::commands::{Ended, ended};

/// Content of each file in a folder.
type Tree = BTreeMap<PathBuf, Vec<u8>>;

/// Specs and their output before a change, and a changed catalog.
struct Scene {
    folder: TempDir,
    command: &'static str,
}

impl Scene {
    /// Creates a scene for the command to interrupt.
    fn new(command: &'static str) -> Self {
        let scene = Self { folder: TempDir::new().expect("a temporary folder"), command };
        let specs = sample_specs();
        let mut live: Value = serde_json::from_slice(&specs.files[Specs::SOCIAL]).expect("JSON");
        // A few endpoints are enough: the tests need many files, not long ones.
        live["cells"].as_array_mut().expect("a list").truncate(8);
        write(&scene.path("old/specs").join(Specs::SOCIAL), live.to_string().as_bytes());
        write(&scene.path("old/specs").join(Specs::CLIENT), &specs.files[Specs::CLIENT]);
        live["cells"][0]["status"] = "paused".into();
        for cell in live["cells"].as_array_mut().expect("a list") {
            cell["params"].as_array_mut().expect("a list").push(json!({ "name": "extra_note", "type": "string" }));
        }
        write(&scene.path("live.json"), live.to_string().as_bytes());
        let mut recording = Recording::new("p1_search");
        let fields = (0..500).map(|it| (format!("field_{it}"), Value::from(it)));
        recording.observe(&fields.collect::<serde_json::Map<_, _>>().into());
        write(&scene.path("recordings/p1_search.json"), recording.to_string().as_bytes());
        let before = if command == "docs" { "docs" } else { "generate" };
        assert_eq!(scene.run("old", &[before]).code, 0);
        // A refresh changes the specs itself; the other commands generate from changed specs.
        if command != "refresh" {
            fs::copy(scene.path("live.json"), scene.path("old/specs").join(Specs::SOCIAL)).expect("a file");
        }
        scene
    }

    fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    fn xtask(&self, state: &str, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_xtask-all"));
        let folder = self.path(state);
        command.args(args).arg("--specs").arg(folder.join("specs")).arg("--out").arg(folder.join("out"));
        command
    }

    fn run(&self, state: &str, args: &[&str]) -> Ended {
        ended(&mut self.xtask(state, args))
    }

    /// Returns the command to interrupt.
    fn start(&self) -> Command {
        let [live, recordings] = ["live.json", "recordings"].map(|it| self.path(it).to_string_lossy().into_owned());
        let mut command = match self.command {
            "refresh" => self.xtask("new", &["refresh", "--social", &live]),
            "learn" => self.xtask("new", &["learn", &recordings]),
            other => self.xtask("new", &[other]),
        };
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    /// Returns the folder with the journal.
    fn staging(&self) -> PathBuf {
        let changes_specs = ["refresh", "learn"].contains(&self.command);
        self.path(if changes_specs { "new/specs" } else { "new/out" }).join(STAGING)
    }

    /// Makes `new` a copy of `old`.
    fn restore(&self) -> Tree {
        let _ = fs::remove_dir_all(self.path("new"));
        for (path, bytes) in tree(&self.path("old")) {
            write(&self.path("new").join(path), &bytes);
        }
        tree(&self.path("new"))
    }
}

fn write(path: &Path, bytes: &[u8]) {
    fs::create_dir_all(path.parent().expect("it is in a folder")).expect("a temporary folder");
    fs::write(path, bytes).expect("a temporary folder");
}

fn tree(folder: &Path) -> Tree {
    let (mut files, mut waiting) = (Tree::new(), vec![folder.to_owned()]);
    while let Some(inner) = waiting.pop() {
        for entry in fs::read_dir(&inner).expect("a folder").flatten() {
            let kind = entry.file_type().expect("a file type");
            let path = entry.path().strip_prefix(folder).expect("it is inside").to_owned();
            if kind.is_dir() {
                waiting.push(entry.path());
            } else if kind.is_file() {
                files.insert(path, fs::read(entry.path()).expect("a file"));
            } else {
                files.insert(path, b"a link".to_vec());
            }
        }
    }
    files
}

/// Returns the paths that differ, for messages.
fn differences(left: &Tree, right: &Tree) -> Vec<PathBuf> {
    let paths = left.keys().chain(right.keys());
    paths.filter(|it| left.get(*it) != right.get(*it)).cloned().collect()
}

#[test]
fn a_command_waits_for_another_one_or_fails_immediately() {
    let scene = Scene::new("generate");
    scene.restore();
    for (folder, args) in
        [("specs", &["generate"][..]), ("out", &["generate"]), ("out", &["docs"]), ("specs", &["docs"])]
    {
        let busy = fs::File::open(scene.path("new").join(folder)).expect("a folder");
        busy.lock().expect("no other test uses it");
        let ended = scene.run("new", &[args, &["--no-wait"]].concat());
        assert_eq!(ended.code, 1);
        assert!(
            ended.stderr.contains("another command uses") && ended.stderr.contains("--no-wait"),
            "{}",
            ended.stderr
        );
        let mut waiting = scene.xtask("new", &["generate"]).stderr(Stdio::piped()).spawn().expect("it starts");
        let mut lines = BufReader::new(waiting.stderr.take().expect("it is piped")).lines();
        let line = lines.next().expect("a line").expect("text");
        assert!(line.contains("waiting for another command that uses"), "{line}");
        drop(busy);
        lines.for_each(drop);
        assert!(waiting.wait().expect("it was started here").success());
    }
}

#[test]
fn commands_that_only_read_name_the_command_that_completes_a_change() {
    let scene = Scene::new("refresh");
    let old = scene.restore();
    let specs = scene.path("new/specs");
    write(&specs.join(STAGING).join("0"), b"{}");
    let file = json!({ "folder": 0, "path": "social/catalog.json", "from": 0 });
    let journal = json!({ "command": "refresh", "id": "own", "folders": ["../out"], "files": [file] });
    write(&specs.join(STAGING).join("journal.json"), journal.to_string().as_bytes());
    let [folder, other] = [&specs, &scene.path("old/specs")].map(|it| it.to_string_lossy().into_owned());
    let [live, recordings] = ["live.json", "recordings"].map(|it| scene.path(it).to_string_lossy().into_owned());
    for ended in [
        crate::commands::xtask(&["diff", &folder, &other]),
        crate::commands::xtask(&["mock", "--specs", &folder]),
        scene.run("new", &["generate"]),
        scene.run("new", &["generate", "--check"]),
        scene.run("new", &["docs"]),
        scene.run("new", &["refresh", "--dry-run", "--social", &live]),
        scene.run("new", &["refresh", "--check", "--social", &live]),
        scene.run("new", &["learn", &recordings]),
        scene.run("new", &["learn", "--dry-run", &recordings]),
    ] {
        assert_eq!(ended.code, 1, "{}", ended.stderr);
        assert!(ended.stderr.contains("interrupted change"), "{}", ended.stderr);
        assert!(ended.stderr.contains("run `cargo xtask refresh`"), "{}", ended.stderr);
    }
    fs::remove_dir_all(specs.join(STAGING)).expect("a folder");
    let new = tree(&scene.path("new"));
    assert_eq!(old, new, "{:?}", differences(&old, &new));
}

#[cfg(unix)]
#[test]
fn links_out_of_the_folders_are_refused() {
    use std::os::unix::fs::symlink;
    let cases: [(&str, &[&str], &str); 5] = [
        ("generate", &["generate"], "out/src"),
        ("generate", &["generate"], "out/.gatewright"),
        ("docs", &["docs"], "out/social"),
        ("generate", &["generate"], "specs/social"),
        ("refresh", &["refresh", "--social", "LIVE"], "specs/specs.lock"),
    ];
    for (command, args, link) in cases {
        let scene = Scene::new(command);
        scene.restore();
        let (path, outside) = (scene.path("new").join(link), scene.path("outside"));
        // The link points to the original content, so it is the only error.
        if path.exists() {
            fs::rename(&path, &outside).expect("a temporary folder");
        } else {
            write(&outside, b"");
        }
        symlink(&outside, &path).expect("a link");
        let before = tree(scene.folder.path());
        let live = scene.path("live.json").to_string_lossy().into_owned();
        let args: Vec<_> = args.iter().map(|it| if *it == "LIVE" { &live } else { *it }).collect();
        let ended = scene.run("new", &args);
        assert_eq!(ended.code, 1, "{link}: {}", ended.stderr);
        assert!(ended.stderr.contains(&format!("{link} is a symbolic link")), "{link}: {}", ended.stderr);
        let after = tree(scene.folder.path());
        assert_eq!(before, after, "{link}: {:?}", differences(&before, &after));
    }
}

#[cfg(unix)]
#[test]
fn only_regular_files_of_a_limited_size_are_read() {
    let scene = Scene::new("refresh");
    scene.restore();
    let pipe = scene.path("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let pipe = pipe.to_string_lossy().into_owned();
    for file in ["/dev/zero", &pipe] {
        for ended in [
            scene.run("new", &["refresh", "--social", file]),
            crate::commands::xtask(&["diff", file, file]),
            crate::commands::xtask(&["workflow", "check", file]),
        ] {
            assert!(ended.code == 1 && ended.stderr.contains("it is not a regular file"), "{file}: {}", ended.stderr);
        }
    }
    let live = scene.path("live.json").to_string_lossy().into_owned();
    let sources = scene.path("new/specs/sources.toml");
    let _ = fs::remove_file(&sources);
    assert!(Command::new("mkfifo").arg(&sources).status().expect("mkfifo").success());
    let ended = scene.run("new", &["refresh", "--dry-run", "--social", &live]);
    assert!(ended.code == 1 && ended.stderr.contains("it is not a regular file"), "{}", ended.stderr);
    fs::remove_file(&sources).expect("a file");
    let catalog = scene.path("new/specs/social/catalog.json");
    fs::remove_file(&catalog).expect("a file");
    assert!(Command::new("mkfifo").arg(&catalog).status().expect("mkfifo").success());
    let ended = scene.run("new", &["generate"]);
    assert!(ended.code == 1 && ended.stderr.contains("it is not a regular file"), "{}", ended.stderr);
}

mod slow {
    use super::*;

    #[test]
    fn a_command_killed_at_any_moment_leaves_the_old_files_or_a_change_that_it_completes() {
        for command in ["generate", "docs", "refresh", "learn"] {
            kill_at_any_moment(command, 6);
        }
    }

    /// Kills a command `rounds` times and checks the files that it leaves.
    pub(super) fn kill_at_any_moment(command: &'static str, rounds: usize) {
        let scene = Scene::new(command);
        let old = scene.restore();
        let begun = Instant::now();
        assert!(scene.start().status().expect("it starts").success());
        let (whole, new) = (begun.elapsed(), tree(&scene.path("new")));
        assert_ne!(old, new, "{command}");
        let (mut unchanged, mut completed) = (0, 0);
        for round in 0..rounds {
            scene.restore();
            let mut process = scene.start().spawn().expect("it starts");
            // At any time; while the command writes the new files; while it moves them into place.
            match round % 3 {
                0 => sleep(whole.mul_f64(fastrand::f64())),
                1 => wait_for(&scene.staging(), &mut process),
                _ => wait_for(&scene.staging().join("journal.json"), &mut process),
            }
            process.kill().expect("it was started here");
            process.wait().expect("it was started here");
            let has_journal = scene.staging().join("journal.json").exists();
            let mut left = tree(&scene.path("new"));
            left.retain(|path, _| !path.components().any(|it| it.as_os_str() == STAGING));
            if !has_journal && same(&left, &old) {
                unchanged += 1;
            } else if has_journal {
                completed += 1;
            } else {
                assert!(same(&left, &new), "{command}: {:?}", differences(&left, &new));
            }
            assert!(scene.start().status().expect("it starts").success(), "{command}, round {round}");
            let now = tree(&scene.path("new"));
            assert!(same(&now, &new), "{command}, round {round}: {:?}", differences(&now, &new));
        }
        assert!(unchanged > 0 && completed > 0, "{command}: {unchanged} unchanged, {completed} completed");
    }

    /// Waits until a file exists or the process has ended.
    fn wait_for(path: &Path, process: &mut Child) {
        while !path.exists() && process.try_wait().is_ok_and(|it| it.is_none()) {
            sleep(Duration::from_micros(100));
        }
    }

    /// Returns true if two trees are equal. Ignores history and changelog, whose date may change during the test.
    fn same(left: &Tree, right: &Tree) -> bool {
        let dated = |path: &PathBuf| path.to_string_lossy().contains("history") || path.ends_with("CHANGELOG.md");
        differences(left, right).iter().all(dated)
    }

    #[test]
    fn generate_during_a_refresh_leaves_a_client_of_the_new_specs() {
        let scene = Scene::new("refresh");
        for round in 0..6 {
            scene.restore();
            let mut refresh = scene.start().spawn().expect("it starts");
            let mut generate = scene.xtask("new", &["generate"]).stderr(Stdio::null()).spawn().expect("it starts");
            assert!(refresh.wait().expect("it was started here").success(), "{round}");
            assert!(generate.wait().expect("it was started here").success(), "{round}");
            let ended = scene.run("new", &["generate", "--check"]);
            assert_eq!(ended.code, 0, "{round}: {}", ended.stderr);
        }
    }

    /// A full disk: files above the limit cannot be written.
    #[cfg(unix)]
    #[test]
    fn a_command_that_cannot_write_changes_nothing() {
        for command in ["generate", "docs", "refresh", "learn"] {
            let scene = Scene::new(command);
            for blocks in [0, 1, 8] {
                let old = scene.restore();
                let start = scene.start();
                let words = [start.get_program()].into_iter().chain(start.get_args());
                let line: Vec<_> = words.map(|it| format!("'{}'", it.to_string_lossy())).collect();
                let line = format!("trap '' XFSZ; ulimit -f {blocks}; exec {}", line.join(" "));
                let ended = ended(Command::new("sh").args(["-c", &line]));
                assert_eq!(ended.code, 1, "{command}, {blocks}: {}", ended.stderr);
                assert!(ended.stderr.contains("nothing was changed"), "{command}, {blocks}: {}", ended.stderr);
                let now = tree(&scene.path("new"));
                assert_eq!(now, old, "{command}, {blocks}: {:?}", differences(&now, &old));
            }
        }
    }
}

mod full {
    #[test]
    fn a_command_killed_many_times_leaves_the_old_files_or_a_change_that_it_completes() {
        for command in ["generate", "docs", "refresh", "learn"] {
            super::slow::kill_at_any_moment(command, 60);
        }
    }
}
