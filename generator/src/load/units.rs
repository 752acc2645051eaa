//! Reads `models/units.toml`: meaning of the numbers and unit texts in the model catalog.

use gatewright_runtime::{CountedUnit, Units, Usd};

use super::fields::Fields;
use super::node::Node;
use super::reader::Reader;

pub(super) fn read(tree: &Node<'_>, reader: &mut Reader<'_>) -> Units {
    let mut fields = reader.fields(tree, "the file");
    let mut units = Units::default();
    units.ratio = amount("model_ratio", &mut fields);
    units.price = amount("model_price", &mut fields);
    units.book_face = amount("book_faces", &mut fields);
    units.monday = fields.integer("monday").map(|it| it.value);
    units.paid = fields.flag("paid").unwrap_or_default();
    for (text, (quantity, of)) in fields.named("unit_texts", unit_text) {
        units = units.with_unit_text(text, quantity, of);
    }
    fields.finish();
    units
}

fn amount(key: &'static str, fields: &mut Fields<'_, '_, '_>) -> Option<Usd> {
    let text = fields.text(key)?;
    let amount = text.value.parse().ok().filter(|it| *it > Usd::ZERO);
    if amount.is_none() {
        let message = format!("`{}` is not an amount of US dollars", text.value);
        let hint = "write a positive decimal number as text: \"0.002\"";
        fields.reader.report.error("bad-unit", text.span, message).hint(hint);
    }
    amount
}

/// Reads the quantity and the unit of a unit text: `{ quantity = 1_000_000, of = "tokens" }`.
fn unit_text(node: &Node<'_>, text: &str, reader: &mut Reader<'_>) -> Option<(u64, CountedUnit)> {
    let mut fields = reader.fields(node, format!("`{text}`"));
    fields.must_have("quantity");
    let (number, name) = (fields.integer("quantity"), fields.required("of"));
    fields.finish();
    let (number, name) = (number?, name?);
    let quantity = u64::try_from(number.value).ok().filter(|it| *it > 0);
    if quantity.is_none() {
        let message = format!("the quantity `{}` is not positive", number.value);
        reader.report.error("bad-unit", number.span, message).hint("write a positive whole number");
    }
    let of = CountedUnit::ALL.into_iter().find(|it| it.as_str() == name.value);
    if of.is_none() {
        let known = CountedUnit::ALL.map(|it| format!("`{}`", it.as_str())).join(", ");
        let message = format!("unknown unit `{}`", name.value);
        reader.report.error("bad-unit", name.span, message).hint(format!("use one of {known}"));
    }
    quantity.zip(of)
}
