//! Shape as a graph: a part that looks like an object around it is that object again, as in replies to comments.

use std::collections::BTreeMap;

use gatewright_runtime::JsonType;
use gatewright_runtime::shape::{Format, Shape};

use crate::model::DataNode;

/// Deepest level of objects inside of objects.
const MAX_DEPTH: usize = 12;
/// Largest number of nodes.
const MAX_NODES: usize = 5_000;
/// Number of objects from which on a field that all of them had is expected in every response.
const MANY: u64 = 20;
/// Smallest number of fields of an object that can look like another.
const FEW_FIELDS: usize = 3;

/// Nodes by position. The first one is the data.
#[derive(Debug, Default)]
pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
}

/// Values at one path, or at several if they look alike.
#[derive(Debug, Default)]
pub(super) struct Node {
    pub(super) types: BTreeMap<JsonType, u64>,
    pub(super) formats: BTreeMap<Format, u64>,
    pub(super) fields: BTreeMap<String, Edge>,
    pub(super) keys: Option<Edge>,
    pub(super) items: Option<Edge>,
    /// True if parts of it exceed a limit.
    pub(super) is_cut: bool,
}

impl Node {
    /// Returns the number of values of a type.
    pub(super) fn count(&self, of: JsonType) -> u64 {
        self.types.get(&of).copied().unwrap_or_default()
    }

    /// Returns true if all values are texts of digits.
    pub(super) fn is_digits(&self) -> bool {
        let types = self.types.keys().filter(|it| **it != JsonType::Null);
        let digits = [Format::Digits, Format::UnixTime].iter().filter_map(|it| self.formats.get(it));
        types.eq([&JsonType::Text])
            && digits.fold(0_u64, |sum, it| sum.saturating_add(*it)) >= self.count(JsonType::Text)
    }
}

/// Way from a node to a part of it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Edge {
    pub(super) node: usize,
    /// Number of values, including `null`.
    pub(super) count: u64,
    pub(super) nulls: u64,
}

/// Part of a node.
#[derive(Clone, Copy)]
enum Part<'a> {
    Field(&'a str),
    Keys,
    Items,
}

impl Graph {
    pub(super) fn of(shape: &Shape) -> Self {
        let mut graph = Self { nodes: vec![Node::default()] };
        graph.fill(0, shape, &[]);
        graph
    }

    /// Adds a shape to a node. `around` are the objects that contain it, from the outside.
    fn fill(&mut self, index: usize, shape: &Shape, around: &[usize]) {
        let node = &mut self.nodes[index];
        for (of, count) in &shape.types {
            // Objects with unknown fields say nothing about the presence of a field.
            let count = if *of == JsonType::Object { shape.objects() } else { *count };
            add(node.types.entry(*of).or_default(), count);
        }
        shape.formats.iter().for_each(|(of, count)| add(node.formats.entry(*of).or_default(), *count));
        let mut inner = around.to_vec();
        if !shape.fields.is_empty() {
            inner.push(index);
            // All names first, so that inner objects can be compared with this one.
            for name in shape.fields.keys() {
                node.fields.entry(name.clone()).or_insert(Edge { node: usize::MAX, count: 0, nulls: 0 });
            }
        }
        if inner.len() > MAX_DEPTH {
            node.is_cut = true;
            node.fields.clear();
            return;
        }
        for (name, field) in &shape.fields {
            self.fill_part(index, Part::Field(name), field, &inner);
        }
        if let Some(keys) = &shape.keys {
            self.fill_part(index, Part::Keys, keys, &inner);
        }
        if let Some(items) = &shape.items {
            self.fill_part(index, Part::Items, items, &inner);
        }
    }

    fn fill_part(&mut self, parent: usize, part: Part<'_>, shape: &Shape, around: &[usize]) {
        let known = Some(self.edge(parent, part).node).filter(|it| *it != usize::MAX);
        let alike = || around.iter().rev().copied().find(|it| self.looks_like(*it, shape));
        let target = match known.or_else(alike) {
            Some(target) => target,
            None => {
                let is_full = self.nodes.len() >= MAX_NODES;
                self.nodes.push(Node { is_cut: is_full, ..Node::default() });
                self.nodes.len() - 1
            }
        };
        let edge = self.edge(parent, part);
        edge.node = target;
        add(&mut edge.count, shape.count);
        add(&mut edge.nulls, shape.types.get(&JsonType::Null).copied().unwrap_or_default());
        if self.nodes[target].is_cut {
            return;
        }
        // The objects around an outer object are fewer.
        let depth = around.iter().position(|it| *it == target).unwrap_or(around.len());
        self.fill(target, shape, &around[..depth]);
    }

    fn edge(&mut self, parent: usize, part: Part<'_>) -> &mut Edge {
        let new = || Edge { node: usize::MAX, count: 0, nulls: 0 };
        let node = &mut self.nodes[parent];
        match part {
            Part::Field(name) => node.fields.entry(name.to_owned()).or_insert_with(new),
            Part::Keys => node.keys.get_or_insert_with(new),
            Part::Items => node.items.get_or_insert_with(new),
        }
    }

    /// Returns true if nearly all fields of a shape are fields of the node, and most fields of the node are in the shape.
    fn looks_like(&self, index: usize, shape: &Shape) -> bool {
        let (own, fields) = (&self.nodes[index].fields, &shape.fields);
        let common = fields.keys().filter(|it| own.contains_key(*it)).count();
        fields.len() >= FEW_FIELDS && common * 5 >= fields.len() * 4 && common * 2 >= own.len()
    }

    /// Returns the nodes for the comparison with responses. Nodes without parts are shared.
    pub(super) fn to_nodes(&self) -> Vec<DataNode> {
        let nodes: Vec<_> = self.nodes.iter().map(|it| self.to_node(it)).collect();
        let is_leaf = |it: &DataNode| it.fields.is_empty() && it.keys.is_none() && it.items.is_none();
        let mut positions = Vec::with_capacity(nodes.len());
        let mut leaves = BTreeMap::<(Vec<JsonType>, bool), usize>::new();
        let mut kept: Vec<DataNode> = Vec::new();
        for (index, node) in nodes.into_iter().enumerate() {
            let kind = (node.types.clone(), node.digits);
            let leaf = leaves.get(&kind).copied().filter(|_| is_leaf(&node) && index > 0);
            positions.push(leaf.unwrap_or(kept.len()));
            if leaf.is_none() {
                if is_leaf(&node) && index > 0 {
                    leaves.insert(kind, kept.len());
                }
                kept.push(node);
            }
        }
        for node in &mut kept {
            node.fields.iter_mut().for_each(|it| it.1 = positions[it.1]);
            node.keys = node.keys.map(|it| positions[it]);
            node.items = node.items.map(|it| positions[it]);
        }
        kept
    }

    fn to_node(&self, node: &Node) -> DataNode {
        let objects = node.count(JsonType::Object);
        let field = |(name, edge): (&String, &Edge)| {
            (edge.node != usize::MAX).then(|| (name.clone(), edge.node, objects >= MANY && edge.count >= objects))
        };
        DataNode {
            types: node.types.keys().copied().collect(),
            fields: node.fields.iter().filter_map(field).collect(),
            keys: node.keys.map(|it| it.node),
            items: node.items.map(|it| it.node),
            digits: node.is_digits(),
            holds_null: node.keys.iter().chain(&node.items).any(|it| it.nulls > 0),
        }
    }
}

/// Adds to a count. Counts of foreign files can be as large as they like.
fn add(count: &mut u64, more: u64) {
    *count = count.saturating_add(more);
}
