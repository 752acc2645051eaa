//! Guides: Markdown written by people, with blocks from the model.

mod pagination;
mod statuses;

use std::collections::BTreeMap;

use askama::Template;

use super::chooser::{self, Choice};
use super::filters;
use super::guide_list::{Guide, Subject, all};
use super::lang::Language;
use super::page::{Card, Frame, Page, Role, Section, Site, render};
use super::prose::{Prose, prose};
use super::recipes::Recipes;
use super::snippet::{Shown, Snippet};
use super::{reply, snippet};
use crate::example;
use crate::model::{CatalogModel, Model, Operation, Source, TaskShape};
use crate::replies;

use crate::text::Text;
use pagination::Pagination;

/// Largest number of models in a row of a table.
const MOST_MODELS: usize = 6;

/// Code and tables of the guides, which all languages share.
#[derive(Template)]
#[template(path = "site/blocks.md")]
struct Blocks<'a> {
    lang: Language,
    model: &'a Model,
    library: &'a str,
    chat: String,
    image: String,
    speech: String,
    /// A voice of that model.
    voice: &'a str,
    transcription: String,
    realtime: String,
    /// A video request, to be appended to `client.videos()`.
    video_call: String,
    /// A model that generates a video from text.
    example_video_model: &'a str,
    sources: [(Source, &'static str); 4],
    recipes: Option<Recipes<'a>>,
    pagination: Pagination,
    /// Examples of a first call in other languages.
    start_examples: Vec<Snippet>,
}

/// Responses about tasks on a path.
struct TaskResponses {
    path: String,
    curl: String,
    fields: Vec<reply::Field>,
}

impl<'a> Blocks<'a> {
    fn choices(&self, source: &Source) -> Vec<Choice<'a>> {
        chooser::choices(self.model, source, self.lang)
    }

    /// Returns the first models that accept a request, and the number of the others in words.
    fn models(&self, operation: &Operation) -> (Vec<&'a CatalogModel>, Option<String>) {
        let mut models = self.model.accepted_models(operation);
        let others = models.len().saturating_sub(MOST_MODELS);
        models.truncate(MOST_MODELS);
        let more = (others > 0).then(|| self.lang.say("more-models", [("count", others.to_string().into())]));
        (models, more)
    }

    /// Returns the polling request and the response, for each path of tasks.
    fn answers(&self) -> Vec<TaskResponses> {
        let shapes = self.model.interfaces.iter().flat_map(|it| &it.tasks.shapes);
        let answer = |shape: &TaskShape| TaskResponses {
            path: shape.path.clone(),
            curl: snippet::polling(shape, &self.model.service),
            fields: reply::rows(replies::of_task(shape), self.lang),
        };
        shapes.map(answer).collect()
    }

    /// Returns the rows of the table of errors by status.
    fn statuses(&self) -> String {
        statuses::rows(self.model, self.lang)
    }

    /// Returns a sentence of the specs in the language of the page, which may contain code.
    fn say(&self, text: &Text) -> String {
        self.lang.of(text).map(|it| it.in_markdown()).unwrap_or_default()
    }
}

#[derive(Template)]
#[template(path = "site/guides.html")]
struct ListHtml<'a> {
    frame: Frame<'a>,
    guides: &'a [(String, &'a str, &'a str)],
    interfaces: &'a [Card<'a>],
}

#[derive(Template)]
#[template(path = "site/guides.md")]
struct ListMarkdown<'a> {
    frame: &'a Frame<'a>,
    guides: &'a [(String, &'a str, &'a str)],
    interfaces: &'a [Card<'a>],
}

pub(super) fn page(site: &Site<'_>, guide: &Guide, lang: Language) -> Page {
    let (title, about) = (guide.title(lang).to_owned(), guide.about(lang).to_owned());
    let (path, text) = (format!("guides/{}", guide.name), written(site.model, guide.name, lang));
    let headings =
        site.languages.first().map_or("", |it| it.guide(guide.name)).lines().filter_map(|it| it.strip_prefix("## "));
    let headings = headings.map(str::to_owned).collect();
    let source = Some(format!("templates/languages/{}/guides/{}.md", lang.code(), guide.name));
    let page =
        prose(site, lang, Prose { path, title, about, text, indexable: true, is_example: false, headings, source });
    match guide.subject {
        Subject::Assumptions => Page { role: Role::List, words: Vec::new(), ..page },
        Subject::Terms => Page { role: Role::Legal, ..page },
        _ => page,
    }
}

/// Returns the list of guides.
pub(super) fn list(site: &Site<'_>, lang: Language) -> Page {
    let guides: Vec<_> =
        all(site.model).iter().map(|it| (format!("guides/{}", it.name), it.title(lang), it.about(lang))).collect();
    let interfaces = site.interfaces(lang);
    let about = lang.t("guides-about");
    let frame = Frame::new(site, lang, "guides", Section::Guides, lang.t("guides").to_owned(), about.to_owned());
    let markdown = render(&ListMarkdown { frame: &frame, guides: &guides, interfaces: &interfaces });
    let html = render(&ListHtml { frame, guides: &guides, interfaces: &interfaces });
    Page {
        path: "guides".into(),
        title: lang.t("guides").into(),
        about: about.into(),
        role: Role::List,
        group: lang.t("guides"),
        words: Vec::new(),
        html,
        markdown,
    }
}

fn written(model: &Model, name: &str, lang: Language) -> String {
    let library = &model.client.library;
    let kind_of = |module: &str| model.service.endpoint_types.iter().find(|it| it.module == module);
    let constant = |module: &str| {
        let kind = kind_of(module);
        match kind.and_then(|it| model.sample_of(it)) {
            Some(known) => format!("models::{module}::{}", known.constant),
            None => format!("{library}::{}::unchecked(\"a-model\")", kind.map_or("ChatModel".into(), |it| it.models())),
        }
    };
    let blocks = render(&Blocks {
        lang,
        model,
        library,
        chat: constant("chat"),
        image: constant("image"),
        speech: constant("speech"),
        voice: kind_of("speech")
            .and_then(|it| model.sample_of(it)?.record.default_voice.as_deref())
            .filter(|it| it.chars().all(char::is_alphanumeric))
            .unwrap_or("one"),
        transcription: constant("transcription"),
        realtime: constant("realtime"),
        video_call: video_call(model),
        example_video_model: model.example_video_model(),
        sources: [
            (Source::Text, lang.t("source-text")),
            (Source::FirstFrame, lang.t("source-first-frame")),
            (Source::References, lang.t("source-references")),
            (Source::Video, lang.t("source-clip")),
        ],
        recipes: Recipes::new(model),
        pagination: Pagination::new(model),
        start_examples: start_examples(model, lang),
    });
    let blocks: BTreeMap<_, _> = blocks.split("<!-- block ").filter_map(block).collect();
    let line = |line: &str| match line.strip_prefix("{{ ").and_then(|it| it.strip_suffix(" }}")) {
        Some(name) => blocks.get(name).map_or_else(String::new, |it| (*it).to_owned()),
        None => format!("{line}\n"),
    };
    lang.guide(name).lines().map(line).collect()
}

/// Returns the examples of the first operation that every example can show: a chat, or else a search.
fn start_examples(model: &Model, lang: Language) -> Vec<Snippet> {
    let of_chat = model.interfaces.iter().flat_map(|it| &it.operations).find(|it| model.sample_for(it).is_some());
    let of_chat = of_chat.map(|operation| (operation, None, model.sample_for(operation)));
    let of_platform = model.platforms.iter().find_map(|it| Some((it.operations.first()?, Some(it), None)));
    of_chat.or(of_platform).map_or_else(Vec::new, |(operation, platform, catalog_model)| {
        snippet::examples(&Shown { operation, platform, catalog_model, model, lang })
    })
}

/// Parses the name and the text of a block: `NAME -->`, its lines, and `<!-- end -->`.
fn block(text: &str) -> Option<(&str, &str)> {
    let (name, text) = text.split_once(" -->\n")?;
    Some((name, text.split_once("<!-- end -->")?.0))
}

/// Returns the first request that starts with a text.
fn video_call(model: &Model) -> String {
    let Some(first) = model.operations_with_source(&Source::Text).into_iter().next() else { return String::new() };
    let call = example::of_model(first, model.sample_for(first), model)
        .call
        .replace(&format!("{}::", model.client.library), "");
    call.split_once("().").map_or(call.clone(), |(_, call)| call.to_owned())
}

#[cfg(test)]
mod tests;
