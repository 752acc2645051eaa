//! Navigation of every page: the sidebar, breadcrumbs, and the previous and next page.

use super::guide_list::{self, Guide};
use super::html::Html;
use super::icons::icon;
use super::lang::{Language, gloss};
use crate::model::{Interface, Model, Operation, Platform};

/// Folder of the further parts of the models table.
pub(super) const PARTS: &str = "model-list/";

/// A part of the sidebar.
pub(super) struct Group {
    pub(super) title: &'static str,
    pub(super) icon: Html,
    /// Page that lists its pages.
    list: Option<&'static str>,
    pub(super) links: Vec<Link>,
}

/// A link of the sidebar. The links under it are shown on these pages only, so that the sidebar stays small.
pub(super) struct Link {
    pub(super) title: String,
    /// Short name in front of the title.
    pub(super) key: String,
    pub(super) path: String,
    pub(super) links: Vec<Link>,
    /// True if the current page belongs to it.
    pub(super) is_open: bool,
}

impl Link {
    fn new(title: impl Into<String>, path: impl Into<String>, current: &str) -> Self {
        let path = path.into();
        let is_open = current.strip_prefix(path.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        Self { title: title.into(), key: String::new(), path, links: Vec::new(), is_open }
    }

    fn operation(operation: &Operation, current: &str, lang: Language) -> Self {
        let title = gloss(operation, lang).map_or_else(String::new, |it| format!(" {it}"));
        Self::new(format!("{}{title}", operation.key), &operation.page, current)
    }

    /// Adds links, which are shown if the current page is one of them or belongs to this link.
    fn with(mut self, operations: &[Operation], current: &str, lang: Language) -> Self {
        self.is_open |= operations.iter().any(|it| it.page == current);
        if self.is_open && operations.iter().any(|it| it.page != self.path) {
            self.links = operations.iter().map(|it| Self::operation(it, current, lang)).collect();
        }
        self
    }

    /// Returns key and title.
    fn name(&self) -> String {
        if self.key.is_empty() { self.title.clone() } else { titled(&self.key, Some(&self.title)) }
    }

    /// Returns the value of `aria-current`.
    pub(super) fn current(&self, page: &str) -> Option<&'static str> {
        match self.is_open {
            true if self.path == page && self.links.iter().all(|it| it.path != page) => Some("page"),
            true => Some("true"),
            false => None,
        }
    }
}

/// Returns the sidebar of a page. Links to endpoints of other platforms and to single models are left out: there can be hundreds.
pub(super) fn groups(model: &Model, current: &str, lang: Language) -> Vec<Group> {
    let link = |id: &'static str, path: &str| Link::new(lang.t(id), path, current);
    let guide = |it: &Guide| Link::new(it.title(lang), format!("guides/{}", it.name), current);
    let platform = |it: &Platform| {
        let link = Link::new(about(it, lang).unwrap_or_default(), &it.page, current);
        Link { key: label(it), ..link }.with(&it.operations, current, lang)
    };
    let interface = |it: &Interface| {
        let first = it.operations.first()?;
        Some(Link::new(interface_title(it, lang), &first.page, current).with(&it.operations, current, lang))
    };
    let mut list = link("models", "models");
    list.is_open |= current.starts_with(PARTS);
    let models = [list, link("calculator", "calculator")].into_iter();
    let records = (!model.records.is_empty()).then(|| link("workflow-records", "workflow"));
    let more = [link("changelog", "changelog"), link("downloads", "downloads")];
    let group = |title, name, list, links: Vec<Link>| Group { title: lang.t(title), icon: icon(name), list, links };
    let all = [
        group("guides", "book", Some("guides"), guide_list::all(model).into_iter().map(guide).collect()),
        group("models", "model", Some("models"), models.chain(model.interfaces.iter().filter_map(interface)).collect()),
        group("social", "people", Some("index"), model.platforms.iter().map(platform).collect()),
        group("reference", "code", None, records.into_iter().chain(more).collect()),
    ];
    all.into_iter().filter(|it| !it.links.is_empty()).collect()
}

/// Returns title and path of the pages that lead to a page.
pub(super) fn crumbs(groups: &[Group], current: &str) -> Vec<(String, String)> {
    let Some(group) = groups.iter().find(|it| it.links.iter().any(|it| it.is_open)) else { return Vec::new() };
    let mut crumbs: Vec<_> = group.list.iter().map(|it| (group.title.to_owned(), (*it).to_owned())).collect();
    for link in group.links.iter().filter(|it| it.is_open && it.path != current) {
        if crumbs.iter().all(|it| it.1 != link.path) {
            crumbs.push((link.name(), link.path.clone()));
        }
    }
    crumbs.retain(|it| it.1 != current);
    crumbs
}

/// Returns the pages before and after a page, in reading order. Only guides and endpoints have one.
pub(super) fn around(model: &Model, current: &str, lang: Language) -> [Option<Link>; 2] {
    let stops = stops(model, current);
    let Some(at) = stops.iter().position(|it| it.is(current)) else { return [None, None] };
    [at.checked_sub(1), Some(at + 1)].map(|it| Some(stops.get(it?)?.link(lang)))
}

/// Returns the pages of the same kind as a page, in reading order.
fn stops<'a>(model: &'a Model, current: &str) -> Vec<Stop<'a>> {
    let of_platform = |platform: &'a Platform| {
        let operations = platform.operations.iter().map(move |it| Stop::Operation(&platform.key, it));
        std::iter::once(Stop::Platform(platform)).chain(operations)
    };
    match current.split_once('/').map(|it| it.0) {
        Some("guides") => guide_list::all(model).into_iter().map(Stop::Guide).collect(),
        Some("interfaces") => {
            model.interfaces.iter().flat_map(|it| &it.operations).map(|it| Stop::Operation("", it)).collect()
        }
        Some("social") => model.platforms.iter().flat_map(of_platform).collect(),
        _ => Vec::new(),
    }
}

/// A page in reading order.
enum Stop<'a> {
    Guide(&'a Guide),
    Platform(&'a Platform),
    /// An operation and the key of its platform.
    Operation(&'a str, &'a Operation),
}

impl Stop<'_> {
    fn is(&self, path: &str) -> bool {
        match self {
            Self::Guide(it) => path.strip_prefix("guides/") == Some(it.name),
            Self::Platform(it) => it.page == path,
            Self::Operation(_, it) => it.page == path,
        }
    }

    fn link(&self, lang: Language) -> Link {
        match self {
            Self::Guide(it) => Link::new(it.title(lang), format!("guides/{}", it.name), ""),
            Self::Platform(it) => Link::new(title(it, lang), &it.page, ""),
            Self::Operation(owner, it) => {
                let link = Link::operation(it, "", lang);
                Link { title: format!("{owner} {}", link.title).trim_start().to_owned(), ..link }
            }
        }
    }
}

/// Returns the title of an interface.
pub(super) fn interface_title(interface: &Interface, lang: Language) -> &str {
    lang.find("interface", &interface.module).unwrap_or(&interface.module)
}

/// Returns the title of a platform: its key and, as long as that is only a label of the documentation, what it is.
pub(super) fn title(platform: &Platform, lang: Language) -> String {
    titled(&label(platform), about(platform, lang).as_deref())
}

fn titled(key: &str, about: Option<&str>) -> String {
    about.filter(|it| !it.is_empty()).map_or_else(|| key.to_owned(), |it| format!("{key} · {it}"))
}

/// Returns the key of a platform. A label of the documentation is in upper case, like in the documentation.
pub(super) fn label(platform: &Platform) -> String {
    if platform.key == platform.label { platform.key.to_uppercase() } else { platform.key.clone() }
}

/// Returns the kind of a platform without a known name, with a capital letter.
pub(super) fn about(platform: &Platform, lang: Language) -> Option<String> {
    let about = platform.about.as_ref().filter(|_| platform.key == platform.label)?;
    let text = lang.of(about)?.text;
    let mut letters = text.chars();
    let first = letters.next()?;
    Some(first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model() -> Model {
        let specs = crate::Specs::open(concat!(env!("CARGO_MANIFEST_DIR"), "/../specs")).expect("the project's specs");
        crate::read(&specs).expect("the specs are valid").0
    }

    fn titles(links: &[Link]) -> Vec<&str> {
        links.iter().map(|it| it.title.as_str()).collect()
    }

    #[test]
    fn the_sidebar_lists_the_endpoints_of_one_platform() {
        let (model, lang) = (model(), crate::languages::english());
        let groups = groups(&model, "social/p2/post", lang);
        let social = &groups[2].links;
        assert_eq!(social.len(), model.platforms.len());
        assert_eq!((social[1].key.as_str(), social[1].title.as_str()), ("P2", "Lifestyle notes platform"));
        assert!(titles(&social[1].links).contains(&"post"), "{:?}", titles(&social[1].links));
        assert!(social.iter().filter(|it| it.key != "P2").all(|it| it.links.is_empty() && !it.is_open));
        let current: Vec<_> =
            groups.iter().flat_map(|it| &it.links).filter_map(|it| it.current("social/p2/post")).collect();
        assert_eq!(current, ["true"]);
        let post = social[1].links.iter().find(|it| it.title == "post").expect("an endpoint");
        assert_eq!(post.current("social/p2/post"), Some("page"));
    }

    #[test]
    fn breadcrumbs_lead_to_the_page() {
        let (model, lang) = (model(), crate::languages::english());
        let crumbs = |path: &str| {
            let crumbs = crumbs(&groups(&model, path, lang), path);
            crumbs.into_iter().map(|it| format!("{}={}", it.0, it.1)).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(crumbs("social/p2/post"), "Social data=index P2 · Lifestyle notes platform=social/p2");
        assert_eq!(crumbs("guides/chat"), "Guides=guides");
        assert_eq!(crumbs("models/any"), "Models=models");
        assert_eq!(crumbs("models"), "");
        assert_eq!(crumbs("unknown/page"), "");
    }

    #[test]
    fn guides_and_endpoints_have_a_previous_and_a_next_page() {
        let (model, lang) = (model(), crate::languages::english());
        let names = |path: &str| around(&model, path, lang).map(|it| it.map_or(String::new(), |it| it.title));
        assert_eq!(names("guides/start"), ["", "Authentication"]);
        assert_eq!(names("social/p1")[0], "");
        assert_eq!(names("social/p2")[1], "p2 comments");
        assert_eq!(names("models/any"), ["", ""]);
    }
}
