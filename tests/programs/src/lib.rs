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

/// Rust snippets of the docs site.
#[expect(dead_code, unused_variables, reason = "some snippets show a whole program, or only how a value is made")]
pub mod snippets {
    include!(concat!(env!("OUT_DIR"), "/snippets.rs"));
}
