//! Syntax highlighting when the site is built, so that pages need no script for it.

use super::html::escape;

/// Rules of a language.
struct Syntax {
    /// Start of a comment that ends with the line.
    comment: &'static str,
    /// Characters around strings.
    quotes: &'static [char],
    keywords: &'static [&'static str],
    /// True if names in upper case are types or constants, and names before `(` or `!` are functions.
    has_types: bool,
    /// True if a name or string before this character is a key.
    key_mark: Option<char>,
}

/// Languages, by the class of their code.
const SYNTAXES: [(&[&str], Syntax); 6] = [
    (
        &["rust"],
        Syntax {
            comment: "//",
            quotes: &['"'],
            keywords: &[
                "as", "async", "await", "const", "dyn", "else", "enum", "false", "fn", "for", "if", "impl", "in",
                "let", "loop", "match", "mod", "move", "mut", "pub", "ref", "return", "self", "static", "struct",
                "super", "trait", "true", "type", "use", "where", "while",
            ],
            has_types: true,
            key_mark: None,
        },
    ),
    (
        &["sh", "curl", "gw"],
        Syntax {
            comment: "#",
            quotes: &['"', '\''],
            keywords: &["curl", "cargo", "export", "gw", "rustup"],
            has_types: false,
            key_mark: None,
        },
    ),
    (
        &["python"],
        Syntax {
            comment: "#",
            quotes: &['"', '\''],
            keywords: &[
                "as", "break", "else", "False", "for", "from", "if", "import", "in", "None", "not", "print", "True",
                "while", "with",
            ],
            has_types: false,
            key_mark: None,
        },
    ),
    (
        &["js"],
        Syntax {
            comment: "//",
            quotes: &['"', '\'', '`'],
            keywords: &[
                "await", "const", "do", "else", "false", "for", "from", "if", "import", "let", "new", "null", "throw",
                "true", "while",
            ],
            has_types: true,
            key_mark: None,
        },
    ),
    (
        &["json"],
        Syntax {
            comment: "//",
            quotes: &['"'],
            keywords: &["true", "false", "null"],
            has_types: false,
            key_mark: Some(':'),
        },
    ),
    (
        &["toml"],
        Syntax { comment: "#", quotes: &['"'], keywords: &["true", "false"], has_types: false, key_mark: Some('=') },
    ),
];

/// Returns code as HTML. Code of an unknown language is only escaped.
pub(super) fn highlighted(code: &str, language: &str) -> String {
    let syntax = SYNTAXES.iter().find(|it| it.0.contains(&language));
    syntax.map_or_else(|| lines(code), |it| it.1.highlight(code))
}

/// Escapes code and keeps its lines.
fn lines(code: &str) -> String {
    code.split('\n').map(escape).collect::<Vec<_>>().join("\n")
}

impl Syntax {
    fn highlight(&self, code: &str) -> String {
        let (mut out, mut rest, mut before) = (String::new(), code, ' ');
        while let Some(first) = rest.chars().next() {
            let (length, class) = self.token(rest, first, before);
            let (token, after) = rest.split_at(length);
            match class {
                Some(class) => out.push_str(&format!("<span class=\"{class}\">{}</span>", lines(token))),
                None => out.push_str(&lines(token)),
            }
            (rest, before) = (after, token.chars().last().unwrap_or(' '));
        }
        out
    }

    /// Returns length and class of the first token.
    fn token(&self, rest: &str, first: char, before: char) -> (usize, Option<&'static str>) {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let run = |fits: &dyn Fn(char) -> bool| rest.find(|c: char| !fits(c)).unwrap_or(rest.len());
        if rest.starts_with(self.comment) && (before.is_whitespace() || self.comment == "//" && before != ':') {
            return (rest.find('\n').unwrap_or(rest.len()), Some("c"));
        }
        if self.quotes.contains(&first) {
            let length = string(rest, first);
            return (length, Some(if self.is_key(&rest[length..]) { "t" } else { "s" }));
        }
        if first == '$' {
            let length = 1 + rest[1..].find(|c: char| !is_word(c)).unwrap_or(rest.len() - 1);
            return (length, (length > 1).then_some("t"));
        }
        if rest.starts_with("#[") && self.has_types {
            return (rest.find(']').map_or(rest.len(), |it| it + 1), Some("c"));
        }
        if rest.starts_with("--") && before.is_whitespace() && !self.has_types {
            return (run(&|c| is_word(c) || c == '-'), Some("t"));
        }
        if first.is_ascii_digit() {
            return (run(&|c| is_word(c) || c == '.'), Some("n"));
        }
        if !is_word(first) {
            return (first.len_utf8(), None);
        }
        let length = run(&|c| is_word(c) || self.key_mark == Some('=') && c == '-');
        (length, self.word(&rest[..length], &rest[length..]))
    }

    fn word(&self, word: &str, after: &str) -> Option<&'static str> {
        if self.keywords.contains(&word) {
            Some("k")
        } else if self.is_key(after) || self.has_types && word.starts_with(|c: char| c.is_ascii_uppercase()) {
            Some("t")
        } else if self.has_types && after.starts_with(['(', '!']) {
            Some("f")
        } else {
            None
        }
    }

    fn is_key(&self, after: &str) -> bool {
        self.key_mark.is_some_and(|it| after.trim_start_matches(' ').starts_with(it))
    }
}

/// Returns the length of a string, with its quotes. One without an end is as long as the text.
fn string(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = quote == '"',
            _ if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::highlighted;

    /// Returns the classes and their texts.
    fn classes(code: &str, language: &str) -> Vec<String> {
        let html = highlighted(code, language);
        let parts = html.split("<span class=\"").skip(1);
        parts.map(|it| it.split("</span>").next().unwrap_or_default().replace("\">", ":")).collect()
    }

    #[test]
    fn tokens_have_the_class_of_their_kind() {
        assert_eq!(
            classes("let tea = Client::new(\"a // b\", 2)?; // why\n#[tokio::main]\nprintln!(x)", "rust"),
            ["k:let", "t:Client", "f:new", "s:&#34;a // b&#34;", "n:2", "c:// why", "c:#[tokio::main]", "f:println"]
        );
        assert_eq!(
            classes("curl \"$BASE\" \\\n  --data '{\"a\": 1}' # note", "sh"),
            ["k:curl", "s:&#34;$BASE&#34;", "t:--data", "s:&#39;{&#34;a&#34;: 1}&#39;", "c:# note"]
        );
        assert_eq!(
            classes("{\"a\": [\"b\", 1.5, null]}", "json"),
            ["t:&#34;a&#34;", "s:&#34;b&#34;", "n:1.5", "k:null"]
        );
        assert_eq!(classes("a-b = { path = \"x\" } # it", "toml"), ["t:a-b", "t:path", "s:&#34;x&#34;", "c:# it"]);
        assert!(classes("let it = 1;", "unknown").is_empty());
    }

    #[test]
    fn the_text_stays_the_same() {
        let code = "let a = \"<b>\\\"\";\n\u{4f60}\u{597d} 'c' http://x \"open\n";
        for language in ["rust", "sh", "json", "toml", ""] {
            let html = highlighted(code, language).replace("</span>", "");
            let text: String =
                html.split("<span class=\"").enumerate().map(|(at, it)| if at == 0 { it } else { &it[3..] }).collect();
            assert_eq!(text, super::lines(code), "{language}");
        }
    }
}
