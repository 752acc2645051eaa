//! Parameters of operations.

use super::ValueType;
use crate::Decimal;

/// Parameter of an operation.
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
    /// Name of the parameter.
    pub name: &'static str,
    /// Description, including the meaning of named values.
    pub about: &'static str,
    /// Location in the request.
    pub location: Location,
    /// Type and range of the value.
    pub value_type: ValueType,
    /// Required, optional or set by the client.
    pub presence: Presence,
    /// Default of the service, as JSON.
    pub unset: Option<&'static str>,
    /// True if the caller can set it several times.
    pub many: bool,
    /// Separator between the values of a list.
    pub separator: Option<&'static str>,
    /// Factors that values multiply the price by.
    pub factors: &'static [(&'static str, Decimal)],
    /// Published type, such as `integer`.
    pub published_type: Option<&'static str>,
    /// Published required flag.
    pub published_required: Option<bool>,
    /// Known values with their labels, which are the values themselves unless those need an explanation. The service may
    /// accept others.
    pub values: &'static [(&'static str, &'static str)],
    /// Minimum and maximum number of characters of a text.
    pub length: (u32, u32),
    /// Value in the example of the operation, which sets exactly the parameters that have one.
    pub example: Option<&'static str>,
}

/// Location of a parameter in the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Location {
    /// Path segment that replaces this name in braces.
    Path(&'static str),
    /// Query parameter with this name.
    Query(&'static str),
    /// Field of the body: JSON, or a form if the request has a file.
    Body {
        /// Paths such as `metadata.content[]`: dots lead into objects, `[]` appends to a list. All paths get the same
        /// value.
        paths: &'static [&'static str],
        /// JSON object around the value; the text `$` stands for the value.
        shape: Option<&'static str>,
    },
    /// File of a form with this name.
    Form(&'static str),
    /// The complete body.
    WholeBody,
}

/// Required, optional or set by the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Presence {
    /// Optional.
    Optional,
    /// Required.
    Required,
    /// Sent by the client with this JSON value, unless the caller sets it.
    Default(&'static str),
}

impl Field {
    const fn new(name: &'static str, location: Location) -> Self {
        Self {
            name,
            about: "",
            location,
            value_type: ValueType::Any,
            presence: Presence::Optional,
            unset: None,
            many: false,
            separator: None,
            factors: &[],
            published_type: None,
            published_required: None,
            values: &[],
            length: (0, u32::MAX),
            example: None,
        }
    }

    /// Creates a query parameter.
    pub const fn query(name: &'static str) -> Self {
        Self::new(name, Location::Query(name))
    }

    /// Creates an optional query parameter of the published type `string`.
    pub const fn text(name: &'static str) -> Self {
        Self::query(name).value_type(ValueType::Text).published(Some("string"), Some(false))
    }

    /// Creates an optional query parameter of the published type `integer`.
    pub const fn integer(name: &'static str) -> Self {
        Self::query(name).value_type(ValueType::Integer(i64::MIN, i64::MAX)).published(Some("integer"), Some(false))
    }

    /// Creates a field of the body at these paths.
    pub const fn body(name: &'static str, paths: &'static [&'static str]) -> Self {
        Self::new(name, Location::Body { paths, shape: None })
    }

    /// Creates a file of a form.
    pub const fn form(name: &'static str) -> Self {
        Self::new(name, Location::Form(name))
    }

    /// Creates a parameter that is the complete body.
    pub const fn whole_body(name: &'static str) -> Self {
        Self::new(name, Location::WholeBody)
    }

    /// Sets the name, if it differs from the one in the request.
    #[must_use]
    pub const fn named(self, name: &'static str) -> Self {
        Self { name, ..self }
    }

    /// Sets the description.
    #[must_use]
    pub const fn about(self, about: &'static str) -> Self {
        Self { about, ..self }
    }

    /// Sets the JSON object around the value.
    #[must_use]
    pub const fn shaped(self, shape: &'static str) -> Self {
        match self.location {
            Location::Body { paths, .. } => Self { location: Location::Body { paths, shape: Some(shape) }, ..self },
            _ => self,
        }
    }

    /// Sets type and range.
    #[must_use]
    pub const fn value_type(self, value_type: ValueType) -> Self {
        Self { value_type, ..self }
    }

    /// Makes the parameter required.
    #[must_use]
    pub const fn required(self) -> Self {
        Self { presence: Presence::Required, ..self }
    }

    /// Sets the JSON value that the client sends unless the caller sets another one.
    #[must_use]
    pub const fn default(self, json: &'static str) -> Self {
        Self { presence: Presence::Default(json), ..self }
    }

    /// Sets the default of the service, as JSON.
    #[must_use]
    pub const fn unset(self, json: &'static str) -> Self {
        Self { unset: Some(json), ..self }
    }

    /// Lets the caller set it several times.
    #[must_use]
    pub const fn many(self) -> Self {
        Self { many: true, ..self }
    }

    /// Makes it a list with a separator between the values.
    #[must_use]
    pub const fn separated(self, separator: &'static str) -> Self {
        Self { separator: Some(separator), ..self }
    }

    /// Sets the factors that values multiply the price by.
    #[must_use]
    pub const fn factors(self, factors: &'static [(&'static str, Decimal)]) -> Self {
        Self { factors, ..self }
    }

    /// Sets published type and required flag.
    #[must_use]
    pub const fn published(self, published_type: Option<&'static str>, published_required: Option<bool>) -> Self {
        Self { published_type, published_required, ..self }
    }

    /// Sets the known values, each with its label.
    #[must_use]
    pub const fn values(self, values: &'static [(&'static str, &'static str)]) -> Self {
        Self { values, ..self }
    }

    /// Sets the minimum and maximum number of characters.
    #[must_use]
    pub const fn length(self, min: u32, max: u32) -> Self {
        Self { length: (min, max), ..self }
    }

    /// Sets the value in the example of the operation.
    #[must_use]
    pub const fn example(self, example: &'static str) -> Self {
        Self { example: Some(example), ..self }
    }

    /// Returns its paths in the body.
    pub const fn paths(&self) -> &'static [&'static str] {
        match self.location {
            Location::Body { paths, .. } => paths,
            _ => &[],
        }
    }
}
