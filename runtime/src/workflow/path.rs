//! Paths in JSON.

use std::fmt::{self, Write as _};

use crate::text::EscapingWriter;

/// One step of a path.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// Name of an object field.
    Key(String),
    /// Index of a list item.
    Item(usize),
}

/// Path of a value from the top of the JSON, displayed as `$.inputs[0].id`.
///
/// ```
/// use gatewright_runtime::workflow::{Path, Step};
///
/// let path = Path(vec![Step::Key("inputs".into()), Step::Item(0), Step::Key("two words".into())]);
/// assert_eq!(path.to_string(), r#"$.inputs[0]["two words"]"#);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Path(pub Vec<Step>);

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let f = &mut EscapingWriter(f);
        f.write_str("$")?;
        self.0.iter().try_for_each(|step| match step {
            Step::Key(key) if is_plain(key) => write!(f, ".{key}"),
            Step::Key(key) => write!(f, "[{}]", serde_json::Value::from(key.as_str())),
            Step::Item(number) => write!(f, "[{number}]"),
        })
    }
}

fn is_plain(key: &str) -> bool {
    !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '-'))
}
