//! The only module that creates identifiers, module names, file names and slugs from foreign text.
//!
//! Every function accepts any text and returns a valid name: ASCII, not a keyword, not one of our own names, not too
//! long, and unable to leave its folder. Foreign names are escaped with one `_` at the end; our own names never are.
//! Two texts can give the same name: inside one endpoint `distinct` makes them different, elsewhere `check` reports
//! both locations.

mod reserved;
#[cfg(test)]
mod tests;
mod unique;
mod words;

use heck::{ToKebabCase, ToShoutySnakeCase, ToSnakeCase, ToUpperCamelCase};

use reserved::{CLIENT_METHODS, DEVICES, KEYWORDS, MODULES, REQUEST_METHODS, TRAIT_METHODS, TYPES, has};
pub(crate) use unique::{NameRequest, avoiding, distinct};
use words::{LONGEST, digit_first, is_snake, shorten, words};
pub(crate) use words::{fnv, natural};

/// Scope of a name, which determines the names that are already taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    /// Module of a platform and its file in the folder `social/`.
    Module,
    /// Function on the client.
    Client,
    /// Function of a capability on its platform.
    Platform,
    /// Setter of a parameter on a request, and its argument in the constructor.
    Request,
    /// Constructor of a member on a selector, and its field in the parts.
    Selector,
    /// Field of a response.
    Data,
}

/// Returns the name of a function, field or module.
pub(crate) fn snake(text: &str, scope: Scope) -> String {
    let name = if is_snake(text) { text.to_owned() } else { shorten(text, words(text).to_snake_case()) };
    let taken = KEYWORDS.contains(&name.as_str())
        || match scope {
            Scope::Module => has(&[DEVICES, MODULES], &name),
            Scope::Client => has(&[TRAIT_METHODS, CLIENT_METHODS], &name),
            Scope::Platform => has(&[TRAIT_METHODS], &name),
            Scope::Request => has(&[TRAIT_METHODS, REQUEST_METHODS], &name),
            // `and_…` adds a member to a selector.
            Scope::Selector if name.starts_with("and_") => return format!("by_{name}"),
            Scope::Selector => has(&[TRAIT_METHODS], &name) || name == "from_parts",
            // It keeps the fields that are not known.
            Scope::Data => name == "other",
        };
    if taken { name + "_" } else { name }
}

/// Returns the name of a function, field or module that is not taken.
pub(crate) fn snake_avoiding(text: &str, scope: Scope, taken: impl Fn(&str) -> bool) -> String {
    let mut name = snake(text, scope);
    while taken(&name) {
        name.push('_');
    }
    name
}

/// Returns a type name of several texts: capability, parameter, suffix.
pub(crate) fn camel(texts: &[&str]) -> String {
    let parts: String = texts.iter().map(|text| words(text).to_upper_camel_case()).collect();
    let name = shorten(&texts.concat(), digit_first(parts, 'N'));
    if TYPES.contains(&name.as_str()) || KEYWORDS.contains(&name.as_str()) { name + "_" } else { name }
}

/// Returns a variant of an open enum.
pub(crate) fn variant(text: &str) -> String {
    let name = shorten(text, digit_first(words(text).to_upper_camel_case(), 'N'));
    if name == "Other" || KEYWORDS.contains(&name.as_str()) { name + "_" } else { name }
}

/// Returns the name of a constant. Keywords need no rule, since they are never in capitals.
pub(crate) fn constant(text: &str) -> String {
    // The hash of a long name is in lower case.
    shorten(text, words(text).to_shouty_snake_case()).to_ascii_uppercase()
}

/// Returns an earlier name of a constant, unchanged if it is valid.
pub(crate) fn earlier_constant(text: &str) -> String {
    let fits = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    let is_one =
        text.starts_with(|c: char| c.is_ascii_uppercase()) && text.chars().all(fits) && text.len() <= 2 * LONGEST;
    if is_one { text.to_owned() } else { constant(text) }
}

/// Returns a name for one of several texts that would give the same constant. It depends only on the text.
pub(crate) fn distinct_constant(text: &str) -> String {
    format!("{}_{:08X}", constant(text), fnv(text) as u32)
}

/// Returns the name of a Cargo feature. The prefix avoids collisions with our own features.
pub(crate) fn feature(prefix: &str, text: &str) -> String {
    format!("{prefix}-{}", shorten(text, words(text).to_kebab_case()))
}

/// Returns an operation id for other tools, such as `p1_user_posts`.
pub(crate) fn operation_id(platform: &str, capability: &str) -> String {
    format!("{}_{}", words(platform).to_snake_case(), words(capability).to_snake_case())
}

/// Returns the path of a docs page without its extension: a folder for each name except the last. Device names of
/// Windows get a `-`.
pub(crate) fn page(names: &[&str]) -> String {
    let name = |it: &&str| if DEVICES.contains(it) { format!("{it}-") } else { (*it).to_owned() };
    names.iter().map(name).collect::<Vec<_>>().join("/")
}

/// Returns the last part of the path of a model's page. Constants are unique, whatever the model names are.
pub(crate) fn model_page(constant: &str) -> String {
    page(&["models", &constant.to_ascii_lowercase().replace('_', "-")])
}

/// Returns the last part of the path of a workflow record's page, from its file name.
pub(crate) fn record_page(stem: &str) -> String {
    page(&["workflow", &snake(stem, Scope::Module).replace('_', "-")])
}

/// Returns true if a package name gives a usable library name.
pub(crate) fn is_package(text: &str) -> bool {
    const TAKEN: &[&str] = &["alloc", "core", "gatewright_runtime", "proc_macro", "std", "test"];
    let library = text.replace('-', "_");
    text.len() <= LONGEST
        && text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        && !has(&[KEYWORDS, TAKEN], &library)
}

/// Returns true if a text needs no escaping in a URL path and names a folder of its own there.
pub(crate) fn is_path_segment(text: &str) -> bool {
    let unreserved = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'_' | b'~');
    text.len() <= LONGEST && text.starts_with(|c: char| c.is_ascii_alphanumeric()) && text.bytes().all(unreserved)
}
