//! Drift: differences between a response and the learned shape of its operation.

use std::collections::BTreeSet;
use std::fmt;

use serde_json::{Map, Value};

use crate::data::is_digits;
use crate::http::secret::hide_all_keys;
use crate::rt::{LearnedNode, LearnedShape};
use crate::shape::node::is_name;
use crate::{JsonType, OperationSpec, visible};

/// Largest number of differences in a report.
const MOST: usize = 100;

/// Differences between a response and the learned shape of its operation. It contains paths and types, and never a value.
///
/// Without a learned shape, there are no differences.
///
/// ```
/// use gatewright_runtime::rt::{LearnedField, LearnedNode, LearnedShape};
/// use gatewright_runtime::{Drift, JsonType, OperationSpec};
/// use gatewright_runtime::serde_json::json;
///
/// static POST: OperationSpec = OperationSpec {
///     id: "p2_post",
///     shape: Some(LearnedShape {
///         samples: 412,
///         nodes: &[
///             LearnedNode {
///                 fields: &[LearnedField { name: "likes", node: 1, always: true }],
///                 ..LearnedNode::of(&[JsonType::Object])
///             },
///             LearnedNode::of(&[JsonType::Integer]),
///         ],
///     }),
///     ..OperationSpec::EMPTY
/// };
/// let drift = Drift::of(&POST, &json!({ "likes": "12", "shares": 3 }));
/// assert_eq!(drift.to_string(), "`data.likes` is text, not integer; `data.shares` is new (integer)");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Drift {
    /// Id of the operation, such as `p2_post`.
    pub operation: &'static str,
    /// Differences in the order of their paths, at most 100.
    pub changes: Vec<DriftChange>,
    /// Number of further differences.
    pub more: usize,
}

/// A difference.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct DriftChange {
    /// Path, such as `data.list[].user.name`; `*` stands for a key that is data. Safe to print.
    pub path: String,
    /// Kind of difference.
    pub kind: DriftKind,
}

/// Kind of difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum DriftKind {
    /// The field is new.
    Added(JsonType),
    /// The field is missing, although every recorded response had it.
    Missing,
    /// The value has another type than all recorded ones.
    Type {
        /// Types of the recorded values.
        learned: &'static [JsonType],
        /// Type of this one.
        found: JsonType,
    },
    /// The text is not a number, although all recorded ones were.
    NotDigits,
}

impl Drift {
    /// Compares the data of a response with the learned shape of its operation.
    pub fn of(spec: &OperationSpec, data: &Value) -> Self {
        let Some(shape) = spec.shape else { return Self { operation: spec.id, ..Self::default() } };
        let mut walk = Walk { shape, found: BTreeSet::new(), more: 0 };
        if let (Some(root), false) = (shape.nodes.first(), data.is_null()) {
            walk.value(data, root, &Path { parent: None, step: Step::Field("data") });
        }
        // Only the paths in the report, since a response can have any number of differences.
        let cleaned = |it: DriftChange| DriftChange { path: visible(&hide_all_keys(&it.path)).into_owned(), ..it };
        let changes: BTreeSet<_> = walk.found.into_iter().map(cleaned).collect();
        Self { operation: spec.id, changes: changes.into_iter().collect(), more: walk.more }
    }

    /// Returns true if there are no differences.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// Returns true if a field is missing or has another type. New fields alone break no program.
    pub fn is_breaking(&self) -> bool {
        self.changes.iter().any(|it| !matches!(it.kind, DriftKind::Added(_)))
    }
}

impl fmt::Display for Drift {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, change) in self.changes.iter().enumerate() {
            write!(f, "{}{change}", if index > 0 { "; " } else { "" })?;
        }
        if self.more > 0 { write!(f, "; {} more", self.more) } else { Ok(()) }
    }
}

impl fmt::Display for DriftChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` ", self.path)?;
        match self.kind {
            DriftKind::Added(found) => write!(f, "is new ({})", found.name()),
            DriftKind::Missing => f.write_str("is missing"),
            DriftKind::NotDigits => f.write_str("is not a number as text"),
            DriftKind::Type { learned, found } => {
                let learned: Vec<_> = learned.iter().map(|it| it.name()).collect();
                write!(f, "is {}, not {}", found.name(), learned.join(" or "))
            }
        }
    }
}

/// Path of a value. It becomes text only if there is a difference.
struct Path<'a> {
    parent: Option<&'a Path<'a>>,
    step: Step<'a>,
}

#[derive(Clone, Copy)]
enum Step<'a> {
    Field(&'a str),
    Key,
    Item,
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(parent) = self.parent {
            write!(f, "{parent}{}", if matches!(self.step, Step::Item) { "" } else { "." })?;
        }
        match self.step {
            Step::Field(name) if is_name(name) => f.write_str(name),
            Step::Field(_) | Step::Key => f.write_str("*"),
            Step::Item => f.write_str("[]"),
        }
    }
}

struct Walk {
    shape: LearnedShape,
    found: BTreeSet<DriftChange>,
    more: usize,
}

impl Walk {
    fn add(&mut self, path: &Path<'_>, kind: DriftKind) {
        let change = DriftChange { path: path.to_string(), kind };
        if self.found.len() < MOST {
            self.found.insert(change);
        } else if !self.found.contains(&change) {
            self.more += 1;
        }
    }

    fn node(&self, index: usize) -> Option<&'static LearnedNode> {
        self.shape.nodes.get(index)
    }

    fn value(&mut self, value: &Value, node: &'static LearnedNode, path: &Path<'_>) {
        let found = JsonType::of(value);
        // An integer is one of the numbers. Without earlier values, any type is fine.
        let is_learned = |it: &JsonType| *it == found || (*it, found) == (JsonType::Number, JsonType::Integer);
        let had_values = node.types.iter().any(|it| *it != JsonType::Null);
        if found != JsonType::Null && had_values && !node.types.iter().any(is_learned) {
            return self.add(path, DriftKind::Type { learned: node.types, found });
        }
        if let (true, Value::String(text)) = (node.digits, value)
            && !is_digits(text)
        {
            return self.add(path, DriftKind::NotDigits);
        }
        match value {
            Value::Array(items) => {
                if let Some(inner) = node.items.and_then(|it| self.node(it)) {
                    let path = Path { parent: Some(path), step: Step::Item };
                    items.iter().for_each(|it| self.part(it, node, inner, &path));
                }
            }
            Value::Object(fields) => self.object(fields, node, path),
            _ => {}
        }
    }

    /// Compares an item or a value of a map. Unlike a field, it can be null only if recorded ones were.
    fn part(&mut self, value: &Value, outer: &LearnedNode, node: &'static LearnedNode, path: &Path<'_>) {
        match value {
            Value::Null if !outer.holds_null && !node.types.is_empty() => {
                self.add(path, DriftKind::Type { learned: node.types, found: JsonType::Null });
            }
            _ => self.value(value, node, path),
        }
    }

    fn object(&mut self, object: &Map<String, Value>, node: &'static LearnedNode, path: &Path<'_>) {
        let keys = node.keys.and_then(|it| self.node(it));
        if keys.is_none() && node.fields.is_empty() {
            return;
        }
        for (key, value) in object {
            let known = node.fields.binary_search_by(|it| it.name.cmp(key)).ok();
            let known = known.and_then(|it| self.node(node.fields[it].node));
            match (known, keys) {
                (Some(inner), _) => self.value(value, inner, &Path { parent: Some(path), step: Step::Field(key) }),
                (None, Some(inner)) => self.part(value, node, inner, &Path { parent: Some(path), step: Step::Key }),
                (None, None) => {
                    let path = Path { parent: Some(path), step: Step::Field(key) };
                    self.add(&path, DriftKind::Added(JsonType::of(value)));
                }
            }
        }
        for field in node.fields.iter().filter(|it| it.always) {
            let can_be_null = self.node(field.node).is_some_and(|it| it.types.contains(&JsonType::Null));
            let is_there = object.get(field.name).is_some_and(|it| can_be_null || !it.is_null());
            if !is_there {
                self.add(&Path { parent: Some(path), step: Step::Field(field.name) }, DriftKind::Missing);
            }
        }
    }
}
