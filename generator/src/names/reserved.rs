//! Names that the language, file systems or generated code already use.

/// Keywords of all editions, strict and reserved.
#[rustfmt::skip]
pub(super) const KEYWORDS: &[&str] = &[
    "Self", "_", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do",
    "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop",
    "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static", "struct",
    "super", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while",
    "yield",
];

/// Device names, which Windows does not allow as file names.
#[rustfmt::skip]
pub(super) const DEVICES: &[&str] = &[
    "aux", "com0", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9", "con", "lpt0", "lpt1",
    "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9", "nul", "prn",
];

/// Names that generated modules use. A submodule with the name of its parent would be confusing, too.
pub(super) const MODULES: &[&str] = &["gatewright_runtime", "rt", "social", "std"];

/// Methods of traits that all of our types implement. A function with such a name would hide them.
#[rustfmt::skip]
pub(super) const TRAIT_METHODS: &[&str] = &[
    "as_mut", "as_ref", "borrow", "borrow_mut", "clone", "clone_from", "clone_into", "cmp", "default", "deref",
    "deref_mut", "drop", "eq", "fmt", "from", "hash", "into", "into_future", "ne", "partial_cmp", "to_owned",
    "to_string", "try_from", "try_into", "type_id",
];

/// Functions of the client, including those of the runtime, and some reserved for later.
#[rustfmt::skip]
pub(super) const CLIENT_METHODS: &[&str] = &[
    "base_url", "blocking", "budget", "builder", "builder_from_env", "catalog", "catalog_blocking", "catalog_text", "download", "download_blocking", "from_env", "new", "operation",
    "operation_of", "operations", "send", "service", "social", "spent", "with_budget",
];

/// Functions of every request, names of our own arguments, and some names reserved for later.
#[rustfmt::skip]
pub(super) const REQUEST_METHODS: &[&str] = &[
    "agent", "args", "blocking", "client", "connect", "deadline", "estimate", "expecting", "extra", "header", "into_call", "items",
    "length", "list", "model", "new", "options", "pages", "pages_by", "price", "request", "send", "send_blocking", "set", "settings",
    "stream", "submit", "submit_to", "timeout",
];

/// Types that every generated module has, and types that it uses from the prelude.
#[rustfmt::skip]
pub(super) const TYPES: &[&str] = &[
    "Box", "Client", "Clone", "Copy", "Debug", "Default", "Eq", "Err", "From", "Hash", "Into", "IntoIterator",
    "Iterator", "None", "Ok", "Option", "PartialEq", "Platform", "Request", "Result", "Self", "Some", "String", "Vec",
];

/// Returns true if one of the lists has the name.
pub(super) fn has(lists: &[&[&str]], name: &str) -> bool {
    lists.iter().any(|list| list.contains(&name))
}
