//! One case for each kind of change.

mod models;
mod social;

use gatewright::Class::{self, Major, Patch};
use serde_json::Value;

use super::scene::Scene;

/// Change of a scene.
pub(super) struct Case {
    pub(super) name: &'static str,
    /// Preparation of the scene before the change, if any.
    pub(super) before: fn(&mut Scene),
    pub(super) change: fn(&mut Scene),
    /// Kinds and classes of all reported changes.
    pub(super) says: &'static [(&'static str, Class)],
    /// True if a live catalog can cause the change; the other changes come from hand-written files.
    pub(super) live: bool,
    /// Class that cargo-semver-checks reports. The tool finds removed public names, but not new names, types of
    /// arguments or traits of another crate.
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

/// Returns all cases.
pub(super) fn all() -> impl Iterator<Item = &'static Case> {
    social::SOCIAL.iter().chain(models::MODELS)
}

fn remove(value: &mut Value, key: &str) {
    value.as_object_mut().expect("an object").remove(key).expect("it is there");
}
