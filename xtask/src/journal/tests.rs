#[cfg(unix)]
mod links;

use std::cell::Cell;

use super::*;

/// A specs folder and an output folder, and changes to both.
struct TestFolders {
    folder: tempfile::TempDir,
}

const PATHS: [&str; 4] = ["specs/social/catalog.json", "out/kept.rs", "out/fresh/added.rs", "out/old/removed.rs"];

impl TestFolders {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for path in ["specs/social/catalog.json", "out/kept.rs", "out/old/removed.rs"] {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, "old").expect("a file");
        }
        fs::write(folder.path().join("out").join(LIST), "kept.rs\nold/removed.rs\n").expect("a file");
        Self { folder }
    }

    fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    fn open(&self, command: &'static str) -> Result<Writer> {
        Writer::open(command, &[&self.path("specs"), &self.path("out")], WhenLocked::Fail)
    }

    fn writer(&self) -> Writer {
        self.open("refresh").expect("the folders are free")
    }

    /// Returns a writer that has not completed an earlier change yet.
    fn locked(&self) -> Writer {
        let folders = ["specs", "out"].map(|it| open(&self.path(it)).expect("a folder")).into();
        Writer { command: "refresh", folders, created: Vec::new(), _locks: Vec::new() }
    }

    fn changes() -> [Files; 2] {
        let new = || Some(b"new".to_vec());
        let specs = [("social/catalog.json".to_owned(), new())];
        let list = Some(b"fresh/added.rs\nkept.rs\n".to_vec());
        let out = [(LIST, list), ("kept.rs", new()), ("fresh/added.rs", new()), ("old/removed.rs", None)];
        let out = out.map(|(path, content)| (path.to_owned(), content));
        [specs.into(), out.into()]
    }

    fn state(&self) -> Vec<(&'static str, String)> {
        PATHS.iter().filter_map(|it| Some((*it, fs::read_to_string(self.path(it)).ok()?))).collect()
    }

    fn is_old(&self) -> bool {
        self.state() == [PATHS[0], PATHS[1], PATHS[3]].map(|it| (it, "old".to_owned()))
    }

    fn is_new(&self) -> bool {
        self.state() == [PATHS[0], PATHS[1], PATHS[2]].map(|it| (it, "new".to_owned()))
    }

    fn has_staging(&self) -> bool {
        self.path("specs").join(STAGING).exists() || self.path("out").join(STAGING).exists()
    }

    /// Leaves the change unfinished right after the journal was written.
    fn interrupt(&self) {
        self.writer().prepare(&Self::changes(), &|| Ok(())).expect("it can be written");
    }

    /// Replaces the journal with one of an attacker.
    fn plant(&self, journal: &str) {
        let staging = self.path("specs").join(STAGING);
        fs::create_dir_all(&staging).expect("a folder");
        fs::write(staging.join(JOURNAL), journal).expect("a file");
        fs::write(staging.join("0"), "planted").expect("a file");
    }
}

#[test]
fn all_files_change_together() {
    let scene = TestFolders::new();
    scene.writer().commit(&TestFolders::changes()).expect("it can be written");
    assert!(scene.is_new() && !scene.has_staging() && !scene.path("out/old").exists(), "{:?}", scene.state());
}

#[test]
fn an_error_at_any_step_leaves_the_old_files_or_a_change_that_the_next_run_completes() {
    let (mut old, mut new) = (0, 0);
    for failing in 0.. {
        let scene = TestFolders::new();
        let count = Cell::new(0);
        let step = || match count.replace(count.get() + 1) {
            number if number == failing => Err(io::Error::other("disk full")),
            _ => Ok(()),
        };
        if scene.writer().commit_with(&TestFolders::changes(), &step).is_ok() {
            assert!(old >= 8 && new >= 5, "{old} and {new} steps failed");
            return;
        }
        if scene.is_old() && !scene.has_staging() {
            old += 1;
        } else {
            drop(scene.writer());
            assert!(scene.is_new() && !scene.has_staging(), "{failing}: {:?}", scene.state());
            new += 1;
        }
    }
}

#[test]
fn a_change_is_completed_even_if_files_were_restored_meanwhile() {
    let scene = TestFolders::new();
    scene.interrupt();
    let count = Cell::new(0);
    let step = || match count.replace(count.get() + 1) {
        3 => Err(io::Error::other("disk full")),
        _ => Ok(()),
    };
    scene.locked().complete(&step).expect_err("the disk is full");
    fs::write(scene.path("specs/social/catalog.json"), "old").expect("a file");
    drop(scene.writer());
    assert!(scene.is_new() && !scene.has_staging(), "{:?}", scene.state());
}

#[test]
fn staged_files_without_a_journal_are_removed() {
    let scene = TestFolders::new();
    for folder in ["specs", "out"] {
        fs::create_dir(scene.path(folder).join(STAGING)).expect("a folder");
        fs::write(scene.path(folder).join(STAGING).join("0"), "half").expect("a file");
    }
    drop(scene.writer());
    assert!(scene.is_old() && !scene.has_staging());
}

#[test]
fn only_the_command_that_wrote_a_journal_completes_it() {
    let scene = TestFolders::new();
    scene.interrupt();
    for error in [
        scene.open("generate").map(drop).expect_err("another command"),
        read_lock(&scene.path("specs"), WhenLocked::Fail).map(drop).expect_err("a command that reads"),
    ] {
        let message = error.to_string();
        assert!(message.contains("interrupted change") && message.contains("cargo xtask refresh"), "{message}");
    }
    let elsewhere = Writer::open("refresh", &[&scene.path("specs"), &scene.path("elsewhere")], WhenLocked::Fail);
    let message = elsewhere.map(drop).expect_err("another folder").to_string();
    assert!(message.contains("--out `../out`"), "{message}");
    assert!(scene.is_old() && !scene.path("elsewhere").exists());
    drop(scene.writer());
    assert!(scene.is_new());
}

#[test]
fn a_planted_journal_changes_nothing_outside_the_folders() {
    let victim = |scene: &TestFolders| scene.path("victim.txt");
    let absolute = |scene: &TestFolders| victim(scene).to_string_lossy().into_owned();
    let paths: [&dyn Fn(&TestFolders) -> String; 8] = [
        &absolute,
        &|_| "../victim.txt".into(),
        &|_| "social/../../victim.txt".into(),
        &|_| String::new(),
        &|_| format!("{STAGING}/journal.json"),
        // Hidden files belong to other programs. Git runs any program that its config names.
        &|_| ".git/config".into(),
        &|_| "social/.cargo/config.toml".into(),
        &|_| "GIT~1/config".into(),
    ];
    for path in paths {
        for from in [json!(0), json!(null), json!("../../victim.txt"), json!("0"), json!(-1), json!(7)] {
            let scene = TestFolders::new();
            fs::write(victim(&scene), "kept").expect("a file");
            let entry = json!({ "folder": 0, "path": path(&scene), "from": from });
            scene.plant(
                &json!({ "command": "refresh", "id": "planted", "folders": ["../out"], "files": [entry] }).to_string(),
            );
            let message = scene.open("refresh").map(drop).expect_err("it is not ours").to_string();
            assert!(message.contains("not written by this tool"), "{message}");
            assert_eq!(fs::read_to_string(victim(&scene)).ok().as_deref(), Some("kept"));
            assert!(scene.is_old());
        }
    }
}

/// A specs folder from elsewhere cannot change the output folder.
#[test]
fn a_planted_journal_changes_no_other_folder() {
    let scene = TestFolders::new();
    scene.interrupt();
    let staging = scene.path("out").join(STAGING);
    fs::remove_dir_all(&staging).expect("a folder");
    for planted in [None, Some("another")] {
        if let Some(id) = planted {
            fs::create_dir(&staging).expect("a folder");
            fs::write(staging.join(ID), id).expect("a file");
        }
        let message = scene.open("refresh").map(drop).expect_err("it was not begun there").to_string();
        assert!(message.contains("was not begun in") && message.contains("help: remove"), "{message}");
        assert!(scene.is_old(), "{:?}", scene.state());
    }
}

#[test]
fn a_journal_of_any_other_shape_is_refused() {
    for journal in ["", "{", "null", "[]", "{}", r#"{"command": "rm", "folders": [], "files": []}"#] {
        let scene = TestFolders::new();
        scene.plant(journal);
        let message = scene.open("refresh").map(drop).expect_err("it is not ours").to_string();
        assert!(message.contains("not written by this tool") && message.contains("help: remove"), "{message}");
    }
    let scene = TestFolders::new();
    let entry = json!({ "folder": 7, "path": "kept.rs", "from": 0 });
    scene.plant(&json!({ "command": "refresh", "id": "planted", "folders": ["../out"], "files": [entry] }).to_string());
    assert!(scene.open("refresh").is_err() && scene.is_old());
}

#[test]
fn a_folder_that_stays_empty_is_not_left_behind() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("new");
    let writer = Writer::open("generate", &[&out], WhenLocked::Fail).expect("it can be created");
    writer.commit(&[Files::new()]).expect("nothing to do");
    drop(writer);
    assert!(!out.exists());
}
