//! Types of data that were learned from recordings.
//!
//! A generated struct has a field for each learned field. Reading never fails: values that do not fit stay in `other`,
//! under their own keys, so that the JSON of a struct equals the JSON that it was read from.
//!
//! ```
//! use gatewright_runtime::data::{Data, Digits, Fields};
//! use gatewright_runtime::serde_json::{Map, Value, json};
//!
//! // As generated.
//! #[derive(Clone, Debug, Default, PartialEq)]
//! struct Note {
//!     likes: Option<i64>,
//!     views: Option<Digits>,
//!     other: Map<String, Value>,
//! }
//! impl Data for Note {
//!     fn fields(&mut self, fields: &mut Fields) {
//!         fields.field("likes", &mut self.likes);
//!         fields.field("views", &mut self.views);
//!         fields.other(&mut self.other);
//!     }
//! }
//! gatewright_runtime::data!(Note);
//!
//! let received = json!({ "likes": "many", "views": "0420", "title": "Green tea" });
//! let note = Note::from_json(received.clone());
//! assert_eq!((note.likes, note.views.as_ref().and_then(Digits::get)), (None, Some(420)));
//! assert_eq!(note.other["likes"], "many");
//! assert_eq!(note.to_json(), received);
//! ```

mod digits;
mod field_type;

use serde_json::{Map, Value};

pub use digits::Digits;
#[cfg(feature = "http")]
pub(crate) use digits::is_digits;
pub use field_type::FieldType;

/// A struct with the fields of a JSON object.
pub trait Data: Clone + Default {
    /// Visits every field, then `other`, to read or to write them.
    fn fields(&mut self, fields: &mut Fields);

    /// Reads an object. Values that do not fit stay in `other`; if the value is not an object, the result is empty.
    fn from_json(value: Value) -> Self {
        let mut data = Self::default();
        if let Value::Object(object) = value {
            data.fields(&mut Fields { object, is_reading: true });
        }
        data
    }

    /// Returns the object with all fields, including those in `other`.
    fn into_json(mut self) -> Value {
        let mut fields = Fields { object: Map::new(), is_reading: false };
        self.fields(&mut fields);
        fields.object.into()
    }

    /// Returns a copy as an object; see [`into_json`](Self::into_json).
    fn to_json(&self) -> Value {
        self.clone().into_json()
    }
}

/// Fields of an object that is read or written.
#[derive(Debug)]
pub struct Fields {
    object: Map<String, Value>,
    is_reading: bool,
}

impl Fields {
    /// Reads or writes a field. `null` and values that do not fit are not read.
    pub fn field<T: FieldType>(&mut self, key: &str, field: &mut Option<T>) {
        if !self.is_reading {
            if let Some(value) = field.take() {
                self.object.insert(key.to_owned(), value.into_json());
            }
            return;
        }
        let Some(value) = self.object.get_mut(key).filter(|it| !it.is_null()) else { return };
        match T::from_json(value.take()) {
            Ok(read) => {
                *field = Some(read);
                self.object.remove(key);
            }
            Err(unread) => *value = unread,
        }
    }

    /// Reads or writes all other fields.
    pub fn other(&mut self, other: &mut Map<String, Value>) {
        if self.is_reading {
            *other = std::mem::take(&mut self.object);
        } else {
            // A field of the struct wins: the caller may have set it.
            for (key, value) in std::mem::take(other) {
                self.object.entry(key).or_insert(value);
            }
        }
    }
}

/// Implements the traits that all generated structs share, for a type with [`Data`](crate::data::Data).
#[doc(hidden)]
#[macro_export]
macro_rules! data {
    ($name:ident) => {
        impl $crate::data::FieldType for $name {
            fn from_json(value: $crate::serde_json::Value) -> ::std::result::Result<Self, $crate::serde_json::Value> {
                $crate::data::read_object(value)
            }

            fn into_json(self) -> $crate::serde_json::Value {
                $crate::data::Data::into_json(self)
            }
        }

        impl $crate::serde::Serialize for $name {
            fn serialize<S: $crate::serde::Serializer>(&self, serializer: S) -> ::std::result::Result<S::Ok, S::Error> {
                $crate::serde::Serialize::serialize(&$crate::data::Data::to_json(self), serializer)
            }
        }

        impl<'de> $crate::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::std::result::Result<Self, D::Error> {
                let object: $crate::serde_json::Map<_, _> = $crate::serde::Deserialize::deserialize(deserializer)?;
                ::std::result::Result::Ok($crate::data::Data::from_json(object.into()))
            }
        }
    };
}

/// Reads a struct from a value, or returns a value that is not an object.
#[doc(hidden)]
pub fn read_object<T: Data>(value: Value) -> Result<T, Value> {
    if value.is_object() { Ok(T::from_json(value)) } else { Err(value) }
}
