//! Rows and columns of JSON values, for tables and CSV.

use jaq_json::Val;

use super::json::{cell, member};

/// Name of the only column of rows that are no objects.
const VALUE: &str = "value";

/// Returns the rows of a document: the items of a list, of the only list of objects that is nearest to the top, or the document
/// itself.
pub(crate) fn of_document(document: &Val) -> Vec<Val> {
    match document {
        Val::Arr(items) => items.to_vec(),
        other => list(other).unwrap_or_else(|| vec![other.clone()]),
    }
}

/// Joins the fields of a row with those of an item. Objects in the row become columns with their path, such as `input.id`, and a
/// field of the item that the row has, too, is `data.` and its name.
pub(crate) fn joined(row: &Val, item: &Val) -> Val {
    let mut all = jaq_json::Map::default();
    let key = |name: String| Val::from(name);
    for name in columns(std::slice::from_ref(row)) {
        match value(row, &name) {
            Some(inner @ Val::Obj(_)) => {
                let names = columns(std::slice::from_ref(inner)).into_iter();
                let inner = names.filter_map(|it| Some((key(format!("{name}.{it}")), value(inner, &it)?.clone())));
                all.extend(inner);
            }
            Some(other) => drop(all.insert(key(name), other.clone())),
            None => {}
        }
    }
    if *item != Val::Null {
        for name in columns(std::slice::from_ref(item)) {
            let own = key(name.clone());
            let at = if all.contains_key(&own) { key(format!("data.{name}")) } else { own };
            all.insert(at, value(item, &name).cloned().unwrap_or_default());
        }
    }
    Val::obj(all)
}

fn list(document: &Val) -> Option<Vec<Val>> {
    let mut level = vec![document];
    while !level.is_empty() {
        let members: Vec<_> = level.iter().copied().flat_map(members).collect();
        let mut lists = members.iter().filter_map(|it| match it {
            Val::Arr(items) if !items.is_empty() && items.iter().all(|it| matches!(it, Val::Obj(_))) => Some(items),
            _ => None,
        });
        if let Some(items) = lists.next() {
            return lists.next().is_none().then(|| items.to_vec());
        }
        level = members;
    }
    None
}

fn members(value: &Val) -> Vec<&Val> {
    match value {
        Val::Obj(members) => members.values().collect(),
        _ => Vec::new(),
    }
}

/// Returns the names of the columns, in the order in which the rows first have them.
pub(crate) fn columns(rows: &[Val]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut known = std::collections::HashSet::new();
    for row in rows {
        let of_row = match row {
            Val::Obj(members) => members.keys().map(cell).collect(),
            _ => vec![VALUE.to_owned()],
        };
        names.extend(of_row.into_iter().filter(|it| known.insert(it.clone())));
    }
    names
}

/// Returns a value of a row.
pub(crate) fn value<'a>(row: &'a Val, column: &str) -> Option<&'a Val> {
    match row {
        Val::Obj(_) => member(row, column),
        other => (column == VALUE).then_some(other),
    }
}

#[cfg(test)]
mod tests {
    use super::super::json::parse;
    use super::*;

    fn rows(text: &str) -> usize {
        of_document(&parse(text.as_bytes()).expect("JSON")).len()
    }

    #[test]
    fn the_only_list_nearest_to_the_top_has_the_rows() {
        assert_eq!(rows(r"[1,2,3]"), 3);
        assert_eq!(rows(r#"{"a":{"list":[{"x":1},{"x":2}]},"b":[1,2,3]}"#), 2);
        assert_eq!(rows(r#"{"list":[{"x":[{"y":1}]},{"x":2},{}],"b":{"c":[{}]}}"#), 3);
        assert_eq!(rows(r#"{"a":[{}],"b":[{}]}"#), 1);
        assert_eq!(rows(r#"{"a":[]}"#), 1);
    }

    #[test]
    fn a_row_is_joined_with_its_item() {
        let value = |text: &str| parse(text.as_bytes()).expect("JSON");
        let text = |it: &Val| super::super::json::to_text(it, false).expect("JSON");
        let row = value(r#"{"row":1,"input":{"id":"a"}}"#);
        let joined = joined(&row, &value(r#"{"title":"tea","row":7}"#));
        assert_eq!(text(&joined), r#"{"row":1,"input.id":"a","title":"tea","data.row":7}"#);
        assert_eq!(text(&super::joined(&row, &Val::Null)), r#"{"row":1,"input.id":"a"}"#);
        assert_eq!(text(&super::joined(&row, &value("5"))), r#"{"row":1,"input.id":"a","value":5}"#);
    }

    #[test]
    fn columns_are_those_of_all_rows() {
        let rows = of_document(&parse(br#"[{"b":1,"a":2},{"c":3},4]"#).expect("JSON"));
        assert_eq!(columns(&rows), ["b", "a", "c", "value"]);
        assert!(value(&rows[2], "value").is_some() && value(&rows[2], "a").is_none());
    }
}
