//! Published fields that affect cost or safety. A refresh compares them before it accepts a catalog.

use std::collections::{BTreeMap, BTreeSet};

use gatewright_runtime::{BookFaces, Decimal, ModelRecord, Tier, Units};

use super::effective::{self, tier_name};
use super::limits::{self, Limit};
use super::prices::stated;
use crate::languages::english;
use crate::model::{CatalogModel, Model, Operation, Platform, Service, Status};
use crate::text::shown;
use crate::tiers;

/// Kind of a watched field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Watched {
    /// An amount of money, or a number that multiplies one.
    Price,
    /// Unit that a price is charged for.
    Billing,
    /// An endpoint that can be called, or a group that a model is enabled for.
    Available,
    /// An at-least-one-of group.
    Group,
    /// A required parameter.
    Required,
    /// An endpoint type of a model.
    EndpointType,
    /// Accounts that can use a model.
    Access,
    /// Name of an endpoint in the usage log.
    LogName,
    /// A limit of a model, or a value that it accepts.
    Limit,
}

/// Owner of the fields that the model catalog has for all models.
const ALL_MODELS: &str = "models";
/// Price of an endpoint.
const PRICE: &str = "price_usd";

/// Values of watched fields by kind, then by endpoint or model, then by field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WatchedFields {
    endpoints: BTreeSet<String>,
    models: BTreeSet<String>,
    values: BTreeMap<Watched, BTreeMap<(String, String), String>>,
}

/// A watched field that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldChange {
    /// Endpoint or model.
    pub owner: String,
    /// Field of it.
    pub field: String,
    /// Value before.
    pub was: String,
    /// Value now; `None` if it is no longer published.
    pub now: Option<String>,
}

impl WatchedFields {
    /// Collects the watched fields of a model. Platforms are identified by their labels, which a rename does not
    /// change.
    pub fn of(model: &Model) -> Self {
        let mut fields = Self::default();
        for platform in &model.platforms {
            for operation in &platform.operations {
                fields.add_operation(platform, operation, &model.service);
            }
        }
        for it in &model.models {
            fields.add_model(it, &model.units);
        }
        if !model.models.is_empty() {
            let groups = if model.auto_groups.is_empty() { "none".to_owned() } else { model.auto_groups.join(", ") };
            fields.insert(Watched::Access, ALL_MODELS, "auto_groups", groups);
        }
        fields
    }

    fn add_operation(&mut self, platform: &Platform, operation: &Operation, service: &Service) {
        let owner = &format!("{}/{}", platform.label, operation.key);
        self.endpoints.insert(owner.clone());
        let mut add = |kind, field: &str, value: String| self.insert(kind, owner, field, value);
        if let Some(name) = &operation.usage_log_name {
            // A usual name follows a new key of its platform.
            let is_usual = *name == service.usage_log_name(&platform.key, &operation.key);
            let usual = || service.usage_log_name(&platform.label, &operation.key);
            add(Watched::LogName, "model", if is_usual { usual() } else { name.clone() });
        }
        operation.price().iter().for_each(|it| add(Watched::Price, PRICE, it.to_string()));
        operation.unit().iter().for_each(|it| add(Watched::Billing, "unit", (*it).to_owned()));
        if operation.status == Some(Status::Available) {
            add(Watched::Available, "status", "available".to_owned());
        }
        for group in operation.selectors.iter().flat_map(|it| &it.groups) {
            add(Watched::Group, &group.join(", "), "required".to_owned());
        }
        for param in operation.params.iter().filter(|it| it.required == Some(true)) {
            add(Watched::Required, &param.wire, "required".to_owned());
        }
    }

    fn add_model(&mut self, model: &CatalogModel, units: &Units) {
        let record = &model.record;
        let owner = &record.name;
        self.models.insert(owner.clone());
        let mut add = |kind, field: &str, value: String| self.insert(kind, owner, field, value);
        for (field, price) in all_prices(record).into_iter().chain(effective::prices(record, units)) {
            add(Watched::Price, &field, price.to_string());
        }
        record.login_required.iter().for_each(|it| add(Watched::Access, "login_required", it.to_string()));
        let tokens = limits::tokens(record).map(|(name, it)| (name, Limit::Number(it)));
        let limits = limits::limits(record).map(|(name, _, it)| (name, it));
        for (field, limit) in tokens.into_iter().chain(limits) {
            match limit {
                Limit::Number(number) => number.iter().for_each(|it| add(Watched::Limit, field, it.to_string())),
                Limit::Values(values) => {
                    values.iter().for_each(|it| add(Watched::Limit, &format!("{field}: {it}"), "listed".to_owned()));
                }
            }
        }
        let retail = record.retail.as_ref();
        let billing = [
            ("tiers", Some(tier_conditions(record))),
            ("billing_unit", record.billing_unit.as_ref().map(|it| it.as_str().to_owned())),
            ("quota_type", record.quota_type.map(|it| it.to_string())),
            ("vendor_list.unit", retail.and_then(|it| it.unit.clone())),
            ("vendor_list.list_currency", retail.and_then(|it| it.list_currency.clone())),
        ];
        for (field, value) in billing {
            value.into_iter().for_each(|it| add(Watched::Billing, field, it));
        }
        for endpoint_type in &record.endpoint_types {
            add(Watched::EndpointType, endpoint_type, "supported".to_owned());
        }
        for group in &record.groups {
            add(Watched::Available, &format!("enable_groups: {group}"), "enabled".to_owned());
        }
    }

    /// Adds a field unless it exists already.
    pub fn insert(&mut self, kind: Watched, owner: &str, field: &str, value: String) {
        self.values.entry(kind).or_default().entry((owner.to_owned(), field.to_owned())).or_insert(value);
    }

    /// Returns the fields of a kind with their values.
    pub fn iter(&self, kind: Watched) -> impl Iterator<Item = (&str, &str, &str)> {
        let fields = self.values.get(&kind).into_iter().flatten();
        fields.map(|((owner, field), value)| (owner.as_str(), field.as_str(), value.as_str()))
    }

    /// Returns the value of a field.
    pub fn get(&self, kind: Watched, owner: &str, field: &str) -> Option<&str> {
        self.values.get(&kind)?.get(&(owner.to_owned(), field.to_owned())).map(String::as_str)
    }

    /// Returns the number of fields of a kind.
    pub fn count(&self, kind: Watched) -> usize {
        self.values.get(&kind).map_or(0, BTreeMap::len)
    }

    /// Returns the fields of a kind that differ in `new`. Fields of endpoints and models that `new` does not have are
    /// left out.
    pub fn changes(&self, new: &Self, kind: Watched) -> Vec<FieldChange> {
        let kept = self.iter(kind).filter(|(owner, ..)| new.has(owner));
        let changed = kept.filter(|(owner, field, was)| new.get(kind, owner, field).is_none_or(|now| now != *was));
        let change = changed.map(|(owner, field, was)| FieldChange {
            owner: owner.to_owned(),
            field: field.to_owned(),
            was: was.to_owned(),
            now: new.get(kind, owner, field).map(str::to_owned),
        });
        change.collect()
    }
}

impl WatchedFields {
    /// Returns the fields of a kind that endpoints and models of both catalogs publish for the first time: `self` has
    /// nothing in their [group](Self::group).
    pub fn published<'a>(&self, new: &'a Self, kind: Watched) -> Vec<(&'a str, &'a str, &'a str)> {
        let before: BTreeSet<_> = self.iter(kind).map(|(owner, field, _)| (owner, Self::group(field))).collect();
        let is_new = |owner: &str, field: &str| self.has(owner) && !before.contains(&(owner, Self::group(field)));
        new.iter(kind).filter(|(owner, field, _)| is_new(owner, field)).collect()
    }

    /// Returns the endpoints and models.
    pub fn owners(&self) -> impl Iterator<Item = &str> {
        self.endpoints.union(&self.models).map(String::as_str)
    }

    /// Returns the endpoints in both catalogs if all of `owners` are endpoints, else the models.
    pub fn in_both<'a>(&'a self, new: &'a Self, owners: &BTreeSet<&str>) -> Vec<&'a str> {
        // A model can have the name of an endpoint.
        let (of, other) = match owners.iter().all(|it| new.endpoints.contains(*it)) {
            true => (&self.endpoints, &new.endpoints),
            false => (&self.models, &new.models),
        };
        of.intersection(other).map(String::as_str).collect()
    }

    /// Returns true if a field is a price that the client charges or calculates, rather than a number that it may use.
    pub fn is_charged(field: &str) -> bool {
        field == PRICE || field.starts_with(effective::PREFIX)
    }

    /// Returns the part of a field's name that all calculated prices per token have in common; `None` for other fields.
    pub fn family(field: &str) -> Option<&str> {
        effective::family_of_tokens(Self::group(field))
    }

    /// Returns the part of a field's name that it shares with similar fields, such as those of other tiers.
    pub fn group(field: &str) -> &str {
        field.split(": ").next().unwrap_or_default()
    }

    /// Returns true if a change empties a group of fields: nothing that an endpoint or a model listed there is left.
    pub fn is_emptied(&self, new: &Self, kind: Watched, change: &FieldChange) -> bool {
        let (owner, group) = (&change.owner, Self::group(&change.field));
        let from = self.values.get(&kind).into_iter().flat_map(|it| it.range((owner.clone(), group.to_owned())..));
        let mut all = from.take_while(|((of, field), _)| of == owner && field.starts_with(group));
        all.all(|((_, field), _)| Self::group(field) != group || new.get(kind, owner, field).is_none())
    }

    /// Returns true if an endpoint or a model is in the catalog.
    pub fn has(&self, owner: &str) -> bool {
        self.endpoints.contains(owner) || self.models.contains(owner) || owner == ALL_MODELS
    }
}

impl FieldChange {
    /// Returns true if a number grew or shrank by more than a factor.
    pub fn exceeds(&self, factor: u32) -> bool {
        let number = |it: &str| it.parse::<Decimal>().ok();
        let (Some(was), Some(now)) = (number(&self.was), self.now.as_deref().and_then(number)) else { return false };
        let factor = Decimal::from(i64::from(factor));
        now > was * factor || was > now * factor
    }
}

impl std::fmt::Display for FieldChange {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let now = self.now.as_deref().unwrap_or("not published");
        write!(f, "`{}`, {}: {}, was {}", shown(&self.owner), shown(&self.field), shown(now), shown(&self.was))
    }
}

/// Returns the conditions of a record's tiers. They decide which price applies, so that the same prices under other
/// conditions are another price. A record without tiers has a value too: tiers that appear or disappear are changes.
fn tier_conditions(record: &ModelRecord) -> String {
    let conditions = |tier: &Tier| {
        let all: Vec<_> = tier.when.iter().map(|it| tiers::condition(it).render(english())).collect();
        let all = if all.is_empty() { "always".to_owned() } else { all.join(" and ") };
        format!("{}: {all}", tier_name(tier))
    };
    let mut all: Vec<_> = record.book_faces.iter().flat_map(|it| &it.tiers).map(conditions).collect();
    if record.book_faces.as_ref().is_some_and(BookFaces::has_unreadable_tiers) {
        all.push("tiers that cannot be read".to_owned());
    }
    if all.is_empty() { "none".to_owned() } else { all.join("; ") }
}

/// Returns the prices of a record: stated prices, tiers, the provider's list prices and the billing rate.
fn all_prices(record: &ModelRecord) -> BTreeMap<String, Decimal> {
    let mut all: BTreeMap<_, _> = stated(record).into_iter().map(|(part, price)| (part.key(), price)).collect();
    for (number, tier) in (1..).zip(record.book_faces.iter().flat_map(|it| &it.tiers)) {
        let name = tier_name(tier);
        let faces = tier.standard.iter().map(|it| ("", it)).chain(tier.paid.iter().map(|it| (", paid", it)));
        all.extend(faces.map(|(paid, (face, price))| (format!("tier {number}, {name}: {face}{paid}"), *price)));
    }
    let retail = record.retail.as_ref();
    let list = [
        ("list_input", retail.and_then(|it| it.list_input)),
        ("list_input_usd", retail.and_then(|it| it.list_input_usd)),
    ];
    all.extend(list.into_iter().filter_map(|(name, it)| Some((name.to_owned(), it?))));
    for face in retail.into_iter().flat_map(|it| &it.faces) {
        if let (Some(name), Some(price)) = (&face.face, face.list_usd) {
            all.insert(format!("list price of {name}"), price);
        }
    }
    all.extend(record.billing_rate.map(|it| ("billing_rate".to_owned(), it)));
    all
}
