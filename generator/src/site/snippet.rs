//! Examples in several languages, generated from the model.

mod curl;
pub(super) mod gw;
mod javascript;
mod literal;
mod python;
mod request;
mod rust;
mod sdk;

pub(super) use curl::polling;
use request::HttpRequest;
pub(super) use rust::{of_platform, program};

use super::lang::Language;
use crate::model::{CatalogModel, Model, Operation, Platform};

/// An example in one language.
pub(super) struct Snippet {
    /// Name of the language, the title of its tab.
    pub(super) title: &'static str,
    /// Class of the code on a page.
    pub(super) class: &'static str,
    /// Language of the code block in Markdown.
    pub(super) fence: &'static str,
    pub(super) code: String,
}

/// A call that the examples show.
pub(super) struct Shown<'a> {
    pub(super) operation: &'a Operation,
    /// Platform, if the operation belongs to one.
    pub(super) platform: Option<&'a Platform>,
    /// Model, if the operation takes one and one is known.
    pub(super) catalog_model: Option<&'a CatalogModel>,
    pub(super) model: &'a Model,
    pub(super) lang: Language,
}

/// A language of the examples.
struct CodeLanguage {
    title: &'static str,
    class: &'static str,
    fence: &'static str,
    /// Writes the example; `None` if there is none in this language.
    write: fn(&Shown<'_>) -> Option<String>,
}

/// Languages in the order of their tabs.
static LANGUAGES: [CodeLanguage; 5] = [
    CodeLanguage { title: "Rust", class: "rust", fence: "rust", write: |it| Some(rust::example(it)) },
    CodeLanguage { title: "curl", class: "curl", fence: "sh", write: |it| Some(curl::example(&HttpRequest::of(it)?)) },
    CodeLanguage {
        title: "Python",
        class: "python",
        fence: "python",
        write: |it| either(it, sdk::in_python, python::example),
    },
    CodeLanguage {
        title: "JavaScript",
        class: "js",
        fence: "js",
        write: |it| either(it, sdk::in_javascript, javascript::example),
    },
    CodeLanguage { title: "gw", class: "gw", fence: "bash", write: gw::example },
];

/// Returns an example with an SDK, or else with plain HTTP.
fn either(
    shown: &Shown<'_>,
    sdk: fn(&HttpRequest<'_>) -> Option<String>,
    plain: fn(&HttpRequest<'_>) -> String,
) -> Option<String> {
    let request = HttpRequest::of(shown)?;
    Some(sdk(&request).unwrap_or_else(|| plain(&request)))
}

/// Returns the examples of a call.
pub(super) fn examples(shown: &Shown<'_>) -> Vec<Snippet> {
    let example = |it: &CodeLanguage| {
        Some(Snippet { title: it.title, class: it.class, fence: it.fence, code: (it.write)(shown)? })
    };
    LANGUAGES.iter().filter_map(example).collect()
}
