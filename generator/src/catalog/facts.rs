//! Facts about social endpoints that the catalog does not have.

use std::collections::BTreeMap;

use super::{Assumption, Scalar};
use crate::report::Spanned;
use crate::text::Text;

/// Facts by capability, platform and endpoint.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    /// Sentences about capabilities.
    pub(crate) capabilities: BTreeMap<String, Spanned<Text>>,
    /// Names of capabilities in other languages.
    pub(crate) capability_names: BTreeMap<String, Text>,
    pub(crate) platforms: BTreeMap<String, Spanned<PlatformFacts>>,
    /// By platform, then capability.
    pub(crate) cells: BTreeMap<String, BTreeMap<String, Spanned<CellFacts>>>,
}

#[derive(Debug, Default)]
pub(crate) struct PlatformFacts {
    pub(crate) about: Option<Text>,
    pub(crate) name: Option<String>,
}

#[derive(Debug, Default)]
pub(crate) struct CellFacts {
    pub(crate) name: Option<String>,
    pub(crate) notes: Vec<Text>,
    /// Selector label, and a member of the group that it names.
    pub(crate) selectors: Vec<(String, Spanned<String>)>,
    pub(crate) params: BTreeMap<String, Spanned<ParamFacts>>,
}

#[derive(Debug, Default)]
pub(crate) struct ParamFacts {
    pub(crate) name: Option<String>,
    pub(crate) values: Vec<NamedValue>,
    pub(crate) separator: Option<String>,
    pub(crate) min: Option<Spanned<i64>>,
    pub(crate) max: Option<Spanned<i64>>,
    pub(crate) min_length: Option<Spanned<i64>>,
    pub(crate) max_length: Option<Spanned<i64>>,
    pub(crate) paging: Option<PagingFacts>,
    pub(crate) note: Option<Text>,
    pub(crate) ignored_with: Vec<Spanned<String>>,
    pub(crate) deprecated: Option<Text>,
    pub(crate) source: Option<String>,
    /// Texts of assumptions, by rule.
    pub(crate) assumptions: Vec<Assumption>,
}

#[derive(Debug)]
pub(crate) struct NamedValue {
    pub(crate) label: String,
    pub(crate) value: Spanned<Scalar>,
    pub(crate) also: Option<String>,
    pub(crate) about: Option<Text>,
    /// Name in other languages.
    pub(crate) name: Option<Text>,
}

#[derive(Debug, Default)]
pub(crate) struct PagingFacts {
    pub(crate) field: Option<String>,
    pub(crate) first: Option<Scalar>,
    pub(crate) from_first_reply: bool,
    pub(crate) counts_from: Option<i64>,
    /// Parameter that selects the page, if this one does not.
    pub(crate) accompanies: Option<Spanned<String>>,
}
