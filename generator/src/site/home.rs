//! The home page: an example, cards by task, and a list of platforms and interfaces.

use askama::Template;

use super::guide_list;
use super::lang::{Language, Localized};
use super::page::{Frame, Page, Role, Section, Site, render};
use super::{filters, sidebar, snippet};
use crate::model::{Model, Operation, Platform};

/// A card that leads to a page.
struct Task {
    icon: &'static str,
    title: &'static str,
    about: &'static str,
    path: &'static str,
}

/// List of platforms on this page.
const PLATFORMS: &str = "#platforms";

/// Tasks: the icon, the name in the messages `task-NAME` and `task-NAME-about`, and the page.
const TASKS: [(&str, &str, &str); 9] = [
    ("people", "search", PLATFORMS),
    ("chat", "chat", "guides/chat"),
    ("image", "image", "guides/images"),
    ("video", "video", "guides/videos"),
    ("sound", "audio", "guides/audio"),
    ("model", "models", "models"),
    ("chart", "cost", "calculator"),
    ("shield", "budget", "guides/budgets"),
    ("code", "mock", "guides/mock"),
];

/// A platform in the list.
struct Entry<'a> {
    key: String,
    about: Option<Localized<'a>>,
    path: &'a str,
    /// Number of endpoints, and the lowest published price.
    facts: String,
}

/// An interface and its operations: name and path.
struct Interface<'a> {
    title: &'a str,
    operations: Vec<(&'a str, &'a str)>,
}

/// A program and its output.
#[derive(Default)]
struct Program {
    code: String,
    output: String,
}

/// Contents of the page.
struct View<'a> {
    platforms: Vec<Entry<'a>>,
    interfaces: Vec<Interface<'a>>,
    tasks: Vec<Task>,
    program: Program,
    counts: Counts,
}

#[derive(Template)]
#[template(path = "site/home.html")]
struct HomeHtml<'a> {
    frame: Frame<'a>,
    view: &'a View<'a>,
}

#[derive(Template)]
#[template(path = "site/home.md")]
struct HomeMarkdown<'a> {
    frame: &'a Frame<'a>,
    view: &'a View<'a>,
}

/// Numbers of items.
#[derive(Clone, Copy)]
struct Counts {
    platforms: usize,
    endpoints: usize,
    models: usize,
}

pub(super) fn page(site: &Site<'_>, lang: Language) -> Page {
    let model = site.model;
    let endpoints = model.platforms.iter().map(|it| it.operations.len()).sum();
    let view = View {
        platforms: model.platforms.iter().map(|it| entry(it, lang)).collect(),
        interfaces: interfaces(model, lang),
        tasks: tasks(model, lang),
        program: program(model, lang),
        counts: Counts { platforms: model.platforms.len(), endpoints, models: model.models.len() },
    };
    let title = model.client.name.clone();
    let about = lang.t("home-about");
    let frame = Frame::new(site, lang, "index", Section::Social, title.clone(), about.to_owned());
    let markdown = render(&HomeMarkdown { frame: &frame, view: &view });
    let html = render(&HomeHtml { frame, view: &view });
    let words = vec![lang.t("platforms-title").to_owned()];
    Page {
        path: "index".into(),
        title,
        about: about.into(),
        role: Role::List,
        group: lang.t("guides"),
        words,
        html,
        markdown,
    }
}

fn entry(platform: &Platform, lang: Language) -> Entry<'_> {
    let count = lang.say("count-endpoints", [("count", platform.operations.len().into())]);
    let lowest = platform.operations.iter().filter_map(Operation::price).min();
    let lowest = lowest.map(|it| lang.say("price-from", [("price", it.to_string().into())]));
    Entry {
        key: sidebar::label(platform),
        about: platform.about.as_ref().and_then(|it| lang.of(it)),
        path: &platform.page,
        facts: std::iter::once(count).chain(lowest).collect::<Vec<_>>().join(" · "),
    }
}

fn interfaces<'a>(model: &'a Model, lang: Language) -> Vec<Interface<'a>> {
    let interface = |it: &'a crate::model::Interface| Interface {
        title: sidebar::interface_title(it, lang),
        operations: it.operations.iter().map(|it| (it.key.as_str(), it.page.as_str())).collect(),
    };
    model.interfaces.iter().map(interface).collect()
}

/// Returns the tasks whose page the site has.
fn tasks(model: &Model, lang: Language) -> Vec<Task> {
    let guides: Vec<_> = guide_list::all(model).into_iter().map(|it| it.name).collect();
    let has = |path: &str| match path.strip_prefix("guides/") {
        Some(guide) => guides.contains(&guide),
        None => path != PLATFORMS || !model.platforms.is_empty(),
    };
    let all = TASKS.into_iter().filter(|it| has(it.2));
    all.map(|(icon, name, path)| Task {
        icon,
        title: lang.find("task", name).unwrap_or(name),
        about: lang.find("task", &format!("{name}-about")).unwrap_or_default(),
        path,
    })
    .collect()
}

/// Returns a program that makes one call, and its output. A search is a better example than the first endpoint.
fn program(model: &Model, lang: Language) -> Program {
    let library = &model.client.library;
    let at = |it: &Platform| it.operations.iter().position(|it| it.key == "search").unwrap_or(0);
    let first = model.platforms.iter().find_map(|it| Some((it, it.operations.get(at(it))?)));
    let Some((platform, operation)) = first else { return Program::default() };
    let print = "println!(\"{}\", reply.data);";
    let code = snippet::of_platform(operation, platform, model, lang);
    let mut output = vec![format!("{} {}", platform.key, operation.key)];
    let mut lines = vec!["println!(\"{} {}\", reply.platform, reply.capability);"];
    if let Some(price) = operation.price() {
        lines.push("println!(\"charged: {} USD\", client.spent().charged);");
        output.push(format!("charged: {price} USD"));
    }
    let code = code.replace(print, &lines.join("\n"));
    Program { code: snippet::program(&code, library), output: output.join("\n") }
}
