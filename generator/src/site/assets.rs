//! Styles, scripts and data that pages load. File names contain a hash of the content.

use std::collections::BTreeMap;

use crate::output::Output;

const CSS: &str = concat!(
    include_str!("../../../templates/site/assets/frame.css"),
    include_str!("../../../templates/site/assets/site.css"),
    include_str!("../../../templates/site/assets/code.css"),
);
/// One script for all pages. Each of its files implements one feature.
const JS: &str = concat!(
    include_str!("../../../templates/site/assets/page.js"),
    "\n",
    include_str!("../../../templates/site/assets/layout.js"),
    "\n",
    include_str!("../../../templates/site/assets/find.js"),
    "\n",
    include_str!("../../../templates/site/assets/search.js"),
    "\n",
    include_str!("../../../templates/site/assets/models.js"),
    "\n",
    include_str!("../../../templates/site/assets/calculator.js"),
    "\n",
    include_str!("../../../templates/site/assets/start.js"),
);
const THEME: &str = include_str!("../../../templates/site/assets/theme.js");
const ICON: &str = include_str!("../../../templates/site/assets/icon.svg");

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
    /// Search index of each language.
    pub(super) search: BTreeMap<&'static str, String>,
}

impl Assets {
    /// Writes the files of the site and the data of its models.
    pub(super) fn write(models: String, output: &mut Output) -> Self {
        let mut put = |name: &str, ending: &str, text: String| put(name, ending, text, output);
        Self {
            css: put("site", "css", lean(CSS)),
            js: put("site", "js", lean(JS)),
            theme: put("theme", "js", lean(THEME)),
            icon: put("icon", "svg", ICON.to_owned()),
            models: put("models", "js", models),
            rows: Default::default(),
            search: Default::default(),
        }
    }
}

/// Returns a script or a stylesheet without comment lines and indentation. No text of a script spans lines, so none is lost.
fn lean(script: &str) -> String {
    let is_code = |it: &&str| !it.is_empty() && !["//", "/*", "* ", "*/"].iter().any(|sign| it.starts_with(sign));
    script.lines().map(str::trim).filter(is_code).flat_map(|it| [it, "\n"]).collect()
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

#[cfg(test)]
mod tests {
    #[test]
    fn scripts_keep_only_their_code() {
        let script =
            "// Why.\n/**\n * What.\n */\nfunction it() {\n  return 2 * 3; // six\n}\n\n/** A line. */\nit();\n";
        assert_eq!(super::lean(script), "function it() {\nreturn 2 * 3; // six\n}\nit();\n");
        for script in [super::JS, super::THEME] {
            let open = script.lines().filter(|it| it.matches('`').count() % 2 == 1);
            assert_eq!(open.collect::<Vec<_>>(), Vec::<&str>::new(), "a text spans lines");
        }
    }
}
