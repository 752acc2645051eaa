//! Types of responses, learned from recordings.

use std::sync::Arc;

use gatewright_runtime::JsonType;
use gatewright_runtime::shape::{Format, Recording};

/// Types of an operation's responses.
#[derive(Clone, Debug, Hash)]
pub struct LearnedData {
    /// Recorded shape.
    pub recording: Arc<Recording>,
    /// True if the shape is an invented example.
    pub is_sample: bool,
    /// Type of the data.
    pub data: DataType,
    /// List of items in a page, if there is one.
    pub items: Option<ItemList>,
    /// Structs, outer ones first.
    pub structs: Vec<DataStruct>,
    /// Shape with recursion folded, for the comparison with responses. The first node is that of the data.
    pub nodes: Vec<DataNode>,
    /// Views of the responses.
    pub views: Vec<DataView>,
}

/// List of items in a page.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ItemList {
    /// Path, such as `data.list`.
    pub path: String,
    /// Type of an item.
    pub item: DataType,
}

/// A struct with the fields of an object.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DataStruct {
    /// Name of the type.
    pub name: String,
    /// Path of the object, such as `data.list[].user`.
    pub path: String,
    /// Number of objects.
    pub objects: u64,
    /// Fields, by key.
    pub fields: Vec<DataField>,
}

/// A field of a struct.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DataField {
    /// Key in the JSON.
    pub key: String,
    /// Name of the field.
    pub name: String,
    /// Type.
    pub kind: DataType,
    /// Number of objects with the field.
    pub present: u64,
    /// Format of all its texts or numbers, if they have the same.
    pub format: Option<Format>,
    /// True if some values were `null`.
    pub can_be_null: bool,
}

impl DataStruct {
    /// Returns true for the data as a whole.
    pub fn is_data(&self) -> bool {
        self.path == "data"
    }

    /// Returns the share of the objects that have a field.
    pub fn share(&self, field: &DataField) -> Share {
        match u128::from(field.present) * 100 / u128::from(self.objects.max(1)) {
            _ if field.present >= self.objects => Share::All,
            0 => Share::Few,
            percent => Share::Percent(percent as u64),
        }
    }
}

/// Share of objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// All.
    All,
    /// Percentage, rounded down.
    Percent(u64),
    /// Less than one percent.
    Few,
}

/// Type of a field.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DataType {
    /// Any JSON.
    Any,
    /// `true` or `false`.
    Flag,
    /// Whole number.
    Integer,
    /// Number.
    Number,
    /// Text.
    Text,
    /// Number as text.
    Digits,
    /// Array.
    List(Box<DataType>),
    /// Object whose keys are data.
    Map(Box<DataType>),
    /// Struct, by its position.
    Struct(usize),
    /// Struct that contains this field, by its position.
    Boxed(usize),
    /// Item of an array, or value of a map, that can be `null`.
    Optional(Box<DataType>),
}

impl DataType {
    /// Returns the struct of an object, or of the objects in a list or a map, by its position.
    pub fn of_struct(&self) -> Option<usize> {
        match self {
            Self::Struct(index) | Self::Boxed(index) => Some(*index),
            Self::List(inner) | Self::Map(inner) | Self::Optional(inner) => inner.of_struct(),
            _ => None,
        }
    }

    /// Returns the path of that struct, for a value at a path: `data.list[]` for the list at `data.list`.
    pub fn struct_path(&self, path: &str) -> String {
        match self {
            Self::List(inner) => inner.struct_path(&format!("{path}[]")),
            Self::Map(inner) => inner.struct_path(&format!("{path}.*")),
            Self::Optional(inner) => inner.struct_path(path),
            _ => path.to_owned(),
        }
    }
}

/// Node of the shape.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DataNode {
    /// Types of the values.
    pub types: Vec<JsonType>,
    /// Fields by key: position of the node, and true if every one of at least 20 objects had the field.
    pub fields: Vec<(String, usize, bool)>,
    /// Values of keys that are data.
    pub keys: Option<usize>,
    /// Items of arrays.
    pub items: Option<usize>,
    /// True if all texts are numbers, which the generated type relies on.
    pub digits: bool,
    /// True if items, or values of keys that are data, were null.
    pub holds_null: bool,
}

/// A view of the responses.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DataView {
    /// Kind of view.
    pub kind: ViewKind,
    /// True if each item has a view, and not the response as a whole.
    pub of_items: bool,
    /// Paths by field, relative to the data or to an item.
    pub fields: Vec<(String, String)>,
    /// Fields without a path.
    pub missing: Vec<String>,
}

/// Kind of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ViewKind {
    /// A post.
    Post,
    /// An account.
    Author,
    /// A comment.
    Comment,
}

impl ViewKind {
    /// All kinds, with their names in `social/views.toml`.
    pub const NAMES: [(Self, &'static str); 3] =
        [(Self::Post, "post"), (Self::Author, "author"), (Self::Comment, "comment")];

    /// Returns the names of its fields.
    pub fn fields(self) -> &'static [&'static str] {
        use gatewright_runtime::view::{Author, Comment, Post, ViewKind};
        match self {
            Self::Post => Post::FIELDS,
            Self::Author => Author::FIELDS,
            Self::Comment => Comment::FIELDS,
        }
    }
}
