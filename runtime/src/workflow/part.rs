//! Parts of a record: their rules as data, and how a part is built from JSON.

use serde_json::{Map, Value};

use super::TextRule;

/// A type that is part of a record.
pub(super) trait Part: Sized {
    /// Rules of the part.
    fn shape() -> Shape;
    /// Builds the part from JSON that keeps the rules; `None` for other JSON.
    fn build(value: Value) -> Option<Self>;
    /// Returns true if an optional field is left out.
    fn is_absent(&self) -> bool {
        false
    }
}

/// Rules of a value.
#[derive(Clone, Debug)]
pub struct Shape {
    /// Name of the type, if it has one.
    pub name: Option<&'static str>,
    /// Meaning of a type with a name.
    pub about: &'static str,
    /// True if the value can be null.
    pub nullable: bool,
    /// Kind of value.
    pub kind: Kind,
}

/// Kinds of values.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Kind {
    /// An object with these fields and no others.
    Object(Vec<Field>),
    /// An object with any fields.
    Map,
    /// A list.
    List {
        /// Rules of the items; `None` if anything can be in the list.
        items: Option<Box<Shape>>,
        /// Minimum number of items.
        min: usize,
        /// True if the items are texts and no two are the same.
        unique: bool,
    },
    /// A text.
    Text(&'static TextRule),
    /// One of these texts.
    OneOf(&'static [&'static str]),
    /// Always the same flag.
    Always(bool),
    /// A flag.
    Flag,
    /// A text, a flag or an integer.
    Scalar,
}

/// A field of an object.
#[derive(Clone, Debug)]
pub struct Field {
    /// Name in JSON.
    pub name: &'static str,
    /// Meaning.
    pub about: &'static str,
    /// True if the field must be there.
    pub required: bool,
    /// Rules of the value.
    pub shape: Shape,
}

impl Shape {
    /// A shape without a name.
    pub(super) const fn of(kind: Kind) -> Self {
        Self { name: None, about: "", nullable: false, kind }
    }

    /// A shape with a name.
    pub(super) const fn named(name: &'static str, about: &'static str, kind: Kind) -> Self {
        Self { name: Some(name), about, nullable: false, kind }
    }

    /// The types with names in this one and below it: objects first, the others in the order in which fields name them.
    pub fn types(&self) -> Vec<&Self> {
        let mut found = vec![self];
        let mut at = 0;
        while let Some(shape) = found.get(at).copied() {
            let below: Vec<&Self> = match &shape.kind {
                Kind::Object(fields) => fields.iter().map(|it| &it.shape).collect(),
                Kind::List { items, .. } => items.as_deref().into_iter().collect(),
                _ => Vec::new(),
            };
            found.extend(below);
            at += 1;
        }
        let mut named: Vec<&Self> = Vec::new();
        for shape in found {
            if shape.name.is_some() && named.iter().all(|it| it.name != shape.name) {
                named.push(shape);
            }
        }
        named.sort_by_key(|it| !matches!(it.kind, Kind::Object(_)));
        named
    }
}

impl Field {
    /// A field of a Rust type.
    pub(super) fn of<T: Part>(name: &'static str, about: &'static str, is_optional: bool) -> Self {
        let mut shape = T::shape();
        shape.nullable &= !is_optional;
        Self { name, about: about.trim_start(), required: !is_optional, shape }
    }
}

/// Takes a field out of an object and builds its value.
pub(super) fn take<T: Part>(fields: &mut Map<String, Value>, name: &str) -> Option<T> {
    T::build(fields.remove(name).unwrap_or_default())
}

impl<T: Part> Part for Option<T> {
    fn shape() -> Shape {
        Shape { nullable: true, ..T::shape() }
    }

    fn build(value: Value) -> Option<Self> {
        if value.is_null() { Some(None) } else { T::build(value).map(Some) }
    }

    fn is_absent(&self) -> bool {
        self.is_none()
    }
}

impl Part for String {
    fn shape() -> Shape {
        static ANY: TextRule = TextRule::new(0, None, false, "");
        Shape::of(Kind::Text(&ANY))
    }

    fn build(value: Value) -> Option<Self> {
        if let Value::String(text) = value { Some(text) } else { None }
    }
}

impl Part for bool {
    fn shape() -> Shape {
        Shape::of(Kind::Flag)
    }

    fn build(value: Value) -> Option<Self> {
        value.as_bool()
    }
}

impl Part for Map<String, Value> {
    fn shape() -> Shape {
        Shape::of(Kind::Map)
    }

    fn build(value: Value) -> Option<Self> {
        if let Value::Object(fields) = value { Some(fields) } else { None }
    }
}

/// A list of anything.
impl Part for Vec<Value> {
    fn shape() -> Shape {
        Shape::of(Kind::List { items: None, min: 0, unique: false })
    }

    fn build(value: Value) -> Option<Self> {
        if let Value::Array(items) = value { Some(items) } else { None }
    }
}
