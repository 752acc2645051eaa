//! Specs and client of one test, and the folders that people recorded to.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use gatewright::Specs;
use gatewright_mock::Gateway;
use gatewright_tests::sample_specs;
use sample_client::Client;
use sample_client::shape::Recording;
use serde_json::Value;
use tempfile::TempDir;

use crate::commands::{Ended, xtask};

pub(super) struct Scene {
    folder: TempDir,
}

impl Scene {
    /// Creates a scene with the client of two platforms.
    pub(super) fn new() -> Self {
        let scene = Self { folder: TempDir::new().expect("a temporary folder") };
        let specs = sample_specs();
        let mut social: Value = serde_json::from_slice(&specs.files[Specs::SOCIAL]).expect("JSON");
        social["cells"].as_array_mut().expect("a list").truncate(8);
        scene.write(&format!("specs/{}", Specs::SOCIAL), &social.to_string());
        for path in [Specs::CLIENT, Specs::SERVICE] {
            scene.write(&format!("specs/{path}"), &String::from_utf8_lossy(&specs.files[path]));
        }
        scene
    }

    pub(super) fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    pub(super) fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().expect("it is in the folder")).expect("a temporary folder");
        fs::write(path, text).expect("a temporary folder");
    }

    /// Writes a recording of some responses, as a client does.
    pub(super) fn write_recording(&self, folder: &str, operation: &str, responses: &[Value]) {
        let mut recording = Recording::new(operation);
        responses.iter().for_each(|it| recording.observe(it));
        self.write(&format!("{folder}/{operation}.json"), &recording.to_string());
    }

    fn run(&self, command: &str, args: &[&str]) -> Ended {
        let [specs, out] = ["specs", "out"].map(|it| self.path(it).to_string_lossy().into_owned());
        xtask(&[&[command, "--specs", &specs, "--out", &out], args].concat())
    }

    /// Learns from folders of the scene, with options.
    pub(super) fn learn(&self, args: &[&str]) -> Ended {
        let paths: Vec<_> = args.iter().map(|it| self.path(it).to_string_lossy().into_owned()).collect();
        let args = args.iter().zip(&paths).map(|(arg, path)| if arg.starts_with("--") { *arg } else { path });
        self.run("learn", &args.collect::<Vec<_>>())
    }

    /// Learns from a folder with options, and writes the client to a folder outside of the scene. Returns what was printed.
    #[cfg(unix)]
    pub(super) fn learn_to(&self, out: &Path, from: &str, options: &[&str]) -> String {
        let [specs, from] = ["specs", from].map(|it| self.path(it).to_string_lossy().into_owned());
        let args = ["learn", &from, "--specs", &specs, "--out", &out.to_string_lossy()];
        let ended = xtask(&[&args, options].concat());
        assert_eq!(ended.code, 0, "{}", ended.stderr);
        ended.stderr
    }

    /// Returns a file of the specs.
    #[cfg(unix)]
    pub(super) fn spec(&self, path: &str) -> String {
        fs::read_to_string(self.path("specs").join(path)).expect("it exists")
    }

    /// Learns from folders, which must succeed.
    pub(super) fn learn_fine(&self, args: &[&str]) -> String {
        let ended = self.learn(args);
        assert_eq!((ended.code, ended.stdout.as_str()), (0, ""), "{}", ended.stderr);
        ended.stderr
    }

    pub(super) fn is_up_to_date(&self) -> bool {
        self.run("generate", &["--check"]).code == 0
    }

    /// Returns the text of the learned shape of an operation.
    pub(super) fn shape_text(&self, operation: &str) -> String {
        fs::read_to_string(self.path(&format!("specs/social/shapes/{operation}.json"))).expect("it was learned")
    }

    pub(super) fn shape(&self, operation: &str) -> Recording {
        Recording::from_json(&self.shape_text(operation)).expect("it is valid")
    }

    /// Returns every file of the specs and the client.
    pub(super) fn files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let (mut files, mut waiting) = (BTreeMap::new(), vec![self.path("specs"), self.path("out")]);
        while let Some(folder) = waiting.pop() {
            for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
                match entry.path() {
                    path if path.is_dir() => waiting.push(path),
                    path => drop(files.insert(path.clone(), fs::read(path).expect("a file"))),
                }
            }
        }
        files
    }
}

pub(super) fn gateway() -> Gateway {
    gatewright_tests::sample_gateway().start_blocking().expect("loopback")
}

/// Makes searches with a client that records to a folder. The three pages of the mock differ, so their fields become known.
pub(super) fn record(gateway: &Gateway, folder: &Path, calls: i64) {
    let client = Client::builder(&gateway.base_url(), gateway.key()).record(folder).build().expect("valid settings");
    for number in 0..calls {
        let keyword = format!("tea {number} {}", fastrand::u64(..));
        client.p1().search(keyword).cursor(20 * (number % 3)).send().blocking().expect("data");
    }
}
