//! Recording: shape of all recorded responses of one operation.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::error::ShapeError;
use super::node::{MAX_NAME, Shape, add, is_name};
use super::sources;

/// Version of the format.
const FORMAT: u32 = 1;
/// Largest size of a recording in bytes.
pub(crate) const MAX_SIZE: usize = 16 << 20;
/// Largest number of responses.
const MAX_COUNT: u64 = 1 << 53;
/// Largest number of paths with cursors.
const MAX_CURSORS: usize = 1_000;

/// Shape of the recorded responses of one operation: the file `<operation>.json`.
///
/// ```
/// use gatewright_runtime::serde_json::json;
/// use gatewright_runtime::shape::Recording;
///
/// let mut recording = Recording::new("p2_post");
/// recording.observe(&json!({ "title": "Green tea", "likes": 12 }));
/// let same = Recording::from_json(&recording.to_string())?;
/// assert_eq!((same.samples, same.at("data.title").map(|it| it.count)), (1, Some(1)));
/// # Ok::<(), gatewright_runtime::shape::ShapeError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Recording {
    /// Version of the format, 1.
    pub format: u32,
    /// Id of the operation, such as `p2_post`.
    pub operation: String,
    /// Number of responses.
    pub samples: u64,
    /// Ids of the recordings that this one consists of, each with its number of responses. A recording in the folder of
    /// a client has none; see [`without_pending`](Self::without_pending).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub sources: BTreeMap<String, u64>,
    /// Paths whose values were sent as a parameter in a later request, by parameter, with counts: `cursor` →
    /// `data.paging.next` → 12.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub cursors: BTreeMap<String, BTreeMap<String, u64>>,
    /// Salt of the hashes of pending keys.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) salt: Option<u64>,
    /// Generation of the newest log that the file contains.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) log: Option<String>,
    /// Shape of the payload, `data` in paths.
    pub data: Shape,
}

impl Recording {
    /// Creates a recording without responses.
    pub fn new(operation: impl Into<String>) -> Self {
        Self { format: FORMAT, operation: operation.into(), ..Self::default() }
    }

    /// Adds the payload of a response, with all its keys as names of fields; see [`Shape::of`].
    pub fn observe(&mut self, data: &Value) {
        add(&mut self.samples, 1);
        self.data.observe(data);
    }

    /// Adds the responses of another recording of the same operation. Order and grouping do not matter.
    pub fn merge(&mut self, other: Self) {
        add(&mut self.samples, other.samples);
        self.data.merge(other.data);
        for (parameter, paths) in other.cursors {
            let ours = self.cursors.entry(parameter).or_default();
            paths.into_iter().for_each(|(path, count)| add(ours.entry(path).or_default(), count));
        }
        other.sources.into_iter().for_each(|(id, count)| add(self.sources.entry(id).or_default(), count));
    }

    /// Counts a cursor, unless there are too many.
    pub(super) fn add_cursor(&mut self, parameter: String, path: String, count: u64) {
        let is_known = self.cursors.get(&parameter).is_some_and(|it| it.contains_key(&path));
        if is_known || is_cursor(&parameter, &path) && self.count_cursors() < MAX_CURSORS {
            add(self.cursors.entry(parameter).or_default().entry(path).or_default(), count);
        }
    }

    fn count_cursors(&self) -> usize {
        self.cursors.values().map(BTreeMap::len).sum()
    }

    /// Returns the shape at a path that begins with `data`, such as `data.comments[].user.name`.
    pub fn at(&self, path: &str) -> Option<&Shape> {
        match path.strip_prefix("data")? {
            "" => Some(&self.data),
            items if items.starts_with('[') => self.data.at(items),
            fields => self.data.at(fields.strip_prefix('.').filter(|it| !it.is_empty())?),
        }
    }

    /// Removes the data that only recorders use: the salt and the hashes of keys that may be data. Objects of which no field is
    /// known yet are counted as [`unnamed`](Shape::unnamed).
    ///
    /// The result has the id of the recording in its [`sources`](Self::sources), so that it is not counted twice.
    #[must_use]
    pub fn without_pending(mut self) -> Self {
        let salt = self.salt.take();
        if let Some(salt) = salt {
            self.data.settle_names(&self.data.names(salt));
        }
        self.data.forget_pending();
        self.log = None;
        if self.sources.is_empty() && self.samples > 0 {
            let id = sources::id(salt, || self.to_string());
            self.sources.insert(id, self.samples);
        }
        self
    }

    /// Reads a recording from JSON. Returns an error if it is not one, or exceeds a limit: 16 MiB, 64 levels, 20,000 nodes,
    /// names of 128 bytes.
    pub fn from_json(text: &str) -> Result<Self, ShapeError> {
        if text.len() > MAX_SIZE {
            return Err(ShapeError::invalid(format_args!("it is larger than {} MiB", MAX_SIZE >> 20)));
        }
        let recording: Self = serde_json::from_str(text).map_err(ShapeError::invalid)?;
        if recording.format != FORMAT {
            let problem = format_args!("format {} is unknown to this version, which reads {FORMAT}", recording.format);
            return Err(ShapeError::invalid(problem));
        }
        if !is_operation(&recording.operation) {
            return Err(ShapeError::invalid("the id of the operation is not valid"));
        }
        let mut cursors = recording.cursors.iter().flat_map(|(name, paths)| paths.keys().map(move |it| (name, it)));
        if recording.count_cursors() > MAX_CURSORS || !cursors.all(|(name, path)| is_cursor(name, path)) {
            return Err(ShapeError::invalid("its cursors are not valid"));
        }
        if recording.samples > MAX_COUNT || !recording.data.has_possible_counts() {
            return Err(ShapeError::invalid("its counts are impossible"));
        }
        if !sources::are_valid(&recording.sources) {
            return Err(ShapeError::invalid("its sources are not valid"));
        }
        Ok(recording)
    }
}

/// Formats the recording as JSON, on one line.
impl fmt::Display for Recording {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

fn is_cursor(parameter: &str, path: &str) -> bool {
    is_name(parameter) && path.len() <= 16 * MAX_NAME && !path.contains(char::is_control)
}

/// Returns true if a text can be the id of an operation, and the name of its files.
pub(crate) fn is_operation(text: &str) -> bool {
    let is_allowed = |it: u8| it.is_ascii_lowercase() || it.is_ascii_digit() || matches!(it, b'_' | b'-');
    !text.is_empty() && text.len() <= 100 && text.bytes().all(is_allowed)
}
