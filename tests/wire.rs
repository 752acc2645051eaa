//! What goes over the wire: each of the project's own operations, with its obligations only and with every
//! parameter, produces exactly the URL that its catalog cell asks for.
//!
//! The calls are written from the model, run in a crate of their own, and compared with URLs that are
//! put together here from the catalog's JSON, without the generator and without the runtime.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use gatewright::model::{Kind, Need, Operation, Param, Platform, Scalar};
use gatewright_tests::{Scratch, generate_fine, own_specs, root};

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
        Kind::Text | Kind::Any => (format!("{text:?}"), format!("{text:?}.into()"), text.to_owned()),
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
    }
}

struct Case {
    name: String,
    call: String,
    query: Vec<(String, String)>,
}

/// The calls of an operation: obligations only (once for each member of a group), and everything.
fn cases(platform: &Platform, operation: &Operation) -> Vec<Case> {
    let choices = operation.selectors.first().map_or(1, |it| it.choices.len());
    let few = (0..choices).map(|choice| case(platform, operation, choice, false, TEXT));
    let texts = [("every parameter", TEXT), ("empty texts", "")];
    let all = texts.map(|(what, text)| {
        let mut case = case(platform, operation, 0, true, text);
        case.name += what;
        case
    });
    few.chain(all).collect()
}

fn case(platform: &Platform, operation: &Operation, choice: usize, all: bool, text: &str) -> Case {
    let mut query = Vec::new();
    let mut arguments = Vec::new();
    let mut fields = Vec::new();
    for param in operation.obligations() {
        let (argument, field, wire) = value(param, text);
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
        let (argument, _, wire) = value(param, text);
        let mut selected = format!("{}::{}({argument})", selector.name, selector.choices[choice].name);
        query.push((param.wire.clone(), wire));
        for (index, other) in selector.members.iter().enumerate().filter(|(_, it)| all && it.addable) {
            let param = &operation.params[other.param];
            let (argument, _, wire) = value(param, text);
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
        let (argument, _, wire) = value(param, text);
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

    #[test]
    fn every_request_has_exactly_the_expected_url() {
        let specs = own_specs();
        let catalog = serde_json::from_slice(&specs.files["social/catalog.json"]).expect("the own catalog is JSON");
        let generated = generate_fine(&specs);
        let mut main = String::from(
            "fn main() {\n    let client = \
             gatewright_client::Client::new(\"https://gateway.example\", \"key\").unwrap();\n",
        );
        let mut wanted = BTreeMap::new();
        for platform in &generated.model.platforms {
            writeln!(main, "    {{\n        use gatewright_client::social::{}::*;", platform.module).expect("a string");
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

        let client = format!("gatewright-client = {{ path = {:?} }}", root().join("generated-client"));
        let scratch = Scratch::with_manifest("wire", &client);
        scratch.write("src/main.rs", &main);
        let printed = scratch.cargo_fine(&["run", "--quiet"]);
        let got: BTreeMap<_, _> = printed.lines().filter_map(|it| it.split_once('\t')).collect();
        for (name, url) in &wanted {
            assert_eq!(got.get(name.as_str()), Some(&url.as_str()), "{name}");
        }
        assert_eq!(got.len(), wanted.len());
    }
}
