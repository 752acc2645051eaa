//! What changed from one model to another, in the words of the domain, and what that means for the version of the
//! generated crate.

mod groups;
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

/// Everything that changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diff {
    /// The changes: platforms first, then interfaces, then models, each in the order of the model.
    pub changes: Vec<Change>,
    /// Platforms that seem to have new names. A person accepts them.
    pub renames: Vec<Rename>,
    /// The best pairs of what is left, less alike than that: for a person to look at, and never taken by themselves.
    pub guesses: Vec<Rename>,
}

/// One change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// What kind of change it is.
    pub what: What,
    /// What it means for the version.
    pub class: Class,
    /// What changed, such as `p1/search` or `chat-large`.
    pub subject: String,
    /// The parameter, group, value or price in it, if it is about one.
    pub part: Option<Arg>,
    /// What it was.
    pub was: Option<Arg>,
    /// What it is.
    pub now: Option<Arg>,
    /// By how much, if it is an amount.
    pub by: Option<Arg>,
    /// Id of the message about the reason of its class.
    pub reason: &'static str,
}

/// The kinds of change. Their names, in `kebab-case`, are part of the JSON format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "their messages say what each of them is")]
pub enum What {
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
    ModelEndpointAdded,
    ModelEndpointRemoved,
    ModelDetails,
    ModelRules,
    ModelFamily,
    UnitsChanged,
    FactStale,
}

/// Name of each kind. The message of a kind is `change-NAME`, with the arguments `part`, `was`, `now` and `by`.
const KINDS: [(What, &str); 61] = [
    (What::PlatformAdded, "platform-added"),
    (What::PlatformRemoved, "platform-removed"),
    (What::PlatformKey, "platform-key"),
    (What::PlatformName, "platform-name"),
    (What::AliasRemoved, "alias-removed"),
    (What::InterfaceAdded, "interface-added"),
    (What::InterfaceRemoved, "interface-removed"),
    (What::EndpointAdded, "endpoint-added"),
    (What::EndpointRemoved, "endpoint-removed"),
    (What::EndpointPaused, "endpoint-paused"),
    (What::EndpointBack, "endpoint-back"),
    (What::EndpointStatus, "endpoint-status"),
    (What::EndpointName, "endpoint-name"),
    (What::EndpointRoute, "endpoint-route"),
    (What::EndpointFormat, "endpoint-format"),
    (What::UsageLogName, "usage-log-name"),
    (What::PriceUp, "price-up"),
    (What::PriceDown, "price-down"),
    (What::PricePublished, "price-published"),
    (What::PriceWithdrawn, "price-withdrawn"),
    (What::UnitChanged, "unit-changed"),
    (What::ParamAdded, "param-added"),
    (What::ParamRemoved, "param-removed"),
    (What::ParamRenamed, "param-renamed"),
    (What::ParamRequired, "param-required"),
    (What::ParamOptional, "param-optional"),
    (What::ParamType, "param-type"),
    (What::ParamDefault, "param-default"),
    (What::ParamLimits, "param-limits"),
    (What::ParamName, "param-name"),
    (What::ParamDeprecated, "param-deprecated"),
    (What::ParamRestored, "param-restored"),
    (What::GroupAdded, "group-added"),
    (What::GroupRemoved, "group-removed"),
    (What::GroupChanged, "group-changed"),
    (What::MemberAdded, "member-added"),
    (What::MemberRemoved, "member-removed"),
    (What::ValueAdded, "value-added"),
    (What::ValueRemoved, "value-removed"),
    (What::ValueChanged, "value-changed"),
    (What::PagingChanged, "paging-changed"),
    (What::DocsChanged, "docs-changed"),
    (What::ModelAdded, "model-added"),
    (What::ModelRemoved, "model-removed"),
    (What::ModelBack, "model-back"),
    (What::ConstantDropped, "constant-dropped"),
    (What::ConstantRenamed, "constant-renamed"),
    (What::ModelPriceUp, "model-price-up"),
    (What::ModelPriceDown, "model-price-down"),
    (What::ModelPricePublished, "model-price-published"),
    (What::ModelPriceWithdrawn, "model-price-withdrawn"),
    (What::ModelTiers, "model-tiers"),
    (What::ModelBilling, "model-billing"),
    (What::ModelContext, "model-context"),
    (What::ModelEndpointAdded, "model-endpoint-added"),
    (What::ModelEndpointRemoved, "model-endpoint-removed"),
    (What::ModelDetails, "model-details"),
    (What::ModelRules, "model-rules"),
    (What::ModelFamily, "model-family"),
    (What::UnitsChanged, "units-changed"),
    (What::FactStale, "fact-stale"),
];

impl What {
    /// Every kind.
    pub fn all() -> impl Iterator<Item = Self> {
        KINDS.iter().map(|it| it.0)
    }

    /// Name of the kind in JSON.
    pub fn name(self) -> &'static str {
        KINDS[self as usize].1
    }
}

impl Diff {
    /// What changed from one model to another.
    pub fn of(old: &Model, new: &Model) -> Self {
        let mut changes = Changes::default();
        platforms::compare(old, new, &mut changes);
        models::compare(old, new, &mut changes);
        let (renames, guesses) = renames::find(old, new);
        Self { changes: changes.0, renames, guesses }
    }

    /// Adds that a fact was put aside: its keys, from the top of `facts.toml`.
    pub fn add_stale_fact(&mut self, keys: &[String]) {
        // A cell's facts are below `cell`, its platform and its capability.
        let (subject, part) = match keys {
            [table, platform, capability, rest @ ..] if table == "cell" => (format!("{platform}/{capability}"), rest),
            all => ("facts".to_owned(), all),
        };
        let mut changes = Changes::default();
        let change = changes.add(What::FactStale, Class::Patch, &subject, "reason-only-facts");
        change.part(match part {
            [] => Arg::from(Message::new("part-whole-endpoint")),
            keys => keys.join(".").into(),
        });
        self.changes.append(&mut changes.0);
    }

    /// What all of it means for the version; `None` if nothing changed.
    pub fn class(&self) -> Option<Class> {
        self.changes.iter().map(|it| it.class).max()
    }
}

/// Changes as they are found.
#[derive(Default)]
struct Changes(Vec<Change>);

impl Changes {
    /// Notes a change; what else there is to say of it is added to what comes back.
    fn add(&mut self, what: What, class: Class, subject: &str, reason: &'static str) -> &mut Change {
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

/// The argument that stands for nothing.
fn none() -> Arg {
    Message::new("none").into()
}

/// An item before and after.
type Pair<'a, T> = (Option<&'a T>, Option<&'a T>);

/// The old and the new of what is in both or in one of two lists, by their keys, in the order of the new one; what is
/// gone comes first.
fn pairs<'a, T>(old: &'a [T], new: &'a [T], key: impl Fn(&'a T) -> &'a str) -> Vec<Pair<'a, T>> {
    let before: std::collections::HashMap<&str, &T> = old.iter().map(|it| (key(it), it)).collect();
    let after: std::collections::HashSet<&str> = new.iter().map(&key).collect();
    let gone = old.iter().filter(|it| !after.contains(key(it))).map(|it| (Some(it), None));
    gone.chain(new.iter().map(|it| (before.get(key(it)).copied(), Some(it)))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_stand_in_the_order_of_their_enum() {
        assert!(KINDS.iter().enumerate().all(|(index, it)| it.0 as usize == index));
    }
}
