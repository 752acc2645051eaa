//! What changed from one model to another, in the words of the domain, and what that means for the version of the
//! generated crate.

mod groups;
mod models;
mod operations;
mod params;
mod platforms;
mod reasons;
mod renamed_params;
mod renames;
pub(crate) mod render;
mod watched;

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
    pub part: Option<String>,
    /// What it was.
    pub was: Option<String>,
    /// What it is.
    pub now: Option<String>,
    /// By how much, if it is an amount.
    pub by: Option<String>,
    /// Why it is of its class.
    pub reason: &'static str,
}

/// The kinds of change. Their names, in `kebab-case`, are part of the JSON format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "`KINDS` says what each of them is")]
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

/// What each kind is called, and the sentence that says it: of the subject, for `{part}`, `{was}`, `{now}` and `{by}`.
const KINDS: [(What, &str, &str); 61] = [
    (What::PlatformAdded, "platform-added", "a new platform, with {now}"),
    (What::PlatformRemoved, "platform-removed", "the platform is gone, with {was}"),
    (What::PlatformKey, "platform-key", "its key is {now}, it was {was}"),
    (What::PlatformName, "platform-name", "renamed from {was} to {now}"),
    (What::AliasRemoved, "alias-removed", "removed: the deprecated name {was}"),
    (What::InterfaceAdded, "interface-added", "a new interface, with {now}"),
    (What::InterfaceRemoved, "interface-removed", "the interface is gone, with {was}"),
    (What::EndpointAdded, "endpoint-added", "a new endpoint, {now}"),
    (What::EndpointRemoved, "endpoint-removed", "the endpoint is gone"),
    (What::EndpointPaused, "endpoint-paused", "paused"),
    (What::EndpointBack, "endpoint-back", "back on sale"),
    (What::EndpointStatus, "endpoint-status", "its status is {now}, it was {was}"),
    (What::EndpointName, "endpoint-name", "its function is {now}, it was {was}"),
    (What::EndpointRoute, "endpoint-route", "called as {now}, before as {was}"),
    (What::EndpointFormat, "endpoint-format", "its {part} is {now}, it was {was}"),
    (What::UsageLogName, "usage-log-name", "listed in the usage log as {now}, before as {was}"),
    (What::PriceUp, "price-up", "{now}, it was {was}: {by} dearer"),
    (What::PriceDown, "price-down", "{now}, it was {was}: {by} cheaper"),
    (What::PricePublished, "price-published", "its price is published: {now}"),
    (What::PriceWithdrawn, "price-withdrawn", "its price is not published any more, it was {was}"),
    (What::UnitChanged, "unit-changed", "its unit is {now}, it was {was}"),
    (What::ParamAdded, "param-added", "a new parameter {part}: {now}"),
    (What::ParamRemoved, "param-removed", "the parameter {part} is gone"),
    (What::ParamRenamed, "param-renamed", "the parameter {was} is called {now}"),
    (What::ParamRequired, "param-required", "the parameter {part} is required now{now}"),
    (What::ParamOptional, "param-optional", "the parameter {part} is {now}"),
    (What::ParamType, "param-type", "the parameter {part} takes {now}, before {was}"),
    (What::ParamDefault, "param-default", "the default of {part} is {now}, it was {was}"),
    (What::ParamLimits, "param-limits", "the limits of {part} are {now}, they were {was}"),
    (What::ParamName, "param-name", "the function of {part} is {now}, it was {was}"),
    (What::ParamDeprecated, "param-deprecated", "the parameter {part} should not be used any more"),
    (What::ParamRestored, "param-restored", "the parameter {part} can be used again"),
    (What::GroupAdded, "group-added", "at least one of {now} is needed now"),
    (What::GroupRemoved, "group-removed", "there is no group of {was} any more"),
    (What::GroupChanged, "group-changed", "needed is at least one of {now}, it was one of {was}"),
    (What::MemberAdded, "member-added", "{part} satisfies the group {now}, too"),
    (What::MemberRemoved, "member-removed", "{part} does not satisfy the group {was} any more"),
    (What::ValueAdded, "value-added", "a new named value of {part}: {now}"),
    (What::ValueRemoved, "value-removed", "the named value {was} of {part} is gone"),
    (What::ValueChanged, "value-changed", "a named value of {part} is sent as {now}, before as {was}"),
    (What::PagingChanged, "paging-changed", "pages are turned {now}, before {was}"),
    (What::DocsChanged, "docs-changed", "described otherwise: {now}"),
    (What::ModelAdded, "model-added", "a new model, {now}"),
    (What::ModelRemoved, "model-removed", "the model is gone"),
    (What::ModelBack, "model-back", "the model is back"),
    (What::ConstantDropped, "constant-dropped", "the constant of the model that left is gone, too"),
    (What::ConstantRenamed, "constant-renamed", "its constant is {now}, it was {was}"),
    (What::ModelPriceUp, "model-price-up", "{part}: {now}, it was {was}"),
    (What::ModelPriceDown, "model-price-down", "{part}: {now}, it was {was}"),
    (What::ModelPricePublished, "model-price-published", "{part} is published: {now}"),
    (What::ModelPriceWithdrawn, "model-price-withdrawn", "{part} is not published any more, it was {was}"),
    (What::ModelTiers, "model-tiers", "its tiers are {now}, they were {was}"),
    (What::ModelBilling, "model-billing", "billed by {now}, before by {was}"),
    (What::ModelContext, "model-context", "{part}: {now}, it was {was}"),
    (What::ModelEndpointAdded, "model-endpoint-added", "taken by {now}, too"),
    (What::ModelEndpointRemoved, "model-endpoint-removed", "not taken by {was} any more"),
    (What::ModelDetails, "model-details", "described otherwise: {now}"),
    (What::ModelRules, "model-rules", "what it refuses changed"),
    (What::ModelFamily, "model-family", "its group of video models is {now}, it was {was}"),
    (What::UnitsChanged, "units-changed", "what the numbers of prices stand for changed"),
    (What::FactStale, "fact-stale", "the fact {part} matches nothing any more, and is put aside"),
];

impl What {
    /// Every kind.
    pub fn all() -> impl Iterator<Item = Self> {
        KINDS.iter().map(|it| it.0)
    }

    /// What it is called.
    pub fn name(self) -> &'static str {
        self.entry().1
    }

    /// The sentence that says it.
    #[cfg(test)]
    pub(crate) fn sentence(self) -> &'static str {
        self.entry().2
    }

    fn entry(self) -> &'static (Self, &'static str, &'static str) {
        &KINDS[self as usize]
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
        let change = changes.add(What::FactStale, Class::Patch, &subject, "only what people wrote down");
        change.part(if part.is_empty() { "of the whole endpoint".to_owned() } else { part.join(".") });
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
    fn part(&mut self, part: impl Into<String>) -> &mut Self {
        self.part = Some(part.into());
        self
    }

    fn was(&mut self, was: impl Into<String>) -> &mut Self {
        self.was = Some(was.into());
        self
    }

    fn now(&mut self, now: impl Into<String>) -> &mut Self {
        self.now = Some(now.into());
        self
    }

    fn by(&mut self, by: impl Into<String>) -> &mut Self {
        self.by = Some(by.into());
        self
    }
}

/// What was, and what became of it.
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
