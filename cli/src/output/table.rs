//! Tables for a terminal.

use gatewright_client::visible;
use jaq_json::Val;
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use super::json::cell;
use super::rows;

/// Maximum width of a cell in a table of several rows.
const WIDEST: usize = 40;

/// Text of a missing value.
const MISSING: &str = "—";

/// Returns a table of rows: as many columns as the width allows. A single row is a list of names and values,
/// and rows that are no objects are lines.
pub(crate) fn table(all: &[Val], width: usize) -> String {
    let columns = rows::columns(all);
    if !all.iter().any(|it| matches!(it, Val::Obj(_))) {
        return all.iter().map(|it| format!("{}\n", visible(&text_of(it)))).collect();
    }
    if let ([row], true) = (all, columns.len() > 1) {
        return details(row, &columns, width);
    }
    // Nested values are no use in a narrow column.
    let is_plain = |name: &&String| {
        let nested = |row: &Val| matches!(rows::value(row, name), Some(Val::Arr(_) | Val::Obj(_)));
        !all.iter().any(nested)
    };
    let plain: Vec<_> = columns.iter().filter(is_plain).collect();
    let shown = if plain.is_empty() { columns.iter().collect() } else { plain };
    let cells = |name: &str| {
        let of_rows = all.iter().map(|row| rows::value(row, name).map(text_of).unwrap_or_default());
        [name.to_owned()].into_iter().chain(of_rows).map(|it| cut(&visible(&it), WIDEST)).collect::<Vec<_>>()
    };
    let mut lines = vec![String::new(); all.len() + 1];
    let mut left = width;
    let mut count = 0;
    for name in &shown {
        let cells = cells(name);
        let widest = cells.iter().map(|it| it.width()).max().unwrap_or_default();
        if widest > left && count > 0 {
            break;
        }
        left = left.saturating_sub(widest + 2);
        count += 1;
        for (line, cell) in lines.iter_mut().zip(&cells) {
            line.push_str(&padded(cell, widest + 2));
        }
    }
    let mut text: String = lines.iter().map(|it| format!("{}\n", it.trim_end())).collect();
    if count < columns.len() {
        let more = columns.len() - count;
        let plural = if more == 1 { "" } else { "s" };
        text += &format!("({more} more column{plural}: use --format json)\n");
    }
    text
}

/// Returns the names and values of one row.
fn details(row: &Val, columns: &[String], width: usize) -> String {
    let names: Vec<_> = columns.iter().map(|it| cut(&visible(it), WIDEST)).collect();
    let widest = names.iter().map(|it| it.width()).max().unwrap_or_default() + 2;
    let value = |name: &String| rows::value(row, name).map(text_of).unwrap_or_default();
    let line = |(label, name): (&String, &String)| {
        let value = cut(&visible(&value(name)), width.saturating_sub(widest).max(WIDEST));
        format!("{}\n", format!("{}{value}", padded(label, widest)).trim_end())
    };
    names.iter().zip(columns).map(line).collect()
}

/// Returns a value as the text of a cell.
fn text_of(value: &Val) -> String {
    if *value == Val::Null { MISSING.to_owned() } else { cell(value) }
}

fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.width())))
}

/// Cuts a text off at a width.
fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut left = width.saturating_sub(1);
    let fits = |c: &char| {
        let needed = c.width().unwrap_or(0);
        let fits = needed <= left;
        left = left.saturating_sub(needed);
        fits
    };
    text.chars().take_while(fits).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::super::json::from;
    use super::*;

    #[test]
    fn columns_are_aligned_and_fit() {
        let row = |title: &str| from(&serde_json::json!({ "id": 1, "more": [1], "title": title })).expect("JSON");
        let rows = [row("茶"), row("\u{1b}[2Jtea"), row(&"x".repeat(60))];
        let text = table(&rows, 100);
        let expected = format!(
            "id  title\n1   茶\n1   U+001B[2Jtea\n1   {}…\n(1 more column: use --format json)\n",
            "x".repeat(39)
        );
        assert_eq!(text, expected);
        assert_eq!(table(&rows, 6).lines().next(), Some("id"));
    }

    #[test]
    fn missing_values_are_marked_and_no_rows_are_no_table() {
        let row = |value: Option<u8>| from(&serde_json::json!({ "id": 1, "price": value })).expect("JSON");
        assert_eq!(table(&[row(None), row(Some(2))], 80), "id  price\n1   —\n1   2\n");
        assert_eq!(table(&[], 80), "");
    }

    #[test]
    fn values_outside_of_objects_are_lines() {
        let rows = [from(&"tea\u{1b}").expect("JSON"), from(&"x".repeat(50)).expect("JSON")];
        assert_eq!(table(&rows, 20), format!("teaU+001B\n{}\n", "x".repeat(50)));
    }

    #[test]
    fn one_row_is_a_list_of_names() {
        let row = from(&serde_json::json!({ "id": 1, "title": "tea\nbag" })).expect("JSON");
        assert_eq!(table(&[row], 80), "id     1\ntitle  tea bag\n");
    }
}
