//! The page of an operation, of any interface.

use askama::Template;

use super::html::Html;
use super::lang::{Language, Localized, gloss};
use super::page::{Frame, Page, Role, Section, Site, render};
use super::params::{self, Block, ValueSource};
use super::search_aliases::{PAGING, PRICED};
use super::snippet::{Shown, Snippet};
use super::{errors, filters, history, learned, measures, next, price_history, reply, snippet};
use crate::model::{Assumption, Method, Operation, Platform, Presence, Status};
use crate::text::Text;

/// Contents of an operation's page.
pub(super) struct View<'a> {
    pub(super) name: &'a str,
    /// Its name in the language of the page, if that is not English.
    pub(super) gloss: Option<&'a str>,
    pub(super) owner: &'a str,
    /// Kind of platform.
    pub(super) owner_about: Option<Localized<'a>>,
    pub(super) method: &'static str,
    pub(super) route: &'a str,
    pub(super) about: Vec<Localized<'a>>,
    pub(super) status: State<'a>,
    pub(super) price: Option<String>,
    pub(super) unit: Option<String>,
    pub(super) usage_log_name: Option<&'a str>,
    pub(super) params: Vec<Block<'a>>,
    /// Pagination: the parameter, and the sentence for Markdown and for the page.
    pub(super) pages: Vec<(&'a str, String, Html)>,
    /// Message about the way to request all pages.
    pub(super) paging_note: &'static str,
    /// True if it may have pagination, and nothing about it is published.
    pub(super) says_no_paging: bool,
    pub(super) examples: Vec<Snippet>,
    pub(super) reply: reply::View,
    pub(super) learned: Option<learned::View>,
    pub(super) is_social: bool,
    pub(super) is_task: bool,
    /// Limits on the number of some parameters.
    pub(super) counts: Vec<(String, Html)>,
    /// Assumptions about the operation itself.
    pub(super) own_assumptions: Vec<Localized<'a>>,
    /// All assumptions on the page, each once.
    pub(super) assumptions: Vec<Localized<'a>>,
    pub(super) streams: bool,
    pub(super) feature: &'a str,
    /// Endpoint type that a model must list to be accepted.
    pub(super) endpoint_type: Option<&'a str>,
    pub(super) models: Vec<(&'a str, &'a str)>,
    pub(super) errors: Vec<errors::Row<'a>>,
    pub(super) next: Vec<next::Step>,
    pub(super) history: Vec<history::Entry<'a>>,
    /// Charts of its price over time.
    pub(super) charts: Vec<price_history::Chart>,
}

impl View<'_> {
    /// Returns the number of an assumption on the page.
    pub(super) fn number(&self, assumption: &Localized<'_>) -> usize {
        self.assumptions.iter().position(|it| it.text == assumption.text).map_or(0, |it| it + 1)
    }

    /// Returns the text of a link to an assumption.
    pub(super) fn marker(&self, assumption: &Localized<'_>, lang: &Language) -> String {
        lang.say("assumption-number", [("number", self.number(assumption).into())])
    }

    /// Returns true if a fact about a parameter is not published.
    pub(super) fn has_unknown_params(&self) -> bool {
        self.params.iter().flat_map(|it| &it.rows).any(params::Row::has_gaps)
    }

    /// Returns an example response: of the learned shape, or else with the documented fields.
    pub(super) fn response_example(&self) -> Option<&str> {
        self.learned.as_ref().map_or(self.reply.example.as_deref(), |it| it.example.as_deref())
    }

    /// Returns true if the page shows `—`.
    pub(super) fn has_gaps(&self) -> bool {
        self.is_social && self.price.is_none() || self.has_unknown_params()
    }
}

/// Availability of an operation.
pub(super) enum State<'a> {
    Available,
    Paused,
    Other(&'a str),
    Unknown,
}

impl<'a> State<'a> {
    pub(super) fn of(operation: &'a Operation) -> Self {
        match &operation.status {
            Some(Status::Available) => Self::Available,
            Some(Status::Paused) => Self::Paused,
            Some(Status::Other(text)) => Self::Other(text),
            None => Self::Unknown,
        }
    }
}

#[derive(Template)]
#[template(path = "site/operation.html")]
struct AsHtml<'a> {
    frame: Frame<'a>,
    view: &'a View<'a>,
}

#[derive(Template)]
#[template(path = "site/operation.md")]
struct AsMarkdown<'a> {
    frame: &'a Frame<'a>,
    view: &'a View<'a>,
}

pub(super) fn of_platform(site: &Site<'_>, platform: &Platform, operation: &Operation, lang: Language) -> Page {
    let mut view = view(site, operation, Some(platform), lang);
    view.errors = errors::social(&site.model.service, lang);
    let names = [&platform.key, &platform.label].map(|it| format!("{it}/{}", operation.key));
    view.history = history::of(site.model, &[&names[0], &names[1]], lang);
    view.charts = price_history::of(site.model, &[&names[0], &names[1]], lang);
    page(site, operation, Section::Social, &view, lang)
}

pub(super) fn of_interface(
    site: &Site<'_>,
    interface: &crate::model::Interface,
    operation: &Operation,
    lang: Language,
) -> Page {
    let mut view = view(site, operation, None, lang);
    (view.owner, view.feature) = (&interface.module, &interface.feature);
    view.errors = errors::of_model(operation, &site.model.service, lang);
    page(site, operation, Section::Models, &view, lang)
}

fn page(site: &Site<'_>, operation: &Operation, section: Section, view: &View<'_>, lang: Language) -> Page {
    let name = view.gloss.map_or_else(|| view.name.to_owned(), |it| format!("{} {it}", view.name));
    let title = if view.owner == view.name { name } else { format!("{} · {name}", view.owner) };
    let sentence =
        view.about.first().map_or_else(|| format!("{} {}", view.method, view.route), |it| it.text.to_string());
    let frame = Frame::new(site, lang, &operation.page, section, title.clone(), sentence.clone());
    let markdown = render(&AsMarkdown { frame: &frame, view });
    let html = render(&AsHtml { frame, view });
    let owner = view.owner_about.as_ref().map(|it| it.text.to_string());
    let mut words = vec![view.owner.to_owned(), view.name.to_owned(), view.route.to_owned(), sentence.clone()];
    words.extend(owner.clone());
    words.extend(operation.about.as_ref().and_then(Text::en).into_iter().chain(view.usage_log_name).map(str::to_owned));
    words.push(PRICED.to_owned());
    words.extend((!view.pages.is_empty()).then(|| PAGING.to_owned()));
    for row in view.params.iter().flat_map(|it| &it.rows) {
        words.extend([row.name.to_owned(), row.about.as_ref().map_or("", |it| &it.text).to_owned()]);
    }
    words.extend(view.learned.iter().flat_map(learned::View::words));
    let price = view.price.as_ref().filter(|_| view.is_social).map(|it| format!("{it} USD"));
    let about = owner.into_iter().chain(price).chain([sentence]).collect::<Vec<_>>().join(" · ");
    let path = operation.page.clone();
    Page { path, title, about, role: Role::Subject, group: lang.t("endpoints"), words, html, markdown }
}

/// Returns the message about the way to request all pages: it names the source of the next value.
fn paging_note(operation: &Operation) -> &'static str {
    if operation.paging().all(|(_, it)| it.next.is_known()) {
        "pagination-automatic"
    } else if operation.paging().next().is_some_and(|(_, it)| it.next.is_known() || it.learned.is_some()) {
        // The first parameter selects the page.
        "pagination-learned"
    } else {
        "pagination-manual"
    }
}

fn view<'a>(site: &Site<'a>, operation: &'a Operation, platform: Option<&'a Platform>, lang: Language) -> View<'a> {
    let sentences = operation.about.iter().chain(&operation.notes).filter(|it| !it.is_empty());
    let (models, sample) =
        (site.model.models.iter().filter(|it| operation.accepts(it)), site.model.sample_for(operation));
    let params = params::blocks(operation, lang);
    let own_assumptions: Vec<_> =
        Assumption::say(operation.assumptions.iter().chain(operation.counts.iter().flat_map(|it| &it.assumptions)))
            .into_iter()
            .filter_map(|it| lang.of(it))
            .collect();
    let mut assumptions: Vec<Localized<'a>> = Vec::new();
    for it in params.iter().flat_map(|it| &it.rows).flat_map(|it| &it.assumptions).chain(&own_assumptions) {
        if assumptions.iter().all(|other| other.text != it.text) {
            assumptions.push(it.clone());
        }
    }
    View {
        name: &operation.key,
        gloss: gloss(operation, lang),
        owner: platform.map_or("", |it| it.key.as_str()),
        owner_about: platform.and_then(|it| lang.of(it.about.as_ref()?)),
        method: match operation.route.method {
            Method::Get => "GET",
            Method::Post => "POST",
        },
        route: &operation.route.path,
        about: sentences.filter_map(|it| lang.of(it)).collect(),
        status: State::of(operation),
        price: operation.price().map(|it| it.to_string()),
        unit: operation.unit().map(|it| measures::each(it, lang)),
        usage_log_name: operation.usage_log_name.as_deref(),
        params,
        pages: operation.params.iter().filter_map(|it| params::paged(it, lang)).collect(),
        paging_note: paging_note(operation),
        says_no_paging: platform.is_some() && !operation.is_paged() && operation.optional().next().is_some(),
        examples: snippet::examples(&Shown { operation, platform, catalog_model: sample, model: site.model, lang }),
        reply: reply::view(operation, platform, site.model, lang),
        learned: platform.and_then(|it| learned::view(operation, it, site.model, lang)),
        is_social: platform.is_some(),
        is_task: operation.is_task(),
        counts: operation.counts.iter().filter_map(|it| params::counted(operation, it, lang)).collect(),
        own_assumptions,
        assumptions,
        streams: operation.params.iter().any(|it| it.presence == Presence::Stream),
        feature: platform.map_or("", |it| it.feature.as_str()),
        endpoint_type: operation.models.as_ref().map(|it| it.key.as_str()),
        models: models.map(|it| (it.record.name.as_str(), it.page.as_str())).collect(),
        errors: Vec::new(),
        next: next::steps(operation, platform, site.model, lang),
        history: Vec::new(),
        charts: Vec::new(),
    }
}
