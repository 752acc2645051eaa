//! Types of responses: learned from recordings, and without loss.

mod drift;
mod hostile;
mod merge;
mod paths;
mod read;
mod recorded;
mod responses;
mod server;
mod views;
