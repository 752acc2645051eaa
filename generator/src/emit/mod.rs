//! The model as a Rust client.

mod docs;
mod field;
mod interface;
mod models;
mod operation;
mod package;
mod platform;
mod print;
mod readme;
mod selector;
mod service;
mod spec;
mod typed;
mod values;
mod workflow;

pub(crate) use package::client;

/// How the client is written.
///
/// ```
/// use gatewright::{Options, Runtime, Shape};
///
/// let beside = Options { shape: Shape::Crate { runtime: Runtime::Path("../runtime".into()), apart: false } };
/// let in_a_build_script = Options { shape: Shape::Module };
/// ```
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// What it becomes part of.
    pub shape: Shape,
}

/// What the generated code becomes part of.
#[derive(Clone, Debug)]
pub enum Shape {
    /// A crate of its own: manifest, features, README, OpenAPI documents.
    Crate {
        /// Where its manifest finds the runtime.
        runtime: Runtime,
        /// Whether its manifest keeps it out of a workspace that it lies in and does not belong to.
        apart: bool,
    },
    /// A module of another crate, for a build script to write and `include!` to read: `mod.rs` and what it
    /// names, every platform, no features.
    Module,
}

/// Where a generated manifest finds the runtime.
#[derive(Clone, Debug)]
pub enum Runtime {
    /// In a folder, relative to the manifest.
    Path(String),
    /// As published, in this version.
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

/// The runtime that generated code is written for; it is released together with the generator.
const RUNTIME_VERSION: &str = env!("CARGO_PKG_VERSION");
