//! CSV whose cells cannot run as formulas.

use jaq_json::Val;

use super::json::cell;
use super::rows;
use crate::console::harmless;

/// Returns the CSV of rows, with a header.
pub(crate) fn csv(all: &[Val]) -> String {
    let columns = rows::columns(all);
    let header = columns.iter().map(|it| quoted(&safe(it))).collect::<Vec<_>>().join(",");
    let line = |row: &Val| {
        let cells = columns.iter().map(|name| match rows::value(row, name) {
            Some(number @ Val::Num(_)) => cell(number),
            Some(other) => quoted(&safe(&cell(other))),
            None => String::new(),
        });
        cells.collect::<Vec<_>>().join(",")
    };
    let lines: Vec<_> = [header].into_iter().chain(all.iter().map(line)).collect();
    lines.join("\n") + "\n"
}

/// Puts an apostrophe in front of a text that a spreadsheet could take for a formula.
fn safe(text: &str) -> String {
    let is_formula = |c: char| matches!(c, '=' | '+' | '-' | '@' | '＝' | '＋' | '－' | '＠');
    let starts_formula = text.trim_start().starts_with(is_formula) || text.starts_with(['\t', '\r', '\n']);
    format!("{}{}", if starts_formula { "'" } else { "" }, harmless(text))
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r', ';', '\t', '\'']) || text.trim() != text {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::super::json::from;
    use super::*;

    #[test]
    fn cells_cannot_run_as_formulas() {
        let attacks = ["=1+1", "+1", "-1+2", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "  =1", "＝1", "=\"a\"", "=1,2;3"];
        for attack in attacks {
            let text = csv(&[from(&serde_json::json!({ "a": attack, attack: 1 })).expect("JSON")]);
            for line in text.lines().filter(|it| !it.is_empty()) {
                for part in line.split([',', ';']) {
                    let start = part.trim_start_matches(['"', ' ', '\t']);
                    assert!(
                        !start.starts_with(['=', '+', '-', '@', '＝']) || text.contains(&format!("'{attack}")),
                        "{text}"
                    );
                }
            }
            assert!(text.contains('\''), "{text}");
            assert!(!text.contains('\r'), "{text}");
        }
    }

    #[test]
    fn numbers_and_plain_texts_stay_as_they_are() {
        let row =
            from(&serde_json::json!({ "a": -5, "b": "x", "c": null, "d": [1], "e": "a,\"b\"", "f": "\u{1b}[2J" }));
        let text = csv(&[row.expect("JSON")]);
        assert_eq!(text, "a,b,c,d,e,f\n-5,x,,[1],\"a,\"\"b\"\"\",U+001B[2J\n");
    }
}
