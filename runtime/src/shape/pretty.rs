//! Recordings as JSON with one line per field, so that changes of a file in a repository can be read.

use std::fmt::Write as _;

use super::node::Shape;
use super::recording::Recording;

impl Recording {
    /// Formats the recording as JSON with one line per field, without the data that only recorders use.
    ///
    /// The same recording always has the same text. [`from_json`](Self::from_json) reads it.
    pub fn to_pretty_json(&self) -> String {
        let mut text = format!("{{\n  \"format\": {},\n  \"operation\": {},\n", self.format, quoted(&self.operation));
        let mut line = |name: &str, value: &str| {
            let _ = writeln!(text, "  \"{name}\": {value},");
        };
        line("samples", &self.samples.to_string());
        if !self.sources.is_empty() {
            let sources = self.sources.iter().map(|(id, count)| format!("\n    {}: {count}", quoted(id)));
            line("sources", &format!("{{{}\n  }}", sources.collect::<Vec<_>>().join(",")));
        }
        if !self.cursors.is_empty() {
            let paths = |(path, count): (&String, &u64)| format!("{}: {count}", quoted(path));
            let cursors = self.cursors.iter().map(|(parameter, all)| {
                format!("\n    {}: {{{}}}", quoted(parameter), all.iter().map(paths).collect::<Vec<_>>().join(", "))
            });
            line("cursors", &format!("{{{}\n  }}", cursors.collect::<Vec<_>>().join(",")));
        }
        text.push_str("  \"data\": ");
        write_shape(&self.data, 1, &mut text);
        text.push_str("\n}\n");
        text
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Writes the numbers of a shape on one line, and each shape inside of it on lines of its own.
fn write_shape(shape: &Shape, depth: usize, text: &mut String) {
    let types = shape.types.iter().map(|(of, count)| (of.name(), count));
    let formats = shape.formats.iter().map(|(of, count)| (of.name(), count));
    let mut own: Vec<_> = types.chain(formats).map(|(name, count)| format!("\"{name}\": {count}")).collect();
    own.extend((shape.unnamed > 0).then(|| format!("\"unnamed\": {}", shape.unnamed)));
    own.extend(shape.lengths.map(|it| format!("\"lengths\": [{}, {}, {}]", it.least, it.most, it.total)));
    if shape.keys.is_some() {
        own.push(format!("\"maps\": {}", shape.maps));
    }
    let fields = shape.fields.iter().map(|(name, it)| (quoted(&format!(".{name}")), it));
    let keys = shape.keys.as_deref().map(|it| ("\"*\"".to_owned(), it));
    let items = shape.items.as_deref().map(|it| ("\"[]\"".to_owned(), it));
    let _ = write!(text, "{{{}", own.join(", "));
    let mut is_empty = own.is_empty();
    let mut has_inner = false;
    for (key, inner) in fields.chain(keys).chain(items) {
        let comma = if is_empty { "" } else { "," };
        let _ = write!(text, "{comma}\n{}{key}: ", "  ".repeat(depth + 1));
        write_shape(inner, depth + 1, text);
        (is_empty, has_inner) = (false, true);
    }
    if has_inner {
        let _ = write!(text, "\n{}", "  ".repeat(depth));
    }
    text.push('}');
}
