//! Languages of the docs site: messages with an id and arguments, in one file per language.

mod message;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentError, FluentResource};

pub use message::{Arg, Message};

/// A folder of `templates/languages/`.
struct File {
    code: &'static str,
    messages: &'static str,
    /// Names and texts.
    guides: &'static [(&'static str, &'static str)],
}

/// English first.
static FILES: &[File] = include!(concat!(env!("OUT_DIR"), "/languages.rs"));

/// The languages of the site, English first.
pub fn languages() -> &'static [Language] {
    static ALL: LazyLock<Vec<Language>> = LazyLock::new(|| {
        let parse = |it: &File| Language::parse(it.code, it.messages, it.guides);
        let all: Result<_, _> = FILES.iter().map(parse).collect();
        all.unwrap_or_else(|errors| unreachable!("the files are part of the program, and tested: {errors:?}"))
    });
    &ALL
}

/// English, the language of the specs and of everything that is not translated.
pub fn english() -> Language {
    languages()[0]
}

/// A language. Copies share its messages, which live as long as the program.
#[derive(Clone, Copy)]
pub struct Language(&'static Messages);

struct Messages {
    code: String,
    bundle: FluentBundle<FluentResource>,
    /// Messages without their arguments, which are written as `{$name}`.
    plain: BTreeMap<String, String>,
    /// Guides by name, in Markdown.
    guides: BTreeMap<String, String>,
}

impl Language {
    /// Reads the messages of a language in Fluent's syntax, and takes the names and texts of its guides.
    ///
    /// # Errors
    /// Lists the syntax errors, and messages that occur twice.
    pub fn parse(code: &str, text: &str, guides: &[(&str, &str)]) -> Result<Self, Vec<String>> {
        let resource = FluentResource::try_new(text.to_owned())
            .map_err(|(_, errors)| errors.iter().map(ToString::to_string).collect::<Vec<_>>())?;
        let id = code.parse().map_err(|error| vec![format!("`{code}` is not the code of a language: {error}")])?;
        let ids: Vec<_> = ids(text).map(str::to_owned).collect();
        let mut bundle = FluentBundle::new_concurrent(vec![id]);
        // The marks would surround every argument, in code and links, too.
        bundle.set_use_isolating(false);
        let said = |errors: Vec<FluentError>| errors.iter().map(ToString::to_string).collect::<Vec<_>>();
        bundle.add_resource(resource).map_err(said)?;
        let plain = ids.into_iter().map(|id| (id.clone(), format(&bundle, &id, None).unwrap_or(id))).collect();
        let guides = guides.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        Ok(Self(Box::leak(Box::new(Messages { code: code.to_owned(), bundle, plain, guides }))))
    }

    /// Code of the language, such as `en`.
    pub fn code(self) -> &'static str {
        &self.0.code
    }

    /// Returns true for English, the language of the specs and of the pages at the root of the site.
    pub fn is_english(self) -> bool {
        self.0.code == "en"
    }

    /// Folder of the language's pages, empty or with a slash at its end.
    pub fn folder(self) -> String {
        if self.is_english() { String::new() } else { format!("{}/", self.0.code) }
    }

    /// Ids of all messages.
    pub fn ids(self) -> impl Iterator<Item = &'static str> {
        self.0.plain.keys().map(String::as_str)
    }

    /// Returns true if the language has a message.
    pub fn has(self, id: &str) -> bool {
        self.0.plain.contains_key(id)
    }

    /// A guide in Markdown; a line `{{ name }}` stands for a block that all languages share.
    pub fn guide(self, name: &str) -> &'static str {
        self.0.guides.get(name).map_or("", String::as_str)
    }

    /// A message without arguments. Arguments that the message has are written as `{$name}`, for scripts.
    pub fn t(self, id: &'static str) -> &'static str {
        debug_assert!(self.has(id), "unknown message `{id}`");
        self.0.plain.get(id).map_or(id, String::as_str)
    }

    /// A message without arguments; `None` if the language does not have it.
    pub fn get(self, id: &str) -> Option<&'static str> {
        self.0.plain.get(id).map(String::as_str)
    }

    /// The message of a name, such as `unit-1m-tokens` of `1M tokens`; `None` if the language has none.
    pub fn find(self, kind: &str, name: &str) -> Option<&'static str> {
        let name = name.to_lowercase().replace([' ', '_', '.'], "-");
        self.get(&format!("{kind}-{name}"))
    }

    /// A message with its arguments.
    pub fn say<const N: usize>(self, id: &'static str, args: [(&'static str, Arg); N]) -> String {
        self.format(id, &args.iter().map(|(name, arg)| (*name, arg.value(self))).collect())
    }

    fn format(self, id: &str, args: &FluentArgs<'_>) -> String {
        debug_assert!(self.has(id), "unknown message `{id}`");
        format(&self.0.bundle, id, Some(args)).unwrap_or_else(|| id.to_owned())
    }
}

impl PartialEq for Language {
    fn eq(&self, other: &Self) -> bool {
        self.0.code == other.0.code
    }
}

impl Eq for Language {}

impl std::fmt::Debug for Language {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Language").field(&self.0.code).finish()
    }
}

fn format(bundle: &FluentBundle<FluentResource>, id: &str, args: Option<&FluentArgs<'_>>) -> Option<String> {
    let pattern = bundle.get_message(id)?.value()?;
    Some(bundle.format_pattern(pattern, args, &mut Vec::new()).into_owned())
}

/// Ids of the messages in a file: they stand at the beginning of a line.
fn ids(text: &str) -> impl Iterator<Item = &str> {
    let begins = |line: &&str| line.starts_with(|c: char| c.is_ascii_alphabetic());
    text.lines().filter(begins).filter_map(|line| Some(line.split_once('=')?.0.trim()))
}

#[cfg(test)]
mod tests;
