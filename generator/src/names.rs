//! The only place that makes an identifier, a module, a file name or a slug from foreign text.
//!
//! Every function takes any text and gives a name that is valid where it goes: ASCII, not a keyword, not a
//! name of our own, not too long, and unable to leave its folder. Their names are escaped, never ours, with
//! one `_` at the end. Two texts can give the same name; `check` finds that and reports both places.

use heck::{ToKebabCase, ToShoutySnakeCase, ToSnakeCase, ToUpperCamelCase};

/// Where a name is used, and so which names are taken already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    /// A platform's module and file below `social/`.
    Module,
    /// A platform's function on the client.
    Client,
    /// An interface's function on the client, which the names of platforms make room for.
    Interface,
    /// A capability's function on its platform.
    Platform,
    /// A parameter's function on a request, and its argument in the constructor.
    Request,
    /// A member's constructor on a selector, and its field in the parts.
    Selector,
    /// A field of a struct.
    Field,
}

/// Keywords of all editions, strict and reserved.
#[rustfmt::skip]
const KEYWORDS: &[&str] = &[
    "Self", "_", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do",
    "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop",
    "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static", "struct",
    "super", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while",
    "yield",
];

/// Device names that a Windows file system does not give to files.
#[rustfmt::skip]
const DEVICES: &[&str] = &[
    "aux", "com0", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9", "con", "lpt0", "lpt1",
    "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9", "nul", "prn",
];

/// What the module around them has or reaches for; one of the same name as the module itself is only confusing.
const MODULES: &[&str] = &["gatewright_runtime", "rt", "social", "std"];

/// Methods of traits that every type of ours has: a function of that name would hide them.
#[rustfmt::skip]
const TRAIT_METHODS: &[&str] = &[
    "as_mut", "as_ref", "borrow", "borrow_mut", "clone", "clone_from", "clone_into", "cmp", "default", "deref",
    "deref_mut", "drop", "eq", "fmt", "from", "hash", "into", "into_future", "ne", "partial_cmp", "to_owned",
    "to_string", "try_from", "try_into", "type_id",
];

/// Functions of the client, those of the runtime's included, and some kept free for later.
#[rustfmt::skip]
const CLIENT_METHODS: &[&str] = &[
    "base_url", "blocking", "budget", "builder", "catalog", "catalog_blocking", "download", "download_blocking", "from_env", "new", "send",
    "social", "spent",
];

/// Functions of the client for what models answer at, whether or not a catalog has it.
#[rustfmt::skip]
const INTERFACES: &[&str] = &[
    "chat", "gemini", "image", "image_edit", "messages", "realtime", "responses", "speech", "transcription",
    "translation", "video", "videos",
];

/// Functions of every request and the arguments of our own beside its parameters, and some kept free for later.
#[rustfmt::skip]
const REQUEST_METHODS: &[&str] = &[
    "args", "client", "connect", "estimate", "expecting", "extra", "length", "model", "new", "options", "pages", "pages_by", "price",
    "request", "send", "send_blocking", "settings", "stream", "timeout", "wait",
];

/// Types that every generated module has, and what it takes from the prelude.
#[rustfmt::skip]
const TYPES: &[&str] = &[
    "Box", "Client", "Clone", "Copy", "Debug", "Default", "Eq", "Err", "From", "Hash", "Into", "IntoIterator",
    "Iterator", "None", "Ok", "Option", "PartialEq", "PhantomData", "Platform", "Request", "Result", "Self", "Some", "String", "Vec",
];

/// Longer names are cut, and told apart by a hash of the whole.
const LONGEST: usize = 64;

/// A function, field or module name.
pub(crate) fn snake(text: &str, scope: Scope) -> String {
    let name = if is_snake(text) { text.to_owned() } else { shorten(text, words(text).to_snake_case()) };
    let taken = KEYWORDS.contains(&name.as_str())
        || match scope {
            Scope::Module => has(&[DEVICES, MODULES], &name),
            Scope::Client => has(&[TRAIT_METHODS, CLIENT_METHODS, INTERFACES], &name),
            Scope::Interface => has(&[TRAIT_METHODS, CLIENT_METHODS], &name),
            Scope::Platform => has(&[TRAIT_METHODS], &name),
            Scope::Request => has(&[TRAIT_METHODS, REQUEST_METHODS], &name),
            // `and_…` adds a member to a selector that has one.
            Scope::Selector if name.starts_with("and_") => return format!("by_{name}"),
            Scope::Selector => has(&[TRAIT_METHODS], &name) || name == "from_parts",
            Scope::Field => false,
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

/// Whether a text is what casing would make of it: most are, and are spared the work.
fn is_snake(text: &str) -> bool {
    let fits = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_';
    text.len() <= LONGEST
        && text.starts_with(|c: char| c.is_ascii_lowercase())
        && !text.ends_with('_')
        && !text.contains("__")
        && text.bytes().all(fits)
}

fn has(lists: &[&[&str]], name: &str) -> bool {
    lists.iter().any(|list| list.contains(&name))
}

/// Text as words of ASCII letters and digits, whatever it was: never empty, never beginning with a digit.
fn words(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let speaks = text.contains(|c: char| c.is_ascii_alphanumeric());
    for c in text.chars() {
        match c {
            c if c.is_ascii_alphanumeric() => out.push(c),
            // Punctuation parts words, unless there is nothing else to go by.
            c if c.is_ascii() && speaks => out.push('_'),
            c => out.push_str(&format!("_u{:04x}_", u32::from(c))),
        }
    }
    if out.is_empty() { "empty".into() } else { digit_first(out, 'n') }
}

fn digit_first(name: String, prefix: char) -> String {
    let begins = name.trim_start_matches('_').starts_with(|c: char| c.is_ascii_digit());
    if begins { format!("{prefix}{}", name.trim_start_matches('_')) } else { name }
}

fn shorten(whole: &str, name: String) -> String {
    if name.len() <= LONGEST {
        return name;
    }
    let kept = &name[..LONGEST - 18]; // names are ASCII
    format!("{}x{:016x}", kept.trim_end_matches('_'), fnv(whole))
}

/// FNV-1a: a fixed function of the text alone, so that names never change.
pub(crate) fn fnv(text: &str) -> u64 {
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, mix)
}

/// A key that orders texts as people do: `p2` before `p10`.
pub(crate) fn natural(text: &str) -> (&str, usize, &str) {
    let (stem, digits) = text.split_at(text.trim_end_matches(|c: char| c.is_ascii_digit()).len());
    (stem, digits.trim_start_matches('0').len(), digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_obstacle_course() {
        use Scope::*;
        for (text, scope, name) in [
            // Casing
            ("keyword", Request, "keyword"),
            ("pageArea", Request, "page_area"),
            ("secUid", Request, "sec_uid"),
            ("user-posts", Platform, "user_posts"),
            ("HTTPServer", Request, "http_server"),
            // Keywords of any edition
            ("type", Request, "type_"),
            ("self", Request, "self_"),
            ("async", Request, "async_"),
            ("gen", Request, "gen_"),
            ("try", Module, "try_"),
            ("mod", Module, "mod_"),
            ("crate", Module, "crate_"),
            // Our own names
            ("new", Request, "new_"),
            ("send", Request, "send_"),
            ("extra", Request, "extra_"),
            ("client", Request, "client_"),
            ("new", Client, "new_"),
            ("from_env", Client, "from_env_"),
            ("social", Client, "social_"),
            ("clone", Platform, "clone_"),
            ("deref", Client, "deref_"),
            ("from_parts", Selector, "from_parts_"),
            ("and_more", Selector, "by_and_more"),
            // … which are free elsewhere
            ("send", Platform, "send"),
            ("from_parts", Request, "from_parts"),
            ("default", Field, "default"),
            ("type", Field, "type_"),
            ("$schema", Field, "schema"),
            // Digits first
            ("4k", Request, "n4k"),
            ("360", Request, "n360"),
            ("_1", Request, "n1"),
            // Empty, and nothing but punctuation
            ("", Request, "empty"),
            ("_", Request, "u005f"),
            ("$$", Request, "u0024_u0024"),
            (" ", Request, "u0020"),
            // Non-ASCII
            ("关键", Request, "u5173_u952e"),
            ("naïve", Request, "na_u00ef_ve"),
            ("a\u{202e}b", Request, "a_u202e_b"),
            // Punctuation
            ("a.b", Request, "a_b"),
            ("$filter", Request, "filter"),
            ("data[]", Request, "data"),
            // Names that would leave the folder, or that no file may have
            ("../../etc/passwd", Module, "etc_passwd"),
            ("..", Module, "u002e_u002e"),
            ("a/b\\c", Module, "a_b_c"),
            ("a\0b", Module, "a_b"),
            ("%2e%2e", Module, "n2e_2e"),
            ("CON", Module, "con_"),
            ("Lpt1", Module, "lpt1_"),
            ("social", Module, "social_"),
            ("rt", Module, "rt_"),
            ("std", Module, "std_"),
        ] {
            assert_eq!(snake(text, scope), name, "{text:?} in {scope:?}");
        }
    }

    #[test]
    fn a_name_gives_way_to_those_beside_it() {
        let taken = ["target", "target_"];
        assert_eq!(snake_beside("target", Scope::Request, |name| taken.contains(&name)), "target__");
        assert_eq!(snake_beside("other", Scope::Request, |name| taken.contains(&name)), "other");
    }

    #[test]
    fn the_short_way_leads_to_the_same_name() {
        for text in ["keyword", "sec_user_id", "p1", "a1_b2", "x", "v180", "h_264_x"] {
            assert!(is_snake(text), "{text}");
            assert_eq!(words(text).to_snake_case(), text);
        }
        for text in ["", "_a", "a_", "a__b", "A", "1a", "a-b", "é"] {
            assert!(!is_snake(text), "{text}");
        }
    }

    #[test]
    fn type_names() {
        for (texts, name) in [
            (&["search"][..], "Search"),
            (&["user-posts"], "UserPosts"),
            (&["search", "sort_type"], "SearchSortType"),
            (&["post", "target", "parts"], "PostTargetParts"),
            (&["option"], "Option_"),
            (&["client"], "Client_"),
            (&["platform"], "Platform_"),
            (&["request"], "Request_"),
            (&["self"], "Self_"),
            (&["string"], "String_"),
            (&["3d"], "N3d"),
            (&[""], "Empty"),
            (&["搜索"], "U641cU7d22"),
        ] {
            assert_eq!(camel(texts), name, "{texts:?}");
        }
        assert_eq!(variant("other"), "Other_");
        assert_eq!(variant("4k"), "N4k");
        assert_eq!(variant("self"), "Self_");
    }

    #[test]
    fn features_and_ids() {
        assert_eq!(feature("social", "p1"), "social-p1");
        assert_eq!(feature("social", "default"), "social-default");
        assert_eq!(operation_id("p1", "user-posts"), "p1_user_posts");
    }

    #[test]
    fn long_names_are_cut_and_told_apart() {
        let (a, b) = ("x".repeat(500) + "a", "x".repeat(500) + "b");
        let names = [snake(&a, Scope::Module), snake(&b, Scope::Module)];
        assert!(names.iter().all(|name| name.len() <= LONGEST) && names[0] != names[1], "{names:?}");
    }

    #[test]
    fn pages_of_device_names_are_files_on_windows_too() {
        assert_eq!(model_page("NUL"), "models/nul-");
        assert_eq!(page(&["social", "aux", "con"]), "social/aux-/con-");
        assert_eq!(record_page("Prn"), "workflow/prn-");
    }

    #[test]
    fn segments() {
        for fine in ["p1", "user-posts", "a.b_c~d"] {
            assert!(is_path_segment(fine), "{fine}");
        }
        for wrong in ["", ".", "..", "a/b", "a\\b", "%2e", "a b", "é", ".a", "a?", &"x".repeat(65)] {
            assert!(!is_path_segment(wrong), "{wrong}");
        }
    }

    #[test]
    fn natural_order() {
        let mut keys = vec!["p10", "p2", "p1", "q", "p", "p02"];
        keys.sort_by_key(|key| natural(key));
        assert_eq!(keys, ["p", "p02", "p1", "p2", "p10", "q"]);
    }
}
