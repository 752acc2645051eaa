//! Images and audio.

pub mod audio;
pub mod image;
