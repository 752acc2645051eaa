//! Calls of every operation as Rust code, with the query that each must send.

use gatewright::model::{Kind, NextPage, Operation, Paging, Param, Platform, Presence, Scalar};

/// Every kind of character that a query can get wrong.
pub(crate) const TEXT: &str = "茶 a&b+c=d%/?#é\"'~-._";

/// A value for a parameter: as a Rust argument, as a Rust field, and as text on the wire.
fn value(param: &Param, text: &str) -> (String, String, String) {
    match &param.kind {
        Kind::Integer => ("-7".into(), "-7".into(), "-7".into()),
        Kind::Flag => ("true".into(), "true".into(), "true".into()),
        Kind::Named(values) => {
            let last = values.values.last().expect("named values are not empty");
            let name = format!("{}::{}", values.name, last.variant);
            match &values.separator {
                None => (name.clone(), name, last.wire.clone()),
                Some(separator) => {
                    let list = format!("[{}::from(\"x y\"), {name}]", values.name);
                    (list.clone(), format!("vec!{list}"), format!("x y{separator}{}", last.wire))
                }
            }
        }
        _ => (format!("{text:?}"), format!("{text:?}.into()"), text.to_owned()),
    }
}

/// The same, as the mock gateway takes it: a cursor that was never given out would find nothing.
fn fitting(param: &Param) -> (String, String, String) {
    let same = |text: &str| (text.to_owned(), text.to_owned(), text.to_owned());
    match (&param.paging, &param.kind) {
        (Some(Paging { next: NextPage::Counting, .. }), _) => same("1"),
        (Some(_), Kind::Integer) => same("0"),
        (Some(_), _) => value(param, ""),
        (None, Kind::Integer) => same("1"),
        (None, _) => value(param, "x"),
    }
}

type Value = (String, String, String);

/// One call of an operation.
pub(crate) struct Case {
    /// Operation, choice and variant.
    pub(crate) name: String,
    /// Rust code of the request.
    pub(crate) call: String,
    /// Expected query.
    pub(crate) query: Vec<(String, String)>,
}

/// Calls of an operation for the wire: required parameters only (once for each member of a group), and all of them.
pub(crate) fn wire_cases(platform: &Platform, operation: &Operation) -> Vec<Case> {
    let choices = operation.selectors.first().map_or(1, |it| it.choices.len());
    let few = (0..choices).map(|choice| case(platform, operation, choice, false, &|it| value(it, TEXT)));
    let texts = [("every parameter", TEXT), ("empty texts", "")];
    let all = texts.map(|(what, text)| {
        let mut case = case(platform, operation, 0, true, &|it| value(it, text));
        case.name += what;
        case
    });
    few.chain(all).collect()
}

fn case(platform: &Platform, operation: &Operation, choice: usize, all: bool, value: &dyn Fn(&Param) -> Value) -> Case {
    let mut query = Vec::new();
    let mut arguments = Vec::new();
    let mut fields = Vec::new();
    for param in operation.required_params() {
        let (argument, field, wire) = value(param);
        arguments.push(argument);
        fields.push(format!("{}: {field}", param.name));
        query.push((param.wire.clone(), wire));
    }
    if let Some(args) = &operation.args {
        arguments = vec![format!("{args} {{ {} }}", fields.join(", "))];
    }
    for selector in &operation.selectors {
        let [member] = selector.choices[choice].members[..] else {
            panic!("the own catalog has no overlapping groups")
        };
        let param = &operation.params[selector.members[member].param];
        let (argument, _, wire) = value(param);
        let mut selected = format!("{}::{}({argument})", selector.name, selector.choices[choice].name);
        query.push((param.wire.clone(), wire));
        for (index, other) in selector.members.iter().enumerate().filter(|(_, it)| all && it.addable) {
            let param = &operation.params[other.param];
            let (argument, _, wire) = value(param);
            selected += &format!(".and_{}({argument})", other.name);
            if index != member {
                query.push((param.wire.clone(), wire));
            }
        }
        arguments.push(selected);
    }
    let mut call = format!("client.{}().{}({})", platform.function, operation.function, arguments.join(", "));
    for param in operation.params.iter().filter(|it| it.presence == Presence::Default) {
        query.push((param.wire.clone(), param.default.as_ref().map(Scalar::to_string).unwrap_or_default()));
    }
    for param in operation.optional().filter(|_| all) {
        let (argument, _, wire) = value(param);
        call += &format!(".{}({argument})", param.name);
        match query.iter_mut().find(|(name, _)| *name == param.wire) {
            Some(sent) => sent.1 = wire,
            None => query.push((param.wire.clone(), wire)),
        }
    }
    Case { name: format!("{} {choice} ", operation.id), call, query }
}

/// The choices of an operation's selector, but for one that needs a cursor of an earlier reply.
fn choices(operation: &Operation) -> impl Iterator<Item = usize> {
    let count = operation.selectors.first().map_or(1, |it| it.choices.len());
    (0..count).filter(|choice| {
        operation.selectors.iter().all(|selector| {
            let mut members = selector.choices[*choice].members.iter();
            members.all(|it| operation.params[selector.members[*it].param].paging.is_none())
        })
    })
}

/// Calls of an operation that the mock gateway accepts: required parameters only, and all of them.
pub(crate) fn gateway_cases(platform: &Platform, operation: &Operation) -> Vec<Case> {
    let both = choices(operation).flat_map(|choice| [(choice, false), (choice, true)]);
    both.map(|(choice, all)| case(platform, operation, choice, all, &fitting)).collect()
}
