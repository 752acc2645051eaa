//! Links in the folders that a command writes, planted before it starts or while it runs.

use std::os::unix::fs::symlink;

use super::*;

/// Names of files that a change replaces or removes, in alphabetical order.
const NAMES: [&str; 6] = ["added.rs", "catalog.json", "journal.json", "kept.rs", "next", "removed.rs"];

/// Returns the folders that a change uses.
fn targets() -> [String; 7] {
    let targets = ["specs", "out", "specs/STAGING", "out/STAGING", "specs/social", "out/fresh", "out/old"];
    targets.map(|it| it.replace("STAGING", STAGING))
}

/// Part of a command that writes.
#[derive(Clone, Copy, Debug)]
enum Part {
    Commit,
    Recovery,
}

impl TestFolders {
    /// Creates a folder outside of the others, with a file of each name.
    fn create_outside(&self) {
        fs::create_dir(self.path("outside")).expect("a folder");
        for name in NAMES {
            fs::write(self.path("outside").join(name), "kept").expect("a file");
        }
    }

    /// Returns the names of the unchanged files in that folder, and `changed` for each other file.
    fn outside(&self) -> Vec<String> {
        let name = |entry: fs::DirEntry| {
            let is_kept = fs::read_to_string(entry.path()).is_ok_and(|it| it == "kept");
            if is_kept { entry.file_name().to_string_lossy().into_owned() } else { "changed".to_owned() }
        };
        let mut names: Vec<_> = fs::read_dir(self.path("outside")).expect("a folder").flatten().map(name).collect();
        names.sort();
        names
    }

    /// Moves a folder away and puts a link in its place.
    fn exchange(&self, target: &str) {
        let target = self.path(target);
        let moved = target.with_extension("moved");
        if target.exists() {
            fs::rename(&target, moved).expect("it is not in use");
        }
        symlink(self.path("outside"), target).expect("a link");
    }
}

/// Exchanges a folder for a link before a step. Returns the result, or `None` if there are fewer steps.
fn run(scene: &TestFolders, part: Part, target: &str, at: usize) -> Option<Result<()>> {
    let count = Cell::new(0);
    let step = || {
        if count.replace(count.get() + 1) == at {
            scene.exchange(target);
        }
        Ok(())
    };
    let result = match part {
        Part::Commit => scene.writer().commit_with(&TestFolders::changes(), &step),
        Part::Recovery => {
            scene.interrupt();
            scene.locked().complete(&step).map(drop)
        }
    };
    (count.get() > at).then_some(result)
}

#[test]
fn a_folder_exchanged_for_a_link_at_any_step_leads_nowhere() {
    let mut escapes = Vec::new();
    for (part, target) in targets().iter().flat_map(|it| [(Part::Commit, it), (Part::Recovery, it)]) {
        for at in 0.. {
            let scene = TestFolders::new();
            scene.create_outside();
            let Some(result) = run(&scene, part, target, at) else { break };
            let case = format!("{part:?}, step {at}, {target}: {:?}", result.as_ref().map_err(ToString::to_string));
            // A change goes on in a staging folder that was moved, and the next command reports the link. The path of a
            // whole folder may be a link, but not one that appears while a command runs.
            if result.is_ok() && target.contains('/') {
                let next = scene.open("refresh").and_then(|it| it.commit(&TestFolders::changes()));
                assert!(next.is_err(), "{case}");
            }
            if scene.outside() != NAMES {
                escapes.push(case);
            }
        }
    }
    assert!(escapes.is_empty(), "{} escapes: {escapes:#?}", escapes.len());
}

/// The name under which a staged file is copied can be taken by a link.
#[test]
fn a_planted_link_in_the_staging_folder_is_not_followed() {
    let scene = TestFolders::new();
    let victim = scene.path("victim.txt");
    fs::write(&victim, "kept").expect("a file");
    scene.interrupt();
    for folder in ["specs", "out"] {
        let next = scene.path(folder).join(STAGING).join("next");
        symlink(&victim, next).expect("a link");
    }
    scene.open("refresh").map(drop).expect("it completes the change");
    assert_eq!(fs::read_to_string(&victim).ok().as_deref(), Some("kept"));
    assert!(scene.is_new());
    assert!(!scene.path("out/kept.rs").is_symlink());
}

/// A folder at that name is no obstacle, and links in it are not followed.
#[test]
fn a_planted_folder_in_the_staging_folder_is_removed() {
    let scene = TestFolders::new();
    scene.create_outside();
    scene.interrupt();
    let next = scene.path("out").join(STAGING).join("next");
    fs::create_dir(&next).expect("a folder");
    symlink(scene.path("outside"), next.join("inner")).expect("a link");
    scene.open("refresh").map(drop).expect("it completes the change");
    assert!(scene.is_new() && scene.outside() == NAMES, "{:?}", scene.state());
}

#[test]
fn links_are_neither_written_through_nor_read() {
    // A folder of the output is a link to another folder, in a commit and in a journal.
    let scene = TestFolders::new();
    fs::create_dir(scene.path("outside")).expect("a folder");
    scene.interrupt();
    symlink(scene.path("outside"), scene.path("out/fresh")).expect("a link");
    let message = scene.open("refresh").map(drop).expect_err("a link").to_string();
    assert!(message.contains("fresh is a symbolic link"), "{message}");
    fs::remove_dir_all(scene.path("specs").join(STAGING)).expect("a folder");
    let message = format!("{:#}", scene.writer().commit(&TestFolders::changes()).expect_err("a link"));
    assert!(message.contains("nothing was changed") && message.contains("fresh is a symbolic link"), "{message}");
    assert_eq!(fs::read_dir(scene.path("outside")).expect("a folder").count(), 0);
    // The error names a staging folder that is a link, and the target of the link is untouched.
    let scene = TestFolders::new();
    fs::create_dir(scene.path("outside")).expect("a folder");
    fs::write(scene.path("outside/kept"), "kept").expect("a file");
    symlink(scene.path("outside"), scene.path("specs").join(STAGING)).expect("a link");
    let message = scene.open("refresh").map(drop).expect_err("a link").to_string();
    assert!(message.contains("is a symbolic link") && message.contains(STAGING), "{message}");
    assert!(scene.path("outside/kept").exists() && scene.is_old());
    // A staged file that is a link is not copied.
    let scene = TestFolders::new();
    scene.interrupt();
    let staged = scene.path("specs").join(STAGING).join("0");
    fs::remove_file(&staged).expect("a file");
    fs::write(scene.path("secret"), "secret").expect("a file");
    symlink(scene.path("secret"), &staged).expect("a link");
    let message = scene.open("refresh").map(drop).expect_err("a link").to_string();
    assert!(message.contains("not a regular file"), "{message}");
    assert!(scene.is_old());
}
