//! What the service would refuse does not compile.

mod slow {
    use std::collections::BTreeMap;

    use gatewright::model::{Kind, Model, Operation, Param, Platform};
    use gatewright_tests::{Scratch, generate_fine, sample_specs};

    /// A readable few, with the compiler's words pinned.
    #[test]
    fn readable_examples() {
        trybuild::TestCases::new().compile_fail("ui/*.rs");
    }

    /// A call with one obligation left out, and the word that the compiler must say then.
    struct Case {
        call: String,
        names: String,
    }

    fn field(param: &Param) -> String {
        match &param.kind {
            Kind::Integer => "1".into(),
            Kind::Flag => "true".into(),
            Kind::Named(values) => format!("{}::{}", values.name, values.values[0].variant),
            _ => "\"x\".into()".into(),
        }
    }

    fn cases(platform: &Platform, operation: &Operation) -> Vec<Case> {
        let obligations: Vec<_> = operation.obligations().collect();
        let selected = operation.selectors.iter().map(|selector| {
            let choice = &selector.choices[0];
            let param = &operation.params[selector.members[choice.members[0]].param];
            format!("{}::{}({})", selector.name, choice.name, field(param).replace(".into()", ""))
        });
        let selected: Vec<_> = selected.collect();
        let call = |left_out: usize| {
            let here = |index: usize| index != left_out;
            let params = obligations.iter().enumerate().filter(|(index, _)| here(*index)).map(|(_, it)| *it);
            let params: Vec<_> = match &operation.args {
                None => params.map(|it| field(it).replace(".into()", "")).collect(),
                Some(args) => {
                    let fields: Vec<_> = params.map(|it| format!("{}: {}", it.name, field(it))).collect();
                    vec![format!("{args} {{ {} }}", fields.join(", "))]
                }
            };
            let selected = selected.iter().enumerate().filter(|(index, _)| here(obligations.len() + index));
            let arguments: Vec<_> = params.into_iter().chain(selected.map(|(_, it)| it.clone())).collect();
            format!("client.{}().{}({})", platform.function, operation.function, arguments.join(", "))
        };
        let names = obligations.iter().map(|it| &it.name).chain(operation.selectors.iter().map(|it| &it.name));
        names.enumerate().map(|(index, name)| Case { call: call(index), names: name.clone() }).collect()
    }

    /// The compiler's errors, as it draws them, by line.
    fn errors(scratch: &Scratch) -> BTreeMap<u64, String> {
        let output = scratch.cargo(&["check", "--message-format=json"]);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let mut errors = BTreeMap::<u64, String>::new();
        for line in text.lines() {
            let Ok(json) = serde_json::from_str::<serde_json::Value>(line) else { continue };
            let message = &json["message"];
            let spans = message["spans"].as_array().cloned().unwrap_or_default();
            let span = spans.iter().find(|it| it["is_primary"] == true && it["file_name"] == "src/lib.rs");
            if let (Some(span), Some(drawn)) = (span, message["rendered"].as_str())
                && message["level"] == "error"
            {
                *errors.entry(span["line_start"].as_u64().unwrap_or_default()).or_default() += drawn;
            }
        }
        errors
    }

    fn lines(model: &Model) -> Vec<(String, Option<Case>)> {
        let mut lines = Vec::new();
        for platform in &model.platforms {
            lines.push((
                format!("mod {} {{ use sample_client::{{Client, social::{}::*}};", platform.module, platform.module),
                None,
            ));
            for operation in &platform.operations {
                for (index, case) in cases(platform, operation).into_iter().enumerate() {
                    let line =
                        format!("pub fn {}_{index}(client: &Client) {{ let _ = {}; }}", operation.function, case.call);
                    lines.push((line, Some(case)));
                }
            }
            lines.push(("}".into(), None));
        }
        lines
    }

    /// Every obligation of every operation, in one run of the compiler.
    #[test]
    fn every_obligation_left_out_is_refused_by_name() {
        let model = generate_fine(&sample_specs()).model;
        let lines = lines(&model);
        let scratch = Scratch::with_manifest("must-fail", &gatewright_tests::sample_dependency(""));
        let text: Vec<_> = lines.iter().map(|(line, _)| line.as_str()).collect();
        scratch.write("src/lib.rs", &text.join("\n"));
        let errors = errors(&scratch);

        let mut count = 0;
        for (number, (line, case)) in (1..).zip(&lines) {
            let Some(case) = case else { continue };
            let drawn = errors.get(&number).unwrap_or_else(|| panic!("this compiles: {line}"));
            assert!(drawn.contains(&case.names), "{line}\nshould name {}:\n{drawn}", case.names);
            count += 1;
        }
        let obliged = model.platforms.iter().flat_map(|it| &it.operations);
        let obligations = |it: &Operation| it.obligations().count() + it.selectors.len();
        assert_eq!(count, obliged.map(obligations).sum::<usize>());
        assert_eq!(errors.len(), count, "an error elsewhere");
    }
}
