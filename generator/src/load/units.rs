//! `models/units.toml`: what the numbers and unit texts of the model catalog stand for.

use gatewright_runtime::{CountedUnit, Usd};

use super::node::Node;
use super::reader::Reader;
use crate::model::Units;

pub(super) fn read(tree: &Node<'_>, reader: &mut Reader<'_>) -> Units {
    let mut units = Units::default();
    for (key, node) in reader.table(tree, "the file").unwrap_or_default() {
        let amount = match key.as_ref() {
            "model_ratio" => &mut units.ratio,
            "model_price" => &mut units.price,
            "book_faces" => &mut units.book_face,
            "monday" => {
                units.monday = reader.integer(node, "`monday`");
                continue;
            }
            "paid" => {
                units.paid = reader.flag(node, "`paid`").unwrap_or_default();
                continue;
            }
            "unit_texts" => {
                for (text, node) in reader.table(node, "`unit_texts`").unwrap_or_default() {
                    if let Some((quantity, of)) = unit_text(text, node, reader) {
                        units = units.with_unit_text(text.as_ref(), quantity, of);
                    }
                }
                continue;
            }
            _ => {
                let known = "`model_ratio`, `model_price`, `book_faces`, `monday`, `paid` and `unit_texts`";
                reader.unknown(node, key, known);
                continue;
            }
        };
        let Some(text) = reader.text(node, &format!("`{key}`")) else { continue };
        match text.value.parse() {
            Ok(usd) if usd > Usd::ZERO => *amount = Some(usd),
            _ => {
                reader
                    .report
                    .error("bad-unit", text.place, format!("`{}` is not an amount of US dollars", text.value))
                    .hint("write a decimal number above zero, as text: \"0.002\"");
            }
        }
    }
    units
}

/// Quantity and unit of a text: `{ quantity = 1_000_000, of = "tokens" }`.
fn unit_text(text: &str, node: &Node<'_>, reader: &mut Reader<'_>) -> Option<(u64, CountedUnit)> {
    let (mut quantity, mut of) = (None, None);
    for (key, value) in reader.table(node, &format!("`{text}`"))? {
        let place = reader.place(value);
        match key.as_ref() {
            "quantity" => {
                let number = reader.integer(value, "`quantity`")?;
                quantity = u64::try_from(number).ok().filter(|it| *it > 0);
                if quantity.is_none() {
                    reader.report.error("bad-unit", place, format!("the quantity `{number}` is not above zero"));
                    return None;
                }
            }
            "of" => {
                let name = reader.text(value, "`of`")?.value;
                of = CountedUnit::ALL.into_iter().find(|it| it.as_str() == name);
                if of.is_none() {
                    let known = CountedUnit::ALL.map(|it| format!("`{}`", it.as_str())).join(", ");
                    reader
                        .report
                        .error("bad-unit", place, format!("unknown unit `{name}`"))
                        .hint(format!("use one of {known}"));
                    return None;
                }
            }
            _ => reader.unknown(value, key, "`quantity` and `of`"),
        }
    }
    for (field, is_missing) in [("quantity", quantity.is_none()), ("of", of.is_none())] {
        if is_missing {
            reader.missing(node, &format!("`{text}`"), field);
        }
    }
    quantity.zip(of)
}
