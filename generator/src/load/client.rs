//! `client.toml`: name and version of the generated crate, and what the OpenAPI documents say about the service.

use super::node::Node;
use super::reader::{Entry, Reader};
use crate::catalog::ClientSpec;
use crate::model::Contact;
use crate::names;

/// A key with a text.
struct Key<T> {
    name: &'static str,
    /// What the text is, for a message.
    is: &'static str,
    fits: fn(&str) -> bool,
    hint: &'static str,
    set: fn(&mut T, String),
}

const URL: &str = "write a URL such as `https://gateway.example`, without a user, a query or a fragment";

static KEYS: [Key<ClientSpec>; 6] = [
    Key {
        name: "name",
        is: "name of a crate",
        fits: names::is_package,
        hint: "a name is lower-case letters, digits and `-`, beginning with a letter, and no word that Rust or the runtime \
               has taken",
        set: |client, text| client.name = text,
    },
    Key {
        name: "version",
        is: "version of a crate",
        fits: is_version,
        hint: "a version is like `1.2.3`",
        set: |client, text| client.version = text,
    },
    Key {
        name: "license",
        is: "license",
        fits: is_license,
        hint: "write an SPDX expression such as `MIT OR Apache-2.0`",
        set: |client, text| client.license = text,
    },
    Key { name: "homepage", is: "homepage", fits: is_url, hint: URL, set: |client, url| client.homepage = Some(url) },
    Key { name: "base_url", is: "base URL", fits: is_url, hint: URL, set: |client, url| client.base_url = Some(url) },
    Key {
        name: "dash_url",
        is: "dashboard URL",
        fits: is_url,
        hint: URL,
        set: |client, url| client.dash_url = Some(url),
    },
];

static CONTACT: [Key<Contact>; 3] = [
    Key {
        name: "name",
        is: "name of a contact",
        fits: |text| !text.trim().is_empty(),
        hint: "write the name of a person or an organization",
        set: |contact, text| contact.name = Some(text),
    },
    Key { name: "url", is: "URL of a contact", fits: is_url, hint: URL, set: |contact, url| contact.url = Some(url) },
    Key {
        name: "email",
        is: "email address of a contact",
        fits: is_email,
        hint: "write an email address such as `api@gateway.example`",
        set: |contact, text| contact.email = Some(text),
    },
];

pub(super) fn read(tree: &Node<'_>, reader: &mut Reader<'_>) -> ClientSpec {
    let mut client = ClientSpec::default();
    for entry in reader.table(tree, "the file").unwrap_or_default() {
        if entry.0 == "contact" {
            client.contact = read_contact(&entry.1, reader);
        } else {
            read_key(entry, &KEYS, &mut client, "`contact`", reader);
        }
    }
    client
}

fn read_contact(node: &Node<'_>, reader: &mut Reader<'_>) -> Option<Contact> {
    let entries = reader.table(node, "`contact`")?;
    if entries.is_empty() {
        let place = reader.place(node);
        reader
            .report
            .error("bad-client", place, "`contact` is empty")
            .hint("give it a `name`, a `url` or an `email`, or leave it out");
        return None;
    }
    let mut contact = Contact::default();
    entries.iter().for_each(|entry| read_key(entry, &CONTACT, &mut contact, "", reader));
    Some(contact)
}

/// Reads one key of a table. `other` is a key that the caller reads itself.
fn read_key<T>((name, node): &Entry<'_>, keys: &[Key<T>], target: &mut T, other: &str, reader: &mut Reader<'_>) {
    let Some(key) = keys.iter().find(|it| it.name == *name) else {
        let known = keys.iter().map(|it| format!("`{}`", it.name));
        let known: Vec<_> = known.chain((!other.is_empty()).then(|| other.to_owned())).collect();
        return reader.unknown(node, name, &known.join(", "));
    };
    let Some(text) = reader.text(node, name) else { return };
    if (key.fits)(&text.value) {
        (key.set)(target, text.value);
    } else {
        let message = format!("`{}` cannot be the {}", text.value, key.is);
        reader.report.error("bad-client", text.place, message).hint(key.hint);
    }
}

fn is_version(text: &str) -> bool {
    let number = |part: &str| !part.is_empty() && part.len() < 10 && part.bytes().all(|b| b.is_ascii_digit());
    let parts: Vec<_> = text.split('.').collect();
    parts.len() == 3 && parts.into_iter().all(number)
}

/// Names of licenses, with `AND`, `OR` or `WITH` between them.
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
