//! Parameters that have another name.

use std::collections::HashMap;
use std::mem::{Discriminant, discriminant, take};

use crate::model::{Kind, Operation, Param};

/// Parameters that went and came at the same place of the list, with the same type and the same need.
pub(super) fn find<'a>(old: &'a Operation, new: &'a Operation) -> Vec<(&'a Param, &'a Param)> {
    let come: HashMap<_, _> = gaps(new, old).into_iter().collect();
    let both = gaps(old, new).into_iter().filter_map(|(place, gone)| Some((gone, come.get(&place)?)));
    both.flat_map(|(gone, come)| matched(&gone, come)).collect()
}

/// A place in a list: what stands before it and behind it.
type Gap<'a> = (Option<&'a str>, Option<&'a str>);

/// The parameters that one operation has alone, by their place among those that both have.
fn gaps<'a>(these: &'a Operation, those: &Operation) -> Vec<(Gap<'a>, Vec<&'a Param>)> {
    let mut params: Vec<_> = these.params.iter().collect();
    params.sort_by_key(|it| it.place);
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

/// Which is which at one place. If more came than went, or fewer, only what no other one could be is the same.
fn matched<'a>(gone: &[&'a Param], come: &[&'a Param]) -> Vec<(&'a Param, &'a Param)> {
    let same = |was: &Param, now: &Param| {
        plain(&was.kind) == plain(&now.kind) && discriminant(&was.need) == discriminant(&now.need)
    };
    if gone.len() == come.len() {
        return gone.iter().copied().zip(come.iter().copied()).filter(|(was, now)| same(was, now)).collect();
    }
    let only = |was: &&'a Param| {
        let mut fits = come.iter().copied().filter(|now| same(was, now));
        let now = fits.next().filter(|_| fits.next().is_none())?;
        let rivals = gone.iter().filter(|was| same(was, now)).count();
        (rivals == 1).then_some((*was, now))
    };
    gone.iter().filter_map(only).collect()
}

/// The type that the catalog gives: names of values are facts, which do not follow a new name.
fn plain(kind: &Kind) -> Discriminant<Kind> {
    match kind {
        Kind::Named(values) if values.integers => discriminant(&Kind::Integer),
        Kind::Named(_) => discriminant(&Kind::Text),
        other => discriminant(other),
    }
}
