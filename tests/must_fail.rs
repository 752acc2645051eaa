//! Requests without a required parameter do not compile.

mod slow {
    use std::collections::BTreeMap;
    use std::fs;

    use gatewright::model::{Kind, Model, Operation, Param, Platform};
    use gatewright_tests::{Compiler, generate_fine, sample_specs};
    use tempfile::TempDir;

    /// Call without one required parameter, and the name that the compiler error must contain.
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
        let required_params: Vec<_> = operation.required_params().collect();
        let selected = operation.selectors.iter().map(|selector| {
            let choice = &selector.choices[0];
            let param = &operation.params[selector.members[choice.members[0]].param];
            format!("{}::{}({})", selector.name, choice.name, field(param).replace(".into()", ""))
        });
        let selected: Vec<_> = selected.collect();
        let call = |left_out: usize| {
            let here = |index: usize| index != left_out;
            let params = required_params.iter().enumerate().filter(|(index, _)| here(*index)).map(|(_, it)| *it);
            let params: Vec<_> = match &operation.args {
                None => params.map(|it| field(it).replace(".into()", "")).collect(),
                Some(args) => {
                    let fields: Vec<_> = params.map(|it| format!("{}: {}", it.name, field(it))).collect();
                    vec![format!("{args} {{ {} }}", fields.join(", "))]
                }
            };
            let selected = selected.iter().enumerate().filter(|(index, _)| here(required_params.len() + index));
            let arguments: Vec<_> = params.into_iter().chain(selected.map(|(_, it)| it.clone())).collect();
            format!("client.{}().{}({})", platform.function, operation.function, arguments.join(", "))
        };
        let names = required_params.iter().map(|it| &it.name).chain(operation.selectors.iter().map(|it| &it.name));
        names.enumerate().map(|(index, name)| Case { call: call(index), names: name.clone() }).collect()
    }

    /// Returns the rendered errors of the compiler by line.
    fn errors(source: &str) -> BTreeMap<u64, String> {
        let folder = TempDir::new().expect("a temporary folder");
        let file = folder.path().join("lib.rs");
        fs::write(&file, source).expect("a temporary folder");
        let mut rustc = Compiler::with(&["sample_client"]).rustc();
        rustc.args(["--emit=metadata", "--error-format=json"]).arg(&file).current_dir(folder.path());
        let output = rustc.output().expect("rustc can be started");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        let mut errors = BTreeMap::<u64, String>::new();
        for line in text.lines() {
            let Ok(json) = serde_json::from_str::<serde_json::Value>(line) else { continue };
            let spans = json["spans"].as_array().cloned().unwrap_or_default();
            let span = spans.iter().find(|it| it["is_primary"] == true);
            if let (Some(span), Some(drawn)) = (span, json["rendered"].as_str())
                && json["level"] == "error"
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

    /// Checks every required parameter of every operation in one run of the compiler.
    #[test]
    fn a_missing_required_parameter_is_a_compiler_error_that_names_it() {
        let model = generate_fine(&sample_specs()).model;
        let lines = lines(&model);
        let text: Vec<_> = lines.iter().map(|(line, _)| line.as_str()).collect();
        let errors = errors(&text.join("\n"));

        let mut count = 0;
        for (number, (line, case)) in (1..).zip(&lines) {
            let Some(case) = case else { continue };
            let drawn = errors.get(&number).unwrap_or_else(|| panic!("this compiles: {line}"));
            assert!(drawn.contains(&case.names), "{line}\nshould name {}:\n{drawn}", case.names);
            count += 1;
        }
        let obliged = model.platforms.iter().flat_map(|it| &it.operations);
        let required_params = |it: &Operation| it.required_params().count() + it.selectors.len();
        assert_eq!(count, obliged.map(required_params).sum::<usize>());
        assert_eq!(errors.len(), count, "an error elsewhere");
    }
}
