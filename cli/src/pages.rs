//! Pagination: pages of an operation, and a file to resume from.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use clap::{Arg, ArgAction, ArgMatches, value_parser};
use gatewright::shell::quoted;
use gatewright_client::{Charge, Error, Items, PageState, Pages, Usd, visible};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::output::{self, Output};
use crate::private_file;

/// Suffix of the file that locks the file to resume from.
const LOCK: &str = ".lock";

const PAGES: &str = "pages";
const RESUME: &str = "resume";
const RETRY_UNKNOWN: &str = "retry-unknown";
const ITEMS_AT: &str = "items-at";
const CURSOR_AT: &str = "cursor-at";

/// Returns the options about pagination, which operations with a cursor or a page number have.
pub(crate) fn options() -> [Arg; 5] {
    let pages = Arg::new(PAGES).long(PAGES).value_name("N|all").value_parser(read_count);
    let pages = pages.help(
        "Print the items of this number of pages, each a call; with --resume, of further pages. --select filters each item; a pipe gets NDJSON",
    );
    let resume = Arg::new(RESUME).long(RESUME).value_name("FILE").value_parser(value_parser!(PathBuf)).requires(PAGES);
    let resume = resume
        .help("Store the position after each page in a file, and resume from it; the items are printed as NDJSON");
    let retry = Arg::new(RETRY_UNKNOWN).long(RETRY_UNKNOWN).action(ArgAction::SetTrue).requires(RESUME);
    let retry = retry.help("Request a page again whose charge is unknown, such as after a crash");
    let at = |name: &'static str| Arg::new(name).long(name).value_name("PATH").requires(PAGES);
    let items = at(ITEMS_AT).help("Path of the items in a page, such as data.list");
    let cursor = at(CURSOR_AT).help("Path of the next cursor in a page, such as data.paging.next");
    [pages, resume, retry, items, cursor].map(|it| it.help_heading("Pagination"))
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

/// Position in the pages, as stored in the file to resume from.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Position {
    /// State after the last page that was received.
    state: PageState,
    /// Items of this page that are not written yet.
    #[serde(default)]
    items: Vec<Value>,
    /// Output file, if there is one, and its size with the items before them.
    #[serde(default)]
    output: Option<PathBuf>,
    #[serde(default)]
    output_bytes: u64,
    /// True from before a page is requested until it is received. Afterwards, the charge of the page is unknown.
    #[serde(default)]
    is_under_way: bool,
}

/// Options about pagination, and the position.
pub(crate) struct Paging {
    count: PageCount,
    items_at: Option<String>,
    cursor_at: Option<String>,
    file: Option<PathBuf>,
    /// Keeps other processes from resuming from the same file until this run has ended.
    _lock: Option<File>,
    /// Number of pages that earlier runs have received.
    first_page: u32,
    position: Position,
}

impl Paging {
    /// Reads the options, and the file to resume from; `None` without `--pages`. An estimate creates no file.
    pub(crate) fn read(matches: &ArgMatches, is_estimate: bool) -> Result<Option<Self>, Failure> {
        let Some(count) = matches.try_get_one::<PageCount>(PAGES).ok().flatten() else { return Ok(None) };
        let text = |name: &str| matches.get_one::<String>(name).cloned();
        let file = matches.get_one::<PathBuf>(RESUME).cloned();
        if let (Some(file), Some(output)) = (&file, output::path(matches)) {
            let names = ["", private_file::NEW, LOCK].map(|it| private_file::with_suffix(file, it));
            if names.iter().any(|it| private_file::is_same(it, output)) {
                let problem = format!("cannot write `{}`: `--{RESUME}` uses it", shown(output));
                return Err(Failure::new(Exit::Usage, format!("{problem}; help: name another file")));
            }
        }
        let lock = file.as_deref().filter(|_| !is_estimate).map(lock).transpose()?;
        let position = file.as_deref().map_or(Ok(Position::default()), read_position)?;
        if position.is_under_way && !matches.get_flag(RETRY_UNKNOWN) {
            let problem = "cannot resume: an earlier run was interrupted while it requested a page, so the charge of the \
                           page is unknown";
            return Err(Failure::refused(format!("{problem}; help: `--{RETRY_UNKNOWN}` requests the page again")));
        }
        Ok(Some(Self {
            count: *count,
            items_at: text(ITEMS_AT),
            cursor_at: text(CURSOR_AT),
            file,
            _lock: lock,
            first_page: position.state.pages,
            position,
        }))
    }

    /// Returns true if a later run can continue this one.
    pub(crate) fn is_stored(&self) -> bool {
        self.file.is_some()
    }

    /// Returns true if an earlier run received pages.
    pub(crate) fn is_resumed(&self) -> bool {
        self.position.state.pages > 0
    }

    /// Prepares the output for a run that continues an earlier one, or that a later one can continue.
    pub(crate) fn continue_output(&mut self, output: &mut Output, console: &mut Console<'_>) -> Result<(), Failure> {
        let Some(file) = &self.file else { return Ok(()) };
        let path = output.path().map(|it| std::path::absolute(it).unwrap_or_else(|_| it.clone()));
        if !output.is_lines() {
            let problem = format!("a later run can only continue NDJSON, so `--{RESUME}` needs it");
            return Err(Failure::new(Exit::Usage, format!("{problem}; help: use --format ndjson")));
        }
        let Position { state, items, output: earlier, output_bytes, .. } = &mut self.position;
        let again = format!("or remove `{}` to pay for all pages again", shown(file));
        let name = |path: &Option<PathBuf>| path.as_deref().map_or("the standard output".to_owned(), shown);
        if state.pages > 0 && *earlier != path {
            let problem = format!("the earlier run wrote to {}, and this one writes to {}", name(earlier), name(&path));
            return Err(Failure::refused(format!("cannot resume: {problem}; help: use the same output, {again}")));
        }
        // If the earlier run was killed while it wrote items, a part of them is written again.
        let (size, is_killed) = (output.file_size(), !items.is_empty());
        if state.pages > 0 && path.is_some() && (size < *output_bytes || size > *output_bytes && !is_killed) {
            let problem = format!("{} has {size} bytes, and the earlier run wrote {output_bytes}", name(&path));
            return Err(Failure::refused(format!("cannot resume: {problem}; help: restore it, {again}")));
        }
        if state.pages == 0 && size > 0 && !is_killed {
            let problem = format!("cannot write {}: it exists, and no earlier run wrote it", name(&path));
            return Err(Failure::refused(format!("{problem}; help: move it away, or name another file")));
        }
        if state.pages > 0 && path.is_none() {
            console.say(&format!("resuming after page {}: earlier items are not printed again", state.pages));
        }
        *earlier = path;
        output.continue_at(*output_bytes);
        Ok(())
    }

    /// Returns the number of pages that this run has still to receive; `None`: all.
    fn missing(&self) -> PageCount {
        Some(self.count?.saturating_sub(self.position.state.pages.saturating_sub(self.first_page)))
    }

    /// Returns true if this run has received all pages that were asked for, or the last one.
    pub(crate) fn is_complete(&self) -> bool {
        self.missing() == Some(0) || self.position.state.ended
    }

    /// Returns the next step after an interruption.
    pub(crate) fn resume_help(&self) -> String {
        let left = self.missing().map_or("all".to_owned(), |it| it.to_string());
        match &self.file {
            Some(file) => {
                format!("`--{PAGES} {left} --{RESUME} {}` continues with the next page", quoted(&shown(file)))
            }
            None => format!("with `--{RESUME} FILE`, a later run could continue"),
        }
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
        let state = self.position.state.clone();
        let limit = self.count.map(|it| state.pages.saturating_add(it));
        let pages = if self.file.is_some() && !state.operation.is_empty() { pages.resume(state) } else { pages };
        let pages = limit.into_iter().fold(pages, Pages::max_pages);
        let pages = self.items_at.iter().fold(pages, |pages, it| pages.items_at(it));
        self.cursor_at.iter().fold(pages, |pages, it| pages.cursor_at(it)).items()
    }

    /// Returns the items that were received, but not written.
    pub(crate) fn left(&self) -> &[Value] {
        &self.position.items
    }

    /// Requests the next page. Before that, the file says that its charge is unknown; afterwards, it contains the items.
    pub(crate) async fn request(&mut self, items: &mut Items) -> Result<(), Failure> {
        self.position.is_under_way = true;
        self.store()?;
        let received = page(items).await;
        self.position.is_under_way = received.as_ref().is_err_and(|it| it.charge() == Charge::Unknown);
        self.position.state = items.state();
        if let Ok(items) = &received {
            self.position.items.clone_from(items);
        }
        self.store()?;
        Ok(received.map(drop)?)
    }

    /// Records that the first of the items are written.
    pub(crate) fn written(&mut self, count: usize, output_bytes: u64) -> Result<(), Failure> {
        self.position.items.drain(..count.min(self.position.items.len()));
        self.position.output_bytes = output_bytes;
        self.store()
    }

    /// Stores the position, if there is a file for it.
    fn store(&self) -> Result<(), Failure> {
        let Some(path) = &self.file else { return Ok(()) };
        let text = serde_json::to_string(&self.position).unwrap_or_default() + "\n";
        let written = private_file::replace(path, &text);
        written.map_err(|it| Failure::refused(format!("cannot write `{}`: {it}", shown(path))))
    }
}

/// Returns the items of the next page; none after the last page.
async fn page(items: &mut Items) -> Result<Vec<Value>, Error> {
    let mut page = Vec::new();
    while let Some(item) = items.next().await {
        page.push((*item?).clone());
        if items.state().skip == 0 {
            break;
        }
    }
    Ok(page)
}

/// Locks the file to resume from, by a file next to it, since the file itself is replaced after each page.
fn lock(path: &Path) -> Result<File, Failure> {
    let problem = |why: &str| Failure::refused(format!("cannot resume from `{}`: {why}", shown(path)));
    let file = private_file::open(&private_file::with_suffix(path, LOCK)).map_err(|it| problem(&it.to_string()))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(problem("another process uses it; help: wait until that run has ended")),
        Err(TryLockError::Error(error)) => Err(problem(&error.to_string())),
    }
}

fn read_position(path: &Path) -> Result<Position, Failure> {
    let problem = |why: String| Failure::refused(format!("cannot resume from `{}`: {why}", shown(path)));
    match std::fs::read_to_string(path) {
        Ok(text) => serde_json::from_str(&text).map_err(|it| {
            problem(format!("it is damaged ({it}); help: restore it, or remove it to pay for all pages again"))
        }),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Position::default()),
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
