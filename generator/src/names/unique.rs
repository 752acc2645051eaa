//! Distinct names inside one endpoint.

/// A text and the name that it should get.
pub(crate) struct NameRequest<'a> {
    /// Text, such as a parameter's name on the wire.
    pub(crate) text: &'a str,
    /// Wanted name.
    pub(crate) name: &'a str,
    /// True if a person chose the name.
    pub(crate) chosen: bool,
}

/// Gives each text a unique name. A name goes to the text for which a person chose it, else to the text with the same
/// spelling, else to the first in the order of the texts; the others get a number. The order of the list does not
/// matter.
pub(crate) fn distinct(wanted: &[NameRequest<'_>], taken: &[&str]) -> Vec<String> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by_key(|&index| {
        let NameRequest { text, name, chosen } = wanted[index];
        (!chosen, text != name.trim_end_matches('_'), text)
    });
    let mut names = vec![String::new(); wanted.len()];
    for index in order {
        let name = wanted[index].name;
        let is_used = |name: &str| taken.contains(&name) || names.iter().any(|it| it == name);
        names[index] = match is_used(name) {
            false => name.to_owned(),
            true => numbered(name, |it| is_used(it) || wanted.iter().any(|other| other.name == it)),
        };
    }
    names
}

/// Returns the name, with a number if it is taken.
pub(crate) fn avoiding(name: &str, taken: &[&str]) -> String {
    if taken.contains(&name) { numbered(name, |it| taken.contains(&it)) } else { name.to_owned() }
}

fn numbered(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let stem = name.trim_end_matches('_');
    // Type names contain no `_`.
    let between = if stem.starts_with(|c: char| c.is_ascii_uppercase()) { "" } else { "_" };
    let names = (2..).map(|number: u32| format!("{stem}{between}{number}"));
    names.into_iter().find(|it| !is_taken(it)).expect("numbers do not end")
}
