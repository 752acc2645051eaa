//! `client.toml`: name and version of the generated crate.

use super::node::Node;
use super::reader::Reader;
use crate::catalog::ClientSpec;
use crate::names;

pub(super) fn read(tree: &Node<'_>, reader: &mut Reader<'_>) -> ClientSpec {
    let mut client = ClientSpec::default();
    for (key, node) in reader.table(tree, "the file").unwrap_or_default() {
        let (field, fits): (_, fn(&str) -> bool) = match key.as_ref() {
            "name" => (&mut client.name, names::is_package),
            "version" => (&mut client.version, is_version),
            _ => {
                reader.unknown(node, key, "`name` and `version`");
                continue;
            }
        };
        let Some(text) = reader.text(node, key) else { continue };
        if fits(&text.value) {
            *field = text.value;
        } else {
            reader
                .report
                .error("bad-client", text.place, format!("`{}` cannot be the {key} of a crate", text.value))
                .hint(
                    "a name is lower-case letters, digits and `-`, beginning with a letter, and no word that Rust or \
                     the runtime has taken; a version is like `1.2.3`",
                );
        }
    }
    client
}

fn is_version(text: &str) -> bool {
    let number = |part: &str| !part.is_empty() && part.len() < 10 && part.bytes().all(|b| b.is_ascii_digit());
    let parts: Vec<_> = text.split('.').collect();
    parts.len() == 3 && parts.into_iter().all(number)
}
