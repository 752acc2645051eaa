//! What goes over the wire: each of the project's own operations, with its obligations only and with every
//! parameter, produces exactly the URL that its catalog cell asks for.
//!
//! The calls are written from the model, run in a crate of their own, and compared with URLs that are
//! put together here from the catalog's JSON, without the generator and without the runtime.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use gatewright::model::{Kind, Need, NextPage, Operation, Paging, Param, Platform, Scalar};
use gatewright_tests::{Scratch, generate_fine, sample_specs};

/// Every kind of character that a query can get wrong.
const TEXT: &str = "茶 a&b+c=d%/?#é\"'~-._";

/// RFC 3986: everything but the unreserved characters, byte by byte.
fn encoded(text: &str) -> String {
    text.bytes().fold(String::new(), |mut out, byte| {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => out.push(char::from(byte)),
            _ => write!(out, "%{byte:02X}").expect("writing to a string succeeds"),
        }
        out
    })
}

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

struct Case {
    name: String,
    call: String,
    query: Vec<(String, String)>,
}

/// The calls of an operation: obligations only (once for each member of a group), and everything.
fn cases(platform: &Platform, operation: &Operation) -> Vec<Case> {
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
    for param in operation.obligations() {
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
    for param in operation.params.iter().filter(|it| it.need == Need::Client) {
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

/// The URL as the catalog's JSON has it, path and parameter names included.
fn expected(catalog: &serde_json::Value, platform: &str, capability: &str, query: &[(String, String)]) -> String {
    let cells = catalog["cells"].as_array().expect("a catalog has cells");
    let cell = cells.iter().find(|it| it["platform"] == platform && it["capability"] == capability).expect("the cell");
    let known: Vec<_> =
        cell["params"].as_array().expect("params").iter().filter_map(|it| it["name"].as_str()).collect();
    let pairs: Vec<_> = query
        .iter()
        .map(|(name, value)| {
            assert!(known.contains(&name.as_str()), "{platform}/{capability} has no {name}");
            format!("{}={}", encoded(name), encoded(value))
        })
        .collect();
    let path = cell["path"].as_str().expect("a path");
    let mark = if pairs.is_empty() { "" } else { "?" };
    format!("https://gateway.example{path}{mark}{}", pairs.join("&"))
}

mod slow {
    use super::*;

    const START: &str =
        "fn main() {\n    let client = sample_client::Client::new(\"https://gateway.example\", \"key\").unwrap();\n";
    const START_OF_CALLS: &str = "fn main() {\n    let client = sample_client::Client::from_env().unwrap();\n";

    #[test]
    fn every_request_has_exactly_the_expected_url() {
        let specs = sample_specs();
        let catalog = serde_json::from_slice(&specs.files["social/catalog.json"]).expect("the own catalog is JSON");
        let generated = generate_fine(&specs);
        let mut main = String::from(START);
        let mut wanted = BTreeMap::new();
        for platform in &generated.model.platforms {
            writeln!(main, "    {{\n        use sample_client::social::{}::*;", platform.module).expect("a string");
            for operation in &platform.operations {
                for case in cases(platform, operation) {
                    let print = format!("println!(\"{}\\t{{}}\", {}.request().unwrap().url);", case.name, case.call);
                    writeln!(main, "        {print}").expect("a string");
                    wanted.insert(case.name, expected(&catalog, &platform.key, &operation.key, &case.query));
                }
            }
            main += "    }\n";
        }
        main += "}\n";
        assert!(wanted.len() > 3 * 101, "{} cases", wanted.len());

        let scratch = Scratch::with_manifest("wire", &gatewright_tests::sample_dependency(""));
        scratch.write("src/main.rs", &main);
        let printed = scratch.cargo_fine(&["run", "--quiet"]);
        let got: BTreeMap<_, _> = printed.lines().filter_map(|it| it.split_once('\t')).collect();
        for (name, url) in &wanted {
            assert_eq!(got.get(name.as_str()), Some(&url.as_str()), "{name}");
        }
        assert_eq!(got.len(), wanted.len());
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

    /// Obligations only, once for each member of a group, and all parameters: what the gateway gets, it takes.
    #[tokio::test(flavor = "multi_thread")]
    async fn every_function_goes_through_the_gateway() {
        let gateway = gatewright_tests::sample_gateway().start().await.expect("loopback");
        let generated = generate_fine(&sample_specs());
        let (mut main, mut calls) = (String::from(START_OF_CALLS), 0);
        for platform in &generated.model.platforms {
            writeln!(main, "    {{\n        use sample_client::social::{}::*;", platform.module).expect("a string");
            for operation in &platform.operations {
                for (choice, all) in choices(operation).flat_map(|choice| [(choice, false), (choice, true)]) {
                    let case = case(platform, operation, choice, all, &fitting);
                    let fails = format!("panic!(\"{}: {{error}}\")", case.name);
                    writeln!(main, "        if let Err(error) = {}.send().wait() {{ {fails} }}", case.call)
                        .expect("a string");
                    calls += 1;
                }
            }
            main += "    }\n";
        }
        main += "    println!(\"{}\", client.spent().charged);\n}\n";
        let scratch =
            Scratch::with_manifest("calls", &gatewright_tests::sample_dependency(", features = [\"blocking\"]"));
        scratch.write("src/main.rs", &main);
        let environment = [("GATEWAY_BASE_URL", gateway.base_url()), ("GATEWAY_API_KEY", gateway.key().to_owned())];
        let spent = scratch.cargo_fine_with(&["run", "--quiet"], &environment);

        let ledger = gateway.ledger();
        assert!(calls >= 2 * 101, "{calls}");
        assert_eq!(ledger.charges.len(), calls);
        assert_eq!(ledger.by_name().len(), 101);
        assert_eq!(spent.trim(), ledger.total().to_string());
    }
}
