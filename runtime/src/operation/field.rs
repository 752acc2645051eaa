//! A parameter of an operation.

use super::Takes;
use crate::Decimal;

/// A parameter: where its value goes, what it can be, and who gives it.
///
/// ```
/// use gatewright_runtime::{Field, Location};
///
/// const IMAGE: Field = Field::body("image", &["metadata.content[]"]).shaped(r#"{"url":"$"}"#).many();
/// assert!(matches!(IMAGE.location, Location::Body { shape: Some(_), .. }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Field {
    /// What it is called.
    pub name: &'static str,
    /// What it is for, and what its values mean.
    pub about: &'static str,
    /// Where its value goes.
    pub location: Location,
    /// What it can be.
    pub takes: Takes,
    /// Who gives it.
    pub presence: Presence,
    /// What the service takes if it is not given, as JSON.
    pub unset: Option<&'static str>,
    /// Whether it can be given more than once.
    pub many: bool,
    /// What stands between the values of a list.
    pub separator: Option<&'static str>,
    /// What its values multiply the price by.
    pub factors: &'static [(&'static str, Decimal)],
    /// Its type as published, such as `integer`.
    pub published_type: Option<&'static str>,
    /// Whether a call needs it, if that is published.
    pub published_required: Option<bool>,
}

/// Where the value of a field goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Location {
    /// In the path, in the place of this name in braces.
    Path(&'static str),
    /// In the query string, under this name.
    Query(&'static str),
    /// In the body: as JSON, or as fields of a form if there is a file.
    Body {
        /// Dots lead into objects, `[]` at the end appends to a list. Several places get the same value.
        places: &'static [&'static str],
        /// The object that a value becomes, as JSON in which the text `$` stands for the value.
        shape: Option<&'static str>,
    },
    /// A file of a form, under this name.
    Form(&'static str),
    /// It is the whole body.
    WholeBody,
}

/// Who gives a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Presence {
    /// The caller, if they like.
    Optional,
    /// The caller: there is no request without it.
    Required,
    /// The client, unless the caller does: this JSON.
    Default(&'static str),
}

impl Field {
    const fn new(name: &'static str, location: Location) -> Self {
        Self {
            name,
            about: "",
            location,
            takes: Takes::Any,
            presence: Presence::Optional,
            unset: None,
            many: false,
            separator: None,
            factors: &[],
            published_type: None,
            published_required: None,
        }
    }

    /// A parameter of the query string.
    pub const fn query(name: &'static str) -> Self {
        Self::new(name, Location::Query(name))
    }

    /// A text in the query string, published as one that can be left out.
    pub const fn text(name: &'static str) -> Self {
        Self::query(name).takes(Takes::Text).published(Some("string"), Some(false))
    }

    /// A whole number in the query string, published as one that can be left out.
    pub const fn integer(name: &'static str) -> Self {
        Self::query(name).takes(Takes::Integer(i64::MIN, i64::MAX)).published(Some("integer"), Some(false))
    }

    /// A field of the body that goes to these places.
    pub const fn body(name: &'static str, places: &'static [&'static str]) -> Self {
        Self::new(name, Location::Body { places, shape: None })
    }

    /// A file of a form.
    pub const fn form(name: &'static str) -> Self {
        Self::new(name, Location::Form(name))
    }

    /// The whole body.
    pub const fn whole_body(name: &'static str) -> Self {
        Self::new(name, Location::WholeBody)
    }

    /// The same under another name in the program.
    #[must_use]
    pub const fn named(self, name: &'static str) -> Self {
        Self { name, ..self }
    }

    /// The same with what it is for.
    #[must_use]
    pub const fn about(self, about: &'static str) -> Self {
        Self { about, ..self }
    }

    /// The same in an object.
    #[must_use]
    pub const fn shaped(self, shape: &'static str) -> Self {
        match self.location {
            Location::Body { places, .. } => Self { location: Location::Body { places, shape: Some(shape) }, ..self },
            _ => self,
        }
    }

    /// The same for these values.
    #[must_use]
    pub const fn takes(self, takes: Takes) -> Self {
        Self { takes, ..self }
    }

    /// The same, if there is no request without it.
    #[must_use]
    pub const fn required(self) -> Self {
        Self { presence: Presence::Required, ..self }
    }

    /// The same, if the client sends this JSON unless the caller gives another value.
    #[must_use]
    pub const fn default(self, json: &'static str) -> Self {
        Self { presence: Presence::Default(json), ..self }
    }

    /// The same, if the service takes this JSON where it is not given.
    #[must_use]
    pub const fn unset(self, json: &'static str) -> Self {
        Self { unset: Some(json), ..self }
    }

    /// The same, as often as one likes.
    #[must_use]
    pub const fn many(self) -> Self {
        Self { many: true, ..self }
    }

    /// The same for several values with a text between them.
    #[must_use]
    pub const fn separated(self, separator: &'static str) -> Self {
        Self { separator: Some(separator), ..self }
    }

    /// The same with what its values multiply the price by.
    #[must_use]
    pub const fn factors(self, factors: &'static [(&'static str, Decimal)]) -> Self {
        Self { factors, ..self }
    }

    /// The same with what the catalog publishes of it.
    #[must_use]
    pub const fn published(self, published_type: Option<&'static str>, published_required: Option<bool>) -> Self {
        Self { published_type, published_required, ..self }
    }

    /// The places in the body that its value goes to.
    pub const fn places(&self) -> &'static [&'static str] {
        match self.location {
            Location::Body { places, .. } => places,
            _ => &[],
        }
    }
}
