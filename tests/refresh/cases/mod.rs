//! Every kind of change, made once.

mod models;
mod social;

use gatewright::Class::{self, Major, Patch};
use serde_json::Value;

use super::scene::Scene;

/// One change of a scene.
pub(super) struct Case {
    pub(super) name: &'static str,
    /// What is otherwise before, if anything is.
    pub(super) before: fn(&mut Scene),
    pub(super) change: fn(&mut Scene),
    /// All that is said of it: kinds and classes.
    pub(super) says: &'static [(&'static str, Class)],
    /// Whether a live catalog can bring it; the others come from files that people write.
    pub(super) live: bool,
    /// What cargo-semver-checks sees of it: as a rule what a program can name and cannot any more. It has no eye for what
    /// is new, for the types of arguments, or for traits of another crate.
    pub(super) tool_sees: Class,
}

pub(super) type Change = fn(&mut Scene);

const fn live(name: &'static str, says: &'static [(&'static str, Class)], change: Change) -> Case {
    let tool_sees = if matches!(says[0].1, Major) { Major } else { Patch };
    Case { name, before: |_| (), change, says, live: true, tool_sees }
}

impl Case {
    const fn written(mut self) -> Self {
        self.live = false;
        self
    }

    const fn before(mut self, before: Change) -> Self {
        self.before = before;
        self
    }

    const fn tool_sees(mut self, class: Class) -> Self {
        self.tool_sees = class;
        self
    }

    pub(super) fn scenes(&self) -> (Scene, Scene) {
        let mut before = Scene::new();
        (self.before)(&mut before);
        let mut after = before.clone();
        (self.change)(&mut after);
        (before, after)
    }
}

/// All changes.
pub(super) fn all() -> impl Iterator<Item = &'static Case> {
    social::SOCIAL.iter().chain(models::MODELS)
}

fn remove(value: &mut Value, key: &str) {
    value.as_object_mut().expect("an object").remove(key).expect("it is there");
}
