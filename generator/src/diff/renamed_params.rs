//! Renamed parameters.

use std::collections::HashMap;
use std::mem::{Discriminant, discriminant, take};

use crate::model::{Kind, Operation, Param};

/// Finds parameters that were removed and added at the same position of the list, with the same type and the same need.
pub(super) fn find<'a>(old: &'a Operation, new: &'a Operation) -> Vec<(&'a Param, &'a Param)> {
    let added: HashMap<_, _> = gaps(new, old).into_iter().collect();
    let both = gaps(old, new).into_iter().filter_map(|(position, removed)| Some((removed, added.get(&position)?)));
    both.flat_map(|(removed, added)| matched(&removed, added)).collect()
}

/// A position in a list: the names before and after it.
type Gap<'a> = (Option<&'a str>, Option<&'a str>);

/// Returns the parameters that only one operation has, by their position among the common ones.
fn gaps<'a>(these: &'a Operation, those: &Operation) -> Vec<(Gap<'a>, Vec<&'a Param>)> {
    let mut params: Vec<_> = these.params.iter().collect();
    params.sort_by_key(|it| it.span);
    let (mut all, mut gap, mut before) = (Vec::new(), Vec::new(), None);
    for param in params {
        if those.params.iter().any(|it| it.key == param.key) {
            let wire = Some(param.key.as_str());
            all.push(((before, wire), take(&mut gap)));
            before = wire;
        } else {
            gap.push(param);
        }
    }
    all.push(((before, None), gap));
    all
}

/// Matches removed and added parameters at one position. If their numbers differ, only unambiguous pairs are matched.
fn matched<'a>(removed: &[&'a Param], added: &[&'a Param]) -> Vec<(&'a Param, &'a Param)> {
    let same = |was: &Param, now: &Param| {
        plain(&was.kind) == plain(&now.kind) && discriminant(&was.presence) == discriminant(&now.presence)
    };
    if removed.len() == added.len() {
        return removed.iter().copied().zip(added.iter().copied()).filter(|(was, now)| same(was, now)).collect();
    }
    let only = |was: &&'a Param| {
        let mut fits = added.iter().copied().filter(|now| same(was, now));
        let now = fits.next().filter(|_| fits.next().is_none())?;
        let rivals = removed.iter().filter(|was| same(was, now)).count();
        (rivals == 1).then_some((*was, now))
    };
    removed.iter().filter_map(only).collect()
}

/// Returns the type that the catalog states. Names of values are facts, which do not follow a new name.
fn plain(kind: &Kind) -> Discriminant<Kind> {
    match kind {
        Kind::Named(values) if values.integers => discriminant(&Kind::Integer),
        Kind::Named(_) => discriminant(&Kind::Text),
        other => discriminant(other),
    }
}
