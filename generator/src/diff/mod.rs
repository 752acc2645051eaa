//! Differences between two models, and their effect on the version of the generated crate.

mod data;
mod effective;
mod groups;
mod kind;
mod limits;
mod models;
mod operations;
mod params;
mod platforms;
mod prices;
mod reasons;
mod renamed_params;
mod renames;
pub(crate) mod render;
mod watched;

use crate::languages::{Arg, Message};
use crate::model::Model;
use crate::version::Class;

pub use kind::ChangeKind;
pub use renames::Rename;
pub use watched::{FieldChange, Watched, WatchedFields};

/// All changes between two models.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diff {
    /// Changes: platforms first, then interfaces, then models, each in the order of the model.
    pub changes: Vec<Change>,
    /// Platforms that seem to have a new name. A person has to accept them.
    pub renames: Vec<Rename>,
    /// Best pairs among the remaining platforms, which are less similar. They are shown to a person and never applied
    /// automatically.
    pub guesses: Vec<Rename>,
}

/// One change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Kind of change.
    pub what: ChangeKind,
    /// Effect on the version.
    pub class: Class,
    /// Changed item, such as `p1/search` or `chat-large`.
    pub subject: String,
    /// Changed parameter, group, value or price of the item.
    pub part: Option<Arg>,
    /// Old value.
    pub was: Option<Arg>,
    /// New value.
    pub now: Option<Arg>,
    /// Difference, if the value is an amount.
    pub by: Option<Arg>,
    /// Id of the message with the reason for its class.
    pub reason: &'static str,
}

impl Diff {
    /// Compares two models.
    pub fn of(old: &Model, new: &Model) -> Self {
        let mut changes = Changes::default();
        platforms::compare(old, new, &mut changes);
        models::compare(old, new, &mut changes);
        let (renames, guesses) = renames::find(old, new);
        Self { changes: changes.0, renames, guesses }
    }

    /// Adds a removed fact: its keys, from the top of `facts.toml`.
    pub fn add_stale_fact(&mut self, keys: &[String]) {
        // Facts of a cell are under `cell`, its platform and its capability.
        let (subject, part) = match keys {
            [table, platform, capability, rest @ ..] if table == "cell" => (format!("{platform}/{capability}"), rest),
            all => ("facts".to_owned(), all),
        };
        let mut changes = Changes::default();
        let change = changes.add(ChangeKind::FactStale, Class::Patch, &subject, "reason-only-facts");
        change.part(match part {
            [] => Arg::from(Message::new("part-whole-endpoint")),
            keys => keys.join(".").into(),
        });
        self.changes.append(&mut changes.0);
    }

    /// Returns the effect of all changes on the version; `None` without changes.
    pub fn class(&self) -> Option<Class> {
        self.changes.iter().map(|it| it.class).max()
    }
}

/// Changes in the order in which they are found.
#[derive(Default)]
struct Changes(Vec<Change>);

impl Changes {
    /// Adds a change and returns it, so that the caller can add details.
    fn add(&mut self, what: ChangeKind, class: Class, subject: &str, reason: &'static str) -> &mut Change {
        let subject = subject.to_owned();
        self.0.push(Change { what, class, subject, part: None, was: None, now: None, by: None, reason });
        self.0.last_mut().expect("one was just added")
    }
}

impl Change {
    fn part(&mut self, part: impl Into<Arg>) -> &mut Self {
        self.part = Some(part.into());
        self
    }

    fn was(&mut self, was: impl Into<Arg>) -> &mut Self {
        self.was = Some(was.into());
        self
    }

    fn now(&mut self, now: impl Into<Arg>) -> &mut Self {
        self.now = Some(now.into());
        self
    }

    fn by(&mut self, by: impl Into<Arg>) -> &mut Self {
        self.by = Some(by.into());
        self
    }
}

/// Returns the argument for an absent value.
fn none() -> Arg {
    Message::new("none").into()
}

/// An item before and after.
type Pair<'a, T> = (Option<&'a T>, Option<&'a T>);

/// Pairs the items of two lists by key, in the order of the new list; removed items come first.
fn pairs<'a, T>(old: &'a [T], new: &'a [T], key: impl Fn(&'a T) -> &'a str) -> Vec<Pair<'a, T>> {
    let before: std::collections::HashMap<&str, &T> = old.iter().map(|it| (key(it), it)).collect();
    let after: std::collections::HashSet<&str> = new.iter().map(&key).collect();
    let retired = old.iter().filter(|it| !after.contains(key(it))).map(|it| (Some(it), None));
    retired.chain(new.iter().map(|it| (before.get(key(it)).copied(), Some(it)))).collect()
}
