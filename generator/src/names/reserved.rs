//! Names that are taken already, by the language, by file systems or by generated code.

/// Keywords of all editions, strict and reserved.
#[rustfmt::skip]
pub(super) const KEYWORDS: &[&str] = &[
    "Self", "_", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do",
    "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop",
    "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static", "struct",
    "super", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while",
    "yield",
];

/// Device names that a Windows file system does not give to files.
#[rustfmt::skip]
pub(super) const DEVICES: &[&str] = &[
    "aux", "com0", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9", "con", "lpt0", "lpt1",
    "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9", "nul", "prn",
];

/// What the module around them has or reaches for; one of the same name as the module itself is only confusing.
pub(super) const MODULES: &[&str] = &["gatewright_runtime", "rt", "social", "std"];

/// Methods of traits that every type of ours has: a function of that name would hide them.
#[rustfmt::skip]
pub(super) const TRAIT_METHODS: &[&str] = &[
    "as_mut", "as_ref", "borrow", "borrow_mut", "clone", "clone_from", "clone_into", "cmp", "default", "deref",
    "deref_mut", "drop", "eq", "fmt", "from", "hash", "into", "into_future", "ne", "partial_cmp", "to_owned",
    "to_string", "try_from", "try_into", "type_id",
];

/// Functions of the client, those of the runtime's included, and some kept free for later.
#[rustfmt::skip]
pub(super) const CLIENT_METHODS: &[&str] = &[
    "base_url", "blocking", "budget", "builder", "catalog", "catalog_blocking", "download", "download_blocking", "from_env", "new", "operation",
    "operations", "send", "service", "social", "spent",
];

/// Functions of every request and the arguments of our own beside its parameters, and some kept free for later.
#[rustfmt::skip]
pub(super) const REQUEST_METHODS: &[&str] = &[
    "args", "client", "connect", "estimate", "expecting", "extra", "length", "model", "new", "options", "pages", "pages_by", "price",
    "request", "send", "send_blocking", "settings", "stream", "timeout", "wait",
];

/// Types that every generated module has, and what it takes from the prelude.
#[rustfmt::skip]
pub(super) const TYPES: &[&str] = &[
    "Box", "Client", "Clone", "Copy", "Debug", "Default", "Eq", "Err", "From", "Hash", "Into", "IntoIterator",
    "Iterator", "None", "Ok", "Option", "PartialEq", "PhantomData", "Platform", "Request", "Result", "Self", "Some", "String", "Vec",
];

/// Returns true if one of the lists has the name.
pub(super) fn has(lists: &[&[&str]], name: &str) -> bool {
    lists.iter().any(|list| list.contains(&name))
}
