//! Differences between the live catalog and the one a client was generated from.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::{LiveCell, LiveParam};
use crate::{Count, Field, OperationSpec, Usd, visible};

/// One difference between the live catalog and the one the client was generated from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CatalogChange {
    /// Path of the endpoint.
    pub path: String,
    /// The difference.
    pub kind: ChangeKind,
}

/// Kind of a [`CatalogChange`]. `None` stands for a value that a catalog does not contain.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChangeKind {
    /// The endpoint is new: this client has no function for it.
    EndpointAdded(LiveCell),
    /// The endpoint is no longer listed.
    EndpointRemoved,
    /// The endpoint has another status, such as `paused`.
    Status {
        /// Status when the client was generated.
        was: Option<String>,
        /// Status in the live catalog.
        now: Option<String>,
    },
    /// The endpoint has another price.
    Price {
        /// Price when the client was generated.
        was: Option<Usd>,
        /// Price in the live catalog.
        now: Option<Usd>,
    },
    /// The endpoint accepts one more parameter.
    ParamAdded(LiveParam),
    /// The endpoint no longer accepts a parameter.
    ParamRemoved {
        /// Name of the parameter.
        name: String,
    },
    /// A parameter has another type.
    ParamType {
        /// Name of the parameter.
        name: String,
        /// Type when the client was generated.
        was: Option<String>,
        /// Type in the live catalog.
        now: Option<String>,
    },
    /// A parameter became required or optional.
    ParamRequired {
        /// Name of the parameter.
        name: String,
        /// True if it was required when the client was generated.
        was: Option<bool>,
        /// True if it is required in the live catalog.
        now: Option<bool>,
    },
    /// At least one of these parameters is now required.
    GroupAdded(Vec<String>),
    /// At least one of these parameters is no longer required.
    GroupRemoved(Vec<String>),
}

impl fmt::Display for CatalogChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", visible(&self.path), self.kind)
    }
}

impl fmt::Display for ChangeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let price = |price: &Option<Usd>| price.map_or("unknown".to_owned(), |it| format!("{it} USD"));
        let text =
            |text: &Option<String>| text.as_ref().map_or("unknown".to_owned(), |it| format!("`{}`", visible(it)));
        let group =
            |group: &[String]| group.iter().map(|it| format!("`{}`", visible(it))).collect::<Vec<_>>().join(", ");
        match self {
            Self::EndpointAdded(cell) => write!(f, "endpoint added, price {}", price(&cell.price)),
            Self::EndpointRemoved => write!(f, "endpoint removed"),
            Self::Status { was, now } => write!(f, "status changed from {} to {}", text(was), text(now)),
            Self::Price { was, now } => write!(f, "price changed from {} to {}", price(was), price(now)),
            Self::ParamAdded(LiveParam { name, required, .. }) => {
                let need = match required {
                    Some(true) => "required parameter",
                    Some(false) => "optional parameter",
                    None => "parameter",
                };
                write!(f, "{need} `{}` added", visible(name))
            }
            Self::ParamRemoved { name } => write!(f, "parameter `{}` removed", visible(name)),
            Self::ParamType { name, was, now } => {
                write!(f, "type of parameter `{}` changed from {} to {}", visible(name), text(was), text(now))
            }
            Self::ParamRequired { name, now, .. } => {
                let now = match now {
                    Some(true) => "is now required",
                    Some(false) => "is now optional",
                    None => "is now listed without a required flag",
                };
                write!(f, "parameter `{}` {now}", visible(name))
            }
            Self::GroupAdded(names) => write!(f, "now required: at least one of {}", group(names)),
            Self::GroupRemoved(names) => write!(f, "no longer required: at least one of {}", group(names)),
        }
    }
}

/// Returns the differences in the order of the paths.
pub(super) fn compare(compiled: BTreeMap<String, &OperationSpec>, cells: &[LiveCell]) -> Vec<CatalogChange> {
    let live: BTreeMap<_, _> = cells.iter().map(|cell| (cell.path.as_str(), cell)).collect();
    let paths: BTreeSet<&str> = compiled.keys().map(String::as_str).chain(live.keys().copied()).collect();
    let mut changes = Vec::new();
    for path in paths {
        let kinds = match (compiled.get(path), live.get(path)) {
            (Some(spec), Some(cell)) => endpoint(spec, cell),
            (None, Some(cell)) => vec![ChangeKind::EndpointAdded((*cell).clone())],
            _ => vec![ChangeKind::EndpointRemoved],
        };
        changes.extend(kinds.into_iter().map(|kind| CatalogChange { path: path.to_owned(), kind }));
    }
    changes
}

fn endpoint(spec: &OperationSpec, cell: &LiveCell) -> Vec<ChangeKind> {
    let mut kinds = Vec::new();
    let was = spec.status.map(|it| it.as_str().to_owned());
    if was != cell.status {
        kinds.push(ChangeKind::Status { was, now: cell.status.clone() });
    }
    let was = spec.billing.price();
    if was != cell.price {
        kinds.push(ChangeKind::Price { was, now: cell.price });
    }
    if let Some(now) = &cell.params {
        params(spec.fields, now, &mut kinds);
    }
    if let Some(now) = &cell.groups {
        groups(spec.counts, now, &mut kinds);
    }
    kinds
}

fn params(was: &[Field], now: &[LiveParam], kinds: &mut Vec<ChangeKind>) {
    let compiled: BTreeMap<_, _> = was.iter().map(|it| (it.name, it)).collect();
    let live: BTreeMap<_, _> = now.iter().map(|it| (it.name.as_str(), it)).collect();
    for (name, was) in &compiled {
        let name = (*name).to_owned();
        let Some(now) = live.get(name.as_str()) else {
            kinds.push(ChangeKind::ParamRemoved { name });
            continue;
        };
        if was.published_type != now.published_type.as_deref() {
            let (was, now) = (was.published_type.map(str::to_owned), now.published_type.clone());
            kinds.push(ChangeKind::ParamType { name: name.clone(), was, now });
        }
        if was.published_required != now.required {
            kinds.push(ChangeKind::ParamRequired { name, was: was.published_required, now: now.required });
        }
    }
    let added = live.into_iter().filter(|(name, _)| !compiled.contains_key(name));
    kinds.extend(added.map(|(_, param)| ChangeKind::ParamAdded(param.clone())));
}

fn groups(was: &[Count], now: &[Vec<String>], kinds: &mut Vec<ChangeKind>) {
    let compiled: BTreeSet<BTreeSet<&str>> = was.iter().map(|it| it.of.iter().copied().collect()).collect();
    let live: BTreeSet<BTreeSet<&str>> = now.iter().map(|it| it.iter().map(String::as_str).collect()).collect();
    let names = |group: &BTreeSet<&str>| group.iter().map(|&it| it.to_owned()).collect();
    kinds.extend(compiled.difference(&live).map(|it| ChangeKind::GroupRemoved(names(it))));
    kinds.extend(live.difference(&compiled).map(|it| ChangeKind::GroupAdded(names(it))));
}
