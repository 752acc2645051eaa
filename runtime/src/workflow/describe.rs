//! Macros that create a Rust type, its rules and its JSON from one description.

/// Objects, with their fields in JSON order. `as` sets a different name in JSON. Fields marked `[optional]` can be
/// omitted. All other fields are required, and can be null if their type is an `Option`.
macro_rules! objects {
    ($(#[doc = $about:literal] $name:ident { $(#[doc = $field_about:literal] $field:ident $(as $name_in_json:literal)? $([$rule:ident])?: $type:ty,)* })*) => {$(
        #[doc = $about]
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name {
            $(#[doc = $field_about] pub $field: $type,)*
        }

        impl Part for $name {
            fn shape() -> Shape {
                let fields = vec![$(Field::of::<$type>(json_name!($field $($name_in_json)?), $field_about, is_optional!($($rule)?))),*];
                Shape::named(stringify!($name), $about.trim_ascii_start(), Kind::Object(fields))
            }

            fn build(value: Value) -> Option<Self> {
                let Value::Object(mut fields) = value else { return None };
                Some(Self { $($field: take(&mut fields, json_name!($field $($name_in_json)?))?,)* })
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                let mut map = to.serialize_map(None)?;
                $(if !(is_optional!($($rule)?) && self.$field.is_absent()) {
                    map.serialize_entry(json_name!($field $($name_in_json)?), &self.$field)?;
                })*
                map.end()
            }
        }
    )*};
}

/// Name of a field in JSON.
macro_rules! json_name {
    ($field:ident) => {
        stringify!($field)
    };
    ($field:ident $name:literal) => {
        $name
    };
}

/// Returns true for a field that can be omitted.
macro_rules! is_optional {
    () => {
        false
    };
    (optional) => {
        true
    };
}

/// Enums of strings. An enum with a single variant is a constant.
macro_rules! words {
    ($(#[doc = $about:literal] $(#[$attribute:meta])* $name:ident {
        $($(#[$default:meta])? $variant:ident = $word:literal,)*
    })*) => {$(
        #[doc = $about]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        $(#[$attribute])*
        pub enum $name {
            $(#[doc = concat!("`", $word, "`.")] $(#[$default])? $variant,)*
        }

        impl $name {
            /// Returns the JSON string.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)*
                }
            }
        }

        impl Part for $name {
            fn shape() -> Shape {
                Shape::named(stringify!($name), $about.trim_ascii_start(), Kind::OneOf(&[$($word),*]))
            }

            fn build(value: Value) -> Option<Self> {
                [$(Self::$variant),*].into_iter().find(|it| value == it.as_str())
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str(self.as_str())
            }
        }
    )*};
}

/// Strings with a rule: minimum length, pattern, and `true` for a date.
macro_rules! texts {
    ($(#[doc = $about:literal] $name:ident($min:literal, $pattern:expr, $is_date:literal);)*) => {
        $(#[doc = $about] pub type $name = Text<rules::$name>;)*

        /// Rules of strings, one for each kind.
        pub mod rules {
            use super::{TextKind, TextRule};

            $(
                #[doc = $about]
                #[derive(Debug)]
                pub enum $name {}

                impl TextKind for $name {
                    const NAME: &'static str = stringify!($name);

                    fn rule() -> &'static TextRule {
                        static RULE: TextRule = TextRule::new($min, $pattern, $is_date, $about.trim_ascii_start());
                        &RULE
                    }
                }
            )*
        }
    };
}

pub(super) use {is_optional, json_name, objects, texts, words};
