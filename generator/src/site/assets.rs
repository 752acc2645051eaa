//! Styles, scripts and data that pages load. File names contain a hash of the content.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::output::Output;

/// A file of `templates/site/assets/`: its name and its text.
macro_rules! asset {
    ($name:literal) => {
        ($name, include_str!(concat!("../../../templates/site/assets/", $name)))
    };
}

/// Files in the order in which they are joined: one stylesheet and one script for all pages. Each file of the script
/// implements one feature.
pub(super) const FILES: [(&str, &str); 13] = [
    asset!("frame.css"),
    asset!("site.css"),
    asset!("code.css"),
    asset!("endpoint.css"),
    asset!("page.js"),
    asset!("layout.js"),
    asset!("find.js"),
    asset!("search.js"),
    asset!("models.js"),
    asset!("calculator.js"),
    asset!("start.js"),
    asset!("theme.js"),
    asset!("icon.svg"),
];

/// Script that runs before a page is shown.
const THEME: &str = "theme.js";
const ICON: &str = "icon.svg";

/// Paths of the files, relative to the root.
pub(super) struct Assets {
    pub(super) css: String,
    pub(super) js: String,
    pub(super) theme: String,
    pub(super) icon: String,
    /// Data of the calculator.
    pub(super) models: String,
    /// Rows of the models table in each language, without those of its first page.
    pub(super) rows: BTreeMap<&'static str, Vec<String>>,
}

impl Assets {
    /// Writes the files of the site and the data of its models.
    pub(super) fn write(files: &BTreeMap<&str, String>, models: String, output: &mut Output) -> Self {
        let mut put = |name: &str, ending: &str, text: String| put(name, ending, text, output);
        let text = |name: &str| files.get(name).map_or("", String::as_str);
        Self {
            css: put("site", "css", tight(&lean(&joined(files, ".css")))),
            js: put("site", "js", lean(&joined(files, ".js"))),
            theme: put("theme", "js", lean(text(THEME))),
            icon: put("icon", "svg", text(ICON).to_owned()),
            models: put("models", "js", models),
            rows: Default::default(),
        }
    }
}

/// Returns the files with an ending as one, without the script that runs first.
fn joined(files: &BTreeMap<&str, String>, ending: &str) -> String {
    let names = FILES.iter().map(|it| it.0).filter(|it| it.ends_with(ending) && *it != THEME);
    names.filter_map(|it| files.get(it)).flat_map(|it| [it.as_str(), "\n"]).collect()
}

/// Returns a script or a stylesheet without comment lines and indentation. No text of a script spans lines, so none is lost.
fn lean(script: &str) -> String {
    let is_code = |it: &&str| !it.is_empty() && !["//", "/*", "* ", "*/"].iter().any(|sign| it.starts_with(sign));
    script.lines().map(str::trim).filter(is_code).flat_map(|it| [it, "\n"]).collect()
}

/// Returns a stylesheet without optional spaces and semicolons. Spaces around `+` and `-` are part of the language, and
/// no text between quotes contains any of these marks.
fn tight(styles: &str) -> String {
    let shorter =
        [(": ", ":"), (", ", ","), ("; ", ";"), (" {", "{"), ("{ ", "{"), ("{\n", "{"), (" }", "}"), (";}", "}")];
    let shorter = shorter.into_iter().chain([("; ", ";"), (";\n", ";"), (";}", "}"), (" > ", ">")]);
    shorter.fold(styles.to_owned(), |text, (from, to)| text.replace(from, to))
}

/// Adds a file under a name that is unique to its content.
pub(super) fn put(name: &str, ending: &str, text: String, output: &mut Output) -> String {
    let path = format!("assets/{name}.{:016x}.{ending}", fingerprint(&text));
    output.insert(path.clone(), text);
    path
}

/// Returns a hash that depends only on the text, so that the same site has the same names.
fn fingerprint(text: &str) -> u64 {
    crate::names::fnv(text)
}

/// Returns JSON for use in a script: no tag ends the script, and no old parser sees a line break in it.
pub(super) fn in_script(data: &Value) -> String {
    data.to_string().replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

#[cfg(test)]
mod tests {
    #[test]
    fn styles_keep_only_their_rules() {
        let styles =
            "a > b, c { color: red; margin: calc(1px + 2px) 0; }\n@media (width: 1px) {\nd { top: 0;\nleft: 0; }\n}\n";
        let tight = "a>b,c{color:red;margin:calc(1px + 2px) 0}\n@media (width:1px){d{top:0;left:0}\n}\n";
        assert_eq!(super::tight(styles), tight);
        for (name, styles) in super::FILES.iter().filter(|it| it.0.ends_with(".css")) {
            let quoted = styles.split('"').skip(1).step_by(2);
            let changed: Vec<_> = quoted.filter(|it| super::tight(it) != *it).collect();
            assert_eq!(changed, Vec::<&str>::new(), "{name}: a text would change");
        }
    }

    #[test]
    fn scripts_keep_only_their_code() {
        let script =
            "// Why.\n/**\n * What.\n */\nfunction it() {\n  return 2 * 3; // six\n}\n\n/** A line. */\nit();\n";
        assert_eq!(super::lean(script), "function it() {\nreturn 2 * 3; // six\n}\nit();\n");
        for (_, script) in super::FILES.iter().filter(|it| it.0.ends_with(".js")) {
            let open = script.lines().filter(|it| it.matches('`').count() % 2 == 1);
            assert_eq!(open.collect::<Vec<_>>(), Vec::<&str>::new(), "a text spans lines");
        }
    }
}
