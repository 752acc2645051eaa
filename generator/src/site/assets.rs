//! Styles, scripts and data that pages load, under names that change with what is in them.

use crate::output::Output;

const CSS: &str = include_str!("../../../templates/site/assets/site.css");
/// One script for all pages: each file of it is one thing that a page can do.
const JS: &str = concat!(
    include_str!("../../../templates/site/assets/page.js"),
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
    pub(super) search: [String; 2],
}

impl Assets {
    /// Writes the files, those of the site and the data of its models.
    pub(super) fn write(models: String, output: &mut Output) -> Self {
        let mut put = |name: &str, ending: &str, text: String| put(name, ending, text, output);
        Self {
            css: put("site", "css", CSS.to_owned()),
            js: put("site", "js", JS.to_owned()),
            theme: put("theme", "js", THEME.to_owned()),
            icon: put("icon", "svg", ICON.to_owned()),
            models: put("models", "js", models),
            search: Default::default(),
        }
    }
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
