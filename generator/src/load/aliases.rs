//! Reads `social/aliases.toml`: earlier names of platforms, which are kept for one version.

use std::collections::BTreeMap;

use super::node::Node;
use super::reader::Reader;
use crate::catalog::AliasSpec;
use crate::report::Spanned;

pub(super) fn read(tree: &Node<'_>, reader: &mut Reader<'_>) -> BTreeMap<String, Spanned<AliasSpec>> {
    let alias = |node: &Node<'_>, _: &str, reader: &mut Reader<'_>| {
        let mut fields = reader.fields(node, "the platform");
        let (name, version) = (fields.required("name"), fields.required("version"));
        fields.finish();
        Some(reader.at(node, AliasSpec { name: name?.value, version: version?.value }))
    };
    reader.named(tree, "the file", alias).into_iter().collect()
}
