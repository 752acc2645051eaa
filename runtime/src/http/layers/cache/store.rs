//! Stored responses, with their limits.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use bytes::Bytes;
use reqwest::header::HeaderMap;
use tokio::time::Instant;

#[derive(Default)]
pub(super) struct Store {
    pub(super) entries: HashMap<Key, Entry>,
    /// Keys of the entries with the time until which each is valid, oldest first.
    pub(super) order: VecDeque<(Key, Option<Instant>)>,
    pub(super) bytes: usize,
    /// Locks of requests in flight. The one that is being sent holds the lock; others wait for it.
    pub(super) in_flight: HashMap<Key, Arc<tokio::sync::Mutex<()>>>,
}

/// URL and headers of a request, including the key.
pub(super) type Key = Arc<[u8]>;

pub(super) struct Entry {
    pub(super) headers: HeaderMap,
    /// `None` if the body was too large, so that identical requests do not wait for each other.
    pub(super) body: Option<Bytes>,
    pub(super) size: usize,
}

impl Store {
    pub(super) fn remove_expired(&mut self) {
        let now = Instant::now();
        while self.order.front().is_some_and(|(_, until)| until.is_some_and(|it| it <= now)) {
            self.remove_oldest();
        }
    }

    pub(super) fn remove_oldest(&mut self) {
        if let Some(entry) = self.order.pop_front().and_then(|(key, _)| self.entries.remove(&key)) {
            self.bytes -= entry.size;
        }
    }
}
