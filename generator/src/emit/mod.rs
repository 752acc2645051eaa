//! Emits the model as a Rust client.

mod data;
mod docs;
mod field;
mod interface;
mod models;
mod operation;
mod package;
mod platform;
mod prices;
mod print;
mod readme;
mod selector;
mod service;
mod spec;
pub(crate) mod texts;
mod typed;
mod values;
mod workflow;

pub(crate) use package::client;

/// Options of the generated client.
///
/// ```
/// use gatewright::{Options, Runtime, Shape};
///
/// let beside = Options { shape: Shape::Crate { runtime: Runtime::Path("../runtime".into()), apart: false } };
/// let in_a_build_script = Options { shape: Shape::Module };
/// ```
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Form of the output.
    pub shape: Shape,
}

/// Form of the generated code.
#[derive(Clone, Debug)]
pub enum Shape {
    /// A crate of its own, with manifest, features, README and OpenAPI documents.
    Crate {
        /// Source of the runtime in its manifest.
        runtime: Runtime,
        /// True if its manifest keeps it out of a workspace in a parent folder.
        apart: bool,
    },
    /// A module of another crate, for a build script to write and `include!` to read: `mod.rs` and its files, with
    /// every platform and without features.
    Module,
}

/// Source of the runtime in a generated manifest.
#[derive(Clone, Debug)]
pub enum Runtime {
    /// Folder, relative to the manifest.
    Path(String),
    /// Published version.
    Version(String),
}

impl Default for Shape {
    fn default() -> Self {
        Self::Crate { runtime: Runtime::Version(RUNTIME_VERSION.into()), apart: false }
    }
}

impl Options {
    pub(crate) fn is_module(&self) -> bool {
        matches!(self.shape, Shape::Module)
    }
}

/// Version of the runtime that generated code requires. It is released together with the generator.
const RUNTIME_VERSION: &str = env!("CARGO_PKG_VERSION");
