//! Types of the nodes of a graph.

use std::collections::HashMap;

use gatewright_runtime::JsonType;
use gatewright_runtime::shape::Format;

use super::graph::{Edge, Graph, Node};
use crate::model::{DataField, DataStruct, DataType};
use crate::names::{self, NameRequest, Scope};

/// Largest number of fields of a struct.
const MAX_FIELDS: usize = 400;
/// Largest number of structs of an operation.
const MAX_STRUCTS: usize = 300;
/// Smallest number of fields of structs that are shared.
const SHARED_FIELDS: usize = 3;

/// Structs of an operation, while they are made.
pub(super) struct Types<'a> {
    pub(super) graph: &'a Graph,
    /// Name of the endpoint, from which names of structs are derived.
    pub(super) endpoint: &'a str,
    pub(super) structs: Vec<DataStruct>,
    /// Struct of a node.
    of_node: HashMap<usize, usize>,
    /// Structs around the current node.
    around: Vec<usize>,
    /// Paths with values of several types.
    pub(super) conflicts: Vec<String>,
}

/// Path of a node, as text and as the words of a name.
#[derive(Clone, Default)]
pub(super) struct Place {
    path: String,
    words: Vec<String>,
}

impl Place {
    pub(super) fn data() -> Self {
        Self { path: "data".to_owned(), words: Vec::new() }
    }

    fn then(&self, step: &str, word: Option<&str>) -> Self {
        let words = self.words.iter().map(String::as_str).chain(word).map(str::to_owned).collect();
        Self { path: format!("{}{step}", self.path), words }
    }
}

impl<'a> Types<'a> {
    pub(super) fn new(graph: &'a Graph, endpoint: &'a str) -> Self {
        let (structs, conflicts) = (Vec::new(), Vec::new());
        Self { graph, endpoint, structs, of_node: HashMap::new(), around: Vec::new(), conflicts }
    }

    /// Returns the type of a node.
    pub(super) fn of(&mut self, index: usize, place: &Place) -> DataType {
        let graph = self.graph;
        let Some(node) = graph.nodes.get(index).filter(|it| !it.is_cut) else { return DataType::Any };
        let types: Vec<_> = node.types.keys().filter(|it| **it != JsonType::Null).collect();
        match types[..] {
            [] => DataType::Any,
            [JsonType::Boolean] => DataType::Flag,
            [JsonType::Integer] => DataType::Integer,
            [JsonType::Number] | [JsonType::Integer, JsonType::Number] => DataType::Number,
            [JsonType::Text] if node.is_digits() => DataType::Digits,
            [JsonType::Text] => DataType::Text,
            [JsonType::Array] => DataType::List(self.part(node.items, &place.then("[]", None))),
            [JsonType::Object] if node.fields.is_empty() => {
                DataType::Map(self.part(node.keys, &place.then(".*", Some("value"))))
            }
            [JsonType::Object] => self.object(index, node, place),
            _ => {
                self.conflicts.push(place.path.clone());
                DataType::Any
            }
        }
    }

    /// Returns the type of items or of values in a map.
    fn part(&mut self, edge: Option<Edge>, place: &Place) -> Box<DataType> {
        let Some(edge) = edge else { return Box::new(DataType::Any) };
        // A box around it is not needed: a list or a map is one.
        let of = match self.of(edge.node, place) {
            DataType::Boxed(index) => DataType::Struct(index),
            other => other,
        };
        let can_be_null = edge.nulls > 0 && of != DataType::Any;
        Box::new(if can_be_null { DataType::Optional(Box::new(of)) } else { of })
    }

    fn object(&mut self, index: usize, node: &'a Node, place: &Place) -> DataType {
        if let Some(known) = self.of_node.get(&index) {
            let is_around = self.around.contains(known);
            return if is_around { DataType::Boxed(*known) } else { DataType::Struct(*known) };
        }
        if node.fields.len() > MAX_FIELDS || self.structs.len() >= MAX_STRUCTS {
            return DataType::Any;
        }
        let own = self.structs.len();
        let objects = node.count(JsonType::Object);
        let item = place.words.is_empty() && place.path != "data";
        let words = place.words.iter().map(String::as_str).chain(item.then_some("item"));
        let words: Vec<_> = [self.endpoint, "data"].into_iter().chain(words).collect();
        let name = names::camel(&words);
        self.structs.push(DataStruct { name, path: place.path.clone(), objects, fields: Vec::new() });
        self.of_node.insert(index, own);
        self.around.push(own);
        let fields: Vec<_> = node.fields.iter().filter(|it| it.1.node != usize::MAX).collect();
        let wanted: Vec<_> = fields.iter().map(|(key, _)| names::snake(key, Scope::Data)).collect();
        let requests =
            fields.iter().zip(&wanted).map(|((key, _), name)| NameRequest { text: key, name, chosen: false });
        let names = names::distinct(&requests.collect::<Vec<_>>(), &["other"]);
        let mut all = Vec::with_capacity(fields.len());
        for ((key, edge), name) in fields.into_iter().zip(names) {
            let kind = self.of(edge.node, &place.then(&format!(".{key}"), Some(key)));
            let format = format(&self.graph.nodes[edge.node]);
            let (present, can_be_null) = (edge.count, edge.nulls > 0);
            all.push(DataField { key: key.clone(), name, kind, present, format, can_be_null });
        }
        self.structs[own].fields = all;
        self.around.pop();
        DataType::Struct(own)
    }
}

/// Returns the format of all texts and numbers of a node.
fn format(node: &Node) -> Option<Format> {
    let values = node.count(JsonType::Text).saturating_add(node.count(JsonType::Integer));
    node.formats.iter().find(|(of, count)| **count >= values && **of != Format::Empty).map(|it| *it.0)
}

/// Uses one struct for several that have the same fields.
pub(super) fn share(structs: &mut Vec<DataStruct>, roots: &mut [&mut DataType]) {
    loop {
        let mut first = HashMap::<Vec<(String, DataType)>, usize>::new();
        let mut positions: Vec<usize> = Vec::with_capacity(structs.len());
        let mut kept = Vec::<DataStruct>::new();
        for it in structs.iter() {
            let fields: Vec<_> = it.fields.iter().map(|it| (it.key.clone(), it.kind.clone())).collect();
            match first.get(&fields).filter(|_| fields.len() >= SHARED_FIELDS) {
                Some(&same) => {
                    merge_counts(&mut kept[same], it);
                    positions.push(same);
                }
                None => {
                    first.insert(fields, kept.len());
                    positions.push(kept.len());
                    kept.push(it.clone());
                }
            }
        }
        let is_done = kept.len() == structs.len();
        let kinds = kept.iter_mut().flat_map(|it| &mut it.fields).map(|it| &mut it.kind);
        kinds.for_each(|it| renumber(it, &positions));
        roots.iter_mut().for_each(|it| renumber(it, &positions));
        *structs = kept;
        if is_done {
            return;
        }
    }
}

fn merge_counts(into: &mut DataStruct, other: &DataStruct) {
    into.objects = into.objects.saturating_add(other.objects);
    for (field, other) in into.fields.iter_mut().zip(&other.fields) {
        field.present = field.present.saturating_add(other.present);
        field.can_be_null |= other.can_be_null;
        field.format = field.format.filter(|it| other.format == Some(*it));
    }
}

fn renumber(kind: &mut DataType, positions: &[usize]) {
    match kind {
        DataType::Struct(index) | DataType::Boxed(index) => *index = positions[*index],
        DataType::List(inner) | DataType::Map(inner) | DataType::Optional(inner) => renumber(inner, positions),
        _ => {}
    }
}
