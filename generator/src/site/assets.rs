//! Styles, scripts and data that pages load, under names that change with what is in them.

use std::collections::BTreeMap;

use crate::output::Output;

const CSS: &str = include_str!("../../../templates/site/assets/site.css");
/// One script for all pages: each file of it is one thing that a page can do.
const JS: &str = concat!(
    include_str!("../../../templates/site/assets/page.js"),
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

/// Where the files are, from the root.
pub(super) struct Assets {
    pub(super) css: String,
    pub(super) js: String,
    pub(super) theme: String,
    pub(super) icon: String,
    /// What the calculator reads.
    pub(super) models: String,
    /// The index of each language.
    pub(super) search: BTreeMap<&'static str, String>,
}

impl Assets {
    /// Writes the files, those of the site and the data of its models.
    pub(super) fn write(models: String, output: &mut Output) -> Self {
        let mut put = |name: &str, ending: &str, text: String| put(name, ending, text, output);
        Self {
            css: put("site", "css", CSS.to_owned()),
            js: put("site", "js", lean(JS)),
            theme: put("theme", "js", lean(THEME)),
            icon: put("icon", "svg", ICON.to_owned()),
            models: put("models", "js", models),
            search: Default::default(),
        }
    }
}

/// A script without what is for people alone: lines of comments, and how far the others stand in. No text of a script goes
/// over lines, so that none of it is lost.
fn lean(script: &str) -> String {
    let is_code = |it: &&str| !it.is_empty() && !["//", "/*", "* ", "*/"].iter().any(|sign| it.starts_with(sign));
    script.lines().map(str::trim).filter(is_code).flat_map(|it| [it, "\n"]).collect()
}

/// Adds a file under a name that no other content has.
pub(super) fn put(name: &str, ending: &str, text: String, output: &mut Output) -> String {
    let path = format!("assets/{name}.{:016x}.{ending}", fingerprint(&text));
    output.insert(path.clone(), text);
    path
}

/// A fixed function of the text: the same site has the same names.
fn fingerprint(text: &str) -> u64 {
    crate::names::fnv(text)
}

#[cfg(test)]
mod tests {
    #[test]
    fn scripts_keep_their_code_and_no_more() {
        let script =
            "// Why.\n/**\n * What.\n */\nfunction it() {\n  return 2 * 3; // six\n}\n\n/** A line. */\nit();\n";
        assert_eq!(super::lean(script), "function it() {\nreturn 2 * 3; // six\n}\nit();\n");
        for script in [super::JS, super::THEME] {
            let open = script.lines().filter(|it| it.matches('`').count() % 2 == 1);
            assert_eq!(open.collect::<Vec<_>>(), Vec::<&str>::new(), "a text goes over lines");
        }
    }
}
