//! Texts of the site that are not compiled: languages, styles and scripts.

use std::collections::{BTreeMap, BTreeSet};

use super::assets;
use crate::languages::{Language, english, languages};

/// Languages, styles and scripts of a site: those of the program, or those of files that have changed since.
pub struct SiteTexts {
    pub(super) languages: Vec<Language>,
    /// Styles and scripts by name.
    pub(super) assets: BTreeMap<&'static str, String>,
}

impl SiteTexts {
    /// Texts that are part of the program.
    pub fn built_in() -> Self {
        let assets = assets::FILES.iter().map(|(name, text)| (*name, (*text).to_owned())).collect();
        Self { languages: languages().to_vec(), assets }
    }

    /// Texts of files, by their paths in `templates/`, such as `languages/en/guides/chat.md`. Texts without a file stay
    /// as they are, and other files are ignored. The messages of a language are kept as long as the program runs.
    ///
    /// # Errors
    /// Lists syntax errors of messages, and messages that a language lacks.
    pub fn of_files(files: &BTreeMap<String, String>) -> Result<Self, Vec<String>> {
        let mut texts = Self::built_in();
        for (name, text) in &mut texts.assets {
            if let Some(file) = files.get(&format!("site/assets/{name}")) {
                text.clone_from(file);
            }
        }
        let code = |path: &String| Some(path.strip_prefix("languages/")?.split_once('/')?.0.to_owned());
        let codes: BTreeSet<_> = files.keys().filter_map(code).collect();
        for code in codes {
            let language = language(&code, files)?;
            match texts.languages.iter_mut().find(|it| it.code() == code) {
                Some(known) => *known = language,
                None => texts.languages.push(language),
            }
        }
        Ok(texts)
    }
}

/// Reads a language from its folder.
fn language(code: &str, files: &BTreeMap<String, String>) -> Result<Language, Vec<String>> {
    let folder = format!("languages/{code}/");
    let in_folder = || files.iter().filter_map(|(path, text)| Some((path.strip_prefix(&folder)?, text.as_str())));
    let messages = in_folder().find(|it| it.0 == "messages.ftl").map_or("", |it| it.1);
    let guides =
        in_folder().filter_map(|(path, text)| Some((path.strip_prefix("guides/")?.strip_suffix(".md")?, text)));
    let language = Language::parse(code, messages, &guides.collect::<Vec<_>>())?;
    let missing = english().ids().filter(|it| !language.has(it));
    let missing: Vec<_> = missing.map(|it| format!("{folder}messages.ftl: no message `{it}`")).collect();
    if missing.is_empty() { Ok(language) } else { Err(missing) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(files: &[(&str, &str)]) -> BTreeMap<String, String> {
        files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect()
    }

    #[test]
    fn files_replace_the_texts_of_the_program() {
        let built_in = SiteTexts::built_in();
        let texts = SiteTexts::of_files(&files(&[("site/assets/site.css", "p { }"), ("site/home.html", "x")]));
        let texts = texts.unwrap_or_else(|errors| panic!("{errors:?}"));
        assert_eq!(texts.assets["site.css"], "p { }");
        assert_eq!(texts.assets["page.js"], built_in.assets["page.js"]);
        assert_eq!(texts.languages, built_in.languages);
    }

    #[test]
    fn a_language_without_a_message_is_refused() {
        let errors = SiteTexts::of_files(&files(&[("languages/en/messages.ftl", "language = English\n")]));
        let errors = errors.err().expect("messages are missing");
        assert!(errors.contains(&"languages/en/messages.ftl: no message `price`".to_owned()), "{errors:?}");
        assert!(SiteTexts::of_files(&files(&[("languages/en/messages.ftl", "= x")])).is_err());
    }
}
