//! Reads `client.toml`: name and version of the generated crate, and metadata of the OpenAPI documents.

use super::fields::Fields;
use super::node::{Node, Value};
use super::reader::Reader;
use crate::catalog::{ClientSpec, Contact};
use crate::names;

const URL: &str = "write a URL such as `https://gateway.example`, without a user, a query or a fragment";

pub(super) fn read(tree: &Node<'_>, reader: &mut Reader<'_>) -> ClientSpec {
    let mut fields = reader.fields(tree, "the file");
    let name = "use lower-case letters, digits and `-`, begin with a letter, and avoid names that Rust or the runtime \
                uses";
    let license = "write an SPDX expression such as `MIT OR Apache-2.0`";
    let default = ClientSpec::default();
    let client = ClientSpec {
        name: checked("name", "name of a crate", names::is_package, name, &mut fields).unwrap_or(default.name),
        version: checked("version", "version of a crate", is_version, "write a version such as `1.2.3`", &mut fields)
            .unwrap_or(default.version),
        license: checked("license", "license", is_license, license, &mut fields).unwrap_or(default.license),
        homepage: checked("homepage", "homepage", is_url, URL, &mut fields),
        base_url: checked("base_url", "base URL", is_url, URL, &mut fields),
        dash_url: checked("dash_url", "dashboard URL", is_url, URL, &mut fields),
        repository: checked("repository", "URL of the repository", is_url, URL, &mut fields),
        rustdoc: checked("rustdoc", "URL of the API reference", is_url, URL, &mut fields),
        edit: checked("edit", "URL for edits", is_url, URL, &mut fields),
        contact: fields.node("contact").and_then(|it| contact(it, fields.reader)),
    };
    fields.finish();
    client
}

fn contact(node: &Node<'_>, reader: &mut Reader<'_>) -> Option<Contact> {
    let mut fields = reader.fields(node, "`contact`");
    let (name, email) =
        ("write the name of a person or an organization", "write an email address such as `api@gateway.example`");
    let contact = Contact {
        name: checked("name", "name of a contact", |text| !text.trim().is_empty(), name, &mut fields),
        url: checked("url", "URL of a contact", is_url, URL, &mut fields),
        email: checked("email", "email address of a contact", is_email, email, &mut fields),
    };
    fields.finish();
    if matches!(&node.value, Value::Table(entries) if entries.is_empty()) {
        let span = reader.span(node);
        reader
            .report
            .error("bad-client", span, "`contact` is empty")
            .hint("add a `name`, a `url` or an `email`, or remove it");
        return None;
    }
    Some(contact)
}

/// Reads a text that must be valid as the `is` of its key.
fn checked(
    key: &'static str,
    is: &str,
    fits: fn(&str) -> bool,
    hint: &str,
    fields: &mut Fields<'_, '_, '_>,
) -> Option<String> {
    let text = fields.text(key)?;
    if fits(&text.value) {
        return Some(text.value);
    }
    let message = format!("`{}` cannot be the {is}", text.value);
    fields.reader.report.error("bad-client", text.span, message).hint(hint);
    None
}

fn is_version(text: &str) -> bool {
    let number = |part: &str| !part.is_empty() && part.len() < 10 && part.bytes().all(|b| b.is_ascii_digit());
    let parts: Vec<_> = text.split('.').collect();
    parts.len() == 3 && parts.into_iter().all(number)
}

/// Returns true for names of licenses with `AND`, `OR` or `WITH` between them.
fn is_license(text: &str) -> bool {
    let is_name = |it: &str| {
        let it = it.trim_start_matches('(').trim_end_matches(')');
        !it.is_empty() && it.bytes().all(|it| it.is_ascii_alphanumeric() || b".-+".contains(&it))
    };
    let is_operator = |it: &str| ["AND", "OR", "WITH"].contains(&it);
    let words: Vec<_> = text.split(' ').collect();
    let is_fine = |(index, it): (usize, &&str)| is_name(it) && is_operator(it) == (index % 2 == 1);
    words.len() % 2 == 1 && words.iter().enumerate().all(is_fine)
}

fn is_url(text: &str) -> bool {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let is_plain = |it: u8| it.is_ascii_alphanumeric() || b"-._~:/%[]".contains(&it);
    rest.is_some_and(|it| {
        it.starts_with(|first: char| first.is_ascii_alphanumeric() || first == '[') && it.bytes().all(is_plain)
    })
}

fn is_email(text: &str) -> bool {
    let is_plain =
        |it: &str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_alphanumeric() || b"-._+".contains(&it));
    text.split_once('@').is_some_and(|(user, host)| is_plain(user) && is_plain(host))
}
