//! Logs in memory.

use std::io;
use std::sync::{Arc, Mutex};

/// Captured logs.
#[derive(Clone, Default)]
pub struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    /// Returns the captured text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().expect("no test panics with it")).into_owned()
    }
}

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no test panics with it").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
