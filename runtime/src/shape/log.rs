//! Log of responses that the recording does not contain yet: one line per response.
//!
//! Every line begins with its line break, so that a line whose write was interrupted does not damage the next one: it is not
//! valid JSON, and is ignored.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde::{Deserialize, Serialize};

use super::hash::{hash, mix};
use super::node::{Merge, Shape, add};
use super::recording::Recording;

/// Version of the format, which also changes if the hash of a skeleton does.
const VERSION: u32 = 1;
/// Largest number of shapes in lines with names.
const MAX_NODES: usize = 5 * super::json::MAX_NODES;

/// First line of a log. Its length is always the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    /// False while the log is being added to the recording.
    pub(crate) is_open: bool,
    /// Id of 32 hexadecimal digits. It changes when the log was added to the recording.
    pub(crate) generation: String,
    pub(crate) salt: u64,
}

impl Header {
    /// Reads the first line; `None` if the log is empty or not one of this version.
    pub(crate) fn of(log: &str) -> Option<Self> {
        #[derive(Deserialize)]
        struct Fields {
            #[serde(rename = "gatewright-log")]
            version: u32,
            state: String,
            generation: String,
            salt: String,
        }
        let fields: Fields = serde_json::from_str(log.split('\n').next()?).ok()?;
        let salt = u64::from_str_radix(&fields.salt, 16).ok()?;
        let is_valid = fields.version == VERSION && fields.generation.len() == 32;
        is_valid.then(|| Self { is_open: fields.state == "open", generation: fields.generation, salt })
    }
}

/// One response.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Line {
    pub(crate) data: Shape,
    /// Paths whose values were sent, by parameter.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) cursors: BTreeMap<String, String>,
}

/// Returns a hash of everything in a line except its counts.
pub(crate) fn skeleton(line: &Line) -> u64 {
    let texts = line.cursors.iter().flat_map(|(parameter, path)| [parameter, path]);
    texts.fold(shape_skeleton(&line.data, 0), |state, text| hash(state, text.as_bytes()))
}

fn shape_skeleton(shape: &Shape, state: u64) -> u64 {
    let names = shape.types.keys().map(|it| *it as u64).chain(shape.formats.keys().map(|it| 16 + *it as u64));
    let mut state = names.chain(shape.lengths.map(|_| 32)).fold(state, mix);
    for (name, field) in &shape.fields {
        state = shape_skeleton(field, hash(mix(state, 33), name.as_bytes()));
    }
    for (mark, inner) in [(34, &shape.keys), (35, &shape.items)] {
        if let Some(inner) = inner {
            state = shape_skeleton(inner, mix(state, mark));
        }
    }
    if let Some(private) = &shape.private {
        let contexts = private.requests.iter().chain(&private.responses);
        state = contexts.fold(mix(state, 36 + private.requests.len() as u64), |state, it| mix(state, (*it).into()));
        for (key, pending) in &private.pending {
            state = shape_skeleton(pending, mix(state, (*key).into()));
        }
    }
    mix(state, 64)
}

/// Lines with the same skeleton.
struct Group {
    line: Line,
    /// Number of short lines, and their merged numbers.
    count: u64,
    numbers: Vec<(Merge, u64)>,
}

/// Adds the responses of a log to a recording, except those with impossible counts. Returns the skeletons in the log.
pub(crate) fn add_to(recording: &mut Recording, log: &str) -> HashSet<u64> {
    let mut groups: HashMap<u64, Group> = HashMap::new();
    let mut nodes = 0;
    for text in log.split('\n').skip(1) {
        if !text.starts_with('{') {
            // The numbers of most lines are added without building their shapes.
            let _ = add_short(text, &mut groups);
            continue;
        }
        let Ok(line) = serde_json::from_str::<Line>(text) else { continue };
        if !line.data.has_possible_counts() {
            continue;
        }
        nodes += line.data.nodes();
        if nodes <= MAX_NODES {
            let group = || Group { line: line.clone(), count: 0, numbers: Vec::new() };
            groups.entry(skeleton(&line)).or_insert_with(group);
            add_line(recording, line);
        }
    }
    let skeletons = groups.keys().copied().collect();
    for Group { mut line, count, numbers } in groups.into_values().filter(|it| it.count > 0) {
        let mut numbers = numbers.into_iter();
        line.data.each_number(&mut |_, it| *it = numbers.next().map_or(0, |it| it.1));
        if !line.data.has_possible_counts() {
            continue;
        }
        add(&mut recording.samples, count);
        recording.data.merge(line.data);
        line.cursors.into_iter().for_each(|(parameter, path)| recording.add_cursor(parameter, path, count));
    }
    skeletons
}

/// Adds one response to a recording.
pub(crate) fn add_line(recording: &mut Recording, line: Line) {
    add(&mut recording.samples, 1);
    recording.data.merge(line.data);
    for (parameter, path) in line.cursors {
        recording.add_cursor(parameter, path, 1);
    }
}

/// Adds a short line, which has only numbers, to its group; `None` if it is incomplete.
fn add_short(text: &str, groups: &mut HashMap<u64, Group>) -> Option<()> {
    let (skeleton, numbers) = text.strip_prefix("[\"")?.strip_suffix(']')?.split_once('"')?;
    let group = groups.get_mut(&u64::from_str_radix(skeleton, 16).ok()?)?;
    let numbers: Vec<u64> = numbers.split(',').skip(1).map(str::parse).collect::<Result<_, _>>().ok()?;
    if group.numbers.is_empty() {
        let kinds = &mut group.numbers;
        group.line.data.each_number(&mut |kind, _| kinds.push((kind, 0)));
    }
    if numbers.len() != group.numbers.len() {
        return None;
    }
    let is_first = group.count == 0;
    for ((kind, sum), number) in group.numbers.iter_mut().zip(numbers) {
        *sum = match kind {
            _ if is_first => number,
            Merge::Add => sum.saturating_add(number),
            Merge::Least => number.min(*sum),
            Merge::Most => number.max(*sum),
        };
    }
    group.count += 1;
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn responses_with_impossible_counts_are_ignored() {
        let line = Line { data: Shape::of(&serde_json::json!({ "title": "tea" })), cursors: BTreeMap::new() };
        let skeleton = skeleton(&line);
        let text = serde_json::to_string(&line).expect("JSON");
        for (added, samples) in [
            (format!("[\"{skeleton:016x}\",1,1]"), 2),
            (format!("[\"{skeleton:016x}\",1,7]"), 1),
            (text.replace(r#""object":1"#, r#""null":1"#), 1),
        ] {
            let mut recording = Recording::new("p1_search");
            add_to(&mut recording, &format!("header\n{text}\n{added}"));
            assert_eq!(recording.samples, samples, "{added}");
            assert_eq!(Recording::from_json(&recording.to_string()).as_ref().ok(), Some(&recording), "{added}");
        }
    }
}
