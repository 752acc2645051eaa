//! The only place that makes an identifier, a module, a file name or a slug from foreign text.
//!
//! Every function takes any text and gives a name that is valid where it goes: ASCII, not a keyword, not a
//! name of our own, not too long, and unable to leave its folder. Their names are escaped, never ours, with
//! one `_` at the end. Two texts can give the same name: inside one endpoint `distinct` tells them apart, elsewhere `check`
//! reports both places.

mod distinct;
mod reserved;
#[cfg(test)]
mod tests;
mod words;

use heck::{ToKebabCase, ToShoutySnakeCase, ToSnakeCase, ToUpperCamelCase};

pub(crate) use distinct::{Wanted, beside, distinct};
use reserved::{CLIENT_METHODS, DEVICES, KEYWORDS, MODULES, REQUEST_METHODS, TRAIT_METHODS, TYPES, has};
use words::{LONGEST, digit_first, is_snake, shorten, words};
pub(crate) use words::{fnv, natural};

/// Where a name is used, and so which names are taken already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    /// A platform's module and file below `social/`.
    Module,
    /// A function on the client.
    Client,
    /// A capability's function on its platform.
    Platform,
    /// A parameter's function on a request, and its argument in the constructor.
    Request,
    /// A member's constructor on a selector, and its field in the parts.
    Selector,
}

/// A function, field or module name.
pub(crate) fn snake(text: &str, scope: Scope) -> String {
    let name = if is_snake(text) { text.to_owned() } else { shorten(text, words(text).to_snake_case()) };
    let taken = KEYWORDS.contains(&name.as_str())
        || match scope {
            Scope::Module => has(&[DEVICES, MODULES], &name),
            Scope::Client => has(&[TRAIT_METHODS, CLIENT_METHODS], &name),
            Scope::Platform => has(&[TRAIT_METHODS], &name),
            Scope::Request => has(&[TRAIT_METHODS, REQUEST_METHODS], &name),
            // `and_…` adds a member to a selector that has one.
            Scope::Selector if name.starts_with("and_") => return format!("by_{name}"),
            Scope::Selector => has(&[TRAIT_METHODS], &name) || name == "from_parts",
        };
    if taken { name + "_" } else { name }
}

/// The same, beside names that are taken already.
pub(crate) fn snake_beside(text: &str, scope: Scope, taken: impl Fn(&str) -> bool) -> String {
    let mut name = snake(text, scope);
    while taken(&name) {
        name.push('_');
    }
    name
}

/// A type name, put together from several texts: capability, parameter, suffix.
pub(crate) fn camel(texts: &[&str]) -> String {
    let parts: String = texts.iter().map(|text| words(text).to_upper_camel_case()).collect();
    let name = shorten(&texts.concat(), digit_first(parts, 'N'));
    if TYPES.contains(&name.as_str()) || KEYWORDS.contains(&name.as_str()) { name + "_" } else { name }
}

/// A variant of an open enum.
pub(crate) fn variant(text: &str) -> String {
    let name = shorten(text, digit_first(words(text).to_upper_camel_case(), 'N'));
    if name == "Other" || KEYWORDS.contains(&name.as_str()) { name + "_" } else { name }
}

/// A constant. It needs no rule for keywords, which are never in capitals.
pub(crate) fn constant(text: &str) -> String {
    // What tells long names apart is written in small letters.
    shorten(text, words(text).to_shouty_snake_case()).to_ascii_uppercase()
}

/// The name of a constant that was made before: taken as it is if it can be one, and made into one if not.
pub(crate) fn earlier_constant(text: &str) -> String {
    let fits = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    let is_one =
        text.starts_with(|c: char| c.is_ascii_uppercase()) && text.chars().all(fits) && text.len() <= 2 * LONGEST;
    if is_one { text.to_owned() } else { constant(text) }
}

/// The same for one of several texts that would become the same constant: a fixed function of the text alone.
pub(crate) fn constant_apart(text: &str) -> String {
    format!("{}_{:08X}", constant(text), fnv(text) as u32)
}

/// A Cargo feature. The prefix keeps it apart from features of our own.
pub(crate) fn feature(prefix: &str, text: &str) -> String {
    format!("{prefix}-{}", shorten(text, words(text).to_kebab_case()))
}

/// An identifier of an operation for other tools, such as `p1_user_posts`.
pub(crate) fn operation_id(platform: &str, capability: &str) -> String {
    format!("{}_{}", words(platform).to_snake_case(), words(capability).to_snake_case())
}

/// Path of a docs page without its ending: a folder for each name but the last. Device names of Windows get a `-`.
pub(crate) fn page(names: &[&str]) -> String {
    let name = |it: &&str| if DEVICES.contains(it) { format!("{it}-") } else { (*it).to_owned() };
    names.iter().map(name).collect::<Vec<_>>().join("/")
}

/// The last part of the way to a model's page. Constants are unique, whatever the names of models are.
pub(crate) fn model_page(constant: &str) -> String {
    page(&["models", &constant.to_ascii_lowercase().replace('_', "-")])
}

/// The same to the page of a workflow record, by the name of its file.
pub(crate) fn record_page(stem: &str) -> String {
    page(&["workflow", &snake(stem, Scope::Module).replace('_', "-")])
}

/// Whether a package of this name gives a library that can be used.
pub(crate) fn is_package(text: &str) -> bool {
    const TAKEN: &[&str] = &["alloc", "core", "gatewright_runtime", "proc_macro", "std", "test"];
    let library = text.replace('-', "_");
    text.len() <= LONGEST
        && text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        && !has(&[KEYWORDS, TAKEN], &library)
}

/// Whether a text can stand in a URL path as it is, and names a folder of its own there.
pub(crate) fn is_path_segment(text: &str) -> bool {
    let unreserved = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'_' | b'~');
    text.len() <= LONGEST && text.starts_with(|c: char| c.is_ascii_alphanumeric()) && text.bytes().all(unreserved)
}
