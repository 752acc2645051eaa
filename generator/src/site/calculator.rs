//! The page that says what a call would cost.

use askama::Template;

use super::lang::Lang;
use super::page::{Frame, Page, Role, Section, Site, render};
use crate::model::Model;

#[derive(Template)]
#[template(path = "site/calculator.html")]
struct AsHtml<'a> {
    frame: Frame<'a>,
    model: &'a Model,
}

#[derive(Template)]
#[template(path = "site/calculator.md")]
struct AsMarkdown<'a> {
    frame: &'a Frame<'a>,
}

pub(super) fn page(site: &Site<'_>, lang: Lang) -> Page {
    let words = lang.words();
    let frame = Frame::new(
        site,
        lang,
        "calculator",
        Section::Calculator,
        words.calculator.into(),
        words.calculator_about.into(),
    );
    let markdown = render(&AsMarkdown { frame: &frame });
    let html = render(&AsHtml { frame, model: site.model });
    let (title, about) = (words.calculator.to_owned(), words.calculator_about.to_owned());
    Page {
        path: "calculator".into(),
        title,
        about,
        role: Role::Subject,
        group: words.models,
        words: vec![words.cost.into()],
        html,
        markdown,
    }
}
