//! `models/units.toml`: what the numbers of the model catalog stand for, as far as somebody has written it down.

use gatewright_runtime::Usd;

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
            _ => {
                reader.unknown(node, key, "`model_ratio`, `model_price`, `book_faces`, `monday` and `paid`");
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
