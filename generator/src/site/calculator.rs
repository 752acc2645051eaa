//! The page of the cost calculator.

use askama::Template;

use super::lang::Language;
use super::page::{Frame, PRICE_ASSUMPTIONS, Page, Role, Section, Site, render};
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

pub(super) fn page(site: &Site<'_>, lang: Language) -> Page {
    let frame = Frame::new(
        site,
        lang,
        "calculator",
        Section::Calculator,
        lang.t("calculator").into(),
        lang.t("calculator-about").into(),
    );
    let markdown = render(&AsMarkdown { frame: &frame });
    let html = render(&AsHtml { frame, model: site.model });
    let (title, about) = (lang.t("calculator").to_owned(), lang.t("calculator-about").to_owned());
    Page {
        path: "calculator".into(),
        title,
        about,
        role: Role::Subject,
        group: lang.t("models"),
        words: vec![lang.t("cost").into()],
        html,
        markdown,
    }
}
