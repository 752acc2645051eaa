//! Generated modules. They must compile without warnings, under clippy as well; nothing executes them.
#![forbid(unsafe_code)]

/// Every folder of `tests/golden`.
pub mod goldens {
    include!(concat!(env!("OUT_DIR"), "/goldens/mod.rs"));
}

/// A catalog whose names are keywords.
pub mod keywords {
    include!(concat!(env!("OUT_DIR"), "/keywords/mod.rs"));
}

/// A catalog of other platforms, with interfaces and without models.
pub mod other_platforms {
    include!(concat!(env!("OUT_DIR"), "/other_platforms/mod.rs"));
}

/// A catalog with a renamed platform.
pub mod renamed {
    include!(concat!(env!("OUT_DIR"), "/renamed/mod.rs"));
}

/// Requests of a renamed platform by its name and by its alias. Without a warning about the alias this does not compile.
#[expect(deprecated, reason = "`p1` is the alias of `acme`")]
pub fn both_functions(client: &renamed::Client) -> [renamed::social::acme::Search; 2] {
    [client.acme().search(), client.p1().search()]
}

/// The module of a renamed platform by its alias.
#[expect(deprecated, reason = "`p1` is the alias of `acme`")]
pub mod by_alias {
    pub use crate::renamed::social::p1::*;
}

/// An endpoint is the same by either module.
pub fn both_modules(endpoint: renamed::social::acme::Search) -> by_alias::Search {
    endpoint
}

/// Rust snippets of the docs site.
#[expect(dead_code, unused_variables, reason = "some snippets show a whole program, or only how a value is made")]
pub mod snippets {
    include!(concat!(env!("OUT_DIR"), "/snippets.rs"));
}
