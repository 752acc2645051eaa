//! Distinct names inside one endpoint.

use std::collections::BTreeSet;

use crate::catalog::CellFacts;
use crate::model::{Kind, Member, Param, Selector};
use crate::names::{self, NameRequest};
use crate::report::Report;
use crate::text::toml_key;

/// An endpoint whose names are being assigned.
pub(super) struct Endpoint<'a> {
    /// Label of its platform in the facts.
    pub(super) platform: &'a str,
    pub(super) capability: &'a str,
    pub(super) facts: &'a CellFacts,
}

impl Endpoint<'_> {
    /// Gives the functions of a request different names. Members of groups have functions of their own.
    pub(super) fn name_params(
        &self,
        cell: &str,
        params: &mut [Param],
        members: &BTreeSet<String>,
        report: &mut Report,
    ) {
        let own: Vec<_> = (0..params.len()).filter(|&index| !members.contains(&params[index].wire)).collect();
        let wanted = own.iter().map(|&index| (&params[index], params[index].name.as_str())).collect::<Vec<_>>();
        let found = self.distinct(&wanted, &[], report);
        for (index, name) in own.into_iter().zip(found) {
            rename_type(cell, &mut params[index], &name);
            params[index].name = name;
        }
    }

    /// Gives the constructors of a selector different names.
    pub(super) fn name_members(&self, cell: &str, members: &mut [Member], params: &mut [Param], report: &mut Report) {
        let wanted: Vec<_> = members.iter().map(|it| (&params[it.param], it.name.as_str())).collect();
        let found = self.distinct(&wanted, &[], report);
        for (member, name) in members.iter_mut().zip(found) {
            if member.name != name {
                let param = &mut params[member.param];
                rename_type(cell, param, &name);
                param.name.clone_from(&name);
                member.name = name;
            }
        }
    }

    /// Gives the types of an endpoint different names. Types of named values are renamed first, then types of sets of
    /// members.
    pub(super) fn name_types(
        &self,
        own: &[&str],
        selectors: &mut [Selector],
        params: &mut [Param],
        report: &mut Report,
    ) {
        let selector_types = selectors.iter().flat_map(|it| [it.name.clone(), it.parts.clone()]);
        let mut taken: Vec<String> = own.iter().map(|it| (*it).to_owned()).chain(selector_types).collect();
        for choice in selectors.iter_mut().flat_map(|it| &mut it.choices) {
            let Some(args) = &mut choice.args else { continue };
            *args = names::avoiding(args, &taken.iter().map(String::as_str).collect::<Vec<_>>());
            taken.push(args.clone());
        }
        let named: Vec<_> = params.iter().filter_map(|it| Some((it, type_name(it)?))).collect();
        let taken: Vec<_> = taken.iter().map(String::as_str).collect();
        let found = self.distinct(&named, &taken, report);
        let kinds = params.iter_mut().filter_map(|it| match &mut it.kind {
            Kind::Named(values) => Some(values),
            _ => None,
        });
        kinds.zip(found).for_each(|(values, name)| values.name = name);
    }

    /// Returns different names, and warns about each that differs from the wanted one.
    fn distinct(&self, wanted: &[(&Param, &str)], taken: &[&str], report: &mut Report) -> Vec<String> {
        let is_chosen = |param: &Param| self.facts.params.get(&param.wire).is_some_and(|it| it.value.name.is_some());
        let all: Vec<_> = wanted
            .iter()
            .map(|(param, name)| NameRequest { text: &param.wire, name, chosen: is_chosen(param) })
            .collect();
        let found = names::distinct(&all, taken);
        for ((param, name), got) in wanted.iter().zip(&found).filter(|((_, name), got)| name != got) {
            let (platform, capability) = (toml_key(self.platform), toml_key(self.capability));
            let wire = toml_key(&param.wire);
            let winner = wanted.iter().zip(&found).find(|(_, other)| other == name).map(|((param, _), _)| *param);
            let message = match winner {
                Some(other) => format!("`{}` and `{}` would both be called `{name}`", other.wire, param.wire),
                None => format!("another type of the endpoint is called `{name}`"),
            };
            let warning = report.warning("name-collision", param.span, message).label(format!("called `{got}`"));
            if let Some(other) = winner {
                warning.also(other.span, format!("called `{name}`"));
            }
            warning.hint(format!(
                "to choose a name, set it in `social/facts.toml`: \
                 [cell.{platform}.{capability}.params] {wire} = {{ name = \"…\" }}"
            ));
        }
        found
    }
}

fn type_name(param: &Param) -> Option<&str> {
    match &param.kind {
        Kind::Named(values) => Some(&values.name),
        _ => None,
    }
}

/// Renames the type of a parameter's named values after its function.
fn rename_type(cell: &str, param: &mut Param, name: &str) {
    if param.name != name
        && let Kind::Named(values) = &mut param.kind
    {
        values.name = names::camel(&[cell, name]);
    }
}
