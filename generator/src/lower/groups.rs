//! Lowers at-least-one-of groups to selectors.

use std::collections::{BTreeMap, BTreeSet};

use super::name_collisions::Endpoint;
use crate::catalog::Cell;
use crate::model::{Choice, Member, Param, Presence, Selector};
use crate::names::{self, Scope};
use crate::report::{Report, Span};
use crate::similar::did_you_mean;

/// Maximum number of constructors. With more, only the parts are generated.
const MOST_CHOICES: usize = 16;
/// Maximum number of sets in the search for the smallest ones. No real catalog comes near it.
const MOST_SETS: usize = 256;

/// Groups that overlap, as wire names in order.
pub(super) struct Component {
    groups: Vec<Vec<String>>,
    span: Span,
}

impl Component {
    pub(super) fn members(&self) -> BTreeSet<&String> {
        self.groups.iter().flatten().collect()
    }
}

/// Reads a cell's groups and joins those that overlap. The member of a group with one member becomes required. A group
/// that a required parameter satisfies is dropped.
pub(super) fn join(cell: &Cell, params: &mut [Param], report: &mut Report) -> Vec<Component> {
    let mut groups = read(cell, params, report);
    for (group, _) in groups.iter().filter(|(group, _)| group.len() == 1) {
        if let Some(param) = params.iter_mut().find(|it| group.contains(&it.wire) && it.presence == Presence::Optional)
        {
            param.presence = Presence::Required;
        }
    }
    let given = |wire: &String| params.iter().any(|it| it.wire == *wire && it.presence != Presence::Optional);
    groups.retain(|group, span| match group.iter().find(|it| given(it)) {
        Some(member) if group.len() > 1 => {
            report
                .warning("satisfied-group", *span, format!("`{member}` is required, so the group has no effect"))
                .hint("remove the group, or make the parameter optional");
            false
        }
        given => given.is_none(),
    });

    let mut components: Vec<Component> = Vec::new();
    for (group, span) in groups {
        let mut joined = Component { groups: vec![group.into_iter().collect()], span };
        let (overlapping, apart): (Vec<_>, Vec<_>) =
            components.into_iter().partition(|it| !it.members().is_disjoint(&joined.members()));
        for component in overlapping {
            joined.groups.extend(component.groups);
            joined.span = joined.span.min(component.span);
        }
        joined.groups.sort();
        components = apart;
        components.push(joined);
    }
    components.sort_by(|a, b| a.groups.cmp(&b.groups));
    components
}

fn read(cell: &Cell, params: &[Param], report: &mut Report) -> BTreeMap<BTreeSet<String>, Span> {
    let mut groups = BTreeMap::new();
    for group in &cell.require_one_of {
        if group.value.is_empty() {
            report
                .error("empty-group", group.span, "an at-least-one-of group has no members")
                .hint("add members, or remove the group");
            continue;
        }
        let mut members = BTreeSet::new();
        for member in &group.value {
            if params.iter().any(|it| it.wire == member.value) {
                members.insert(member.value.clone());
            } else if cell.params.iter().all(|it| it.name.value != member.value) {
                report
                    .error("unknown-member", member.span, format!("unknown member `{}` of a group", member.value))
                    .label("not a parameter of this cell")
                    .hint("add the parameter to `params`, or remove it from the group");
            }
        }
        if !members.is_empty() {
            groups.entry(members).or_insert(group.span);
        }
    }
    groups
}

/// Returns one selector for each component.
pub(super) fn selectors(
    components: Vec<Component>,
    cell: &str,
    endpoint: &Endpoint<'_>,
    params: &mut [Param],
    report: &mut Report,
) -> Vec<Selector> {
    let facts = endpoint.facts;
    for (label, member) in &facts.selectors {
        if !components.iter().any(|it| it.members().contains(&member.value)) {
            report
                .error(
                    "stale-fact",
                    member.span,
                    format!(
                        "the selector `{label}` refers to `{}`, which is not in an at-least-one-of group",
                        member.value
                    ),
                )
                .label(format!("`{}` is not a member of any group", member.value))
                .hint(did_you_mean(
                    &member.value,
                    components.iter().flat_map(Component::members).map(String::as_str),
                    "use the name of a member of an at-least-one-of group, or remove the line",
                ));
        }
    }
    let mut selectors = Vec::new();
    for (index, component) in components.into_iter().enumerate() {
        let named = facts.selectors.iter().find(|(_, member)| component.members().contains(&member.value));
        let label = match (named, index) {
            (Some((label, _)), _) => label.clone(),
            (None, 0) => "target".to_owned(),
            (None, _) => format!("target{}", index + 1),
        };
        selectors.push(selector(index, component, cell, &label, endpoint, params, report));
    }
    selectors
}

fn selector(
    index: usize,
    component: Component,
    cell: &str,
    label: &str,
    endpoint: &Endpoint<'_>,
    params: &mut [Param],
    report: &mut Report,
) -> Selector {
    let wires: Vec<&String> = component.members().into_iter().collect();
    let mut members = Vec::new();
    for wire in &wires {
        let param = params.iter().position(|it| it.wire == **wire).expect("groups name parameters that are there");
        params[param].presence = Presence::Selector(index);
        let own = endpoint.facts.params.get(*wire);
        let ignored_with = own.map_or(&[][..], |it| &it.value.ignored_with);
        for other in ignored_with.iter().filter(|it| !wires.contains(&&it.value)) {
            report
                .error(
                    "stale-fact",
                    other.span,
                    format!(
                        "no at-least-one-of group contains both `{wire}` and `{}`, which its `ignored_with` lists",
                        other.value
                    ),
                )
                .hint(did_you_mean(
                    &other.value,
                    wires.iter().map(|it| it.as_str()),
                    "list only members of the same at-least-one-of group, or remove the line",
                ));
        }
        let ignored = |other: &&String| other == wire || ignored_with.iter().any(|it| it.value == **other);
        let name = own.and_then(|it| it.value.name.as_deref()).unwrap_or(wire);
        members.push(Member { param, name: names::snake(name, Scope::Selector), addable: !wires.iter().all(ignored) });
    }
    endpoint.name_members(cell, &mut members, params, report);
    let choices = smallest_sets(&component.groups, &wires);
    Selector {
        name: names::camel(&[cell, label]),
        parts: names::camel(&[cell, label, "parts"]),
        // The argument is positional, so its name can change if it is taken.
        argument: names::snake_avoiding(label, Scope::Request, |name| {
            params.iter().any(|it| it.presence == Presence::Required && it.name == name)
        }),
        choices: name_choices(choices, &members, cell, label),
        members,
        groups: component.groups,
        span: component.span,
    }
}

/// Names the constructors of the smallest sets. A constructor of several members is renamed if a member has the same
/// name.
fn name_choices(sets: Vec<Vec<usize>>, members: &[Member], cell: &str, label: &str) -> Vec<Choice> {
    let mut taken: Vec<String> = members.iter().map(|it| it.name.clone()).collect();
    let choices = sets.into_iter().map(|set| {
        if let [one] = set[..] {
            return Choice { name: members[one].name.clone(), args: None, members: set };
        }
        let all: Vec<_> = set.iter().map(|&index| members[index].name.trim_end_matches('_')).collect();
        let wanted = names::snake(&all.join("_and_"), Scope::Selector);
        let name = names::avoiding(&wanted, &taken.iter().map(String::as_str).collect::<Vec<_>>());
        taken.push(name.clone());
        Choice { args: Some(names::camel(&[cell, label, &name])), name, members: set }
    });
    choices.collect()
}

/// Returns the smallest sets of members that contain one of each group; empty if there are too many.
fn smallest_sets(groups: &[Vec<String>], members: &[&String]) -> Vec<Vec<usize>> {
    let mut sets: Vec<BTreeSet<usize>> = vec![BTreeSet::new()];
    for group in groups {
        let group: BTreeSet<_> =
            members.iter().enumerate().filter(|(_, it)| group.contains(it)).map(|it| it.0).collect();
        let mut next: Vec<BTreeSet<usize>> = Vec::new();
        for set in sets {
            if set.is_disjoint(&group) {
                next.extend(group.iter().map(|&member| set.iter().copied().chain([member]).collect()));
            } else {
                next.push(set);
            }
        }
        next.sort_by_key(|it| (it.len(), it.clone()));
        next.dedup();
        sets = Vec::new();
        for set in next {
            if !sets.iter().any(|smaller| smaller.is_subset(&set)) {
                sets.push(set);
            }
        }
        if sets.len() > MOST_SETS {
            return Vec::new();
        }
    }
    if sets.len() > MOST_CHOICES {
        return Vec::new();
    }
    sets.into_iter().map(|set| set.into_iter().collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sets(groups: &[&[&str]]) -> Vec<String> {
        let groups: Vec<Vec<String>> = groups.iter().map(|it| it.iter().map(|it| (*it).to_owned()).collect()).collect();
        let members: BTreeSet<_> = groups.iter().flatten().collect();
        let members: Vec<_> = members.into_iter().collect();
        let spell = |set: Vec<usize>| set.into_iter().map(|index| members[index].as_str()).collect();
        smallest_sets(&groups, &members).into_iter().map(spell).collect()
    }

    #[test]
    fn smallest_sets_satisfy_every_group() {
        assert_eq!(sets(&[&["a", "b"]]), ["a", "b"]);
        assert_eq!(sets(&[&["a", "b"], &["b", "c"]]), ["b", "ac"]);
        assert_eq!(sets(&[&["a", "b"], &["a", "b", "c"]]), ["a", "b"]);
        assert_eq!(sets(&[&["a", "b"], &["b", "c"], &["c", "a"]]), ["ab", "ac", "bc"]);
    }

    #[test]
    fn too_many_sets_are_none() {
        let letters: Vec<String> = ('a'..='z').map(String::from).collect();
        let all: Vec<&str> = letters.iter().map(String::as_str).collect();
        assert!(sets(&[&all]).is_empty());
        let pairs: Vec<Vec<&str>> = all.chunks(2).map(<[_]>::to_vec).collect();
        assert!(sets(&pairs.iter().map(Vec::as_slice).collect::<Vec<_>>()).is_empty());
    }
}
