//! Differences between two models, and their effect on the version of the generated crate.

mod effective;
mod groups;
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

/// Kinds of change. Their names in `kebab-case` are part of the JSON format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the message of each kind describes it")]
pub enum ChangeKind {
    PlatformAdded,
    PlatformRemoved,
    PlatformKey,
    PlatformName,
    AliasRemoved,
    InterfaceAdded,
    InterfaceRemoved,
    EndpointAdded,
    EndpointRemoved,
    EndpointPaused,
    EndpointBack,
    EndpointStatus,
    EndpointName,
    EndpointRoute,
    EndpointFormat,
    UsageLogName,
    PriceUp,
    PriceDown,
    PricePublished,
    PriceWithdrawn,
    UnitChanged,
    ParamAdded,
    ParamRemoved,
    ParamRenamed,
    ParamRequired,
    ParamOptional,
    ParamType,
    ParamDefault,
    ParamLimits,
    ParamName,
    ParamDeprecated,
    ParamRestored,
    GroupAdded,
    GroupRemoved,
    GroupChanged,
    MemberAdded,
    MemberRemoved,
    ValueAdded,
    ValueRemoved,
    ValueChanged,
    PagingChanged,
    DocsChanged,
    ModelAdded,
    ModelRemoved,
    ModelBack,
    ConstantDropped,
    ConstantRenamed,
    ModelPriceUp,
    ModelPriceDown,
    ModelPricePublished,
    ModelPriceWithdrawn,
    ModelTiers,
    ModelBilling,
    ModelContext,
    ModelField,
    ModelEndpointAdded,
    ModelEndpointRemoved,
    ModelDetails,
    ModelRules,
    ModelFamily,
    UnitsChanged,
    FactStale,
}

/// Name of each kind. The message of a kind is `change-NAME`, with the arguments `part`, `was`, `now` and `by`.
const KINDS: [(ChangeKind, &str); 62] = [
    (ChangeKind::PlatformAdded, "platform-added"),
    (ChangeKind::PlatformRemoved, "platform-removed"),
    (ChangeKind::PlatformKey, "platform-key"),
    (ChangeKind::PlatformName, "platform-name"),
    (ChangeKind::AliasRemoved, "alias-removed"),
    (ChangeKind::InterfaceAdded, "interface-added"),
    (ChangeKind::InterfaceRemoved, "interface-removed"),
    (ChangeKind::EndpointAdded, "endpoint-added"),
    (ChangeKind::EndpointRemoved, "endpoint-removed"),
    (ChangeKind::EndpointPaused, "endpoint-paused"),
    (ChangeKind::EndpointBack, "endpoint-back"),
    (ChangeKind::EndpointStatus, "endpoint-status"),
    (ChangeKind::EndpointName, "endpoint-name"),
    (ChangeKind::EndpointRoute, "endpoint-route"),
    (ChangeKind::EndpointFormat, "endpoint-format"),
    (ChangeKind::UsageLogName, "usage-log-name"),
    (ChangeKind::PriceUp, "price-up"),
    (ChangeKind::PriceDown, "price-down"),
    (ChangeKind::PricePublished, "price-published"),
    (ChangeKind::PriceWithdrawn, "price-withdrawn"),
    (ChangeKind::UnitChanged, "unit-changed"),
    (ChangeKind::ParamAdded, "param-added"),
    (ChangeKind::ParamRemoved, "param-removed"),
    (ChangeKind::ParamRenamed, "param-renamed"),
    (ChangeKind::ParamRequired, "param-required"),
    (ChangeKind::ParamOptional, "param-optional"),
    (ChangeKind::ParamType, "param-type"),
    (ChangeKind::ParamDefault, "param-default"),
    (ChangeKind::ParamLimits, "param-limits"),
    (ChangeKind::ParamName, "param-name"),
    (ChangeKind::ParamDeprecated, "param-deprecated"),
    (ChangeKind::ParamRestored, "param-restored"),
    (ChangeKind::GroupAdded, "group-added"),
    (ChangeKind::GroupRemoved, "group-removed"),
    (ChangeKind::GroupChanged, "group-changed"),
    (ChangeKind::MemberAdded, "member-added"),
    (ChangeKind::MemberRemoved, "member-removed"),
    (ChangeKind::ValueAdded, "value-added"),
    (ChangeKind::ValueRemoved, "value-removed"),
    (ChangeKind::ValueChanged, "value-changed"),
    (ChangeKind::PagingChanged, "paging-changed"),
    (ChangeKind::DocsChanged, "docs-changed"),
    (ChangeKind::ModelAdded, "model-added"),
    (ChangeKind::ModelRemoved, "model-removed"),
    (ChangeKind::ModelBack, "model-back"),
    (ChangeKind::ConstantDropped, "constant-dropped"),
    (ChangeKind::ConstantRenamed, "constant-renamed"),
    (ChangeKind::ModelPriceUp, "model-price-up"),
    (ChangeKind::ModelPriceDown, "model-price-down"),
    (ChangeKind::ModelPricePublished, "model-price-published"),
    (ChangeKind::ModelPriceWithdrawn, "model-price-withdrawn"),
    (ChangeKind::ModelTiers, "model-tiers"),
    (ChangeKind::ModelBilling, "model-billing"),
    (ChangeKind::ModelContext, "model-context"),
    (ChangeKind::ModelField, "model-field"),
    (ChangeKind::ModelEndpointAdded, "model-endpoint-added"),
    (ChangeKind::ModelEndpointRemoved, "model-endpoint-removed"),
    (ChangeKind::ModelDetails, "model-details"),
    (ChangeKind::ModelRules, "model-rules"),
    (ChangeKind::ModelFamily, "model-family"),
    (ChangeKind::UnitsChanged, "units-changed"),
    (ChangeKind::FactStale, "fact-stale"),
];

impl ChangeKind {
    /// Returns every kind.
    pub fn all() -> impl Iterator<Item = Self> {
        KINDS.iter().map(|it| it.0)
    }

    /// Returns the name of the kind in JSON.
    pub fn name(self) -> &'static str {
        KINDS[self as usize].1
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_in_the_order_of_their_enum() {
        assert!(KINDS.iter().enumerate().all(|(index, it)| it.0 as usize == index));
    }
}
