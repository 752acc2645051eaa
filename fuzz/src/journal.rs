//! Journals that an attacker has put into the folders of a run.

use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;
use xtask::journal::{STAGING, Writer};
use xtask::lock::WhenLocked;

/// Checks that completing a journal changes nothing outside the folders of the run.
pub(crate) fn planted(bytes: &[u8]) {
    let scene = Scene::new(bytes);
    let folders = [scene.path("specs"), scene.path("out")];
    match Writer::open("refresh", &[&folders[0], &folders[1]], WhenLocked::Fail) {
        Ok(_) => {}
        Err(error) => crate::assert_visible(&format!("{error:#}")),
    }
    assert_eq!(fs::read(scene.path("victim")).ok().as_deref(), Some(&b"precious"[..]));
    let entries = fs::read_dir(scene.0.path()).expect("the folder is there").count();
    assert_eq!(entries, 3, "the run created a file next to its folders");
}

struct Scene(TempDir);

impl Scene {
    fn new(journal: &[u8]) -> Self {
        let scene = Self(TempDir::new_in(crate::memory()).expect("a temporary folder"));
        let staging = scene.path("specs").join(STAGING);
        fs::create_dir_all(&staging).expect("a folder");
        fs::create_dir_all(scene.path("out").join(STAGING)).expect("a folder");
        for (path, content) in [
            (staging.join("journal.json"), journal),
            // The id of the journals in the corpus, so that the rest of a journal is read, too.
            (staging.join("id"), b"0"),
            (scene.path("out").join(STAGING).join("id"), b"0"),
            (staging.join("0"), b"new"),
            (scene.path("out").join(STAGING).join("1"), b"new"),
            (scene.path("out/kept.rs"), b"old"),
            (scene.path("victim"), b"precious"),
        ] {
            fs::write(path, content).expect("a file");
        }
        scene
    }

    fn path(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }
}
