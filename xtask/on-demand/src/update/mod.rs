//! Parts that `refresh` and `learn` share: both change the specs and the client in one step.

mod access;
pub(crate) mod edit;
mod read;
pub(crate) mod record;
mod write;
pub(crate) mod written;

pub(crate) use access::Access;
pub(crate) use read::{read, read_text};
pub(crate) use write::Folders;
