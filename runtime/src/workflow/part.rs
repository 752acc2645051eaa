//! Parts of a record: their rules as data, and their construction from JSON.

use serde_json::{Map, Value};

use super::TextRule;

/// Type that is part of a record.
pub(super) trait Part: Sized {
    /// Returns the rules of the part.
    fn shape() -> Shape;
    /// Builds the part from valid JSON. Returns `None` for other JSON.
    fn build(value: Value) -> Option<Self>;
    /// Returns true if an optional field is omitted.
    fn is_absent(&self) -> bool {
        false
    }
}

/// Rules of a value.
#[derive(Clone, Debug)]
pub struct Shape {
    /// Name of the type, if it has one.
    pub name: Option<&'static str>,
    /// Description of a named type.
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
        /// Rules of the items; `None` if items can be any JSON.
        items: Option<Box<Shape>>,
        /// Minimum number of items.
        min: usize,
        /// True if the items are strings without duplicates.
        unique: bool,
    },
    /// A string.
    Text(&'static TextRule),
    /// One of these strings.
    OneOf(&'static [&'static str]),
    /// A boolean with this constant value.
    Always(bool),
    /// A boolean.
    Flag,
    /// A string, a boolean or an integer.
    Scalar,
}

/// Field of an object.
#[derive(Clone, Debug)]
pub struct Field {
    /// Name in JSON.
    pub name: &'static str,
    /// Description.
    pub about: &'static str,
    /// True if the field is required.
    pub required: bool,
    /// Rules of the value.
    pub shape: Shape,
}

impl Shape {
    /// Creates a shape without a name.
    pub(super) const fn of(kind: Kind) -> Self {
        Self { name: None, about: "", nullable: false, kind }
    }

    /// Creates a shape with a name.
    pub(super) const fn named(name: &'static str, about: &'static str, kind: Kind) -> Self {
        Self { name: Some(name), about, nullable: false, kind }
    }

    /// Returns the named types among this type and its nested types. Objects come first, then the others in the order
    /// in which fields use them.
    pub fn types(&self) -> Vec<&Self> {
        let mut found = vec![self];
        let mut at = 0;
        while let Some(shape) = found.get(at).copied() {
            let nested: Vec<&Self> = match &shape.kind {
                Kind::Object(fields) => fields.iter().map(|it| &it.shape).collect(),
                Kind::List { items, .. } => items.as_deref().into_iter().collect(),
                _ => Vec::new(),
            };
            found.extend(nested);
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
    /// Creates a field of a Rust type.
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

/// List of any JSON values.
impl Part for Vec<Value> {
    fn shape() -> Shape {
        Shape::of(Kind::List { items: None, min: 0, unique: false })
    }

    fn build(value: Value) -> Option<Self> {
        if let Value::Array(items) = value { Some(items) } else { None }
    }
}
