//! Pictures and sound.

pub mod audio;
pub mod image;
