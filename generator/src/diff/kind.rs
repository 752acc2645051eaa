//! Kinds of change.

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
    DataAdded,
    DataRemoved,
    DataFieldAdded,
    DataFieldRemoved,
    DataFieldType,
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
const KINDS: [(ChangeKind, &str); 67] = [
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
    (ChangeKind::DataAdded, "data-added"),
    (ChangeKind::DataRemoved, "data-removed"),
    (ChangeKind::DataFieldAdded, "data-field-added"),
    (ChangeKind::DataFieldRemoved, "data-field-removed"),
    (ChangeKind::DataFieldType, "data-field-type"),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_in_the_order_of_their_enum() {
        assert!(KINDS.iter().enumerate().all(|(index, it)| it.0 as usize == index));
    }
}
