//! Pagination: pages of an operation, and a file to resume from.

use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches, value_parser};
use gatewright_client::{Items, PageState, Pages, Usd, visible};

use crate::exit::Failure;

const PAGES: &str = "pages";
const RESUME: &str = "resume";
const ITEMS_AT: &str = "items-at";
const CURSOR_AT: &str = "cursor-at";

/// Returns the options about pagination, which operations with a cursor or a page number have.
pub(crate) fn options() -> [Arg; 4] {
    let pages = Arg::new(PAGES).long(PAGES).value_name("N|all").value_parser(read_count);
    let pages = pages.help("Print the items of this number of pages; each page is a call");
    let resume = Arg::new(RESUME).long(RESUME).value_name("FILE").value_parser(value_parser!(PathBuf)).requires(PAGES);
    let resume = resume.help("Store the position after each page in a file, and resume from it");
    let at = |name: &'static str| Arg::new(name).long(name).value_name("PATH").requires(PAGES);
    let items = at(ITEMS_AT).help("Path of the items in a page, such as data.list");
    let cursor = at(CURSOR_AT).help("Path of the next cursor in a page, such as data.paging.next");
    [pages, resume, items, cursor].map(|it| it.help_heading("Pagination"))
}

/// Number of pages; `None`: all.
type PageCount = Option<u32>;

fn read_count(text: &str) -> Result<PageCount, String> {
    match (text, text.parse::<u32>()) {
        ("all", _) => Ok(None),
        (_, Ok(count)) if count > 0 => Ok(Some(count)),
        _ => Err("expected a number of pages, or `all`".to_owned()),
    }
}

/// Options about pagination.
pub(crate) struct Paging {
    count: PageCount,
    items_at: Option<String>,
    cursor_at: Option<String>,
    file: Option<PathBuf>,
    state: PageState,
}

impl Paging {
    /// Reads the options, and the file to resume from; `None` without `--pages`.
    pub(crate) fn read(matches: &ArgMatches) -> Result<Option<Self>, Failure> {
        let Some(count) = matches.try_get_one::<PageCount>(PAGES).ok().flatten() else { return Ok(None) };
        let text = |name: &str| matches.get_one::<String>(name).cloned();
        let file = matches.get_one::<PathBuf>(RESUME).cloned();
        let state = file.as_deref().map_or(Ok(PageState::default()), read_state)?;
        Ok(Some(Self { count: *count, items_at: text(ITEMS_AT), cursor_at: text(CURSOR_AT), file, state }))
    }

    /// Returns true if an earlier run received pages.
    pub(crate) fn is_resumed(&self) -> bool {
        self.state.pages > 0
    }

    /// Returns the cost of the pages, if their number is limited.
    pub(crate) fn cost(&self, price: Option<Usd>) -> Option<Usd> {
        price?.checked_mul(self.count?.into())
    }

    /// Number of calls, if it is limited.
    pub(crate) fn count(&self) -> PageCount {
        self.count
    }

    /// Returns the items of the pages.
    pub(crate) fn items(&self, pages: Pages) -> Items {
        let state = self.state.clone();
        let limit = self.count.map(|it| state.pages.saturating_add(it));
        let pages = if self.file.is_some() && !state.operation.is_empty() { pages.resume(state) } else { pages };
        let pages = limit.into_iter().fold(pages, Pages::max_pages);
        let pages = self.items_at.iter().fold(pages, |pages, it| pages.items_at(it));
        self.cursor_at.iter().fold(pages, |pages, it| pages.cursor_at(it)).items()
    }

    /// Stores the position, if there is a file for it.
    pub(crate) fn store(&self, state: &PageState) -> Result<(), Failure> {
        let Some(path) = &self.file else { return Ok(()) };
        let mut new = path.clone().into_os_string();
        new.push(".new");
        let text = serde_json::to_string(state).unwrap_or_default() + "\n";
        let written = std::fs::write(&new, text).and_then(|()| std::fs::rename(&new, path));
        written.map_err(|it| Failure::refused(format!("cannot write `{}`: {it}", shown(path))))
    }
}

fn read_state(path: &Path) -> Result<PageState, Failure> {
    let problem = |why: String| Failure::refused(format!("cannot resume from `{}`: {why}", shown(path)));
    match std::fs::read_to_string(path) {
        Ok(text) => serde_json::from_str(&text).map_err(|it| problem(it.to_string())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(PageState::default()),
        Err(error) => Err(problem(error.to_string())),
    }
}

fn shown(path: &Path) -> String {
    visible(&path.to_string_lossy()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_pages_is_positive() {
        assert_eq!((read_count("3"), read_count("all")), (Ok(Some(3)), Ok(None)));
        for wrong in ["0", "-1", "x", "", "99999999999"] {
            assert!(read_count(wrong).is_err(), "{wrong}");
        }
    }
}
