//! Filters in jq's language.

mod process;

use jaq_core::load::{self, Arena, File, Loader};
use jaq_core::{Ctx, Vars, data, unwrap_valr};
use jaq_json::Val;

use crate::exit::{Exit, Failure};

pub(crate) use process::{FilterProcess, serve};

/// Functions that filters do not have: they read the environment, which contains the key, end the program, or write to the terminal.
const LEFT_OUT: [&str; 5] = ["env", "halt", "halt_error", "stderr", "stderr_empty"];

const SYNTAX: &str = "filters have the syntax of jq";

/// Filter in jq's language. It runs in a [`FilterProcess`].
struct Filter(jaq_core::Filter<data::JustLut<Val>>);

impl Filter {
    /// Compiles a filter.
    fn compile(code: &str) -> Result<Self, Failure> {
        let problem = |at: &str| {
            let at = if at.is_empty() { "its end".to_owned() } else { format!("`{at}`") };
            Failure::new(Exit::Usage, format!("cannot read the filter `{code}` at {at}; help: {SYNTAX}"))
        };
        let is_kept = |name: &str| !LEFT_OUT.contains(&name);
        let defs = jaq_core::defs().chain(jaq_std::defs()).chain(jaq_json::defs()).filter(|it| is_kept(it.name));
        let funs = jaq_core::funs().chain(jaq_std::funs()).chain(jaq_json::funs()).filter(|it| is_kept(it.0));
        let arena = Arena::default();
        let modules = Loader::new(defs).load(&arena, File { code, path: () });
        let modules = modules.map_err(|errors| problem(&first_error(&errors)))?;
        let imports = load::import(&modules, |_| Err("a filter cannot read files".to_owned()));
        imports.map_err(|errors| problem(&first_error(&errors)))?;
        let filter = jaq_core::Compiler::default().with_funs(funs).compile(modules);
        let undefined = |errors: jaq_core::compile::Errors<&str, ()>| {
            let mut names = errors.into_iter().flat_map(|(_, errors)| errors).map(|it| it.0.to_owned());
            let name = names.next_back().unwrap_or_default();
            Failure::new(
                Exit::Usage,
                format!("cannot read the filter `{code}`: `{name}` is not defined; help: {SYNTAX}"),
            )
        };
        filter.map(Self).map_err(undefined)
    }

    /// Returns the outputs of the filter for a value.
    fn apply(&self, value: Val) -> Result<Vec<Val>, String> {
        let context = Ctx::<data::JustLut<Val>>::new(&self.0.lut, Vars::new([]));
        let outputs = self.0.id.run((context, value)).map(unwrap_valr);
        outputs.map(|it| it.map_err(|error| shortened(&error.to_string()))).collect()
    }
}

/// Longest message of an error, which can contain the whole value.
const LONGEST_ERROR: usize = 200;

/// Returns a message without the middle of a long value.
fn shortened(message: &str) -> String {
    let count = message.chars().count();
    if count <= LONGEST_ERROR {
        return message.to_owned();
    }
    let part = |skip: usize| message.chars().skip(skip).take(LONGEST_ERROR / 2).collect::<String>();
    format!("{} … {}", part(0), part(count - LONGEST_ERROR / 2))
}

/// Returns the text at which the first error of the syntax is.
fn first_error(errors: &load::Errors<&str, ()>) -> String {
    let at = errors.first().and_then(|(_, error)| match error {
        load::Error::Io(paths) => paths.first().map(|it| it.0),
        load::Error::Lex(errors) => errors.first().map(|it| it.1),
        load::Error::Parse(errors) => errors.first().map(|it| it.1),
    });
    at.unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::json::{parse, to_text};

    fn apply(code: &str, value: &str) -> Result<Vec<String>, String> {
        let filter = Filter::compile(code).map_err(|it| it.message)?;
        let outputs = filter.apply(parse(value.as_bytes()).map_err(|it| it.message)?)?;
        outputs.iter().map(|it| to_text(it, false)).collect()
    }

    #[test]
    fn filters_are_those_of_jq() {
        let value = r#"{"list":[{"b":1.10,"a":"tea"},{"b":2,"a":"oolong tea"}]}"#;
        let applied = apply(r#".list[] | select(.a | test("^oo")) | {b, a}"#, value);
        assert_eq!(applied, Ok(vec![r#"{"b":2,"a":"oolong tea"}"#.to_owned()]));
        assert_eq!(apply(".list | map(.b) | @json", value), Ok(vec![r#""[1.10,2]""#.to_owned()]));
    }

    #[test]
    fn errors_name_the_place() {
        for (code, part) in [(".[", "at its end"), ("nosuch", "`nosuch`"), ("$ENV", "`$ENV`"), (".a.b.", "help:")] {
            let error = apply(code, "1").expect_err("the filter is wrong");
            assert!(error.contains(part), "{code}: {error}");
        }
        assert!(apply(".a", "1").is_err());
    }

    #[test]
    fn errors_are_short() {
        let value = format!("[\"{}\"]", "茶".repeat(50_000));
        let error = apply(".items.foo", &value).expect_err("it is a list");
        assert!(error.chars().count() < 250 && error.contains("items"), "{error}");
    }

    #[test]
    fn filters_reach_neither_environment_nor_terminal() {
        for code in ["env", "env.HOME", "halt", "halt_error", "stderr", "input", "inputs", "input_filename"] {
            assert!(Filter::compile(code).is_err(), "{code}");
        }
        for code in [r#"import "/etc/passwd" as $d; $d"#, r#"include "/etc/passwd"; ."#] {
            assert!(Filter::compile(code).is_err(), "{code}");
        }
    }

    #[test]
    fn values_that_json_does_not_have_are_errors() {
        assert!(apply("nan", "1").is_err());
        assert!(apply("{(1): 2}", "1").is_err());
    }
}
