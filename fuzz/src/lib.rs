//! Fuzz targets: one function for each parser of untrusted input.
//!
//! A target panics if an input violates a guarantee. `cargo xtask fuzz` runs targets with a coverage-guided engine;
//! `cargo xtask test` replays the files of `corpus/`.
#![forbid(unsafe_code)]

mod journal;
mod prices;
mod recordings;
mod responses;
mod specs;
mod workflow;

use std::path::{Path, PathBuf};

/// Fuzz target.
#[derive(Clone, Copy)]
pub struct Target {
    /// Name, and folder of its inputs in `corpus/`.
    pub name: &'static str,
    /// Parses an input.
    pub run: fn(&[u8]),
}

/// All targets.
pub const TARGETS: [Target; 18] = [
    Target { name: "social-catalog", run: specs::social_catalog },
    Target { name: "model-catalog", run: specs::model_catalog },
    Target { name: "spec-toml", run: specs::spec_toml },
    Target { name: "events", run: responses::events },
    Target { name: "social", run: responses::social },
    Target { name: "chat", run: responses::chat },
    Target { name: "messages", run: responses::messages },
    Target { name: "responses", run: responses::responses },
    Target { name: "gemini", run: responses::gemini },
    Target { name: "image", run: responses::image },
    Target { name: "transcription", run: responses::transcription },
    Target { name: "task", run: responses::task },
    Target { name: "retry-after", run: responses::retry_after },
    Target { name: "workflow", run: workflow::record },
    Target { name: "price", run: prices::record },
    Target { name: "journal", run: journal::planted },
    Target { name: "recording", run: recordings::recording },
    Target { name: "recording-log", run: recordings::log },
];

/// Panics if a message contains a control character other than a line break or a tab.
fn assert_visible(text: &str) {
    let strange = text.chars().find(|it| it.is_control() && !matches!(it, '\n' | '\t'));
    assert_eq!(strange, None, "in {text:?}");
}

/// Returns a folder in memory if there is one, since each run writes files.
fn memory() -> PathBuf {
    let shared = Path::new("/dev/shm");
    if shared.is_dir() { shared.to_owned() } else { std::env::temp_dir() }
}
